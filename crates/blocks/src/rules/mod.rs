//! The rules of sliding blocks, written for reading: grid, pieces, gates, goals and metric.
//!
//! ```text
//!     ******
//!     *12..*      Rows and columns count from 0 here, from 1 in texts. A piece is given
//!     *3.44*      by the place of its upper left corner, its size, and the directions
//!     *ZZ5.*      it may move in.
//!     *6657*
//!     ******
//! ```
//!
//! `moves` has the legal moves, playing them, and paths with turns.

mod moves;

pub use fewest_core::Direction;
use fewest_core::{Fault, Room};

pub use moves::Move;
pub(crate) use moves::path_to;

/// The family of sliding blocks.
#[derive(Debug)]
pub struct Blocks;

/// A condition on the final position; all goals of a board must hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// The goal piece touches the last column.
    LastColumn,
    /// The corner of a piece is at a place.
    PieceAt {
        /// The piece.
        piece: usize,
        /// Row.
        row: usize,
        /// Column.
        column: usize,
    },
    /// Any rectangle of this size is at a place.
    ShapeAt {
        /// Row.
        row: usize,
        /// Column.
        column: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

/// The metric: what counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece, one direction, any distance.
    #[default]
    Slides,
    /// One piece, one cell.
    Steps,
    /// One piece, any path over free cells.
    Paths,
}

impl Metric {
    /// Returns the metric of a name; the course's metric, slides, without one.
    pub fn named(name: Option<&str>) -> Self {
        match name {
            Some("steps") => Self::Steps,
            Some("paths") => Self::Paths,
            _ => Self::Slides,
        }
    }

    /// Returns its name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Steps => "steps",
            Self::Paths => "paths",
        }
    }
}

/// A puzzle: grid, pieces, goals and metric. The first piece is the goal piece.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The pieces; no two overlap.
    pub pieces: Vec<Piece>,
    /// The name of each piece; one terminal column each.
    pub names: Vec<char>,
    /// Cells that only the goal piece may enter, as (row, column), sorted.
    pub gates: Vec<(usize, usize)>,
    /// The conditions on the final position.
    pub goals: Vec<Goal>,
    /// What counts as one move.
    pub metric: Metric,
}

/// Boards are equal if they are the same puzzle. Names and the order of the pieces do not matter,
/// except for a first piece that has to reach the last column or that gates let pass.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let pieces = |board: &Self| {
            let first_is_special = !board.gates.is_empty() || board.goals.contains(&Goal::LastColumn);
            let mut pieces = board.pieces.clone();
            let others = pieces.get_mut(usize::from(first_is_special)..).unwrap_or_default();
            others.sort();
            pieces
        };
        let goals = |board: &Self| {
            let mut goals: Vec<_> =
                board.goals.iter().map(|goal| (goal.clone(), board.goal_piece_of(goal))).collect();
            for (goal, _) in &mut goals {
                if let Goal::PieceAt { piece, .. } = goal {
                    *piece = 0;
                }
            }
            goals.sort();
            goals
        };
        (self.rows, self.columns, self.metric) == (other.rows, other.columns, other.metric)
            && self.gates == other.gates
            && goals(self) == goals(other)
            && pieces(self) == pieces(other)
    }
}

impl Eq for Board {}

impl Board {
    /// Returns a board with the course's goal and names.
    pub fn new(rows: usize, columns: usize, pieces: Vec<Piece>) -> Self {
        let names = (0..pieces.len()).map(course_name).collect();
        let goals = vec![Goal::LastColumn];
        Self { rows, columns, pieces, names, gates: Vec::new(), goals, metric: Metric::default() }
    }

    /// Checks that a grid of this size may take the memory that reading, drawing and solving need.
    ///
    /// # Errors
    /// What is needed and what is allowed.
    pub fn fits_in(&self, room: Room) -> Result<(), Fault> {
        const PER_CELL: usize = 64;
        let cells = self.rows.saturating_mul(self.columns);
        room.check(cells, PER_CELL, || format!("a grid of {} x {}", self.rows, self.columns))
    }

