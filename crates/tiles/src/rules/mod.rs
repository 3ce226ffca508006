//! The rules of the sliding-tile puzzle, written for reading.
//!
//! | file | what it holds |
//! |---|---|
//! | [`arrangement`] | tiles on the cells of a grid, each once; the goals that have names |
//! | [`board`] | a puzzle: position, goal and metric, and its legal moves |
//! | `grid` | cells, neighbours and symmetries of a grid |
//! | `parity` | which arrangements reach each other |

pub mod arrangement;
pub mod board;
pub(crate) mod grid;
pub(crate) mod parity;

/// The family of sliding tiles; the crate's root implements the contract for it.
#[derive(Debug)]
pub struct Tiles;
