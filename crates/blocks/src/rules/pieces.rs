//! Pieces and their names, directions, and the legs of a path.

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
    use super::*;
    use std::collections::HashSet;

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
