//! The puzzle: a rectangle of lights, which has its own fast solver, or a graph.

use std::ops::ControlFlow;

use fewest_core::Illegal;

use crate::rules::graph_board::GraphBoard;
use crate::rules::grid::Grid;
use crate::rules::press::{Press, Presses};

/// A position of the puzzle. The goal is that all lights are off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A rectangle where a press changes a light and its neighbours above, below, left and right.
    Grid(Grid),
    /// Any places, any relation of presses and lights, and optionally a number of turns (Blackout).
    Graph(GraphBoard),
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
        if let (Self::Grid(grid), Presses::Board(cells)) = (self, answer) {
            return grid.play(cells).map(Self::Grid).map_err(|why| (1, why));
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
