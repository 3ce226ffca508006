//! The search spaces of IDA*, for single steps and for lines, on boards relabelled by goal cells.
//!
//! *Placement.* IDA* and its heuristics name every tile by the cell where it belongs, so that only
//! the cell of the blank distinguishes one goal from another. Rotating or reflecting the board does
//! not change its solutions, so boards are brought into one standard orientation: that needs fewer
//! pattern databases.
//!
//! *Steps.* A state is one number where the board fits, so that a node stays in registers.
//!
//! *Lines.* A run of tiles in a row or column is one move. Two moves along the same axis, one after
//! the other, are one move or none. So in a shortest solution moves along columns and along rows
//! alternate, and a search need not try anything else.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_search::heuristic::{MovePruning, Space};

use crate::rules::board::{Board, Direction, Metric};
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

/// A move: the blank goes `distance` cells, and the tiles on its way each go one cell back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) to: Direction,
    pub(crate) distance: u8,
}

/// The boards of at most sixteen cells, with lines as moves.
pub(crate) struct PushSpace(SlideSpace<u64>);

impl PushSpace {
    pub(crate) fn new(placement: &Placement) -> Self {
        Self(SlideSpace::new(placement))
    }
}

impl Space for PushSpace {
    type State = State<u64>;
    type Move = Push;
    const IS_UNDIRECTED: bool = true;

    fn start(&self) -> State<u64> {
        self.0.start()
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<u64>) -> bool {
        self.0.is_goal(state)
    }

    #[inline(always)]
    fn expand<B>(
        &self,
        state: &State<u64>,
        mut visit: impl FnMut(Push, State<u64>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in Direction::ALL {
            let mut now = *state;
            for distance in 1..MOST_LANES as u8 {
                let Some(next) = self.0.beside(now.blank, to) else { break };
                let cells = now.cells.swapped(usize::from(now.blank), usize::from(next));
                now = State { cells, blank: next };
                visit(Push { to, distance }, now)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Move pruning: moves along columns and along rows alternate.
pub(crate) struct AlternatingAxes;

impl MovePruning<PushSpace> for AlternatingAxes {
    /// Whether the move before was along a column.
    type Node = Option<bool>;

    fn root(&self) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn after(&self, node: Option<bool>, by: Push) -> Option<Option<bool>> {
        let vertical = by.to.is_vertical();
        (node != Some(vertical)).then_some(Some(vertical))
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
