//! Arrangements: tiles on the cells of a grid, each once.

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
}
