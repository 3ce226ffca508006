//! The search space of single steps for IDA*: a board in one number where it fits, so that a node
//! stays in registers.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_search::heuristic::Space;

use crate::rules::board::Direction;
use crate::rules::grid::Grid;
use crate::solve::placement::Placement;

impl From<Direction> for usize {
    fn from(by: Direction) -> Self {
        by as Self
    }
}

/// The goal cell of what lies on each cell, for a board of at most [`Cells::MOST`] cells.
pub(crate) trait Cells: Copy + Eq + Hash + Debug + Send + Sync {
    const MOST: usize;
    /// Everything on its goal cell.
    fn solved() -> Self;
    fn get(&self, cell: usize) -> usize;
    fn set(&mut self, cell: usize, home: usize);
    /// Returns the cells after what lies on two of them was exchanged.
    fn swapped(self, first: usize, second: usize) -> Self;
}

/// Up to 16 cells, four bits each.
impl Cells for u64 {
    const MOST: usize = 16;

    fn solved() -> Self {
        0xFEDC_BA98_7654_3210
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        (self >> (4 * cell) & 15) as usize
    }

    fn set(&mut self, cell: usize, home: usize) {
        *self = *self & !(15 << (4 * cell)) | (home as Self) << (4 * cell);
    }

    #[inline(always)]
    fn swapped(self, first: usize, second: usize) -> Self {
        let differ = (self >> (4 * first) ^ self >> (4 * second)) & 15;
        self ^ differ << (4 * first) ^ differ << (4 * second)
    }
}

/// Up to 25 cells, five bits each.
impl Cells for u128 {
    const MOST: usize = 25;

    fn solved() -> Self {
        (0..Self::from(25_u8)).rev().fold(0, |cells, cell| cells << 5 | cell)
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        (self >> (5 * cell)) as usize & 31
    }

    fn set(&mut self, cell: usize, home: usize) {
        *self = *self & !(31 << (5 * cell)) | (home as Self) << (5 * cell);
    }

    #[inline(always)]
    fn swapped(self, first: usize, second: usize) -> Self {
        let differ = Self::from(((self >> (5 * first)) as u8 ^ (self >> (5 * second)) as u8) & 31);
        self ^ differ << (5 * first) ^ differ << (5 * second)
    }
}

/// One byte per cell.
impl<const N: usize> Cells for [u8; N] {
    const MOST: usize = N;

    fn solved() -> Self {
        std::array::from_fn(|cell| cell as u8)
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        usize::from(self[cell])
    }

    fn set(&mut self, cell: usize, home: usize) {
        self[cell] = home as u8;
    }

    #[inline(always)]
    fn swapped(mut self, first: usize, second: usize) -> Self {
        self.swap(first, second);
        self
    }
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<C> {
    pub(crate) cells: C,
    pub(crate) blank: u8,
}

/// The boards that single steps reach.
pub(crate) struct SlideSpace<C> {
    pub(crate) grid: Grid,
    start: State<C>,
    /// The adjacent cells by direction, or [`NO_CELL`].
    steps: Vec<[u8; 4]>,
}

const NO_CELL: u8 = u8::MAX;

impl<C: Cells> SlideSpace<C> {
    pub(crate) fn new(placement: &Placement) -> Self {
        let grid = placement.grid();
        assert!(grid.cells() <= C::MOST && grid.cells() <= usize::from(NO_CELL), "cells are bytes");
        let mut cells = C::solved();
        placement.home.iter().enumerate().for_each(|(cell, &home)| cells.set(cell, usize::from(home)));
        let blank = placement.home.iter().position(|&home| home == placement.blank_home).unwrap_or(0) as u8;
        let step = |cell| Direction::ALL.map(|by| grid.step(cell, by).map_or(NO_CELL, |next| next as u8));
        Self { grid, start: State { cells, blank }, steps: (0..grid.cells()).map(step).collect() }
    }

    /// Returns the adjacent cell; None at the border.
    #[inline(always)]
    pub(crate) fn beside(&self, cell: u8, by: Direction) -> Option<u8> {
        Some(self.steps[usize::from(cell)][by as usize]).filter(|&next| next != NO_CELL)
    }
}

impl<C: Cells> Space for SlideSpace<C> {
    type State = State<C>;
    type Move = Direction;
    const IS_UNDIRECTED: bool = true;

    fn start(&self) -> State<C> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<C>) -> bool {
        state.cells == C::solved()
    }

    #[inline(always)]
    fn expand<B>(
        &self,
        state: &State<C>,
        mut visit: impl FnMut(Direction, State<C>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let steps = self.steps[usize::from(state.blank)];
        for by in Direction::ALL {
            let next = steps[by as usize];
            if next != NO_CELL {
                let cells = state.cells.swapped(usize::from(state.blank), usize::from(next));
                visit(by, State { cells, blank: next })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bytes_hold_the_same() {
        same_as_bytes::<u64>(16);
        same_as_bytes::<u128>(25);
    }

    fn same_as_bytes<C: Cells>(cells: usize) {
        let (mut number, mut bytes) = (C::solved(), <[u8; 32]>::solved());
        for (first, second) in [(0, 15), (3, 4), (15, 3), (7, 0), (0, 1), (cells - 1, 2), (12, cells - 1)] {
            (number, bytes) = (number.swapped(first, second), bytes.swapped(first, second));
            number.set(9, first);
            bytes.set(9, first);
            assert!((0..cells).all(|cell| number.get(cell) == bytes.get(cell)));
        }
    }
}
