//! The evaluation function of the [beam search](super::beam): less is better. It is inadmissible.
//!
//! Four terms, the first three with the weights of the [phase](super::phases):
//!
//! * The distance of each tile from its goal, where a cell counts the more the farther away it is:
//!   a tile that is left behind must later be carried through what is done, which takes five steps
//!   per cell, while many tiles that are a cell off come home together.
//! * Linear conflicts: pairs in their goal line in the wrong order.
//! * Corners, whose tile can only come in if a neighbour of it is away for a while:
//!
//!   ```text
//!     1 2 3 4 .     5 cannot come in unless 4 goes out again, so 4 at home before 5 costs extra.
//!     6 7 8 9 5
//!   ```
//!
//! * The distance of the blank from the nearest cell where something is wrong. Otherwise, once all
//!   is well around the blank, every path out of there looks bad.

use crate::solve::suboptimal::home_board::HomeBoard;
use crate::solve::suboptimal::phases::Phase;

/// A distance counts with this power.
const POWER: f64 = 1.3;
/// The fixed-point denominator of a step's weight.
const PARTS: i32 = 16;
/// The weight of a linear conflict, in steps.
const CONFLICT: i32 = 2;
/// The weight of a neighbour that bars a corner, in steps.
const BARRED: i32 = 1;
/// The number of distances of the blank that are distinguished.
const NEAR: usize = 24;
/// The most tiles that are tracked as wrong.
const MOST_WRONG: usize = u128::BITS as usize;

/// A corner, and the cells beside it.
struct Corner {
    cell: usize,
    beside: [usize; 2],
    /// The weight of each of them that bars it.
    weight: i32,
}

impl Corner {
    /// Returns the term of the corner; `lies_at` returns the tile on a cell.
    #[inline]
    fn value(&self, lies_at: impl Fn(usize) -> usize) -> i32 {
        if lies_at(self.cell) == self.cell {
            return 0;
        }
        self.weight * self.beside.iter().filter(|&&cell| lies_at(cell) == cell).count() as i32
    }
}

/// A step: the tile of a goal cell goes from a cell to that of the blank.
#[derive(Clone, Copy)]
pub(crate) struct TileStep {
    pub(crate) home: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) is_vertical: bool,
}

/// The tiles that are due and not at home, one bit each.
pub(crate) type WrongTiles = u128;

/// The evaluation function of a phase.
pub(crate) struct Evaluation<'p> {
    home_board: &'p HomeBoard,
    phase: &'p Phase,
    /// By distance: the weight of the step from the distance before, in units of 1/[`PARTS`].
    growth: Vec<i32>,
    corners: Vec<Corner>,
    /// By cell: the corners that it belongs to, one bit each.
    cornered: Vec<u64>,
    /// By goal cell: the bit of its tile if it is due; 0 where the cell of the blank does not
    /// count.
    bits: Vec<WrongTiles>,
    /// By cell: the tiles whose goals are at each distance from it.
    around: Vec<[WrongTiles; NEAR]>,
}

impl<'p> Evaluation<'p> {
    pub(crate) fn new(home_board: &'p HomeBoard, phase: &'p Phase) -> Self {
        let count = home_board.cells.len();
        let far = |distance: usize| (distance as f64).powf(POWER);
        let growth =
            |distance: usize| (f64::from(PARTS) * (far(distance) - far(distance - 1))).round() as i32;
        let corners = corners(home_board, phase);
        let mut cornered = vec![0; count];
        for (number, corner) in corners.iter().enumerate() {
            corner.beside.iter().chain([&corner.cell]).for_each(|&cell| cornered[cell] |= 1 << number);
        }
        let (mut bits, mut around) = (vec![0; count], Vec::new());
        if phase.pull > 0 && phase.homes.len() <= MOST_WRONG {
            around = vec![[0; NEAR]; count];
            for (number, &home) in phase.homes.iter().enumerate() {
                bits[home] = 1 << number;
                for (cell, rings) in around.iter_mut().enumerate() {
                    rings[home_board.distance(cell, home).min(NEAR - 1)] |= 1 << number;
                }
            }
        }
        let growth = [0].into_iter().chain((1..home_board.rows + home_board.columns).map(growth)).collect();
        Self { home_board, phase, growth, corners, cornered, bits, around }
    }

    /// Returns the value of a position, and the tiles that are wrong. Linear conflicts count only
    /// as they change.
    pub(crate) fn of(&self, cells: &[u16], blank: usize) -> (i32, WrongTiles) {
        let (mut value, mut wrong) = (0, 0);
        for (cell, &home) in cells.iter().enumerate() {
            let home = usize::from(home);
            if home != self.home_board.blank_home {
                value +=
                    (1..=self.home_board.distance(cell, home)).map(|far| self.step(home, far)).sum::<i32>();
            }
            if cell != home {
                wrong |= self.bits[home];
            }
        }
        let barred = self.corners.iter().map(|corner| corner.value(|cell| cells[cell].into()));
        (value + barred.sum::<i32>() + self.pull(blank, wrong), wrong)
    }

