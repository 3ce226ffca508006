//! Certificates that a board has no solution, and their checker.

mod separators;
mod stuck_lines;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Direction, Freedom, Goal};

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
            let (goal, cells) = separators::find_separator(board)?;
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
        Certificate::CutOff { goal, cells } => return separators::check_separator(board, *goal, cells),
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
            let Some((first, last)) = stuck_lines::place_range(board, &board.cover(), piece) else {
                return Err(format!("piece {name} is not bound to a line"));
            };
            let beyond = wanted_places(board, piece).into_iter().any(|place| place < first || place > last);
            return if beyond { Ok(()) } else { Err(format!("piece {name} has room for its goal")) };
        }
    };
    if let Some(way) = ways.into_iter().find(|&way| it.freedom.allows(way)) {
        return Err(format!("piece {name} may move {}", way.word()));
    }
    if wanted { Ok(()) } else { Err(format!("no goal wants piece {name} elsewhere")) }
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
            separators::draw_separator(board, *goal, cells)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::textbook;
    use crate::testing::{any_board, read};
    use proptest::prelude::*;

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
