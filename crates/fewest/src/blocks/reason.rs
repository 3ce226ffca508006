//! Why a board has no solution, where that can be seen, and the checker of that claim.

use serde::{Deserialize, Serialize};

use super::board::{Board, Direction, Goal};

/// A reason that a person can check by looking at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Certificate {
    /// The goal wants a piece in another column, and the piece moves neither left nor right.
    FixedColumn {
        /// The piece, counted from 0.
        piece: usize,
    },
    /// The goal wants a piece in another row, and the piece moves neither up nor down.
    FixedRow {
        /// The piece, counted from 0.
        piece: usize,
    },
}

/// Whether one of the goals wants `piece` in another column than it is in.
fn wants_other_column(board: &Board, piece: usize) -> bool {
    board.goals.iter().any(|goal| match *goal {
        Goal::LastColumn => piece == 0 && !board.holds(goal),
        Goal::PieceAt { piece: wanted, column, .. } => {
            wanted == piece && board.pieces[piece].column != column
        }
        Goal::ShapeAt { .. } => false,
    })
}

/// Whether one of the goals wants `piece` in another row than it is in.
fn wants_other_row(board: &Board, piece: usize) -> bool {
    board.goals.iter().any(|goal| match *goal {
        Goal::PieceAt { piece: wanted, row, .. } => wanted == piece && board.pieces[piece].row != row,
        Goal::LastColumn | Goal::ShapeAt { .. } => false,
    })
}

/// Looks for a certificate that there is no solution.
pub(super) fn find(board: &Board) -> Option<Certificate> {
    (0..board.pieces.len())
        .flat_map(|piece| [Certificate::FixedColumn { piece }, Certificate::FixedRow { piece }])
        .find(|certificate| check(board, certificate).is_ok())
}

/// Checks a certificate.
///
/// # Errors
/// Why it proves nothing.
pub(super) fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
    let (&Certificate::FixedColumn { piece } | &Certificate::FixedRow { piece }) = certificate;
    let Some(it) = board.pieces.get(piece) else { return Err(format!("there is no piece number {piece}")) };
    let (ways, wanted) = match certificate {
        Certificate::FixedColumn { .. } => {
            ([Direction::Left, Direction::Right], wants_other_column(board, piece))
        }
        Certificate::FixedRow { .. } => ([Direction::Up, Direction::Down], wants_other_row(board, piece)),
    };
    let name = board.names[piece];
    if let Some(way) = ways.into_iter().find(|&way| it.freedom.allows(way)) {
        return Err(format!("piece {name} may move {}", way.word()));
    }
    if wanted { Ok(()) } else { Err(format!("no goal wants piece {name} elsewhere")) }
}

/// The certificate in words.
pub(super) fn say(board: &Board, certificate: &Certificate) -> String {
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
    }
}
