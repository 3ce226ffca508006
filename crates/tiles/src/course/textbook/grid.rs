//! From one dimension to two and back.

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextbookGrid {
    /// Rows; the course's k.
    pub rows: usize,
    /// Columns; the course's k.
    pub columns: usize,
}

/// Up, down, left and right, as changes of row and column.
pub const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl TextbookGrid {
    /// Returns row and column of an index.
    pub fn place(self, index: usize) -> (usize, usize) {
        (index / self.columns, index % self.columns)
    }

    /// Returns the index of row and column.
    pub fn index(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the neighbour of a cell; None outside of the board. One check of the bounds, no
    /// special cases for corners.
    pub fn neighbour(self, index: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = self.place(index);
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < self.rows && column < self.columns).then(|| self.index(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_is_row_2_column_1() {
        let grid = TextbookGrid { rows: 3, columns: 3 };
        assert_eq!(grid.place(7), (2, 1));
        assert_eq!(grid.index(2, 1), 7);
        assert!((0..9).all(|index| grid.index(grid.place(index).0, grid.place(index).1) == index));
    }

    #[test]
    fn cells_have_two_three_or_four_neighbours() {
        let grid = TextbookGrid { rows: 3, columns: 3 };
        let count = |cell| {
            DIRECTIONS.iter().filter(|(down, right)| grid.neighbour(cell, *down, *right).is_some()).count()
        };
        assert_eq!((0..9).map(count).collect::<Vec<_>>(), [2, 3, 2, 3, 4, 3, 2, 3, 2]);
        assert_eq!(grid.neighbour(4, -1, 0), Some(1));
        assert_eq!(grid.neighbour(2, 0, 1), None, "the next row does not begin beside the last column");
    }
}
