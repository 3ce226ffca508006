//! Pieces, directions and the legs of a path.

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

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the change of row and column.
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
