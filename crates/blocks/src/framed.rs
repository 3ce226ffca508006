//! The framed grid: cells as bits, row by row.

use super::bits::Bits;
use super::board::Board;

/// Cells of the framed grid.
pub(super) fn framed_cells(board: &Board) -> usize {
    (board.rows + 2) * (board.columns + 1)
}

pub(super) fn set_of<B: Bits>(board: &Board, cells: impl IntoIterator<Item = usize>) -> B {
    let mut set = B::empty(framed_cells(board));
    for cell in cells {
        set.set(cell);
    }
    set
}

/// The cells of the frame.
pub(super) fn frame(board: &Board) -> impl Iterator<Item = usize> {
    let (line, all) = (board.columns + 1, framed_cells(board));
    (0..all).filter(move |cell| *cell < line || *cell >= all - line || cell % line == line - 1)
}

/// The numbers of cells that are given by row and column.
pub(super) fn inside(board: &Board, cells: &[(usize, usize)]) -> impl Iterator<Item = usize> {
    let line = board.columns + 1;
    cells.iter().map(move |&(row, column)| (row + 1) * line + column)
}
