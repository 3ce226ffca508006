//! The framed grid: cells as bits, once row by row and once column by column.

use super::bits::Bits;
use super::board::Board;
use super::layout::Field;

/// Row by row, and column by column.
pub(super) const ACROSS: usize = 0;
pub(super) const DOWN: usize = 1;

/// Cells of the framed grid, in the order that needs more.
pub(super) fn framed_cells(board: &Board) -> usize {
    ((board.rows + 2) * (board.columns + 1)).max((board.columns + 2) * (board.rows + 1))
}

/// Cells of a shape in one order, line by line: `lines` is the length of a framed line.
pub(super) fn in_order(board: &Board, field: &Field, order: usize) -> Vec<usize> {
    let line = if order == ACROSS { board.columns + 1 } else { board.rows + 1 };
    let cell = |(row, column): (usize, usize)| {
        if order == ACROSS { row * line + column } else { column * line + row }
    };
    let mut cells: Vec<usize> = board.pieces[field.piece].shape().map(cell).collect();
    cells.sort_unstable();
    cells
}

pub(super) fn set_of<B: Bits>(board: &Board, cells: impl IntoIterator<Item = usize>) -> B {
    let mut set = B::empty(framed_cells(board));
    for cell in cells {
        set.set(cell);
    }
    set
}

/// A frame, walls or gates in one order; cells are (row, column).
pub(super) fn framed<B: Bits>(board: &Board, order: usize, frame: bool, cells: &[(usize, usize)]) -> B {
    let (lines, length) =
        if order == ACROSS { (board.rows, board.columns) } else { (board.columns, board.rows) };
    let line = length + 1;
    let all = (lines + 2) * line;
    let edge = |cell: &usize| *cell < line || *cell >= all - line || cell % line == length;
    let inner =
        cells.iter().map(
            |&(row, column)| {
                if order == ACROSS { (row + 1) * line + column } else { (column + 1) * line + row }
            },
        );
    set_of(board, (0..all).filter(|cell| frame && edge(cell)).chain(inner))
}
