//! Stuck lines: cells that are never free because of pieces that cannot leave their line. Such a
//! piece stays between the walls of its line and keeps its order among the others; if there are
//! many of them, some cells are always covered.
//!
//! ```text
//!     *...1.*     1 and 2 move up and down only, so the fourth column has one hole,
//!     *ZZ.1.*     and it is in row 1, 3 or 5. Z, which moves left and right only,
//!     *...2.*     never gets through row 2.
//!     *...2.*
//!     *.....*
//! ```
//!
//! Pieces that may leave the line are not counted, so the result holds in every reachable position.

use crate::rules::{Board, Freedom, Piece};

/// A segment of a line between walls, and the pieces that never leave the line.
struct LineSegment {
    from: usize,
    to: usize,
    /// Piece and length, in order.
    bound: Vec<(usize, usize)>,
}

/// Returns the segments of a row (or of a column) between walls, with the pieces that never leave
/// it.
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
        // Other pieces could stand in the holes of a piece that is no rectangle.
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

/// Returns whether a piece never leaves its row, or its column.
fn is_bound(piece: &Piece) -> bool {
    matches!(piece.freedom, Freedom::Horizontal | Freedom::Vertical)
}

/// Returns whether a place of a segment is free in some arrangement of the pieces bound to it,
/// without `but`.
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

/// Returns whether a cell is never free for `piece`: a wall stands there, or the pieces bound to
/// its row or its column are too many to leave a hole there.
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

/// Returns the first and the last place that a piece can have in the line it never leaves, given
/// the other pieces of the line. None if it is not bound to a line.
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
