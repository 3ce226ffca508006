//! Boards that are too large to be solved optimally: the quality of the solutions within a time
//! limit.

use std::ops::ControlFlow;

use crate::tiles::ours::below;
use crate::{results, timing};
use fewest::service::{Context, LowerBound, Position, PuzzleText, SolveOptions, Stop};

/// Side, boards, threads, and CPU seconds of each thread for each board.
const SQUARES: [(usize, usize, usize, f64); 7] = [
    (5, 6, 1, 2.0),
    (6, 6, 1, 2.0),
    (7, 6, 1, 2.0),
    (8, 6, 1, 2.0),
    (9, 6, 1, 2.0),
    (10, 6, 1, 10.0),
    (10, 6, 2, 10.0),
];
/// Published upper bounds for all boards of a side.
const WORST: [(usize, u64); 5] = [(6, 405), (7, 716), (8, 1164), (9, 1780), (10, 2587)];
/// The required ratio to the lower bound with ten rows.
const ASKED: f64 = 1.6;

/// Runs everything; `false` if an answer is worse than what is proven for all boards.
pub fn bench(seed: u64) -> bool {
    println!("\nlarge tiles, seed {seed}: the best answer within some CPU seconds of every thread");
    println!(
        "{:>9} {:>6} {:>7} {:>8} {:>10} {:>8} {:>8} {:>8}",
        "board", "count", "threads", "seconds", "steps", "worst", "bound", "ratio"
    );
    let mut good = true;
    for (side, count, threads, seconds) in SQUARES {
        let answers: Vec<(u64, u64)> = (0..count as u64)
            .map(|number| in_time(&fresh(seed.wrapping_mul(1000) + number, side), threads, seconds))
            .collect();
        let sum = |part: fn(&(u64, u64)) -> u64| answers.iter().map(part).sum::<u64>() as f64;
        let worst = answers.iter().map(|answer| answer.0).max().unwrap_or(0);
        println!(
            "{:>9} {count:6} {threads:7} {seconds:8.1} {:10.1} {worst:8} {:8.1} {:7.3}x",
            format!("{side} x {side}"),
            sum(|answer| answer.0) / count as f64,
            sum(|answer| answer.1) / count as f64,
            sum(|answer| answer.0) / sum(|answer| answer.1),
        );
        if (side, threads) == (10, 1) {
            let ratio = sum(|answer| answer.0) / sum(|answer| answer.1);
            results::record("tiles-10x10", &format!("{ratio:.2} times the proven lower bound"), None);
        }
        good &= WORST.iter().all(|&(other, most)| other != side || worst < most);
    }
    println!("asked for with ten rows: {ASKED:.3}x");
    let board = fresh(seed, 100);
    let ((steps, bound), seconds) = timing::time(|| in_time(&board, 1, f64::INFINITY));
    println!("100 x 100: {steps} steps, at least {bound}, {seconds:.3} CPU seconds with reading and replay");
    good
}

/// Returns the length of the best solution found in time, and the lower bound.
fn in_time(board: &str, threads: usize, seconds: f64) -> (u64, u64) {
    let puzzle = PuzzleText { what: Some("tiles".to_owned()), ..PuzzleText::text("bench", board) };
    let position: Box<dyn Position> = puzzle.open_one().expect("a board").position;
    let end = timing::now() + threads as f64 * seconds;
    let poll = move |_: &fewest::service::Counters| {
        if timing::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Time) }
    };
    let how = SolveOptions { fast: true, patient: seconds.is_finite(), ..SolveOptions::default() };
    let solved = position.solve(&how, &Context::new(threads, 8 << 30, &poll)).expect("the answer replays");
    let bound = match solved.at_least {
        LowerBound::Moves(moves) => moves,
        LowerBound::Never => 0,
    };
    (solved.best.map_or(0, |best| best.length()), bound)
}

/// Returns a solvable board with the blank at its goal cell, deterministic for a seed.
fn fresh(seed: u64, side: usize) -> String {
    let mut below = below(seed);
    let mut tiles: Vec<usize> = (1..side * side).collect();
    let mut is_even = true;
    for at in (1..tiles.len()).rev() {
        let other = below(at + 1);
        tiles.swap(at, other);
        is_even ^= at != other;
    }
    if !is_even {
        tiles.swap(0, 1);
    }
    tiles.push(0);
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n";
    tiles.chunks(side).map(row).collect()
}
