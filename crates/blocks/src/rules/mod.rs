//! The rules of sliding blocks, written for reading.
//!
//! | file | what it holds |
//! |---|---|
//! | `pieces` | pieces and their names, directions, and the legs of a path |
//! | `board` | the puzzle: grid, pieces, gates, goals, metric |
//! | `moves` | legal moves, playing them, and paths with turns |

mod board;
mod moves;
mod pieces;

pub use board::{Board, Goal, Metric};
pub use moves::Move;
pub(crate) use moves::path_to;
pub use pieces::{Direction, Freedom, Leg, Piece, course_name};
