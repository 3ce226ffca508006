//! This solver, called through its public API; and cars on large grids, most of which are not
//! solved in time: here the heuristic decides.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use crate::timing;
use fewest::service::{Context, Counters, LowerBound, Position, PuzzleText, SolveOptions, Stop};

/// The result of solving one board.
pub struct OwnAnswer {
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
    let puzzle = PuzzleText { what: Some(what.to_owned()), ..PuzzleText::text("bench", board) };
    puzzle.open_one().expect("it is a board").position
}

/// Solves it on one thread.
pub fn solve(position: &dyn Position) -> OwnAnswer {
    let cx = Context::default();
    let solved = position.solve(&SolveOptions::default(), &cx).expect("no bug");
    let fewest = solved.best.as_ref().map(|best| best.length());
    assert!(solved.is_fewest() || solved.at_least == LowerBound::Never, "nothing stops this host");
    OwnAnswer { fewest, positions: cx.counters.positions.load(Relaxed) }
}

/// Side of the grid, and number of random cars.
const LOTS: [(usize, usize); 4] = [(8, 30), (9, 40), (10, 50), (12, 70)];
/// Boards of each kind.
const SPARSE_BOARDS: u64 = 6;
/// CPU seconds per board.
const SPARSE_SECONDS: f64 = 10.0;

/// Prints the results for boards from a seed.
pub fn show_sparse(seed: u64) {
    println!("\n{:14} {:>7} {:>8} {:>12} {:>9}", "sparse", "solved", "slides", "positions", "seconds");
    for (side, cars) in LOTS {
        let (mut solved, mut slides, mut positions, mut all) = (0, 0, 0, 0.0);
        for number in 0..SPARSE_BOARDS {
            let board = lot(seed.wrapping_mul(1000) + number, side, cars);
            let position = open_as("blocks:course", &board);
            let end = timing::now() + SPARSE_SECONDS;
            let poll = |_: &Counters| match timing::now() < end {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(Stop::Time),
            };
            let cx = Context::new(1, 4 << 30, &poll);
            let (answer, seconds) =
                timing::time(|| position.solve(&SolveOptions::default(), &cx).expect("no bug"));
            solved += u64::from(answer.is_fewest() || answer.at_least == LowerBound::Never);
            slides += answer.best.as_ref().map_or(0, |best| best.length());
            positions += cx.counters.positions.load(Relaxed);
            all += seconds;
        }
        println!(
            "{:14} {solved:4}/{SPARSE_BOARDS} {slides:8} {positions:12} {all:9.2}",
            format!("{side} x {side}")
        );
    }
}

/// Returns random cars; the reader leaves out those that overlap others.
fn lot(seed: u64, side: usize, cars: usize) -> String {
    let mut below = crate::tiles::below(seed);
    let mut text = format!("{side} {side}\n{} 1 2 1 h\n", side / 2);
    for _ in 0..cars {
        let (row, column, length) = (below(side) + 1, below(side) + 1, 2 + below(2));
        match below(2) {
            0 if row != side / 2 => text += &format!("{row} {column} {length} 1 h\n"),
            _ => text += &format!("{row} {column} 1 {length} v\n"),
        }
    }
    text
}
