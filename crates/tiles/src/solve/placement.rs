//! A board relabelled by goal cells, and its orientation.
//!
//! IDA* and its heuristics name every tile by the cell where it belongs, so that only the cell of
//! the blank distinguishes one goal from another. Rotating or reflecting the board does not change
//! its solutions, so boards are brought into one standard orientation: that needs fewer pattern
//! databases.

use crate::rules::board::{Board, Metric};
use crate::rules::grid::{Grid, Symmetry};

/// The most cells of a placement: cells are bytes, and one value means no cell.
const MOST_CELLS: usize = 255;
/// The longest side of a board that is solved in lines: the walking distance of larger boards has
/// too many states.
pub(crate) const MOST_LANES: usize = 4;

/// A board relabelled by goal cells. The board must be solvable; it has at most 255 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// By cell: the goal cell of what lies on it, the blank included.
    pub(crate) home: Vec<u8>,
    /// The goal cell of the blank.
    pub(crate) blank_home: u8,
}

impl Placement {
    /// Returns the placement of a board; None if the board is too large for IDA* in its metric.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        if board.cells().len() > MOST_CELLS {
            return None;
        }
        let byte = |number: usize| u8::try_from(number).ok();
        let homes = board.goal().places();
        let home = board.cells().iter().map(|&tile| byte(homes[tile as usize])).collect::<Option<_>>()?;
        let (rows, cols) = (byte(board.rows())?, byte(board.columns())?);
        let placement = Self { rows, cols, home, blank_home: byte(homes[0])? };
        let longest = board.rows().max(board.columns());
        Some(placement).filter(|_| board.metric == Metric::Steps || longest <= MOST_LANES)
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid { rows: usize::from(self.rows), cols: usize::from(self.cols) }
    }

    /// Returns the symmetry to the standard orientation: the goal of the blank is as far down and
    /// right as possible, and the board is at least as high as wide. Then there are fewer different
    /// tables, and a tile that moves along a column passes fewer others.
    pub(crate) fn upright(&self) -> Symmetry {
        let blank = usize::from(self.blank_home);
        let high = self.grid().symmetries().filter(|symmetry| symmetry.grid().cols <= symmetry.grid().rows);
        // Of equals `max_by_key` returns the last, and that should be the identity if it is one.
        high.max_by_key(|symmetry| (symmetry.cell(blank), symmetry.is_identity()))
            .expect("one of a board and its transposition is high")
    }

    /// Returns the image of the board under a symmetry.
    pub(crate) fn transformed(&self, symmetry: Symmetry) -> Self {
        let grid = symmetry.grid();
        let mut home = self.home.clone();
        for (cell, &there) in self.home.iter().enumerate() {
            home[symmetry.cell(cell)] = symmetry.cell(usize::from(there)) as u8;
        }
        let blank_home = symmetry.cell(usize::from(self.blank_home)) as u8;
        Self { rows: grid.rows as u8, cols: grid.cols as u8, home, blank_home }
    }

    /// Returns a symmetry that maps the goal to itself; None if only the identity does.
    pub(crate) fn mirror(&self) -> Option<Symmetry> {
        let (grid, blank) = (self.grid(), usize::from(self.blank_home));
        let keeps_goal = |symmetry: &Symmetry| {
            !symmetry.is_identity() && symmetry.grid() == grid && symmetry.cell(blank) == blank
        };
        grid.symmetries().find(keeps_goal)
    }
}
