//! A typed board: built from numbers, solved, and its solution played move by move.

use std::sync::Arc;

use fewest::Solver;
use fewest::tiles::{Arrangement, Board, Direction, Goal, Metric};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::BlankLast.arrangement(3, 3).ok_or("no such grid")?;
    let start = Arrangement::new(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1]).map_err(|_| "not each tile once")?;
    let board = Board::new(start, Arc::new(goal), Metric::Steps).ok_or("the goal has another size")?;

    let report = Solver::new().solve_board(&board)?;
    let solution = report.best().ok_or("no solution")?;
    let mut ups = 0;
    for slide in solution.moves() {
        ups += usize::from(slide.to == Direction::Up);
    }
    println!("{} {}; the blank goes up {ups} times", solution.len(), solution.metric());
    Ok(())
}
