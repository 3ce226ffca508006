//! Authenticated links between the processes of a search.
//!
//! | module | contents |
//! |---|---|
//! | `handshake` | mutual authentication by the secret, session keys |
//! | `frame` | authenticated frames, the wire format after the handshake |
//! | `link` | a socket with both directions of frames |
//! | `announcement` | the self-description of a process, and the compatibility check |
//! | `rendezvous` | two links between each pair of processes |
//! | `heartbeat` | liveness and status of the other processes |
//! | `stream` | the links for keys as streams of `timely` |

pub mod announcement;
pub mod frame;
pub mod handshake;
pub mod heartbeat;
pub mod link;
pub mod rendezvous;
pub mod stream;
