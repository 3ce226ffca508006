//! Boards without pieces that make them no harder.

use fewest_search::{Context, Stop};

use crate::Blocks;
use crate::rules::{Board, Goal};
use crate::solve::distance_table::with_node_limit;
use fewest_core::{Family, LowerBound, SolveOptions};

/// Positions looked at before a board is given up.
const MOST_POSITIONS: u64 = 3_000_000;

/// The fewest moves of a board, and if that is wanted the number of shortest answers; nothing if there is no solution.
///
/// # Errors
/// The host's reason to stop; [`Stop::Memory`] where there are too many positions.
pub(crate) fn fewest_moves(
    board: &Board,
    count: bool,
    cx: &Context<'_>,
) -> Result<Option<(u64, Option<u128>)>, Stop> {
    with_node_limit(MOST_POSITIONS, cx, |aside| {
        // Any of the shortest will do, and all of them are counted only if somebody asks.
        let solved =
            Blocks::solve(board, &SolveOptions { any: true, count, ..SolveOptions::default() }, aside);
        match (solved.at_least, solved.best.is_some()) {
            (LowerBound::Moves(least), true) => Ok(Some((least, solved.count))),
            (LowerBound::Never, _) => Ok(None),
            (LowerBound::Moves(_), false) => Err(aside.check().err().unwrap_or(Stop::Memory)),
        }
    })
}

/// The board without a piece that it can be solved without; nothing of pieces that a goal speaks of.
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

/// A piece that can go without making a board of so many fewest moves easier.
///
/// # Errors
/// As [`fewest_moves`].
pub(crate) fn redundant_piece(board: &Board, moves: u64, cx: &Context<'_>) -> Result<Option<usize>, Stop> {
    // The last pieces first, so that the numbers of those before stay.
    for piece in (0..board.pieces.len()).rev() {
        let Some(rest) = without_piece(board, piece) else { continue };
        if fewest_moves(&rest, false, cx)?.is_some_and(|(left, _)| left == moves) {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}

/// The board without pieces that make it no harder, one after the other until there is none; nothing if there is no solution, or there are
/// too many positions to tell.
///
/// # Errors
/// The host's reason to stop.
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