    /// Returns the weight of a step of a tile between the distance `far` and the one before.
    #[inline]
    fn step(&self, home: usize, far: usize) -> i32 {
        self.phase.weights[home] * self.growth[far] / PARTS
    }

    /// Returns whether a step brings its tile nearer, and the change of the value, without the term
    /// of the blank.
    #[inline]
    pub(crate) fn change(&self, cells: &[u16], by: TileStep) -> (bool, i32) {
        let TileStep { home, from, to, is_vertical } = by;
        let (before, after) = (self.home_board.distance(from, home), self.home_board.distance(to, home));
        let is_nearer = after < before;
        let step = self.step(home, before.max(after));
        let pairs = if is_vertical { self.in_row(cells, by) } else { self.in_column(cells, by) };
        let mut change = if is_nearer { -step } else { step } + CONFLICT * self.phase.weights[home] * pairs;
        let mut corners = self.cornered[from] | self.cornered[to];
        while corners != 0 {
            let corner = &self.corners[corners.trailing_zeros() as usize];
            corners &= corners - 1;
            change -= corner.value(|cell| cells[cell].into());
            change += corner.value(|cell| match cell {
                _ if cell == to => home,
                _ if cell == from => self.home_board.blank_home,
                _ => cells[cell].into(),
            });
        }
        (is_nearer, change)
    }

    /// Returns the tiles that are wrong after a step.
    #[inline]
    pub(crate) fn wrong(&self, wrong: WrongTiles, by: TileStep) -> WrongTiles {
        match by.home {
            home if home == by.to => wrong & !self.bits[home],
            home if home == by.from => wrong | self.bits[home],
            _ => wrong,
        }
    }

    /// Returns the term of the blank.
    #[inline]
    pub(crate) fn pull(&self, blank: usize, wrong: WrongTiles) -> i32 {
        if wrong == 0 {
            return 0;
        }
        let far = self.around[blank].iter().position(|ring| ring & wrong != 0);
        self.phase.pull * far.unwrap_or(0) as i32
    }

    /// Returns the change in the number of tiles in conflict with a tile in its row, as it enters
    /// or leaves that row.
    #[inline]
    fn in_row(&self, cells: &[u16], by: TileStep) -> i32 {
        let columns = self.home_board.columns;
        let row = self.home_board.line(by.home).0 * columns;
        let is_in = |cell: usize| cell.wrapping_sub(row) < columns;
        let (at, sign) = match by {
            TileStep { to, .. } if is_in(to) => (to, 1),
            TileStep { from, .. } if is_in(from) => (from, -1),
            _ => return 0,
        };
        let (begin, home, end) = (row as u16, by.home as u16, (row + columns) as u16);
        let before = cells[row..at].iter().filter(|&&other| home < other && other < end).count();
        let behind =
            cells[at + 1..row + columns].iter().filter(|&&other| begin <= other && other < home).count();
        sign * (before + behind) as i32
    }

    /// The same in its column.
    #[inline]
    fn in_column(&self, cells: &[u16], by: TileStep) -> i32 {
        let column = self.home_board.line(by.home).1;
        let is_in = |cell: usize| self.home_board.line(cell).1 == column;
        let (at, sign) = match by {
            TileStep { to, .. } if is_in(to) => (to, 1),
            TileStep { from, .. } if is_in(from) => (from, -1),
            _ => return 0,
        };
        let is_in_the_way = |cell: usize| {
            let other = usize::from(cells[cell]);
            is_in(other) && (cell < at && by.home < other || at < cell && other < by.home)
        };
        let all = (column..cells.len()).step_by(self.home_board.columns);
        sign * all.filter(|&cell| is_in_the_way(cell)).count() as i32
    }
}

/// Returns the corners of every square that is left when some rings are home, except the blank's
/// own; those that are due.
fn corners(home_board: &HomeBoard, phase: &Phase) -> Vec<Corner> {
    let (rows, columns) = (home_board.rows, home_board.columns);
    let (tops, lefts) = (rows.saturating_sub(columns).., columns.saturating_sub(rows)..);
    let squares = tops.zip(lefts).take_while(|&(top, left)| top + 2 < rows && left + 2 < columns);
    squares
        .flat_map(|(top, left)| {
            let (right, bottom) = (columns - 1, rows - 1);
            [
                [(top, left), (top, left + 1), (top + 1, left)],
                [(top, right), (top, right - 1), (top + 1, right)],
                [(bottom, left), (bottom - 1, left), (bottom, left + 1)],
            ]
        })
        .map(|places| places.map(|(row, column)| row * columns + column))
        .filter(|[cell, ..]| phase.is_due[*cell])
        .map(|[cell, one, other]| Corner { cell, beside: [one, other], weight: BARRED * phase.weights[cell] })
        .take(u64::BITS as usize)
        .collect()
}

#[cfg(test)]
mod tests;
