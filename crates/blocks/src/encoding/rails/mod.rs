//! The rail encoding: for boards whose movable pieces are all one cell wide and move along a row or
//! a column (Rush Hour).
//!
//! A segment is a maximal run of cells of a row or column between walls. The pieces on a segment
//! keep their order, so it has few arrangements, and a key holds the number of the arrangement of
//! each segment. Above these fields, if there is room, stands the number of the position among all
//! combinations; a move changes both parts by adding one constant:
//!
//! ```text
//!     key:   number of the position  |  … segment 3 | segment 2 | segment 1
//! ```
//!
//! Segments also end at full segments, because the pieces there can never move.
//!
//! | file | what it holds |
//! |---|---|
//! | `segments` | segments with their pieces and arrangements, and their fields in a key |
//! | `move_table` | the moves on a segment for every arrangement and set of crossing cells |
//! | `space` | the state space: successors by table lookup, and goal tests |

mod move_table;
mod segments;
mod space;

pub(super) use segments::Rails;
pub(super) use space::RailSpace;
