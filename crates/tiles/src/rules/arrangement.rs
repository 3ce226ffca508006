//! Arrangements: tiles on the cells of a grid, each once; and the goals that have names.
//!
//! The goal is never guessed: on boards with an even number of rows and of columns, a position that
//! reaches one of the first two never reaches the other.

/// The number of a tile; 0 is the blank.
pub type Tile = u32;

/// The most cells of a board: 1024 x 1024, or any other grid of as many cells.
pub const MOST_CELLS: usize = 1 << 20;

/// What lies on each cell, row by row: the tiles 1 to rows x columns - 1 and the blank, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    rows: usize,
    columns: usize,
    cells: Vec<Tile>,
}

/// Why numbers are not an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// There are no cells, or too many.
    Size,
    /// The number of tiles is not the number of cells.
    Count,
    /// The tile on that cell does not belong to a board of this size.
    Stranger(usize),
    /// The tile on that cell lies on another cell already.
    Twice {
        /// The first cell.
        first: usize,
        /// The second cell.
        again: usize,
    },
}

impl Arrangement {
    /// Returns an arrangement.
    ///
    /// # Errors
    /// The first thing that is wrong with the numbers.
    pub fn new(rows: usize, columns: usize, cells: Vec<Tile>) -> Result<Self, Misplaced> {
        let size = rows.checked_mul(columns).filter(|size| (1..=MOST_CELLS).contains(size));
        if size.ok_or(Misplaced::Size)? != cells.len() {
            return Err(Misplaced::Count);
        }
        let mut cell_of = vec![None; cells.len()];
        for (cell, &tile) in cells.iter().enumerate() {
            let known = cell_of.get_mut(tile as usize).ok_or(Misplaced::Stranger(cell))?;
            if let Some(first) = known.replace(cell) {
                return Err(Misplaced::Twice { first, again: cell });
            }
        }
        Ok(Self { rows, columns, cells })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What lies on each cell, row by row.
    pub fn cells(&self) -> &[Tile] {
        &self.cells
    }

    /// Returns the cell of each tile, the blank first.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.cells.len()];
        for (cell, &tile) in self.cells.iter().enumerate() {
            places[tile as usize] = cell;
        }
        places
    }

    /// Exchanges what lies on two cells.
    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        self.cells.swap(one, other);
    }
}

/// A goal for boards of every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `1 2 3 / 4 5 6 / 7 8 0`, the usual one.
    BlankLast,
    /// `0 1 2 / 3 4 5 / 6 7 8`, as in Korf's papers.
    BlankFirst,
    /// `1 2 3 / 8 0 4 / 7 6 5`: along the border and inwards.
    Snail,
}

impl Goal {
    /// All of them, the usual one first.
    pub const ALL: [Self; 3] = [Self::BlankLast, Self::BlankFirst, Self::Snail];

    /// Returns its name in `--goal`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
            Self::Snail => "snail",
        }
    }

    /// Returns the goal of that name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|goal| word.eq_ignore_ascii_case(goal.name()))
    }

    /// Returns the goal that an arrangement is; None if it has no name.
    pub fn of(arrangement: &Arrangement) -> Option<Self> {
        let (rows, columns) = (arrangement.rows(), arrangement.columns());
        Self::ALL.into_iter().find(|goal| goal.arrangement(rows, columns).as_ref() == Some(arrangement))
    }

    /// Returns the goal on a grid; None if the grid is empty or too large.
    pub fn arrangement(self, rows: usize, columns: usize) -> Option<Arrangement> {
        let size = Tile::try_from(rows.checked_mul(columns)?).ok()?;
        let cells = match self {
            Self::BlankLast => (1..size).chain([0]).collect(),
            Self::BlankFirst => (0..size).collect(),
            Self::Snail => snail(rows, columns),
        };
        Arrangement::new(rows, columns, cells).ok()
    }
}

/// Returns tiles along the border, clockwise from the upper left corner, then along the border of
/// what is left; the blank last.
fn snail(rows: usize, columns: usize) -> Vec<Tile> {
    let mut cells = vec![0; rows * columns];
    let (mut top, mut bottom, mut left, mut right) = (0, rows, 0, columns);
    let mut way = Vec::with_capacity(cells.len());
    while top < bottom && left < right {
        way.extend((left..right).map(|column| (top, column)));
        way.extend((top + 1..bottom).map(|row| (row, right - 1)));
        if bottom - top > 1 {
            way.extend((left..right - 1).rev().map(|column| (bottom - 1, column)));
        }
        if right - left > 1 {
            way.extend((top + 1..bottom - 1).rev().map(|row| (row, left)));
        }
        (top, bottom, left, right) = (top + 1, bottom - 1, left + 1, right - 1);
    }
    let numbered = (1..).zip(&way[..way.len().saturating_sub(1)]);
    for (tile, &(row, column)) in numbered {
        cells[row * columns + column] = tile;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arrangements_are_arrangements() {
        assert!(Arrangement::new(2, 2, vec![3, 0, 1, 2]).is_ok());
        assert!(Arrangement::new(1, 1, vec![0]).is_ok());
        for (rows, columns, cells, wrong) in [
            (0, 3, vec![], Misplaced::Size),
            (usize::MAX, 3, vec![], Misplaced::Size),
            (2, 2, vec![1, 2, 0], Misplaced::Count),
            (2, 2, vec![1, 4, 0, 2], Misplaced::Stranger(1)),
            (2, 2, vec![1, 2, 0, 2], Misplaced::Twice { first: 1, again: 3 }),
        ] {
            assert_eq!(Arrangement::new(rows, columns, cells), Err(wrong));
        }
    }

    #[test]
    fn goals_look_as_they_should() {
        let cells = |goal: Goal, rows, columns| goal.arrangement(rows, columns).unwrap().cells().to_vec();
        assert_eq!(cells(Goal::BlankLast, 2, 3), [1, 2, 3, 4, 5, 0]);
        assert_eq!(cells(Goal::BlankFirst, 2, 3), [0, 1, 2, 3, 4, 5]);
        assert_eq!(cells(Goal::Snail, 3, 3), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(cells(Goal::Snail, 4, 4), [1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]);
        assert_eq!(cells(Goal::Snail, 3, 2), [1, 2, 0, 3, 5, 4]);
        assert_eq!(Goal::BlankLast.arrangement(0, 3), None);
    }

    #[test]
    fn every_size_has_every_goal() {
        for (rows, columns) in (1..7).flat_map(|rows| (1..7).map(move |columns| (rows, columns))) {
            for goal in Goal::ALL {
                let arrangement = goal.arrangement(rows, columns).expect("a permutation");
                let named = Goal::of(&arrangement).expect("a name");
                assert_eq!(named.arrangement(rows, columns), Some(arrangement));
            }
        }
    }
}
