//! A sliding-block puzzle: grid, pieces, gates, goals and metric.
//!
//! ```text
//!     ******
//!     *12..*      Rows and columns count from 0 here, from 1 in texts. A piece is given
//!     *3.44*      by the place of its upper left corner, its size, and the directions
//!     *ZZ5.*      it may move in.
//!     *6657*
//!     ******
//! ```

use super::pieces::{Direction, Piece, course_name};
use fewest_core::{Fault, Room};

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
