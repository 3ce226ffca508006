//! The rules of the sliding-tile puzzle, written for reading.
//!
//! | file | what it holds |
//! |---|---|
//! | [`arrangement`] | tiles on the cells of a grid, each once |
//! | [`board`] | a puzzle: position, goal and metric, and its legal moves |
//! | [`goal`] | the goals that have names |
//! | `grid` | cells, neighbours and symmetries of a grid |
//! | `parity` | which arrangements reach each other |

pub mod arrangement;
pub mod board;
pub mod goal;
pub(crate) mod grid;
pub(crate) mod parity;