    /// Returns the piece that a goal names, at its present place.
    fn goal_piece_of(&self, goal: &Goal) -> Option<Piece> {
        match goal {
            Goal::PieceAt { piece, .. } => self.pieces.get(*piece).cloned(),
            Goal::LastColumn | Goal::ShapeAt { .. } => None,
        }
    }

    /// Returns whether the first piece has a role of its own. If goals name shapes only, no piece
    /// is special.
    pub fn has_goal_piece(&self) -> bool {
        !self.goals.iter().any(|goal| matches!(goal, Goal::ShapeAt { .. }))
    }

    /// Returns the piece that covers each cell, row by row.
    pub fn cover(&self) -> Vec<Option<usize>> {
        let mut cover = vec![None; self.rows * self.columns];
        for (index, piece) in self.pieces.iter().enumerate() {
            for (row, column) in piece.cells() {
                cover[row * self.columns + column] = Some(index);
            }
        }
        cover
    }

    /// Returns a piece that stands on a gate that it may not pass, and the gate. Readers refuse
    /// such boards: it would be undefined where the piece may go.
    pub fn on_a_gate(&self) -> Option<(usize, (usize, usize))> {
        let cover = self.cover();
        let mut gates = self.gates.iter();
        gates.find_map(|&(row, column)| {
            let piece = cover[row * self.columns + column]?;
            (piece != 0 || !self.has_goal_piece()).then_some((piece, (row, column)))
        })
    }

    /// Returns whether a goal holds.
    pub fn holds(&self, goal: &Goal) -> bool {
        match *goal {
            Goal::LastColumn => {
                self.pieces.first().is_some_and(|piece| piece.column + piece.width == self.columns)
            }
            Goal::PieceAt { piece, row, column } => {
                self.pieces.get(piece).is_some_and(|piece| (piece.row, piece.column) == (row, column))
            }
            Goal::ShapeAt { row, column, width, height } => self.pieces.iter().any(|piece| {
                piece.mask.is_none()
                    && (piece.row, piece.column, piece.width, piece.height) == (row, column, width, height)
            }),
        }
    }

    /// Returns whether the puzzle is solved.
    pub fn is_goal(&self) -> bool {
        self.goals.iter().all(|goal| self.holds(goal))
    }

    /// Returns the pieces that could fulfil a goal.
    pub(crate) fn candidates(&self, goal: &Goal) -> Vec<usize> {
        match *goal {
            Goal::LastColumn => vec![0],
            Goal::PieceAt { piece, .. } => vec![piece],
            Goal::ShapeAt { width, height, .. } => {
                let fits =
                    |piece: &Piece| piece.mask.is_none() && (piece.width, piece.height) == (width, height);
                (0..self.pieces.len()).filter(|&index| fits(&self.pieces[index])).collect()
            }
        }
    }

    /// Returns how far a piece can slide in a direction.
    pub fn room(&self, cover: &[Option<usize>], piece: usize, to: Direction) -> usize {
        let mut at = self.pieces[piece].clone();
        let mut distance = 0;
        while self.has_room(cover, piece, &at, to) {
            at.shift(to, 1);
            distance += 1;
        }
        distance
    }

    /// Returns whether a piece, if it stood as `at` says, could go one step in a direction.
    pub fn has_room(&self, cover: &[Option<usize>], piece: usize, at: &Piece, to: Direction) -> bool {
        let (down, right) = to.step();
        let may_pass_gates = piece == 0 && self.has_goal_piece();
        at.freedom.allows(to)
            && at.cells().all(|(row, column)| {
                let row = row.checked_add_signed(down).filter(|&row| row < self.rows);
                let column = column.checked_add_signed(right).filter(|&column| column < self.columns);
                let (Some(row), Some(column)) = (row, column) else { return false };
                cover[row * self.columns + column].is_none_or(|other| other == piece)
                    && (may_pass_gates || self.gates.binary_search(&(row, column)).is_err())
            })
    }
}

