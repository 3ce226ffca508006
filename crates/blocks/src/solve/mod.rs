//! The solver: chooses the method for a board.
//!
//! 1. A certificate that there is no solution is looked for ([`crate::proof`]).
//! 2. Pieces that no shortest solution moves become walls (`reduce`).
//! 3. Breadth-first search runs over encoded positions; on sparse boards it becomes breadth-first
//!    heuristic search (`bounded_bfs`, `blocking_heuristic`).
//! 4. Of the shortest solutions, one with the fewest slides and then steps is chosen (`tie_break`).
//!
//! `distance_table` holds all positions by their distance to a goal, for facts and the generator;
//! `greedy` is the inadmissible heuristic behind hints.

mod blocking_heuristic;
mod bounded_bfs;
pub(crate) mod distance_table;
pub(crate) mod greedy;
mod reduce;
mod tie_break;

use fewest_search::{Context, Stop};

use crate::Blocks;
use crate::encoding::Encoding;
use crate::proof::{self, Certificate};
use crate::rules::{Board, Freedom, Metric, Move};
use bounded_bfs::{BoundedSearch, search_with_thresholds};
use fewest_core::by_search;
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};
use reduce::reduced;

/// Limit on pieces times cells for [`reduced`]: on larger boards it takes seconds, and the context
/// is not polled meanwhile.
const LARGE: usize = 1 << 22;

/// Returns the fewest moves, or why there is no solution.
pub(crate) fn solve_board(
    board: &Board,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Outcome<Vec<Move>, Certificate> {
    if let Some(certificate) = proof::find_certificate(board) {
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.at_least = LowerBound::Never;
        outcome.why.push(Reason::Certificate(certificate));
        return outcome;
    }
    search(board, how, cx).unwrap_or_else(|stop| {
        let mut outcome = Outcome::nothing(Ended::Limit(stop));
        outcome.at_least = LowerBound::Moves(u64::from(!board.is_goal()));
        outcome
    })
}

/// Returns the fewest moves by breadth-first search.
///
/// # Errors
/// The reason to stop, if it came before the search began.
fn search(
    board: &Board,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Outcome<Vec<Move>, Certificate>, Stop> {
    cx.poll()?;
    let mut encoding = Encoding::new(board);
    cx.poll()?;
    let is_large = board.pieces.len().saturating_mul(board.rows * board.columns) > LARGE;
    let reduced = if matches!(encoding, Encoding::Fields(_)) && !is_large { reduced(board) } else { None };
    let board = reduced.as_ref().map_or(board, |reduced| {
        encoding = Encoding::new(reduced);
        reduced
    });
    cx.poll()?;
    let space = encoding.state_space(board);
    cx.poll()?;
    // If the neighbours of one position alone do not fit in memory, the search would exceed its
    // budget before it could notice.
    let first_step = max_neighbours(board).saturating_mul(space.words() * size_of::<u64>());
    if !board.is_goal() {
        cx.lease(first_step)?;
    }
    let BoundedSearch { result, is_pruned, none_within } =
        search_with_thresholds(board, &encoding, space.as_ref(), cx, by_search::aim(how));
    let mut outcome = by_search::outcome::<Blocks>(result, board, space.as_ref(), how, cx, &|result| {
        let tie_broken = match how.any {
            true => None,
            false => tie_break::tie_broken_path(result, space.as_ref(), &encoding, board, cx)?,
        };
        let path = tie_broken.map_or_else(|| result.path(space.as_ref(), cx), |path| Ok(Some(path)))?;
        Ok(path.map(|path| encoding.label_path(board, &path)))
    });
    if let LowerBound::Moves(least) = &mut outcome.at_least {
        *least = none_within.saturating_add(u64::from(none_within > 0)).max(*least);
    }
    if is_pruned {
        outcome.why.iter_mut().for_each(|why| mark_as_pruned(why, none_within));
    }
    Ok(outcome)
}

/// Corrects the search log of a pruned search: not all positions up to a depth were visited.
fn mark_as_pruned(why: &mut Reason<Certificate>, none_within: u64) {
    if let Reason::SearchLog(SearchLog::Within { depth, positions }) = *why {
        *why = Reason::SearchLog(SearchLog::Aimed { depth: depth.max(none_within), positions });
    }
}

/// Returns an upper bound on the neighbours of a position in the metric of paths, 0 in the others.
/// A moved piece covers at least one cell that was empty.
fn max_neighbours(board: &Board) -> usize {
    if board.metric != Metric::Paths {
        return 0;
    }
    let empty = board.cover().iter().filter(|cell| cell.is_none()).count();
    let places = |width: usize, height: usize| {
        let all = (board.rows + 1).saturating_sub(height) * (board.columns + 1).saturating_sub(width);
        all.min(empty.saturating_mul(width * height))
    };
    let free = board.pieces.iter().filter(|piece| piece.freedom == Freedom::Both);
    free.map(|piece| places(piece.width, piece.height)).sum()
}
