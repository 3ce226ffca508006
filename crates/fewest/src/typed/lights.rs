//! Lights Out: boards and presses with their types.
//!
//! ```
//! use fewest::lights::{Board, Press};
//! use fewest::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "#.#\n###\n#.#\n".parse()?;
//! let board = Board::try_from(puzzle).map_err(|_| "another family")?;
//! let report = Solver::new().solve_board(&board)?;
//! let presses: Vec<Press> = report.best().map(|solution| solution.moves()).unwrap_or_default();
//! let mut lights = board;
//! for press in presses {
//!     lights.press(press)?;
//! }
//! assert!(Puzzle::from(lights).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use fewest_lights::*;

pub use crate::generator::Generator;

crate::typed::typed_board!(fewest_lights::Lights, Board, Press);

/// Returns a generator of new boards.
///
/// ```
/// let board = fewest::lights::generate().size(5, 5).distance(7).seed(1).build()?;
/// assert_eq!(fewest::Puzzle::from(board).solve()?.into_solution()?.len(), 7);
/// # Ok::<(), fewest::Error>(())
/// ```
pub fn generate() -> Generator<Board> {
    Generator::new("lights")
}