/// The directions in which a piece may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
    /// All four.
    Both,
    /// Not at all: a wall.
    None,
}

impl Freedom {
    /// Returns whether a piece may move in a direction.
    pub fn allows(self, to: Direction) -> bool {
        match self {
            Self::Both => true,
            Self::None => false,
            Self::Horizontal => matches!(to, Direction::Left | Direction::Right),
            Self::Vertical => matches!(to, Direction::Up | Direction::Down),
        }
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Row of the upper left corner.
    pub row: usize,
    /// Column of the upper left corner.
    pub column: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The directions it may move in.
    pub freedom: Freedom,
    /// Cells of the rectangle that belong to the piece, row by row. None if all do.
    pub mask: Option<Vec<bool>>,
}

impl Piece {
    /// Returns the cells of the piece as (row, column) from its corner.
    pub fn shape(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.height * self.width)
            .filter(|&at| self.mask.as_ref().is_none_or(|mask| mask[at]))
            .map(|at| (at / self.width, at % self.width))
    }

    /// Moves the piece.
    pub(super) fn shift(&mut self, to: Direction, distance: usize) {
        let (down, right) = to.step();
        self.row = self.row.wrapping_add_signed(down * distance.cast_signed());
        self.column = self.column.wrapping_add_signed(right * distance.cast_signed());
    }

    /// Returns the cells of the piece as (row, column) of the grid.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.shape().map(|(row, column)| (self.row + row, self.column + column))
    }
}

/// A straight part of a path: a direction and a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The direction.
    pub to: Direction,
    /// The number of cells.
    pub distance: usize,
}

/// Characters that take one terminal column each, after the course's 61.
///
/// Punctuation without `.`, `*` and what could be mistaken for the frame of a picture, then letters
/// of narrow scripts, then private-use characters, of which there are 131,068.
const MORE: &[(u32, u32)] = &[
    (0x21, 0x29),
    (0x2b, 0x2d),
    (0x2f, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x17f),
    (0x391, 0x3a1),
    (0x3a3, 0x3a9),
    (0x3b1, 0x3c9),
    (0x410, 0x44f),
    (0x561, 0x586),
    (0x10d0, 0x10fa),
    (0x13a0, 0x13f4),
    (0x1401, 0x166c),
    (0xf_0000, 0xf_fffd),
    (0x10_0000, 0x10_fffd),
];

/// Returns the name of an accepted piece by its number: `Z`, `1`-`9`, `a`-`z`, `A`-`Y`, then
/// others. Names repeat only beyond 130,000 pieces.
pub fn course_name(number: usize) -> char {
    const FIRST: &[u8; 61] = b"Z123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY";
    if let Some(&byte) = FIRST.get(number) {
        return byte as char;
    }
    let total: usize = MORE.iter().map(|(from, to)| (to - from + 1) as usize).sum();
    let mut rest = (number - FIRST.len()) % total;
    for &(from, to) in MORE {
        let here = (to - from + 1) as usize;
        if rest < here {
            return u32::try_from(rest).ok().and_then(|rest| char::from_u32(from + rest)).unwrap_or('?');
        }
        rest -= here;
    }
    '?'
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_first_names_are_the_courses() {
        let names: String = (0..61).map(course_name).collect();
        assert_eq!(names, "Z123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY");
    }

    #[test]
    fn ten_thousand_pieces_have_ten_thousand_names() {
        let names: HashSet<char> = (0..10_000).map(course_name).collect();
        assert_eq!(names.len(), 10_000);
        assert!(
            names
                .iter()
                .all(|name| !matches!(name, '.' | '*') && !name.is_whitespace() && !name.is_control())
        );
    }
}
