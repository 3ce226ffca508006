//! The rules of sliding blocks, written for reading.
//!
//! | file | what it holds |
//! |---|---|
//! | `pieces` | pieces, directions and the legs of a path |
//! | `board` | the puzzle: grid, pieces, gates, goals, metric |
//! | `paths` | paths with turns: the fewest legs, then the fewest steps |
//! | `moves` | legal moves, and playing them |
//! | `names` | the names of pieces |

mod board;
mod moves;
mod names;
mod paths;
mod pieces;

pub use board::{Board, Goal, Metric};
pub use moves::Move;
pub use names::course_name;
pub(crate) use paths::way_to;
pub use pieces::{Direction, Freedom, Leg, Piece};
