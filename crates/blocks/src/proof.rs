//! Certificates that a board has no solution, and their checker.
//!
//! Separators: cells that are never free and keep a piece from its goal. All other pieces are
//! removed except those that never make room; if the goal is out of reach even then, it is out of
//! reach on the board.
//!
//! Cells are never free because of *stuck lines*: pieces that cannot leave their line. Such a
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

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Direction, Freedom, Goal, Piece};

/// A reason that can be checked by looking at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Certificate {
    /// A goal needs a piece in another column, and the piece moves neither left nor right.
    FixedColumn {
        /// The piece, counted from 0.
        piece: usize,
    },
    /// A goal needs a piece in another row, and the piece moves neither up nor down.
    FixedRow {
        /// The piece, counted from 0.
        piece: usize,
    },
    /// A goal needs a piece at a place of its line for which the other pieces of the line leave no
    /// room.
    Crowded {
        /// The piece, counted from 0.
        piece: usize,
    },
    /// Cells that are never free separate every piece that could fulfil a goal from it.
    CutOff {
        /// The goal, counted from 0.
        goal: usize,
        /// The cells, as row and column from 0.
        cells: Vec<(usize, usize)>,
    },
}

/// Returns the places along its line where the goals need a piece that never leaves the line.
fn wanted_places(board: &Board, piece: usize) -> Vec<usize> {
    let it = &board.pieces[piece];
    let place = |goal: &Goal| match (goal, it.freedom) {
        (Goal::LastColumn, Freedom::Horizontal) if piece == 0 => Some(board.columns - it.width),
        (Goal::PieceAt { piece: wanted, column, .. }, Freedom::Horizontal) if *wanted == piece => {
            Some(*column)
        }
        (Goal::PieceAt { piece: wanted, row, .. }, Freedom::Vertical) if *wanted == piece => Some(*row),
        _ => None,
    };
    board.goals.iter().filter_map(place).collect()
}

/// Returns whether a goal needs `piece` in another column.
fn wants_other_column(board: &Board, piece: usize) -> bool {
    board.goals.iter().any(|goal| match *goal {
        Goal::LastColumn => piece == 0 && !board.holds(goal),
        Goal::PieceAt { piece: wanted, column, .. } => {
            wanted == piece && board.pieces[piece].column != column
        }
        Goal::ShapeAt { .. } => false,
    })
}

/// Returns whether a goal needs `piece` in another row.
fn wants_other_row(board: &Board, piece: usize) -> bool {
    board.goals.iter().any(|goal| match *goal {
        Goal::PieceAt { piece: wanted, row, .. } => wanted == piece && board.pieces[piece].row != row,
        Goal::LastColumn | Goal::ShapeAt { .. } => false,
    })
}

/// Searches for a certificate that there is no solution.
pub(crate) fn find_certificate(board: &Board) -> Option<Certificate> {
    let of_piece = |piece| {
        [Certificate::FixedColumn { piece }, Certificate::FixedRow { piece }, Certificate::Crowded { piece }]
    };
    let wanted = board.goals.iter().map(|goal| match goal {
        Goal::PieceAt { piece, .. } => *piece,
        Goal::LastColumn | Goal::ShapeAt { .. } => 0,
    });
    wanted.flat_map(of_piece).find(|certificate| check_certificate(board, certificate).is_ok()).or_else(
        || {
            let (goal, cells) = find_separator(board)?;
            Some(Certificate::CutOff { goal, cells })
        },
    )
}

/// Checks a certificate.
///
/// # Errors
/// Why the certificate proves nothing.
pub(crate) fn check_certificate(board: &Board, certificate: &Certificate) -> Result<(), String> {
    let piece = match certificate {
        Certificate::CutOff { goal, cells } => return check_separator(board, *goal, cells),
        &Certificate::FixedColumn { piece }
        | &Certificate::FixedRow { piece }
        | &Certificate::Crowded { piece } => piece,
    };
    let Some(it) = board.pieces.get(piece) else { return Err(format!("there is no piece number {piece}")) };
    let name = board.names[piece];
    let (ways, wanted) = match certificate {
        Certificate::FixedColumn { .. } => {
            ([Direction::Left, Direction::Right], wants_other_column(board, piece))
        }
        Certificate::FixedRow { .. } => ([Direction::Up, Direction::Down], wants_other_row(board, piece)),
        Certificate::Crowded { .. } | Certificate::CutOff { .. } => {
            let Some((first, last)) = place_range(board, &board.cover(), piece) else {
                return Err(format!("piece {name} is not bound to a line"));
            };
            let beyond = wanted_places(board, piece).into_iter().any(|place| place < first || place > last);
            return if beyond { Ok(()) } else { Err(format!("piece {name} has room for its goal")) };
        }
    };
    if let Some(way) = ways.into_iter().find(|&way| it.freedom.allows(way)) {
        return Err(format!("piece {name} may move {}", way.word()));
    }
    if wanted { Ok(()) } else { Err(format!("no goal moves piece {name} elsewhere")) }
}

