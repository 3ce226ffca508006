//! The rules of Lights Out, written for reading: boards, cells, and the lights that a press
//! changes.

mod board;
mod cells;
mod graph;
mod grid;
mod neighbourhood;

pub use board::{Board, GraphBoard};
pub use cells::{Cells, Press, Presses, last_word_mask, words_in_row};
pub use graph::{Graph, PLUS};
pub use grid::Grid;
pub use neighbourhood::{Extent, NAMED, Neighbourhood, Wrap};
