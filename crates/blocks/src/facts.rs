//! Facts about a board: its pieces, its state space, and minimality.
//!
//! A board is minimal if every piece is needed: without any of them it is easier.

use fewest_search::{Context, Stop};

use crate::Blocks;
use crate::rules::{Board, Freedom, Goal};
use crate::solve::distance_table::{DistanceTable, with_node_limit};
use fewest_core::{Family, LowerBound, SolveOptions, metric_of};

/// Limit on the positions for facts that need a search of their own.
const FACT_POSITIONS: u64 = 1_000_000;

/// Returns the facts as rows of name and value.
pub(crate) fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let free = board.cover().iter().filter(|cell| cell.is_none()).count();
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    let mut facts = vec![
        ("grid", format!("{} x {}", board.rows, board.columns)),
        ("pieces that may move", (board.pieces.len() - walls).to_string()),
        ("pieces that may not", walls.to_string()),
        ("empty cells", free.to_string()),
    ];
    if !Blocks::is_large(board)
        && let Ok(Some(table)) = DistanceTable::new(board, FACT_POSITIONS, cx)
    {
        facts.push(("positions with one move only", table.dead_ends(board).to_string()));
        if let Some(hardest) = table.hardest() {
            let count = table.count(hardest);
            facts.push(("hardest start", format!("{}, {count} of them", moves(board, hardest))));
        }
        facts.extend(minimal(board, cx).map(|minimal| ("minimal", minimal)));
    }
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns whether the board is minimal, in words. None if that cannot be decided.
fn minimal(board: &Board, cx: &Context<'_>) -> Option<String> {
    let (fewest, _) = fewest_moves(board, false, cx).ok()??;
    Some(match redundant_piece(board, fewest, cx).ok()? {
        None => "yes: without any of its pieces it is easier".to_owned(),
        Some(piece) => {
            format!("no: without piece {} it still needs {}", board.names[piece], moves(board, fewest))
        }
    })
}

fn moves(board: &Board, count: u64) -> String {
    let metric = metric_of(const { &Blocks::INFO }, Blocks::metric(board));
    format!("{count} {}", if count == 1 { metric.one } else { metric.id })
}

/// Positions searched before a board is given up.
const MINIMALITY_POSITIONS: u64 = 3_000_000;

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
    with_node_limit(MINIMALITY_POSITIONS, cx, |aside| {
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
