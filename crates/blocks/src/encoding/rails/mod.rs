//! Boards whose movable pieces all run on rails: one cell wide, along a row or a column.
//!
//! Pieces on one stretch of rail keep their order, so the stretch as a whole has few arrangements, and a key holds the
//! number of the arrangement of each stretch. Above these fields, where there is room, stands the number of the position among
//! all combinations; a move changes both parts by adding one constant:
//!
//! ```text
//!     key:   number of the position  |  … stretch 3 | stretch 2 | stretch 1
//! ```
//!
//! A stretch ends at walls and at stretches that are full, because pieces there can never move.

mod goal_test;
mod layout;
mod move_table;
mod segment;
mod space;

pub(super) use layout::Rails;
pub(super) use space::RailSpace;
