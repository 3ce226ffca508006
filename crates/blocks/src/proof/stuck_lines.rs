//! Cells that are never free, whatever is played. A piece that moves in one line only stays between the walls of that line and
//! keeps its place among its like; where there are many of them, some cells stay covered.
//!
//! ```text
//!     *...1.*     1 and 2 move up and down only, so the fourth column has one hole, and it is in row 1, 3 or 5.
//!     *ZZ.1.*     Z, which moves left and right only, never gets through row 2.
//!     *...2.*
//!     *...2.*     Pieces that may leave the line are not counted, so what is found here holds whatever is played.
//!     *.....*
//! ```

use crate::rules::{Board, Freedom, Piece};

/// The pieces that stay in a line, and the stretches between walls that they share.
struct LineSegment {
    from: usize,
    to: usize,
    /// Piece and length, in order.
    bound: Vec<(usize, usize)>,
}

/// The stretches of a row (or of a column) between walls, with the pieces that never leave it.
fn segments(board: &Board, cover: &[Option<usize>], line: usize, is_row: bool) -> Vec<LineSegment> {
    let length = if is_row { board.columns } else { board.rows };
    let stays = if is_row { Freedom::Horizontal } else { Freedom::Vertical };
    let mut all = Vec::new();
    let mut now: Option<LineSegment> = None;
    for at in 0..length {
        let (row, column) = if is_row { (line, at) } else { (at, line) };
        let piece = cover[row * board.columns + column];
        let it = piece.map(|index| (index, &board.pieces[index]));
        if it.is_some_and(|(_, piece)| piece.freedom == Freedom::None) {
            all.extend(now.take());
            continue;
        }
        let segment = now.get_or_insert_with(|| LineSegment { from: at, to: at, bound: Vec::new() });
        segment.to = at + 1;
        // Others could stand in the hollows of a piece that is no rectangle.
        if let Some((index, piece)) = it
            && piece.freedom == stays
            && piece.mask.is_none()
            && segment.bound.last().is_none_or(|last| last.0 != index)
        {
            segment.bound.push((index, if is_row { piece.width } else { piece.height }));
        }
    }
    all.extend(now);
    all
}

/// Whether a piece never leaves its row, or its column.
fn is_bound(piece: &Piece) -> bool {
    matches!(piece.freedom, Freedom::Horizontal | Freedom::Vertical)
}

/// Whether a place of a stretch is free in some arrangement of the pieces bound to it, without `but`.
fn can_be_free(segment: &LineSegment, at: usize, but: usize) -> bool {
    let others = || segment.bound.iter().filter(|(piece, _)| *piece != but).map(|(_, length)| *length);
    let total: usize = others().sum();
    let mut before = 0;
    for length in std::iter::once(0).chain(others()) {
        before += length;
        if segment.from + before <= at && at + 1 + (total - before) <= segment.to {
            return true;
        }
    }
    false
}

/// Whether no play ever frees a cell for `piece`: a wall stands there, or pieces that cannot leave its row or its column are
/// too many to make a hole there.
pub(super) fn is_never_free(
    board: &Board,
    cover: &[Option<usize>],
    piece: usize,
    (row, column): (usize, usize),
) -> bool {
    match cover[row * board.columns + column] {
        Some(index) if index != piece && board.pieces[index].freedom == Freedom::None => true,
        _ if !board.pieces.iter().any(is_bound) => false,
        _ => [(row, column, true), (column, row, false)].into_iter().any(|(line, at, is_row)| {
            segments(board, cover, line, is_row)
                .iter()
                .find(|segment| (segment.from..segment.to).contains(&at))
                .is_some_and(|segment| !can_be_free(segment, at, piece))
        }),
    }
}

/// The first and the last place that a piece can have in the line it never leaves, given those that share it.
pub(super) fn place_range(board: &Board, cover: &[Option<usize>], piece: usize) -> Option<(usize, usize)> {
    let it = &board.pieces[piece];
    let (is_row, lines) = match it.freedom {
        Freedom::Horizontal => (true, it.row..it.row + it.height),
        Freedom::Vertical => (false, it.column..it.column + it.width),
        Freedom::Both | Freedom::None => return None,
    };
    let mut place_range: Option<(usize, usize)> = None;
    for line in lines {
        for segment in segments(board, cover, line, is_row) {
            let Some(index) = segment.bound.iter().position(|bound| bound.0 == piece) else { continue };
            let sum = |bound: &[(usize, usize)]| bound.iter().map(|(_, length)| *length).sum::<usize>();
            let first = segment.from + sum(&segment.bound[..index]);
            let last = segment.to - sum(&segment.bound[index..]);
            let (low, high) = place_range.unwrap_or((first, last));
            place_range = Some((low.max(first), high.min(last)));
        }
    }
    place_range
}
