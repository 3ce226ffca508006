//! The course's program, in the course's four parts: breadth-first search over boards of at most 32 lights.
//!
//! It is here to be read, and to be right: the fast solver is tested against it and shares nothing with it but the
//! reading of text. What it does fits in one sentence: *look at all boards one press away, then at all boards two presses
//! away, and so on; remember for each board the press that led to it; when the dark board turns up, walk back.*
//!
//! | part | the course's file |
//! |---|---|
//! | [`bit_array`] | `bit-array.c0` |
//! | [`board`] | `board.c0` |
//! | [`visited`] | `client.c0`, `hash-map.c0` |
//! | [`search`] | `lightsout.c0` |
//!
//! [`graph`] does the same on other boards than rectangles, which the course does not have.

pub mod bit_array;
pub mod board;
pub mod graph;
pub mod search;
pub mod visited;

pub use board::{LARGEST_AREA, SmallBoard};
pub use search::{solve, solve_while};
