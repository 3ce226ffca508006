//! Minimality: a board is minimal if every piece is needed, so that without any of them it is
//! easier.

use fewest_search::{Context, Stop};

use crate::Blocks;
use crate::rules::{Board, Goal};
use crate::solve::distance_table::with_node_limit;
use fewest_core::{Family, LowerBound, SolveOptions};

/// Positions searched before a board is given up.
const MOST_POSITIONS: u64 = 3_000_000;

/// Returns the fewest moves of a board, and with `count` the number of shortest solutions. None if
/// there is no solution.
///
/// # Errors
/// The reason to stop; [`Stop::Memory`] if there are too many positions.
pub(crate) fn fewest_moves(
    board: &Board,
    count: bool,
    cx: &Context<'_>,
) -> Result<Option<(u64, Option<u128>)>, Stop> {
    with_node_limit(MOST_POSITIONS, cx, |aside| {
        // Any shortest solution will do, and they are counted only if asked for.
        let solved =
            Blocks::solve(board, &SolveOptions { any: true, count, ..SolveOptions::default() }, aside);
        match (solved.at_least, solved.best.is_some()) {
            (LowerBound::Moves(least), true) => Ok(Some((least, solved.count))),
            (LowerBound::Never, _) => Ok(None),
            (LowerBound::Moves(_), false) => Err(aside.check().err().unwrap_or(Stop::Memory)),
        }
    })
}

/// Returns the board without a piece. None if a goal names the piece.
pub(crate) fn without_piece(board: &Board, piece: usize) -> Option<Board> {
    let is_wanted = |goal: &Goal| matches!(goal, Goal::PieceAt { piece: wanted, .. } if *wanted == piece);
    if piece == 0 && board.has_goal_piece() || board.goals.iter().any(is_wanted) {
        return None;
    }
    let mut board = board.clone();
    board.pieces.remove(piece);
    board.names.remove(piece);
    for goal in &mut board.goals {
        if let Goal::PieceAt { piece: wanted, .. } = goal
            && *wanted > piece
        {
            *wanted -= 1;
        }
    }
    Some(board)
}

/// Returns a redundant piece: one without which a board of `moves` fewest moves stays as hard. None
/// if the board is minimal.
///
/// # Errors
/// As [`fewest_moves`].
pub(crate) fn redundant_piece(board: &Board, moves: u64, cx: &Context<'_>) -> Result<Option<usize>, Stop> {
    // The last pieces first, so that the numbers of the pieces before stay the same.
    for piece in (0..board.pieces.len()).rev() {
        let Some(rest) = without_piece(board, piece) else { continue };
        if fewest_moves(&rest, false, cx)?.is_some_and(|(left, _)| left == moves) {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}

/// Removes redundant pieces, one after the other, until the board is minimal. None if there is no
/// solution, or there are too many positions to decide.
///
/// # Errors
/// The reason to stop.
pub(crate) fn minimized(board: &Board, cx: &Context<'_>) -> Result<Option<Board>, Stop> {
    let told = |result: Result<Option<usize>, Stop>| match (result, cx.check()) {
        (_, Err(stop)) => Err(stop),
        (Ok(piece), Ok(())) => Ok(Some(piece)),
        (Err(_), Ok(())) => Ok(None),
    };
    let moves = match fewest_moves(board, false, cx) {
        Ok(Some((moves, _))) => moves,
        Ok(None) => return Ok(None),
        Err(_) => return cx.check().map(|()| None),
    };
    let mut board = board.clone();
    while let Some(piece) = told(redundant_piece(&board, moves, cx))? {
        let Some(piece) = piece else { return Ok(Some(board)) };
        board = without_piece(&board, piece).unwrap_or(board);
    }
    Ok(None)
}
