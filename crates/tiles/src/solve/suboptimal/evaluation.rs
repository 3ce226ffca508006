//! The evaluation function of the [beam search](super::beam): less is better. It is inadmissible.
//!
//! Four terms, the first three with the weights of the [phase](Phase):
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
//!
//! Phases say in which order tiles come home, and how much each of them counts:
//!
//! ```text
//!   0 0 0 0 0   The numbers are rings: a row and a column each. Some rings at a time must come
//!   0 1 1 1 1   home, and are fixed then; the tiles of the others count less, but they count: what
//!   0 1 2 2 2   moves on the way should move towards its place. The last square comes home as a
//!   0 1 2 2 2   whole.
//! ```
//!
//! | property | |
//! |---|---|
//! | admissible | no |
//! | consistent | no |
//! | memory | a few numbers and the sets of wrong tiles at each distance, per cell |
//! | cost per node | the terms of the slid tile and of its two lines |

use crate::solve::suboptimal::greedy_placement::HomeBoard;

/// The weight of a step of a tile that need not come home yet.
const UNIT: f64 = 16.0;
/// The weight of the distance of the blank from the nearest goal of a tile that must come home.
const PULL: i32 = 14;
/// The side of the last square.
const LAST: usize = 4;

/// The parameters of a beam search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamParameters {
    /// The positions kept of each depth.
    pub(crate) width: usize,
    /// The rings that come home together.
    pub(crate) rings: usize,
    /// The weight of a tile that must come home now; [`UNIT`] is that of the last ones.
    pub(crate) urgency: f64,
    /// The share of the additional weight that remains per ring.
    pub(crate) decay: f64,
}

/// A part of the solution, in which a set of tiles comes home.
pub(crate) struct Phase {
    /// The goal cells of these tiles.
    pub(crate) homes: Vec<usize>,
    /// By goal cell: the weight of a step of its tile; 0 for tiles that are fixed.
    pub(crate) weights: Vec<i32>,
    /// By goal cell: whether its tile must come home now.
    pub(crate) is_due: Vec<bool>,
    /// The weight of each cell between the blank and what is not at home.
    pub(crate) pull: i32,
    /// By cell: whether it is fixed.
    pub(crate) is_fixed: Vec<bool>,
}

/// Returns the phases to the goal of a board.
pub(crate) fn phases(home_board: &HomeBoard, parameters: &BeamParameters) -> Vec<Phase> {
    let (rows, columns) = (home_board.rows, home_board.columns);
    // On a long board the ends of the long side come first, until a square is left.
    let (long_rows, long_columns) = (rows.saturating_sub(columns), columns.saturating_sub(rows));
    let ring = |home: usize| {
        let (row, column) = (home / columns, home % columns);
        if row < long_rows {
            row
        } else if column < long_columns {
            column
        } else {
            long_rows + long_columns + (row - long_rows).min(column - long_columns)
        }
    };
    let all = long_rows + long_columns + rows.min(columns);
    let outer = all.saturating_sub(LAST);
    let mut begins: Vec<usize> = (0..outer).step_by(parameters.rings).collect();
    begins.push(outer);
    let ends = begins.iter().skip(1).copied().chain([all]);
    begins
        .iter()
        .zip(ends)
        .map(|(&begin, end)| {
            let homes = 0..home_board.cells.len();
            let is_due = |home: usize| home != home_board.blank_home && (begin..end).contains(&ring(home));
            let weight = |home: usize| match ring(home).checked_sub(begin) {
                _ if home == home_board.blank_home => 0,
                None => 0,
                Some(_) if is_due(home) => parameters.urgency as i32,
                Some(later) => {
                    (UNIT + (parameters.urgency - UNIT) * parameters.decay.powi(later as i32 + 1)) as i32
                }
            };
            Phase {
                homes: homes.clone().filter(|&home| is_due(home)).collect(),
                weights: homes.clone().map(weight).collect(),
                is_due: homes.clone().map(is_due).collect(),
                pull: PULL,
                is_fixed: homes.map(|home| ring(home) < begin).collect(),
            }
        })
        .collect()
}

/// Returns a single phase for all tiles.
pub(crate) fn all_at_once(home_board: &HomeBoard) -> Phase {
    let homes = 0..home_board.cells.len();
    let is_tile = |home: usize| home != home_board.blank_home;
    Phase {
        homes: homes.clone().filter(|&home| is_tile(home)).collect(),
        weights: homes.clone().map(|home| if is_tile(home) { UNIT as i32 } else { 0 }).collect(),
        is_due: homes.clone().map(is_tile).collect(),
        pull: 0,
        is_fixed: homes.map(|_| false).collect(),
    }
}

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
mod tests {
    use super::*;
    use fewest_core::Seed;

