//! The engine of `fewest`: layered breadth-first search on packed keys, with budgets, threads and deterministic answers.
//!
//! There is no puzzle here, no text, no clock and no terminal. A puzzle is given as keys of a fixed number of 64-bit
//! words ([`StateSpace`]); the answer is a *trail* of keys, which the puzzle turns into moves by playing them. Depth-first and best-first
//! search take the traits of [`space`] instead.
//!
//! # A puzzle of one's own
//! Two jugs hold 3 and 5 litres; measure out 4.
//!
//! ```
//! use fewest_search::{Aim, Host, Kind, Packed, walk};
//!
//! struct Jugs;
//!
//! impl Packed for Jugs {
//!     fn words(&self) -> usize {
//!         1
//!     }
//!     fn kind(&self) -> Kind {
//!         Kind::Directed // pouring away cannot be undone
//!     }
//!     fn initial_states(&self, out: &mut Vec<u64>) {
//!         out.push(0);
//!     }
//!     fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
//!         for &key in parents {
//!             let (small, large) = (key >> 8, key & 255);
//!             let right = small.min(5 - large);
//!             let left = large.min(3 - small);
//!             let pours = [(3, large), (small, 5), (0, large), (small, 0)];
//!             out.extend(pours.map(|(small, large)| small << 8 | large));
//!             out.push((small - right) << 8 | (large + right));
//!             out.push((small + left) << 8 | (large - left));
//!         }
//!     }
//!     fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
//!         hit.extend((0..keys.len()).filter(|&at| keys[at] & 255 == 4));
//!     }
//!     fn fingerprint(&self) -> String {
//!         "jugs 3 5 measure 4".to_owned()
//!     }
//! }
//!
//! let host = Host::default();
//! let walked = walk(&Jugs, &host, Aim::FirstGoal);
//! assert_eq!(walked.goal_depth(), Some(6));
//! let trail = walked.path(&Jugs, &host)?.expect("there is a goal");
//! assert_eq!((trail.len(), trail[0], trail[6] & 255), (7, 0, 4));
//! # Ok::<(), fewest_search::Stop>(())
//! ```
#![forbid(unsafe_code)]

pub mod beam;
mod bfs;
mod context;
pub mod heuristic;
pub mod ida;
mod keys;
pub mod partition;
mod state_space;
mod storage;
mod table_cache;
#[cfg(test)]
mod testing;
pub mod threads;

pub use bfs::bitmap::{self, Dense};
pub use bfs::distances::{Distances, distances};
pub use bfs::shortest_paths::{ShortestPaths, shortest_paths};
pub use bfs::{Aim, BfsResult, begin_bfs, bfs, bounded_bfs, continue_bfs};
pub use context::{Budget, Context, Counters, Lease, Poll, Stop, Tier};
pub use ida::MoveFsm;
pub use state_space::{EdgeKind, Numbers, StateSpace};
pub use storage::{BlockReader, BlockWriter, Lasting, Place, Saved, SavedLayer, SavedPart, Store};
pub use table_cache::{MemoryCache, TableBytes, TableCache};
