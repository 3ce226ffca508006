//! A sliding-block puzzle and its rules, written for reading.
//!
//! ```text
//!     *****
//!     *12..*      Rows and columns count from 0 here; texts count from 1. A piece is given by the place of its
//!     *3.44*      upper left corner, its size, and the directions it may move in.
//!     *ZZ5.*
//!     *6657*
//!     *****
//! ```

use super::names::course_name;
use super::ways::ways;
use fewest_core::{Fault, Room};

/// Directions in which a piece may move.
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
    /// Whether a piece may move that way.
    pub fn allows(self, to: Direction) -> bool {
        match self {
            Self::Both => true,
            Self::None => false,
            Self::Horizontal => matches!(to, Direction::Left | Direction::Right),
            Self::Vertical => matches!(to, Direction::Up | Direction::Down),
        }
    }
}

/// One of four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All of them, in the order in which moves are listed.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The change of row and column.
    pub fn step(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
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
    /// Where it may move.
    pub freedom: Freedom,
    /// Cells of the rectangle that belong to the piece, row by row; nothing if all do.
    pub mask: Option<Vec<bool>>,
}

impl Piece {
    /// The cells of the piece as (row, column) from its corner.
    pub fn shape(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.height * self.width)
            .filter(|&at| self.mask.as_ref().is_none_or(|mask| mask[at]))
            .map(|at| (at / self.width, at % self.width))
    }

    /// Moves the piece.
    fn shift(&mut self, to: Direction, distance: usize) {
        let (down, right) = to.step();
        self.row = self.row.wrapping_add_signed(down * distance.cast_signed());
        self.column = self.column.wrapping_add_signed(right * distance.cast_signed());
    }

    /// The cells of the piece as (row, column) of the grid.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.shape().map(|(row, column)| (self.row + row, self.column + column))
    }
}

/// One thing that must hold at the end; all goals of a board must.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// The goal piece touches the last column.
    LastColumn,
    /// A piece's corner is at a place.
    PieceAt {
        /// Which piece.
        piece: usize,
        /// Row.
        row: usize,
        /// Column.
        column: usize,
    },
    /// Some rectangle of that size is at a place, whichever it is.
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

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece, one direction, any distance.
    #[default]
    Slides,
    /// One piece, one cell.
    Steps,
    /// One piece, any way over free cells.
    ShortestPaths,
}

impl Metric {
    /// The metric of that name; the course's if none is said.
    pub fn named(name: Option<&str>) -> Self {
        match name {
            Some("steps") => Self::Steps,
            Some("paths") => Self::ShortestPaths,
            _ => Self::Slides,
        }
    }
}

/// Moves after which no further piece's are listed; more are legal, and none of the boards that people play comes near.
const MOST_LISTED: usize = 1 << 14;

/// A puzzle: grid, pieces, goals and metric. The first piece is the goal piece.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The pieces; no two overlap.
    pub pieces: Vec<Piece>,
    /// What each piece is called; one terminal column each.
    pub names: Vec<char>,
    /// Cells that only the goal piece may enter, as (row, column), sorted.
    pub gates: Vec<(usize, usize)>,
    /// What must hold at the end.
    pub goals: Vec<Goal>,
    /// What counts as one move.
    pub metric: Metric,
}

/// Boards are equal if they are the same puzzle: names, and the order of pieces, do not matter, but for a first piece that the
/// last column or a gate waits for.
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

/// One move: a piece and its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which piece.
    pub piece: usize,
    /// The straight parts of the way. Slides and steps have one.
    pub way: Vec<Leg>,
}

/// A straight part of a way: a direction and a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// Where to.
    pub to: Direction,
    /// How many cells.
    pub distance: usize,
}

impl Move {
    /// A straight move.
    pub fn straight(piece: usize, to: Direction, distance: usize) -> Self {
        Self { piece, way: vec![Leg { to, distance }] }
    }
}

impl Board {
    /// A board with the course's goal and names.
    pub fn new(rows: usize, columns: usize, pieces: Vec<Piece>) -> Self {
        let names = (0..pieces.len()).map(course_name).collect();
        let goals = vec![Goal::LastColumn];
        Self { rows, columns, pieces, names, gates: Vec::new(), goals, metric: Metric::default() }
    }

    /// Checks that reading, drawing and solving a grid of this size may take the memory it takes.
    ///
    /// # Errors
    /// What is needed and what is allowed.
    pub fn fits_in(&self, room: Room) -> Result<(), Fault> {
        const PER_CELL: usize = 64;
        let cells = self.rows.saturating_mul(self.columns);
        room.check(cells, PER_CELL, || format!("a grid of {} x {}", self.rows, self.columns))
    }

