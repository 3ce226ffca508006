//! Manhattan distance with linear conflicts.
//!
//! A tile needs at least its steps along rows and columns. Tiles that are in their goal row in the
//! wrong order cannot all stay in it: those outside a longest increasing subsequence must leave the
//! row and come back, two steps each. These are not part of the Manhattan distance, which has no
//! steps across the row for them. Columns likewise.
//!
//! | property | |
//! |---|---|
//! | admissible | yes |
//! | consistent | yes |
//! | memory | none |
//! | cost per node | the two rows or the two columns that a slide changes |

use fewest_search::heuristic::{IncrementalHeuristic, Step};

use crate::rules::board::{Board, Direction};
use crate::rules::grid::Grid;
use crate::solve::slide_space::{Cells, SlideSpace, State};

/// Returns Manhattan distance with linear conflicts of a board of any size, in time n log n. `home`
/// holds the goal cell of what lies on each cell, `blank_home` that of the blank.
pub(crate) fn linear_conflict_bound(grid: Grid, home: &[u32], blank_home: u32) -> u64 {
    let tiles = || home.iter().enumerate().filter(|&(_, &home)| home != blank_home);
    let manhattan: u64 = tiles().map(|(cell, &home)| grid.distance(cell, home as usize) as u64).sum();
    let mut stay = vec![Vec::new(); grid.rows + grid.cols];
    // Longest increasing subsequence: the least end for each length.
    let mut keep = |line: usize, place: usize| {
        let ends: &mut Vec<usize> = &mut stay[line];
        match ends.partition_point(|&end| end < place) {
            longer if longer == ends.len() => ends.push(place),
            at => ends[at] = place,
        }
    };
    let mut in_line = 0;
    for (cell, &home) in tiles() {
        let ((row, col), (home_row, home_col)) =
            ((cell / grid.cols, cell % grid.cols), (home as usize / grid.cols, home as usize % grid.cols));
        if row == home_row {
            keep(row, home_col);
            in_line += 1;
        }
        if col == home_col {
            keep(grid.rows + col, home_row);
            in_line += 1;
        }
    }
    let staying: usize = stay.iter().map(Vec::len).sum();
    manhattan + 2 * (in_line - staying) as u64
}

/// Returns a lower bound on the steps of a board of any size.
pub(crate) fn lower_bound(board: &Board) -> u64 {
    let homes = board.goal().places();
    let home: Vec<u32> = board.cells().iter().map(|&tile| homes[tile as usize] as u32).collect();
    linear_conflict_bound(Grid { rows: board.rows(), cols: board.columns() }, &home, homes[0] as u32)
}

/// The same as an incremental heuristic.
pub(crate) struct LinearConflict {
    pub(crate) blank_home: u8,
}

/// Both terms of the heuristic.
#[derive(Clone, Copy, Default)]
pub(crate) struct LinearConflictState {
    manhattan: u32,
    leaving: u32,
}

impl LinearConflictState {
    fn total(self) -> u32 {
        self.manhattan + 2 * self.leaving
    }
}

impl LinearConflict {
    /// Returns the number of tiles of a line that must leave it. The cells of the line are `step`
    /// apart from `first` on, and so are its goals.
    #[inline(always)]
    fn leaving<C: Cells>(&self, state: &State<C>, first: usize, step: usize, cells: usize) -> u32 {
        // A line counts as a whole: if it were cut, a slide along it would change what is counted.
        match cells {
            ..=64 => self.leaving_of(state, first, step, cells, &mut [0; 64]),
            _ => self.leaving_of_long(state, first, step, cells),
        }
    }

    /// The same for lines of more than 64 cells. It is apart so that the search inlines the others.
    #[cold]
    #[inline(never)]
    fn leaving_of_long<C: Cells>(&self, state: &State<C>, first: usize, step: usize, cells: usize) -> u32 {
        self.leaving_of(state, first, step, cells, &mut [0; 256])
    }

    /// The same; `ends` has room for the cells of the line.
    #[inline(always)]
    fn leaving_of<C: Cells>(
        &self,
        state: &State<C>,
        first: usize,
        step: usize,
        cells: usize,
        ends: &mut [u8],
    ) -> u32 {
        let (mut longest, mut in_line) = (0, 0);
        let last = first + step * (cells - 1);
        for place in 0..cells {
            let at = state.cells.get(first + place * step);
            let home = at as u8;
            if home == self.blank_home || at < first || at > last || !(at - first).is_multiple_of(step) {
                continue;
            }
            in_line += 1;
            let at = ends[..longest].iter().position(|&end| end > home).unwrap_or(longest);
            ends[at] = home;
            longest = longest.max(at + 1);
        }
        (in_line - longest) as u32
    }

