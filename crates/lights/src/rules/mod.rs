//! The rules of Lights Out, written for reading: boards, cells, and the lights that a press changes.

mod board;
mod cells;
mod graph;
mod graph_board;
mod grid;
mod neighbourhood;
mod press;

pub use board::Board;
pub use cells::{Cells, last_word_mask, words_in_row};
pub use graph::{Graph, PLUS};
pub use graph_board::GraphBoard;
pub use grid::Grid;
pub use neighbourhood::{Extent, NAMED, Neighbourhood, Wrap};
pub use press::{Press, Presses};