    use crate::rules::arrangement::Goal;
    use crate::rules::board::Direction;
    use crate::testing::shuffled_for;

    /// Returns the tiles in conflict with a tile, in its goal row and in its goal column.
    fn in_the_way(home_board: &HomeBoard, home: usize) -> i32 {
        let at = home_board.cells.iter().position(|&other| other as usize == home).unwrap();
        let ((row, column), (home_row, home_column)) = (home_board.line(at), home_board.line(home));
        let others =
            home_board.cells.iter().enumerate().filter(|(cell, _)| *cell != home_board.blank && *cell != at);
        let bars = |cell: usize, other: usize| {
            let ((cell_row, cell_column), (other_row, other_column)) =
                (home_board.line(cell), home_board.line(other));
            let in_row = row == home_row && cell_row == row && other_row == row;
            let in_column = column == home_column && cell_column == column && other_column == column;
            (in_row || in_column) && (cell < at) != (other < home)
        };
        others.filter(|&(cell, &other)| bars(cell, other as usize)).count() as i32
    }

    /// Takes random steps, and compares after every one.
    fn check_along_walk(home_board: &HomeBoard, phase: &Phase, seed: &mut Seed) {
        let mut at = home_board.clone();
        let cells =
            |home_board: &HomeBoard| home_board.cells.iter().map(|&home| home as u16).collect::<Vec<u16>>();
        let value = Evaluation::new(home_board, phase);
        for _ in 0..300 {
            let before = at.clone();
            let direction = Direction::ALL[seed.below(4)];
            let Some(from) = at.beside(at.blank, direction).filter(|&cell| !phase.is_fixed[cell]) else {
                continue;
            };
            at.step(direction);
            let by = TileStep {
                home: before.cells[from] as usize,
                from,
                to: before.blank,
                is_vertical: direction.is_vertical(),
            };
            let (all_before, wrong_before) = value.of(&cells(&before), before.blank);
            let (all_after, wrong_after) = value.of(&cells(&at), at.blank);
            let (is_nearer, change) = value.change(&cells(&before), by);
            let pulls = value.pull(at.blank, wrong_after) - value.pull(before.blank, wrong_before);
            let pairs = in_the_way(&at, by.home) - in_the_way(&before, by.home);
            assert_eq!(change + pulls, all_after - all_before + CONFLICT * phase.weights[by.home] * pairs);
            assert_eq!(value.wrong(wrong_before, by), wrong_after);
            assert_eq!(is_nearer, at.distances() < before.distances());
        }
    }

    #[test]
    fn incremental_values_equal_those_of_whole_positions() {
        let mut seed = Seed::new(3);
        for (rows, columns) in [(3, 3), (4, 7), (9, 5), (8, 8), (2, 40)] {
            let board = shuffled_for(rows, columns, Goal::BlankFirst, &mut seed);
            let (home_board, _) = HomeBoard::of(&board).unwrap();
            let parameters = BeamParameters { width: 1, rings: 2, urgency: 30.0, decay: 0.5 };
            check_along_walk(&home_board, &all_at_once(&home_board), &mut seed);
            check_along_walk(&home_board, &phases(&home_board, &parameters)[0], &mut seed);
        }
    }

    #[test]
    fn a_goal_has_the_best_value_and_the_blank_is_drawn_to_wrong_tiles() {
        let board = shuffled_for(6, 6, Goal::BlankLast, &mut Seed::new(1));
        let (mut home_board, _) = HomeBoard::of(&board).unwrap();
        home_board.cells = (0..36).collect();
        home_board.blank = 35;
        let parameters = BeamParameters { width: 1, rings: 2, urgency: 30.0, decay: 0.5 };
        let phase = &phases(&home_board, &parameters)[0];
        let value = Evaluation::new(&home_board, phase);
        let mut cells: Vec<u16> = (0..36).collect();
        assert_eq!(value.of(&cells, 35), (0, 0));
        cells.swap(0, 1);
        let (_, wrong) = value.of(&cells, 35);
        assert_eq!(wrong.count_ones(), 2);
        assert_eq!(value.pull(35, wrong), 9 * phase.pull);
        assert_eq!(value.pull(7, wrong), phase.pull);
    }
}
