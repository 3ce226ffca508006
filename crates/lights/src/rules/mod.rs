//! The rules of Lights Out, written for reading: boards, cells, and the lights that a press
//! changes.

pub mod board;
pub mod cells;
pub mod graph;
pub mod graph_board;
pub mod grid;
pub mod neighbourhood;
pub mod press;
