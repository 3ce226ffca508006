//! A puzzle of lights: a rectangle, which has its own fast methods, or any net.

use std::ops::ControlFlow;

use super::answer::Presses;
use super::grid::Grid;
use super::net_board::NetBoard;
use fewest_core::Illegal;

/// Lights, and the rule that all of them go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A rectangle where a press changes a light and its neighbours above, below, left and right.
    Grid(Grid),
    /// Any places, any rule which press changes which lights, perhaps with a number of turns: Blackout.
    Net(NetBoard),
}

/// One move: press the light in column `x` and row `y`. On a rectangle both are counted from 0 at the upper left; the
/// places of a net have the coordinates that their text gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    /// Column.
    pub x: i64,
    /// Row.
    pub y: i64,
}

impl Press {
    /// The press of a cell of a rectangle.
    pub fn at(x: usize, y: usize) -> Self {
        Self { x: x as i64, y: y as i64 }
    }
}

impl Board {
    /// Whether the puzzle is solved: all lights are out, and all turns are taken.
    pub fn is_goal(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.is_dark(),
            Self::Net(net) => net.is_goal(),
        }
    }

    /// Every press that is allowed now.
    pub fn presses(&self) -> Vec<Press> {
        match self {
            Self::Grid(grid) => {
                (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Press::at(x, y))).collect()
            }
            Self::Net(net) if net.turns() == Some(0) => Vec::new(),
            Self::Net(net) => net.net().places().to_vec(),
        }
    }

    /// Whether there is such a place.
    ///
    /// # Errors
    /// That there is none.
    pub fn has(&self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.cell(by).map(|_| ()).ok_or_else(|| grid.outside(by)),
            Self::Net(net) => net.place(by).map(|_| ()),
        }
    }

    /// Presses one light.
    ///
    /// # Errors
    /// If there is no such light, or no turn left.
    pub fn press(&mut self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.press(by),
            Self::Net(net) => net.press(by),
        }
    }

    /// The board after a whole answer.
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
