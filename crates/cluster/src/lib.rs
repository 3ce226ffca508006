//! One walk through a space by many processes on many hosts.
//!
//! | file | what it does |
//! |---|---|
//! | `handshake` | both sides of a link prove that they have the secret, and agree on keys |
//! | `seal` | authenticated frames: the form in which all bytes travel after that |
//! | `hello` | what processes tell each other before they begin, and whether they fit together |
//! | `meet`, `link` | the rendezvous: two links with every other process, for keys and for signs of life |
//! | `wire` | the links for keys, as `timely` reads and writes them |
//! | `links` | signs of life: who is silent, who is gone, who says goodbye |
//! | `plan` | from what all folders hold to where the walk goes on |
//! | `owner` | who keeps a key |
//! | `letter`, `mail` | keys and reports through `timely` |
//! | `worker` | the walk of one worker |
//! | `run` | a process: its workers, and the thread that looks after them |
//!
//! # A layer
//!
//! ```text
//!   parents ──expand──▶ keys ──by owner──▶ own inbox ─────────────┐
//!                                 └──sorted letters──▶ timely ──▶ inboxes of others
//!   barrier: every letter was taken in
//!   inbox, runs ──join, minus the layers before──▶ layer files, synced
//!   barrier: everybody has reported the size of its part
//!   manifest of every worker; what is older than the layer before goes
//! ```
//!
//! Nothing is committed that not everybody has on disk, and a worker keeps what is needed to go on from the layer before
//! its last one. So however the processes end, the folders hold a layer that is complete everywhere.
//!
//! `timely` by itself neither holds a fast sender back nor survives a lost process. A chunk of parents is an epoch of its own, and
//! nobody is more than a few epochs ahead of what was taken in, so what is under way stays small. A lost process ends all others,
//! and the same commands go on. A worker that fails must keep its inputs open: closing them would tell the others that its
//! part is complete. So it sleeps, and the thread that looks after the process ends it.
#![forbid(unsafe_code)]

mod error;
mod exchange;
mod fault;
#[doc(hidden)]
pub mod fuzz;
mod interface;
mod network;
mod partition;
mod plan;
mod process;
mod shared;

pub use error::ClusterError;
pub use interface::{ClusterOptions, ClusterResult, ProcessCost, Traffic};
pub use network::handshake::Secret;
pub use partition::PartitionFunction;
pub use process::explore;
