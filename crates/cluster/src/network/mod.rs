//! Authenticated links between the processes of a search.

pub mod announcement;
pub mod frame;
pub mod handshake;
pub mod heartbeat;
pub mod link;
pub mod rendezvous;
pub mod stream;
