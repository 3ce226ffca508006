//! Chooses the method: a look at the goal first, then what never matters is fixed, then breadth-first search on packed keys, which looks
//! ahead where that pays.

mod blocking_heuristic;
mod bounded_bfs;
pub(crate) mod distance_table;
pub(crate) mod greedy;
mod reduce;
mod tie_break;

use fewest_search::{Context, Stop};

use crate::Blocks;
use crate::encoding::Code;
use crate::proof::{self, Certificate};
use crate::rules::{Board, Freedom, Metric, Move};
use bounded_bfs::{Aimed, aimed_walk};
use fewest_core::by_search;
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};
use reduce::reduced;

/// Pieces times cells: on larger boards it takes seconds to find out what never matters, and nobody could stop it.
const LARGE: usize = 1 << 22;

/// The fewest moves, or why there are none.
pub(crate) fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> Outcome<Vec<Move>, Certificate> {
    if let Some(certificate) = proof::find(board) {
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.at_least = LowerBound::Never;
        outcome.why.push(Reason::Certificate(certificate));
        return outcome;
    }
    by_walk(board, how, cx).unwrap_or_else(|stop| {
        let mut outcome = Outcome::nothing(Ended::Limit(stop));
        outcome.at_least = LowerBound::Moves(u64::from(!board.is_goal()));
        outcome
    })
}

/// The fewest moves by breadth-first search.
///
/// # Errors
/// The host's reason to stop before the search began.
fn by_walk(
    board: &Board,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Outcome<Vec<Move>, Certificate>, Stop> {
    cx.poll()?;
    let mut code = Code::new(board);
    cx.poll()?;
    let is_large = board.pieces.len().saturating_mul(board.rows * board.columns) > LARGE;
    let reduced = if matches!(code, Code::Fields(_)) && !is_large { reduced(board) } else { None };
    let board = reduced.as_ref().map_or(board, |reduced| {
        code = Code::new(reduced);
        reduced
    });
    cx.poll()?;
    let packed = code.state_space(board);
    cx.poll()?;
    // Where not even the neighbours of one position fit, the search would take more than it may before it could tell.
    let first_step = most_neighbours(board).saturating_mul(packed.words() * size_of::<u64>());
    if !board.is_goal() {
        cx.lease(first_step)?;
    }
    let Aimed { seen, looked_ahead, none_within } =
        aimed_walk(board, &code, packed.as_ref(), cx, by_search::aim(how));
    let mut outcome = by_search::outcome::<Blocks>(seen, board, packed.as_ref(), how, cx, &|seen| {
        let lightest = match how.any {
            true => None,
            false => tie_break::trail(seen, packed.as_ref(), &code, board, cx)?,
        };
        let trail = lightest.map_or_else(|| seen.path(packed.as_ref(), cx), |trail| Ok(Some(trail)))?;
        Ok(trail.map(|trail| code.label_path(board, &trail)))
    });
    if let LowerBound::Moves(least) = &mut outcome.at_least {
        *least = none_within.saturating_add(u64::from(none_within > 0)).max(*least);
    }
    if looked_ahead {
        outcome.why.iter_mut().for_each(|why| tell_what_was_left_out(why, none_within));
    }
    Ok(outcome)
}

/// Not all positions within so many moves were looked at, if some of them were known to be too far from the goal.
fn tell_what_was_left_out(why: &mut Reason<Certificate>, none_within: u64) {
    if let Reason::SearchLog(SearchLog::Within { depth, positions }) = *why {
        *why = Reason::SearchLog(SearchLog::Aimed { depth: depth.max(none_within), positions });
    }
}

/// As many neighbours as a position can have where any way is one move: wherever a piece comes to, it is on a cell that was empty.
fn most_neighbours(board: &Board) -> usize {
    if board.metric != Metric::ShortestPaths {
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
