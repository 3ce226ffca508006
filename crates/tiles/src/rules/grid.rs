//! The cells of a grid, their neighbours, and its symmetries.

use super::board::Direction;

/// A grid of `rows` x `cols` cells, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

impl Grid {
    pub(crate) fn cells(self) -> usize {
        self.rows * self.cols
    }

    fn row_col(self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// Returns the adjacent cell; None at the border.
    pub(crate) fn step(self, cell: usize, by: Direction) -> Option<usize> {
        let (row, col) = self.row_col(cell);
        match by {
            Direction::Up if row > 0 => Some(cell - self.cols),
            Direction::Left if col > 0 => Some(cell - 1),
            Direction::Right if col + 1 < self.cols => Some(cell + 1),
            Direction::Down if row + 1 < self.rows => Some(cell + self.cols),
            _ => None,
        }
    }

    /// Returns the steps from one cell to another.
    pub(crate) fn distance(self, from: usize, to: usize) -> usize {
        let ((row, col), (to_row, to_col)) = (self.row_col(from), self.row_col(to));
        row.abs_diff(to_row) + col.abs_diff(to_col)
    }

    /// Returns whether a cell is white on a chessboard whose first cell is black.
    pub(crate) fn is_white(self, cell: usize) -> bool {
        let (row, col) = self.row_col(cell);
        (row + col) % 2 == 1
    }

    /// The eight rotations and reflections of the grid, the identity first.
    pub(crate) fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        (0..8).map(move |kind| Symmetry {
            from: self,
            transposes: kind & 4 != 0,
            mirrors_rows: kind & 2 != 0,
            mirrors_cols: kind & 1 != 0,
        })
    }
}

/// A symmetry: rows and columns are mirrored first, then possibly exchanged for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    from: Grid,
    transposes: bool,
    mirrors_rows: bool,
    mirrors_cols: bool,
}

impl Symmetry {
    pub(crate) fn is_identity(self) -> bool {
        !(self.transposes || self.mirrors_rows || self.mirrors_cols)
    }

    /// Returns the grid after the symmetry.
    pub(crate) fn grid(self) -> Grid {
        let Grid { rows, cols } = self.from;
        if self.transposes { Grid { rows: cols, cols: rows } } else { self.from }
    }

    /// Returns the image of a cell.
    pub(crate) fn cell(self, cell: usize) -> usize {
        let (mut row, mut col) = self.from.row_col(cell);
        if self.mirrors_rows {
            row = self.from.rows - 1 - row;
        }
        if self.mirrors_cols {
            col = self.from.cols - 1 - col;
        }
        if self.transposes { col * self.from.rows + row } else { row * self.from.cols + col }
    }

    /// Returns the step on the original board whose image is `by`.
    pub(crate) fn undo(self, by: Direction) -> Direction {
        let by = match (self.transposes, by) {
            (false, by) => by,
            (true, Direction::Up) => Direction::Left,
            (true, Direction::Left) => Direction::Up,
            (true, Direction::Right) => Direction::Down,
            (true, Direction::Down) => Direction::Right,
        };
        let mirrored = match by {
            Direction::Up | Direction::Down => self.mirrors_rows,
            Direction::Left | Direction::Right => self.mirrors_cols,
        };
        if mirrored { by.opposite() } else { by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_keeps_neighbours_and_undoes_steps() {
        let grid = Grid { rows: 3, cols: 4 };
        assert!(grid.symmetries().next().is_some_and(Symmetry::is_identity));
        for symmetry in grid.symmetries() {
            let mut hit: Vec<usize> = (0..12).map(|cell| symmetry.cell(cell)).collect();
            for cell in 0..12 {
                for by in Direction::ALL {
                    let after = symmetry.grid().step(symmetry.cell(cell), by);
                    assert_eq!(
                        after,
                        grid.step(cell, symmetry.undo(by)).map(|cell| symmetry.cell(cell)),
                        "{symmetry:?}"
                    );
                }
            }
            hit.sort_unstable();
            assert_eq!(hit, (0..12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_step_changes_the_colour_and_the_way_back_undoes_it() {
        let grid = Grid { rows: 2, cols: 5 };
        for cell in 0..10 {
            for by in Direction::ALL {
                let Some(next) = grid.step(cell, by) else { continue };
                assert_eq!(grid.step(next, by.opposite()), Some(cell));
                assert_eq!(grid.distance(cell, next), 1);
                assert_ne!(grid.is_white(cell), grid.is_white(next));
            }
        }
    }
}
