//! Admissible heuristics: lower bounds on the number of moves to the goal.
//!
//! | file | heuristic | memory |
//! |---|---|---|
//! | `manhattan` | Manhattan distance, boards of any size, steps and lines | none |
//! | `linear_conflict` | Manhattan distance with linear conflicts | none |
//! | `additive_pdb` | the sum of the pattern databases of one partition | up to 288 MB |
//! | `max_of_pdbs` | the maximum over several partitions of 1-bit PDBs | up to 317 MB |
//! | `walking_distance` | walking distance, where a line is one move | 24,964 states per axis |
//!
//! All but `manhattan` implement
//! [`IncrementalHeuristic`](fewest_search::heuristic::IncrementalHeuristic): the value is updated
//! move by move. `prefetch` asks for table entries early.

pub(crate) mod additive_pdb;
pub(crate) mod linear_conflict;
pub(crate) mod manhattan;
pub(crate) mod max_of_pdbs;
mod prefetch;
pub(crate) mod walking_distance;
