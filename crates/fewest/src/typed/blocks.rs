//! Sliding blocks: boards and moves with their types.
//!
//! ```
//! use fewest::blocks::{Board, Move};
//! use fewest::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "4 4\n3 1 2 1 b\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 3 2 1 b\n3 3 1 2 b\n4 1 2 1 b\n4 4 1 1 b\n".parse()?;
//! let board = Board::try_from(puzzle).map_err(|_| "another family")?;
//! assert_eq!(board.pieces.len(), 8);
//! let report = Solver::new().solve_board(&board)?;
//! let moves: Vec<Move> = report.best().map(|solution| solution.moves()).unwrap_or_default();
//! assert_eq!(moves.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use fewest_blocks::rules::{Board, Direction, Goal, Metric, Move, Piece};
pub use fewest_blocks::*;

pub use crate::generator::Generator;

crate::typed::typed_board!(fewest_blocks::Blocks, Board, Move);

/// Returns a generator of new boards.
///
/// ```
/// let board = fewest::blocks::generate().size(6, 6).distance(12).seed(7).build()?;
/// assert_eq!(fewest::Puzzle::from(board).solve()?.into_solution()?.len(), 12);
/// # Ok::<(), fewest::Error>(())
/// ```
pub fn generate() -> Generator<Board> {
    Generator::new("blocks")
}
