//! Positions for depth-first search: a byte a cell, in arrays of a fixed size, so that a copy is a few registers.

use std::ops::ControlFlow;

use fewest_search::space::Space;

use super::Placement;
use super::grid::{Direction, Grid};

impl From<Direction> for usize {
    fn from(by: Direction) -> Self {
        by as Self
    }
}

/// A position: on each cell the goal cell of what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const N: usize> {
    pub(super) home: [u8; N],
    pub(super) blank: u8,
}

/// The positions of a board of at most `N` cells.
pub(super) struct Slides<const N: usize> {
    pub(super) grid: Grid,
    start: State<N>,
    goal: [u8; N],
    /// The cell one step away, or [`NO_CELL`].
    steps: [[u8; 4]; N],
}

const NO_CELL: u8 = u8::MAX;

impl<const N: usize> Slides<N> {
    pub(super) fn new(placement: &Placement) -> Self {
        let grid = placement.grid();
        assert!(grid.cells() <= N && N <= 256, "cells are bytes");
        let goal = std::array::from_fn(|cell| cell as u8);
        let mut home = goal;
        home[..grid.cells()].copy_from_slice(&placement.home);
        let blank = placement.home.iter().position(|&home| home == placement.blank_home).unwrap_or(0) as u8;
        let steps = std::array::from_fn(|cell| {
            let next = |by| if cell < grid.cells() { grid.step(cell, by) } else { None };
            Direction::ALL.map(|by| next(by).map_or(NO_CELL, |cell| cell as u8))
        });
        Self { grid, start: State { home, blank }, goal, steps }
    }
}

impl<const N: usize> Space for Slides<N> {
    type State = State<N>;
    type Move = Direction;

    fn start(&self) -> State<N> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<N>) -> bool {
        state.home == self.goal
    }

    #[inline(always)]
    fn expand<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(Direction, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let blank = usize::from(state.blank) % N;
        for (by, &next) in Direction::ALL.into_iter().zip(&self.steps[blank]) {
            if next != NO_CELL {
                let mut after = State { blank: next, ..*state };
                after.home[blank] = state.home[usize::from(next) % N];
                after.home[usize::from(next) % N] = state.home[blank];
                visit(by, after)?;
            }
        }
        ControlFlow::Continue(())
    }
}
