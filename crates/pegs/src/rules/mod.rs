//! The rules of peg solitaire, written for reading: shapes, positions, goals, and the jumps that
//! the solvers see.

pub(crate) mod automorphisms;
pub mod board;
pub mod goal;
pub mod holes;
pub(crate) mod jumps;
pub mod named;
pub mod shape;
