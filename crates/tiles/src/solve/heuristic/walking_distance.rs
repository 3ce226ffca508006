//! Walking distance (Takahashi 2001), for moves that push a run of tiles at once.
//!
//! Look at rows only. Ignore in which column a tile lies, and count how many tiles of each goal row
//! lie in each row:
//!
//! ```text
//!   goal row  0 1 2 3     A move along a column takes one tile of every row that it passes to the
//!   row 0     3 1 . .     row before. Any tile of the row may be meant, so there are more moves
//!   row 1     . 2 . 2     than on the board, and the fewest moves to the goal are a lower bound on
//!   row 2     1 1 1 .     the moves along columns. Columns likewise. Here the blank is in row 2,
//!   row 3     . . 3 1     which has one tile less than the others.
//! ```
//!
//! The 15-puzzle has 24,964 such matrices. Every move is along a column or along a row, so both
//! bounds may be added. Moves along columns and along rows alternate in a shortest solution, so n
//! moves along one axis imply at least n - 1 along the other.
//!
//! | property | |
//! |---|---|
//! | admissible | yes |
//! | consistent | no: the term for the alternation of axes may change by 2 per move |
//! | memory | one table per axis, at most 24,964 states |
//! | cost per node | one table step per tile that moves |

use std::collections::HashMap;
use std::sync::Arc;

use fewest_search::heuristic::{IncrementalHeuristic, Step};

use crate::rules::board::Direction;
use crate::rules::grid::Grid;
use crate::solve::slide_space::{Cells, MOST_LANES, Placement, PushSpace, State};

const NOWHERE: u16 = u16::MAX;

/// The counts of tiles by lane and goal lane, four bits each.
type Counts = u64;

fn place(lane: usize, goal: usize) -> usize {
    4 * (MOST_LANES * lane + goal)
}

fn tiles(counts: Counts, lane: usize) -> usize {
    (0..MOST_LANES).map(|goal| (counts >> place(lane, goal) & 15) as usize).sum()
}

/// The distances of all matrices of one axis.
struct AxisTable {
    /// By matrix, by whether the blank goes to the lane after or before, and by the goal lane of
    /// the tile that comes from there.
    after: Vec<[[u16; MOST_LANES]; 2]>,
    /// The fewest moves to the goal.
    moves: Vec<u8>,
    numbers: HashMap<Counts, u16>,
}

impl AxisTable {
    /// Builds the table of `lanes` lanes of `width` cells, with the goal of the blank in lane
    /// `blank_home`.
    fn new(lanes: usize, width: usize, blank_home: usize) -> Self {
        assert!(lanes.max(width) <= MOST_LANES, "counts are four bits, numbers of them sixteen");
        let goal = (0..lanes).fold(0, |counts, lane| {
            counts | ((width - usize::from(lane == blank_home)) as Counts) << place(lane, lane)
        });
        let mut walking =
            Self { after: Vec::new(), moves: Vec::new(), numbers: HashMap::from([(goal, 0_u16)]) };
        let mut found = vec![goal];
        while walking.after.len() < found.len() {
            let counts = found[walking.after.len()];
            let blank = (0..lanes).find(|&lane| tiles(counts, lane) < width).unwrap_or(0);
            let mut row = [[NOWHERE; MOST_LANES]; 2];
            for (there, row) in
                [Some(blank + 1).filter(|&lane| lane < lanes), blank.checked_sub(1)].into_iter().zip(&mut row)
            {
                let Some(there) = there else { continue };
                for (goal, next) in row.iter_mut().enumerate() {
                    if counts >> place(there, goal) & 15 == 0 {
                        continue;
                    }
                    let counts = counts - (1 << place(there, goal)) + (1 << place(blank, goal));
                    *next = *walking.numbers.entry(counts).or_insert_with(|| {
                        found.push(counts);
                        (found.len() - 1) as u16
                    });
                }
            }
            walking.after.push(row);
        }
        walking.measure();
        walking
    }