    fn row<C: Cells>(&self, grid: Grid, state: &State<C>, row: usize) -> u32 {
        self.leaving(state, row * grid.cols, 1, grid.cols)
    }

    fn col<C: Cells>(&self, grid: Grid, state: &State<C>, col: usize) -> u32 {
        self.leaving(state, col, grid.cols, grid.rows)
    }
}

impl<C: Cells> IncrementalHeuristic<SlideSpace<C>> for LinearConflict {
    type HeuristicState = LinearConflictState;
    type Lookup = LinearConflictState;
    type Fetched = ();

    fn first(&self, space: &SlideSpace<C>, state: &State<C>) -> LinearConflictState {
        let grid = space.grid;
        let tiles = (0..grid.cells()).filter(|&cell| state.cells.get(cell) != usize::from(self.blank_home));
        let manhattan = tiles.map(|cell| grid.distance(cell, state.cells.get(cell)) as u32).sum();
        let rows: u32 = (0..grid.rows).map(|row| self.row(grid, state, row)).sum();
        let cols: u32 = (0..grid.cols).map(|col| self.col(grid, state, col)).sum();
        LinearConflictState { manhattan, leaving: rows + cols }
    }

    fn moves_left(&self, memo: &LinearConflictState) -> u32 {
        memo.total()
    }

    fn look(
        &self,
        space: &SlideSpace<C>,
        memo: &LinearConflictState,
        step: Step<'_, SlideSpace<C>>,
        look: &mut LinearConflictState,
    ) {
        let (grid, Step { from, by, to, .. }) = (space.grid, step);
        let (came_to, came_from) = (usize::from(from.blank), usize::from(to.blank));
        let home = to.cells.get(came_to);
        let manhattan =
            memo.manhattan + grid.distance(came_to, home) as u32 - grid.distance(came_from, home) as u32;
        // A slide along a line changes no order in it: only the two lines across it change.
        let (old, new): (u32, u32) = match by {
            Direction::Up | Direction::Down => {
                let rows = [came_from / grid.cols, came_to / grid.cols];
                (
                    rows.map(|row| self.row(grid, from, row)).iter().sum(),
                    rows.map(|row| self.row(grid, to, row)).iter().sum(),
                )
            }
            Direction::Left | Direction::Right => {
                let cols = [came_from % grid.cols, came_to % grid.cols];
                (
                    cols.map(|col| self.col(grid, from, col)).iter().sum(),
                    cols.map(|col| self.col(grid, to, col)).iter().sum(),
                )
            }
        };
        *look = LinearConflictState { manhattan, leaving: memo.leaving + new - old };
    }

    fn read(&self, _: &LinearConflictState) {}

    fn next(
        &self,
        _: &LinearConflictState,
        look: &mut LinearConflictState,
        (): (),
        limit: u32,
    ) -> Result<bool, u32> {
        if look.total() > limit { Err(look.total()) } else { Ok(true) }
    }

    fn apply(&self, look: &LinearConflictState, memo: &mut LinearConflictState) {
        *memo = *look;
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use fewest_core::Seed;
    use fewest_search::heuristic::Space;

    use super::*;
    use crate::solve::slide_space::Placement;

    /// The value that a search carries along a walk is the one that is computed afresh, also on
    /// lines of more than 64 cells.
    #[test]
    fn the_carried_value_is_the_fresh_one() {
        for (rows, cols) in [(4, 4), (2, 66), (66, 2), (2, 127), (127, 2), (1, 200), (3, 80)] {
            let cells = rows * cols;
            let home = (0..cells).map(|cell| cell as u8).collect();
            let (rows, cols, blank_home) = (rows as u8, cols as u8, (cells / 2) as u8);
            let space = SlideSpace::<[u8; 256]>::new(&Placement { rows, cols, home, blank_home });
            let heuristic = LinearConflict { blank_home };
            let (mut seed, mut state) = (Seed::new(7), space.start());
            let mut carried = heuristic.first(&space, &state);
            for _ in 0..5_000 {
                let mut ways = Vec::new();
                let _ = space.expand(&state, |by, to| {
                    ways.push((by, to));
                    ControlFlow::<()>::Continue(())
                });
                let (by, to) = ways[seed.below(ways.len())];
                let mut look = LinearConflictState::default();
                let step = Step { from: &state, by, to: &to, limit: u32::MAX };
                heuristic.look(&space, &carried, step, &mut look);
                carried = look;
                state = to;
                let fresh = heuristic.first(&space, &state);
                assert_eq!((carried.manhattan, carried.leaving), (fresh.manhattan, fresh.leaving));
            }
        }
    }
}
