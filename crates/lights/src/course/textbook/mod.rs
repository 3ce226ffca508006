//! The textbook solver: the program of CMU 15-122 in the four parts of the course, breadth-first
//! search over boards of at most 32 lights.
//!
//! It is written for reading and for being right: the fast solvers are tested against it and share
//! nothing with it but the reading of text. In one sentence: *look at all boards one press away,
//! then at all boards two presses away, and so on; remember for each board the press that led to
//! it; when the dark board turns up, follow the presses back.*
//!
//! | part | the course's file |
//! |---|---|
//! | [`bit_array`] | `bit-array.c0` |
//! | [`board`] | `board.c0` |
//! | [`visited`] | `client.c0`, `hash-map.c0` |
//! | [`search`] | `lightsout.c0` |
//!
//! [`graph`] does the same on graphs, which the course does not have.

pub mod bit_array;
pub mod board;
pub mod graph;
pub mod search;
pub mod visited;

pub use board::{LARGEST_AREA, SmallBoard};
pub use search::{shortest_moves, shortest_moves_while};