    /// The piece that a goal speaks of, as it stands now.
    fn goal_piece_of(&self, goal: &Goal) -> Option<Piece> {
        match goal {
            Goal::PieceAt { piece, .. } => self.pieces.get(*piece).cloned(),
            Goal::LastColumn | Goal::ShapeAt { .. } => None,
        }
    }

    /// Whether the first piece has a role of its own. Where goals speak of shapes only, no piece is special.
    pub fn has_goal_piece(&self) -> bool {
        !self.goals.iter().any(|goal| matches!(goal, Goal::ShapeAt { .. }))
    }

    /// Which piece covers each cell, row by row.
    pub fn cover(&self) -> Vec<Option<usize>> {
        let mut cover = vec![None; self.rows * self.columns];
        for (index, piece) in self.pieces.iter().enumerate() {
            for (row, column) in piece.cells() {
                cover[row * self.columns + column] = Some(index);
            }
        }
        cover
    }

    /// A piece that stands on a gate though it may not pass it, and the gate. Readers refuse such boards: it would be
    /// unclear where the piece may go.
    pub fn on_a_gate(&self) -> Option<(usize, (usize, usize))> {
        let cover = self.cover();
        let mut gates = self.gates.iter();
        gates.find_map(|&(row, column)| {
            let piece = cover[row * self.columns + column]?;
            (piece != 0 || !self.has_goal_piece()).then_some((piece, (row, column)))
        })
    }

    /// Whether a goal holds.
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

    /// Whether the puzzle is solved.
    pub fn is_goal(&self) -> bool {
        self.goals.iter().all(|goal| self.holds(goal))
    }

    /// How far a piece can slide in a direction.
    pub fn room(&self, cover: &[Option<usize>], piece: usize, to: Direction) -> usize {
        let mut at = self.pieces[piece].clone();
        let mut distance = 0;
        while self.has_room(cover, piece, &at, to) {
            at.shift(to, 1);
            distance += 1;
        }
        distance
    }

    /// Whether a piece, if it stood as `at` says, could go one step in a direction.
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

    /// Every legal move, or very many of them: piece by piece, direction by direction, near before far. Where any way is one move, each place is
    /// reached by one way: of those with the fewest turns the shortest.
    pub fn moves(&self) -> Vec<Move> {
        let cover = self.cover();
        let mut moves = Vec::new();
        for piece in 0..self.pieces.len() {
            if moves.len() >= MOST_LISTED {
                break;
            }
            if self.metric == Metric::ShortestPaths && self.pieces[piece].freedom == Freedom::Both {
                moves.extend(ways(self, &cover, piece).into_iter().map(|way| Move { piece, way }));
                continue;
            }
            for to in Direction::ALL {
                let room = self.room(&cover, piece, to);
                let most = if self.metric == Metric::Steps { room.min(1) } else { room };
                moves.extend((1..=most).map(|distance| Move::straight(piece, to, distance)));
            }
        }
        moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: &Move) -> Result<(), String> {
        let Some(&name) = self.names.get(by.piece) else { return Err("there is no such piece".to_owned()) };
        match (&by.way[..], self.metric) {
            ([], _) => return Err(format!("piece {name} does not move")),
            ([_, _, ..], Metric::Slides | Metric::Steps) => {
                return Err(format!("piece {name} turns, which is {} slides", by.way.len()));
            }
            ([leg], Metric::Steps) if leg.distance > 1 => {
                return Err(format!(
                    "piece {name} moves more than one cell, which is {} steps",
                    leg.distance
                ));
            }
            _ => {}
        }
        let cover = self.cover();
        let before = self.pieces[by.piece].clone();
        for leg in &by.way {
            if let Err(why) = self.walk(&cover, by.piece, leg) {
                self.pieces[by.piece] = before;
                return Err(format!("piece {name} {why}"));
            }
            self.pieces[by.piece].shift(leg.to, leg.distance);
        }
        if self.pieces[by.piece] == before {
            return Err(format!("piece {name} comes back to where it was"));
        }
        Ok(())
    }

    /// Whether a piece can go a part of a way.
    fn walk(&self, cover: &[Option<usize>], piece: usize, leg: &Leg) -> Result<(), String> {
        if leg.distance == 0 {
            return Err("does not move".to_owned());
        }
        if !self.pieces[piece].freedom.allows(leg.to) {
            return Err(format!("cannot move {}", leg.to.word()));
        }
        match self.room(cover, piece, leg.to) {
            room if room >= leg.distance => Ok(()),
            0 => Err(format!("is blocked {}", leg.to.word())),
            room => Err(format!("is blocked after {room} {}", leg.to.word())),
        }
    }
}
