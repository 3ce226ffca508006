//! Peg solitaire: boards and moves with their types.
//!
//! ```
//! use fewest::pegs::{Board, Move};
//! use fewest::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "triangle:5\nvacancy: a1\n".parse()?;
//! let board = Board::try_from(puzzle).map_err(|_| "another family")?;
//! assert_eq!(board.count(), 14);
//! let report = Solver::new().any(true).solve_board(&board)?;
//! let moves: Vec<Move> = report.best().map(|solution| solution.moves()).unwrap_or_default();
//! assert_eq!(moves.len(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use fewest_pegs::*;

pub use crate::generator::Generator;

crate::typed::typed_board!(fewest_pegs::Pegs, Board, Move);

/// Returns a generator of new boards.
///
/// ```
/// let board = fewest::pegs::generate().seed(3).build()?;
/// assert!(!fewest::Puzzle::from(board).moves().is_empty());
/// # Ok::<(), fewest::Error>(())
/// ```
pub fn generate() -> Generator<Board> {
    Generator::new("pegs")
}
