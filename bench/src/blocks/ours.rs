//! This solver, called through its public API.

use std::sync::atomic::Ordering::Relaxed;

use fewest::{Context, LowerBound, Position, Puzzle, SolveOptions};

/// The result of solving one board.
pub struct Solved {
    /// The fewest moves; `None` if there is no solution.
    pub fewest: Option<u64>,
    /// Different positions in the layers that were completed.
    pub positions: u64,
}

/// Reads a board of 36 letters.
pub fn open(board: &str) -> Box<dyn Position> {
    open_as("blocks", board)
}

/// Reads a board of a family or format.
pub fn open_as(what: &str, board: &str) -> Box<dyn Position> {
    let puzzle = Puzzle { what: Some(what.to_owned()), ..Puzzle::text("bench", board) };
    puzzle.open_one().expect("it is a board").position
}

/// Solves it on one thread.
pub fn solve(position: &dyn Position) -> Solved {
    let cx = Context::default();
    let solved = position.solve(&SolveOptions::default(), &cx).expect("no bug");
    let fewest = solved.best.as_ref().map(|best| best.length());
    assert!(solved.is_fewest() || solved.at_least == LowerBound::Never, "nothing stops this host");
    Solved { fewest, positions: cx.counters.positions.load(Relaxed) }
}
