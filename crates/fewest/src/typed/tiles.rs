//! Sliding tiles: boards and moves with their types.
//!
//! ```
//! use fewest::Solver;
//! use fewest::tiles::{Board, Direction};
//!
//! let board: Board = fewest::tiles::generate().size(4, 4).distance(20).seed(7).build()?;
//! let report = Solver::new().solve_board(&board)?;
//! let moves = report.best().map(|solution| solution.moves()).unwrap_or_default();
//! assert_eq!(moves.len(), 20);
//! assert!(moves.iter().all(|slide| Direction::ALL.contains(&slide.to)));
//! # Ok::<(), fewest::Error>(())
//! ```

pub use fewest_tiles::arrangement::{Arrangement, Goal, Misplaced};
pub use fewest_tiles::board::{Board, Direction, Metric, Slide};
pub use fewest_tiles::*;

pub use crate::generator::Generator;

crate::typed::typed_board!(fewest_tiles::Tiles, Board, Slide);

/// Returns a generator of new boards.
///
/// ```
/// let board = fewest::tiles::generate().size(3, 3).distance(31).seed(7).build()?;
/// assert_eq!(fewest::Puzzle::from(board).solve()?.into_solution()?.len(), 31);
/// # Ok::<(), fewest::Error>(())
/// ```
pub fn generate() -> Generator<Board> {
    Generator::new("tiles")
}
