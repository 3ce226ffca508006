//! How a position looks to the [search](super::beam): less is better.
//!
//! Four things count, the first three by the weights of the [plan](super::plan):
//!
//! * how far each tile is from its place, and a cell counts the more the farther away it is: a tile that is left behind must later be carried
//!   through what is done, which takes five steps a cell, while many tiles that are a cell off come home together;
//! * pairs that are in each other's way: both in the line that they belong to, in the wrong order;
//! * corners, whose tile can only come in if a neighbour of it is away for a while:
//!
//!   ```text
//!     1 2 3 4 .     5 cannot come in unless 4 goes out again. To have 4 at home before 5 is worse than it looks.
//!     6 7 8 9 5
//!   ```
//!
//! * how far the blank is from the nearest cell where something is wrong. Otherwise, once all is well around the blank, every way out
//!   of there looks bad.

use crate::solve::suboptimal::home_board::HomeBoard;
use crate::solve::suboptimal::phases::Phase;

/// A step at a distance counts as much as that power of the distance grows by it.
const POWER: f64 = 1.3;
/// Parts of a step's growth that are told apart.
const PARTS: i32 = 16;
/// What a pair in each other's way counts, in steps.
const CONFLICT: i32 = 2;
/// What a neighbour that bars a corner counts, in steps.
const BARRED: i32 = 1;
/// Distances of the blank that are told apart.
const NEAR: usize = 24;
/// Tiles of which it is known which are wrong.
const MOST_WRONG: usize = u128::BITS as usize;

/// A corner, and the cells beside it.
struct Corner {
    cell: usize,
    beside: [usize; 2],
    /// What each of them counts that bars it.
    weight: i32,
}

impl Corner {
    /// What is said by the cells, in a position or in the one after it.
    #[inline]
    fn value(&self, lies_at: impl Fn(usize) -> usize) -> i32 {
        if lies_at(self.cell) == self.cell {
            return 0;
        }
        self.weight * self.beside.iter().filter(|&&cell| lies_at(cell) == cell).count() as i32
    }
}

/// A step: the tile of a home goes from a cell to that of the blank.
#[derive(Clone, Copy)]
pub(crate) struct TileStep {
    pub(crate) home: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) is_vertical: bool,
}

/// The tiles that are due and not at home, a bit each.
pub(crate) type WrongTiles = u128;

/// What positions of a phase look like.
pub(crate) struct Evaluation<'p> {
    home_board: &'p HomeBoard,
    phase: &'p Phase,
    /// What the step to a distance from the one before counts, in [`PARTS`].
    growth: Vec<i32>,
    corners: Vec<Corner>,
    /// The corners that a cell has to do with, a bit each.
    cornered: Vec<u64>,
    /// The bit of every tile that is due; none where the blank's place does not count.
    bits: Vec<WrongTiles>,
    /// For every cell, the tiles that belong to a cell at each distance from it.
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

    /// How a position looks, and what is wrong; pairs in each other's way count only as they change.
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

    /// What one step of a tile between a distance and the one before it counts.
    #[inline]
    fn step(&self, home: usize, far: usize) -> i32 {
        self.phase.weights[home] * self.growth[far] / PARTS
    }

    /// Whether a step brings its tile nearer, and how looks change by it, but for the blank's place.
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

    /// What is wrong after a step.
    #[inline]
    pub(crate) fn wrong(&self, wrong: WrongTiles, by: TileStep) -> WrongTiles {
        match by.home {
            home if home == by.to => wrong & !self.bits[home],
            home if home == by.from => wrong | self.bits[home],
            _ => wrong,
        }
    }

    /// What the blank's place counts.
    #[inline]
    pub(crate) fn pull(&self, blank: usize, wrong: WrongTiles) -> i32 {
        if wrong == 0 {
            return 0;
        }
        let far = self.around[blank].iter().position(|ring| ring & wrong != 0);
        self.phase.pull * far.unwrap_or(0) as i32
    }

    /// How many more tiles are in the way of a tile in its row after it came from another row; less, if it left its row.
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

/// The corners of every square that is left when some rings are home, but the blank's own; those that are due.
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
