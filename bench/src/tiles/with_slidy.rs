//! The crate `slidy`.

use std::str::FromStr;

use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver;

use super::boards::{Fifteen, text};

/// Its solver, tables built.
pub struct Slidy(Solver);

impl Slidy {
    pub fn new() -> Self {
        Self(Solver::new())
    }

    pub fn fewest(&self, board: &Fifteen) -> u64 {
        let rows = text(board).trim_end().replace('\n', "/");
        let puzzle = Puzzle::from_str(&rows).expect("a board");
        self.0.solve(&puzzle).expect("a solution").len_stm()
    }
}
