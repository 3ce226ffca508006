//! Distributed breadth-first search: one search of a state space by many processes on many hosts.
//!
//! The layers are partitioned by a hash of the states (compare Korf and Schultze 2005); `timely`
//! exchanges the keys between workers.
//!
//! | module | contents |
//! |---|---|
//! | `interface` | options and result |
//! | `network` | authenticated links between processes: handshake, frames, rendezvous, heartbeats |
//! | `plan` | the resume plan: from the inventories of all folders to the layer to continue from |
//! | `partition` | the partition function: the worker to which a key belongs |
//! | `exchange` | key messages and reports through `timely` |
//! | `process` | a process: its workers and their supervisor |
//! | `shared` | state and events that they share |
//!
//! # A layer
//!
//! ```text
//!   parents ──expand──▶ keys ──by partition──▶ own inbox ──────────┐
//!                                 └──sorted messages──▶ timely ──▶ inboxes of others
//!   barrier: every message was received
//!   inbox, runs ──merge, minus the layers before──▶ layer files, synced
//!   barrier: all workers have reported the size of their partition
//!   manifest of every worker; layers older than the previous one are deleted
//! ```
//!
//! A layer is committed only when all workers have it on disk, and a worker keeps what is needed to
//! resume from the layer before its last one. So however the processes end, the folders hold a
//! layer that is complete everywhere.
//!
//! `timely` has no flow control and does not survive a lost process. A chunk of parents is an epoch
//! of its own, and no worker is more than a few epochs ahead of the slowest receiver, so the data
//! in transit stays small. A lost process ends all others, and the same commands resume the search.
//! A worker that fails must keep its inputs open: closing them would tell the others that its
//! messages are complete. So it parks, and the supervisor ends the process.
#![forbid(unsafe_code)]

mod error;
mod exchange;
mod fault;
#[doc(hidden)]
pub mod fuzz;
mod network;
mod partition;
mod plan;
mod process;
mod shared;

pub use error::ClusterError;
pub use network::handshake::Secret;
pub use network::rendezvous::ClusterOptions;
pub use partition::PartitionFunction;
pub use process::explore;
pub use shared::{ClusterResult, ProcessCost, Traffic};
