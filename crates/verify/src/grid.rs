//! The neighbours of a cell of a grid whose cells are numbered row by row.

/// Returns how far one can go from a cell up, down, left and right, and what a step adds to its number.
pub fn ways(rows: usize, columns: usize, cell: usize) -> [(usize, isize); 4] {
    let (row, column, width) = (cell / columns, cell % columns, columns.cast_signed());
    [(row, -width), (rows - 1 - row, width), (column, -1), (columns - 1 - column, 1)]
}
