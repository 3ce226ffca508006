//! Depth-first search where a run of tiles is pushed at once: positions, bound and order.
//!
//! Two pushes along the same axis, one after the other, are one push or none. So in a shortest solution columns and rows take turns: if so
//! many moves along columns are needed, there are at least as many less one along rows, and the other way round.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::heuristic::{IncrementalHeuristic, MovePruning, Space, Step};
use fewest_search::ida::{AllShortest, Ida, IdaEnd};
use fewest_search::{Context, Stop};

use super::grid::{Direction, Grid};
use super::slides::{Cells, Slides, State};
use super::walking::{MOST_LANES, Walking};
use super::{Found, Placement};

/// A move: the blank goes so many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) to: Direction,
    pub(crate) distance: u8,
}

/// Positions of at most sixteen cells.
struct Pushes(Slides<u64>);

impl Space for Pushes {
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

/// Walking distance along columns and along rows.
struct Walked {
    grid: Grid,
    blank_home: u8,
    along: [Arc<Walking>; 2],
}

impl Walked {
    fn new(placement: &Placement) -> Self {
        let grid = placement.grid();
        let (row, col) =
            (usize::from(placement.blank_home) / grid.cols, usize::from(placement.blank_home) % grid.cols);
        let columns = Arc::new(Walking::new(grid.rows, grid.cols, row));
        let rows = if (grid.rows, row) == (grid.cols, col) {
            Arc::clone(&columns)
        } else {
            Arc::new(Walking::new(grid.cols, grid.rows, col))
        };
        Self { grid, blank_home: placement.blank_home, along: [columns, rows] }
    }

    /// The row or the column of a cell.
    #[inline(always)]
    fn lane(&self, axis: usize, cell: usize) -> usize {
        if axis == 0 { cell / self.grid.cols } else { cell % self.grid.cols }
    }

    #[inline(always)]
    fn both(&self, memo: [u16; 2]) -> u32 {
        let [one, other] = [0, 1].map(|axis| self.along[axis].moves(memo[axis]));
        (one + other).max((2 * one.max(other)).saturating_sub(1))
    }
}

impl IncrementalHeuristic<Pushes> for Walked {
    type HeuristicState = [u16; 2];
    type Lookup = [u16; 2];
    type Fetched = ();

    fn first(&self, _: &Pushes, state: &State<u64>) -> [u16; 2] {
        [0, 1].map(|axis| {
            let cells = (0..self.grid.cells()).map(|cell| (cell, state.cells.get(cell)));
            let tiles = cells.filter(|&(_, home)| home != usize::from(self.blank_home));
            self.along[axis].number(tiles.map(|(cell, home)| (self.lane(axis, cell), self.lane(axis, home))))
        })
    }

    #[inline(always)]
    fn moves_left(&self, memo: &[u16; 2]) -> u32 {
        self.both(*memo)
    }

    #[inline(always)]
    fn look(&self, _: &Pushes, memo: &[u16; 2], push: Step<'_, Pushes>, look: &mut [u16; 2]) {
        let Step { from, by, to, .. } = push;
        *look = *memo;
        let axis = usize::from(!by.to.is_vertical());
        let back = matches!(by.to, Direction::Up | Direction::Left);
        let step = if axis == 0 { self.grid.cols } else { 1 };
        let mut cell = usize::from(from.blank);
        while cell != usize::from(to.blank) {
            cell = if back { cell - step } else { cell + step };
            let goal = self.lane(axis, from.cells.get(cell));
            look[axis] = self.along[axis].after(look[axis], back, goal);
        }
    }

    fn read(&self, _: &[u16; 2]) {}

    #[inline(always)]
    fn next(&self, _: &[u16; 2], look: &mut [u16; 2], (): (), limit: u32) -> Result<bool, u32> {
        let bound = self.both(*look);
        if bound > limit { Err(bound) } else { Ok(true) }
    }

    #[inline(always)]
    fn apply(&self, look: &[u16; 2], memo: &mut [u16; 2]) {
        *memo = *look;
    }
}

/// Columns and rows take turns.
struct Turns;

impl MovePruning<Pushes> for Turns {
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

/// Whether a board is for this search.
pub(super) fn fits(placement: &Placement) -> bool {
    let Grid { rows, cols } = placement.grid();
    rows.max(cols) <= MOST_LANES
}

/// Finds the fewest pushes.
pub(super) fn solve(placement: &Placement, cx: &Context<'_>) -> Found<Push> {
    let (space, bound) = (Pushes(Slides::new(placement)), Walked::new(placement));
    let done = Ida { space: &space, heuristic: &bound, pruning: &Turns, cx }.first(0, None);
    let stop = match done.ended {
        IdaEnd::Stopped(stop) => Some(stop),
        IdaEnd::Solved | IdaEnd::Unsolvable | IdaEnd::Nodes | IdaEnd::Left => None,
    };
    Found { trail: done.path, at_least: done.at_least, stop, iterations: done.iterations }
}

/// Counts and lists the solutions of the fewest pushes.
pub(super) fn every(
    placement: &Placement,
    length: u32,
    most: usize,
    cx: &Context<'_>,
) -> Result<AllShortest<Push>, Stop> {
    let (space, bound) = (Pushes(Slides::new(placement)), Walked::new(placement));
    Ida { space: &space, heuristic: &bound, pruning: &Turns, cx }.all_shortest(length, most)
}
