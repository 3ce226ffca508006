//! The puzzle: a rectangle of lights, which has its own fast solver, or a graph. Also moves and
//! answers.

use std::ops::ControlFlow;

use fewest_core::Illegal;

use crate::rules::cells::Cells;
use crate::rules::graph_board::GraphBoard;
use crate::rules::grid::Grid;

/// A position of the puzzle. The goal is that all lights are off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A rectangle where a press changes a light and its neighbours above, below, left and right.
    Grid(Grid),
    /// Any places, any relation of presses and lights, and optionally a number of turns (Blackout).
    Graph(GraphBoard),
}

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

impl Board {
    /// Whether the puzzle is solved: all lights are off and no turn is left.
    pub fn is_goal(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.is_dark(),
            Self::Graph(board) => board.is_goal(),
        }
    }

    /// Returns every press that is allowed now.
    pub fn presses(&self) -> Vec<Press> {
        match self {
            Self::Grid(grid) => {
                (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Press::at(x, y))).collect()
            }
            Self::Graph(board) if board.turns() == Some(0) => Vec::new(),
            Self::Graph(board) => board.graph().places().to_vec(),
        }
    }

    /// Checks that the place exists.
    ///
    /// # Errors
    /// If it does not.
    pub fn has(&self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.cell(by).map(|_| ()).ok_or_else(|| grid.outside(by)),
            Self::Graph(board) => board.place(by).map(|_| ()),
        }
    }

    /// Presses one light.
    ///
    /// # Errors
    /// If there is no such light, or no turn is left.
    pub fn press(&mut self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.press(by),
            Self::Graph(board) => board.press(by),
        }
    }

    /// Returns the board after a whole answer.
    ///
    /// # Errors
    /// The first press that is refused: its number, counted from 1, and why.
    pub fn play(&self, answer: &Presses) -> Result<Self, (u64, Illegal)> {
        if let (Self::Grid(grid), Presses::Board(_)) = (self, answer) {
            return answer.play(grid).map(Self::Grid);
        }
        let mut after = self.clone();
        let (mut number, mut bad) = (0, None);
        answer.each(&mut |by| {
            number += 1;
            bad = after.press(*by).err();
            if bad.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bad.map_or(Ok(after), |why| Err((number, why)))
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

    /// Returns the board after all presses.
    ///
    /// # Errors
    /// The first press that is outside the board: its number, counted from 1, and why.
    pub fn play(&self, board: &Grid) -> Result<Grid, (u64, Illegal)> {
        let mut after = board.clone();
        match self {
            Self::Board(cells) if (cells.width(), cells.height()) != (board.width(), board.height()) => {
                return Err((1, Illegal::new("the press board has another size than the board")));
            }
            Self::Board(cells) => after.press_all(cells),
            Self::List(list) => {
                for (number, &by) in (1..).zip(list) {
                    after.press(by).map_err(|why| (number, why))?;
                }
            }
        }
        Ok(after)
    }
}
