//! Moves and answers: a press, and presses as a set of cells or as a list.

use std::ops::ControlFlow;

use crate::rules::cells::Cells;

/// A move: presses the light in column `x` and row `y`. On a rectangle both count from 0 at the
/// upper left; the places of a graph have the coordinates that their text gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    /// Column.
    pub x: i64,
    /// Row.
    pub y: i64,
}

impl Press {
    /// Returns the press of a cell of a rectangle.
    pub fn at(x: usize, y: usize) -> Self {
        Self { x: x as i64, y: y as i64 }
    }
}

/// An answer: presses that claim to turn all lights off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presses {
    /// The cells to press, in any order, each once. One bit per cell: millions of presses take a
    /// few hundred kilobytes.
    Board(Cells),
    /// A list of presses, which may name a cell twice.
    List(Vec<Press>),
}

impl Presses {
    /// Number of presses.
    pub fn length(&self) -> u64 {
        match self {
            Self::Board(cells) => cells.count() as u64,
            Self::List(list) => list.len() as u64,
        }
    }

    /// Calls `visit` for every press until it breaks.
    pub fn each(&self, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        // That `visit` broke off is known to the caller.
        let _ = match self {
            Self::Board(cells) => cells.iter().try_for_each(|(x, y)| visit(&Press::at(x, y))),
            Self::List(list) => list.iter().try_for_each(visit),
        };
    }
}