/// Returns the certificate in words.
pub(crate) fn explain(board: &Board, certificate: &Certificate) -> String {
    let name = |piece: usize| board.names.get(piece).copied().unwrap_or('?');
    match certificate {
        Certificate::FixedColumn { piece } => {
            format!(
                "piece {} has to get to another column, but it moves neither left nor right",
                name(*piece)
            )
        }
        Certificate::FixedRow { piece } => {
            format!("piece {} has to get to another row, but it moves neither up nor down", name(*piece))
        }
        Certificate::Crowded { piece } => format!(
            "piece {} never leaves its line, and the others that stay there leave no room for it where it has to go",
            name(*piece)
        ),
        Certificate::CutOff { goal, cells } => format!(
            "the cells marked # are never free, whatever is played: walls, or pieces that cannot leave their line and are too \
             many to make a hole there; no way leads round them{}",
            draw_separator(board, *goal, cells)
        ),
    }
}

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
fn is_never_free(
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
fn place_range(board: &Board, cover: &[Option<usize>], piece: usize) -> Option<(usize, usize)> {
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

/// Limit on the cells of a board; a separator of a larger one could not be checked by eye.
const MOST_CELLS: usize = 1 << 12;

/// The places that a piece reaches, and the cells that kept it from going farther.
struct Reachable {
    places: BTreeSet<(usize, usize)>,
    stopped_by: BTreeSet<(usize, usize)>,
}

/// Returns the places that a piece reaches past `is_barred` cells, by flood fill.
fn reachable_places(
    board: &Board,
    piece: usize,
    mut is_barred: impl FnMut((usize, usize)) -> bool,
) -> Reachable {
    let it = &board.pieces[piece];
    let mut reachable =
        Reachable { places: BTreeSet::from([(it.row, it.column)]), stopped_by: BTreeSet::new() };
    let mut open = vec![(it.row, it.column)];
    while let Some((row, column)) = open.pop() {
        for to in Direction::ALL.into_iter().filter(|&to| it.freedom.allows(to)) {
            let (down, right) = to.step();
            let (Some(row), Some(column)) = (row.checked_add_signed(down), column.checked_add_signed(right))
            else {
                continue;
            };
            if row + it.height > board.rows || column + it.width > board.columns {
                continue;
            }
            let there = Piece { row, column, ..it.clone() };
            let before = reachable.stopped_by.len();
            reachable.stopped_by.extend(there.cells().filter(|&cell| is_barred(cell)));
            // A cell that was in the way before is in the way again.
            let is_free = before == reachable.stopped_by.len()
                && !there.cells().any(|cell| reachable.stopped_by.contains(&cell));
            if is_free && reachable.places.insert((row, column)) {
                open.push((row, column));
            }
        }
    }
    reachable
}

/// Returns whether a goal holds at one of the places that a piece reaches.
fn fulfils(board: &Board, goal: &Goal, piece: usize, reachable: &Reachable) -> bool {
    match *goal {
        Goal::LastColumn => {
            reachable.places.iter().any(|place| place.1 + board.pieces[piece].width == board.columns)
        }
        Goal::PieceAt { row, column, .. } | Goal::ShapeAt { row, column, .. } => {
            reachable.places.contains(&(row, column))
        }
    }
}

/// Returns a goal and the cells that are never free and keep every piece from fulfilling it. None
/// if there are none.
fn find_separator(board: &Board) -> Option<(usize, Vec<(usize, usize)>)> {
    if board.rows * board.columns > MOST_CELLS {
        return None;
    }
    let cover = board.cover();
    for (number, goal) in board.goals.iter().enumerate() {
        let mut cells = BTreeSet::new();
        let all = board.candidates(goal).into_iter().all(|piece| {
            let reachable = reachable_places(board, piece, |cell| is_never_free(board, &cover, piece, cell));
            cells.extend(&reachable.stopped_by);
            !fulfils(board, goal, piece, &reachable)
        });
        if all {
            return Some((number, cells.into_iter().collect()));
        }
    }
    None
}

/// Checks that `cells` are never free and keep every piece from fulfilling a goal.
///
/// # Errors
/// Why they prove nothing.
fn check_separator(board: &Board, goal: usize, cells: &[(usize, usize)]) -> Result<(), String> {
    let Some(goal) = board.goals.get(goal) else { return Err(format!("there is no goal number {goal}")) };
    if board.rows * board.columns > MOST_CELLS {
        return Err("the board is too large for this kind of reason".to_owned());
    }
    let cover = board.cover();
    for &(row, column) in cells {
        if row >= board.rows || column >= board.columns {
            return Err(format!("there is no cell at row {}, column {}", row + 1, column + 1));
        }
    }
    let mut unproven: BTreeSet<(usize, usize)> = cells.iter().copied().collect();
    for piece in board.candidates(goal) {
        let never = |cell: &(usize, usize)| is_never_free(board, &cover, piece, *cell);
        let barred: BTreeSet<(usize, usize)> = cells.iter().copied().filter(never).collect();
        unproven.retain(|cell| !barred.contains(cell));
        if fulfils(board, goal, piece, &reachable_places(board, piece, |cell| barred.contains(&cell))) {
            return Err(format!("piece {} can go around these cells", board.names[piece]));
        }
    }
    match unproven.first() {
        Some((row, column)) => {
            Err(format!("the cell at row {}, column {} may come free", row + 1, column + 1))
        }
        None => Ok(()),
    }
}

/// Draws the board: `#` for the cells of the separator, names for the pieces that need to pass, `.`
/// for the rest.
fn draw_separator(board: &Board, goal: usize, cells: &[(usize, usize)]) -> String {
    let mut rows = vec![vec!['.'; board.columns]; board.rows];
    for piece in board.goals.get(goal).map(|goal| board.candidates(goal)).unwrap_or_default() {
        board.pieces[piece].cells().for_each(|(row, column)| rows[row][column] = board.names[piece]);
    }
    for &(row, column) in cells {
        if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *cell = '#';
        }
    }
    rows.into_iter().map(|row| format!("\n  {}", row.into_iter().collect::<String>())).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::course::textbook;
    use crate::testing::{any_board, read};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn a_certificate_is_never_given_for_a_board_that_can_be_solved(board in any_board()) {
            if let Some(certificate) = find_certificate(&board) {
                prop_assert_eq!(textbook::shortest_solution(&board), None);
                prop_assert!(check_certificate(&board, &certificate).is_ok());
            }
        }
    }

    #[test]
    fn what_can_never_open_is_seen_at_once() {
        // A car in the same row; a full column; a ring of walls; a column full of cars with one
        // hole that never is where it is needed.
        for (text, seen) in [
            ("3 5\n2 1 2 1 h\n2 4 2 1 h\n", true),
            ("3 5\n2 1 2 1 h\n1 4 1 3 v\n", true),
            ("3 5\n2 1 2 1 h\n1 4 1 2 v\n", true),
            ("4 5\n2 1 2 1 h\n1 4 1 2 v\n", false),
            ("4 5\n2 1 2 1 b\n1 4 1 4 n\n", true),
            ("4 5\n2 1 2 1 b\n1 4 1 3 n\n", false),
            ("4 5\n2 1 2 1 b\n1 4 1 2 v\n3 4 1 2 v\n", true),
            ("5 5\n2 1 2 1 h\n1 4 1 2 v\n3 4 1 2 v\n", true),
            ("5 5\n3 1 2 1 b\n1 4 1 2 v\n3 4 1 2 v\n", false),
            ("3 3\n1 1 1 1 b\n1 2 1 2 n\n2 1 1 1 n\ngoal 3 3 1 1\n", true),
            ("3 3\n1 1 1 1 b\n1 2 1 2 n\n2 1 1 1 n\n3 2 1 1 b\ngoal 3 3 1 1\n", false),
            ("1 6\n1 1 1 1 h\n1 3 2 1 h\ngoal 1 4\n", false),
            ("1 6\n1 1 1 1 h\n1 3 2 1 h\ngoal 1 5\n", true),
        ] {
            let board = &read(text);
            let certificate = find_certificate(board);
            assert_eq!(certificate.is_some(), seen, "{text}");
            if let Some(certificate) = certificate {
                assert_eq!(textbook::shortest_solution(board), None, "{text}");
                assert_eq!(check_certificate(board, &certificate), Ok(()), "{text}");
                assert!(!explain(board, &certificate).is_empty());
            }
        }
    }
}
