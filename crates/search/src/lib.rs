//! Search engines for puzzles: breadth-first search in memory and on disk, IDA\*, beam search.
//!
//! | engine | technique |
//! |---|---|
//! | [`bfs()`] | breadth-first search, delayed duplicate detection on sorted runs (Korf 2008) |
//! | [`bounded_bfs`] | breadth-first heuristic search (Zhou and Hansen 2006) |
//! | [`bitmap`] | bitmap breadth-first search: one bit per state, for dense spaces |
//! | [`ida`] | IDA\* (Korf 1985), duplicate-sequence pruning (Taylor and Korf 1993) |
//! | [`beam`] | beam search, for upper bounds |
//! | [`BestFirst`] | best-first search with an inadmissible heuristic, for hints |
//! | [`distances()`] | the distance of every state to the nearest goal |
//! | [`shortest_paths()`] | all shortest paths, and their number |
//! | [`external`] | layers in a store, the building blocks of a search on several hosts |
//!
//! Every search takes a [`Context`]: threads, a memory budget and a callback that can stop it. The
//! result does not depend on the number of threads. The crate contains no puzzle, no text, no clock
//! and no terminal, and builds for `wasm32`.
//!
//! Breadth-first search takes a puzzle as packed keys of a fixed number of 64-bit words
//! ([`StateSpace`]) and returns a *path* of keys; the puzzle turns it into moves by replaying it.
//! IDA\* and beam search take the traits of [`heuristic`] instead.
//!
//! # Example
//! Two jugs hold 3 and 5 litres; measure out 4.
//!
//! ```
//! use fewest_search::{Aim, Context, EdgeKind, StateSpace, bfs};
//!
//! struct Jugs;
//!
//! impl StateSpace for Jugs {
//!     fn words(&self) -> usize {
//!         1
//!     }
//!     fn kind(&self) -> EdgeKind {
//!         EdgeKind::Directed // pouring away cannot be undone
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
//! let cx = Context::default();
//! let result = bfs(&Jugs, &cx, Aim::FirstGoal);
//! assert_eq!(result.goal_depth(), Some(6));
//! let path = result.path(&Jugs, &cx)?.expect("there is a goal");
//! assert_eq!((path.len(), path[0], path[6] & 255), (7, 0, 4));
//! # Ok::<(), fewest_search::Stop>(())
//! ```
#![forbid(unsafe_code)]

pub mod beam;
mod best_first;
mod bfs;
mod context;
pub mod hash;
pub mod heuristic;
pub mod ida;
mod keys;
mod limits;
mod merge;
mod state_space;
mod storage;
#[cfg(test)]
mod testing;
pub mod threads;

pub use best_first::BestFirst;
pub use bfs::bitmap::{self, BitmapCounter};
pub use bfs::distances::{Distances, distances};
pub use bfs::distances::{ShortestPaths, shortest_paths};
pub use bfs::external;
pub use bfs::{Aim, BfsResult, begin_bfs, bfs, bounded_bfs, continue_bfs};
pub use context::{Context, Poll, Tier};
pub use ida::MoveFsm;
pub use limits::{Budget, Counters, Lease, Stop};
pub use state_space::{EdgeKind, Ranking, StateSpace};
pub use storage::{
    BlockLocation, BlockReader, BlockWriter, Durability, MemoryCache, Saved, SavedLayer, SavedPart, Store,
    TableBytes, TableCache,
};