    /// Breadth-first search from the goal: every move can be taken back, so the distance to the
    /// goal is the distance from it.
    fn measure(&mut self) {
        const UNSEEN: u8 = u8::MAX;
        self.moves = vec![UNSEEN; self.after.len()];
        self.moves[0] = 0;
        let mut layer = vec![0];
        for depth in 1.. {
            let mut next = Vec::new();
            for way in 0..2 {
                // A push over two lanes is a push over one, and another one in the same direction.
                let mut pushed = layer.clone();
                for _ in 1..MOST_LANES {
                    let further = pushed.iter().flat_map(|&at: &u16| self.after[usize::from(at)][way]);
                    let mut further: Vec<u16> = further.filter(|&to| to != NOWHERE).collect();
                    further.sort_unstable();
                    further.dedup();
                    for &to in &further {
                        if self.moves[usize::from(to)] == UNSEEN {
                            self.moves[usize::from(to)] = depth;
                            next.push(to);
                        }
                    }
                    pushed = further;
                }
            }
            if next.is_empty() {
                return;
            }
            layer = next;
        }
    }

    /// Returns the number of a board's matrix, given the lane and the goal lane of each of its
    /// tiles.
    fn number(&self, tiles: impl Iterator<Item = (usize, usize)>) -> u16 {
        let counts = tiles.fold(0, |counts, (lane, goal)| counts + (1 << place(lane, goal)));
        self.numbers.get(&counts).copied().expect("a board that can be reached")
    }

    /// Returns the matrix after the blank went one lane on or back, and the tile there took its
    /// place.
    #[inline(always)]
    fn after(&self, number: u16, back: bool, goal: usize) -> u16 {
        self.after[usize::from(number)][usize::from(back)][goal]
    }

    /// Returns a lower bound on the moves along this axis.
    #[inline(always)]
    fn moves(&self, number: u16) -> u32 {
        u32::from(self.moves[usize::from(number)])
    }
}

/// Walking distance along columns and along rows.
pub(crate) struct WalkingDistance {
    grid: Grid,
    blank_home: u8,
    along: [Arc<AxisTable>; 2],
}

impl WalkingDistance {
    pub(crate) fn new(placement: &Placement) -> Self {
        let grid = placement.grid();
        let (row, col) =
            (usize::from(placement.blank_home) / grid.cols, usize::from(placement.blank_home) % grid.cols);
        let columns = Arc::new(AxisTable::new(grid.rows, grid.cols, row));
        let rows = if (grid.rows, row) == (grid.cols, col) {
            Arc::clone(&columns)
        } else {
            Arc::new(AxisTable::new(grid.cols, grid.rows, col))
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

impl IncrementalHeuristic<PushSpace> for WalkingDistance {
    type HeuristicState = [u16; 2];
    type Lookup = [u16; 2];
    type Fetched = ();

    fn first(&self, _: &PushSpace, state: &State<u64>) -> [u16; 2] {
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
    fn look(&self, _: &PushSpace, memo: &[u16; 2], push: Step<'_, PushSpace>, look: &mut [u16; 2]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifteen_puzzle_has_as_many_tables_as_is_known() {
        let walking = AxisTable::new(4, 4, 3);
        assert_eq!(walking.after.len(), 24_964);
        assert!(walking.moves.iter().all(|&moves| moves < u8::MAX));
        assert_eq!(AxisTable::new(2, 2, 1).after.len(), walking_of_two());
    }

    /// Two rows of two: three tiles, one or two of row 0, and where they lie.
    fn walking_of_two() -> usize {
        let mut seen = 0;
        for blank in 0..2 {
            for upper in 0..=2_usize {
                let room = 2 - usize::from(blank == 0);
                seen += usize::from(upper <= room && room - upper <= 1);
            }
        }
        seen
    }
}
