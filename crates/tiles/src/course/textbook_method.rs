//! The textbook algorithm as a method of the program, with the figures that the text asks for.

use fewest_search::Context;

use crate::course::textbook::{self, TextbookResult};
use crate::notation::parsed_move::{ParsedMove, play};
use crate::proof;
use crate::rules::board::{Board, Slide};
use crate::solve::TilesOutcome;
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog};

/// The most boards that the algorithm may see where it only checks another result.
const AS_JUDGE: usize = 200_000;

/// Cells of boards that are generated between two polls of the context.
const CELLS_PER_POLL: u64 = 1 << 18;

/// Solves a board as the text says, within the limits of the context.
pub(crate) fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> TilesOutcome {
    let bytes_of_one = 4 * (board.cells().len() + 3) * 2;
    let mut lease = match cx.lease(0) {
        Ok(lease) => lease,
        Err(stop) => return Outcome::nothing(Ended::Limit(stop)),
    };
    // A board takes a step per cell, so large boards are polled more often.
    let boards_per_poll = (CELLS_PER_POLL / board.cells().len() as u64).clamp(1, 1024);
    let mut expanded = 0_u64;
    let go_on = |seen: usize| {
        expanded += 1;
        if expanded.is_multiple_of(boards_per_poll) {
            cx.poll()?;
            lease.resize(bytes_of_one * seen)?;
        }
        Ok(())
    };
    match textbook::solve_while(board, go_on) {
        Err(stop) => Outcome::nothing(Ended::Limit(stop)),
        Ok(searched) => outcome(board, &searched),
    }
}

fn outcome(board: &Board, searched: &TextbookResult) -> TilesOutcome {
    let statistics = searched.statistics;
    let mut outcome = Outcome::nothing(Ended::Complete);
    outcome.figures = vec![
        ("elements inserted".to_owned(), statistics.inserted.to_string()),
        (
            "buckets filled".to_owned(),
            format!("{:.2} % of {}", statistics.filled_percent(), statistics.capacity),
        ),
        ("mean size of filled buckets".to_owned(), format!("{:.2}", statistics.mean_filled())),
    ];
    match &searched.moves {
        None => {
            outcome.at_least = LowerBound::Never;
            outcome.why.extend(proof::find(board).map(Reason::Certificate));
        }
        Some(tiles) => {
            outcome.at_least = LowerBound::Moves(tiles.len() as u64);
            let because =
                format!("breadth-first search found it among the first {} boards", statistics.inserted);
            outcome.why.push(Reason::SearchLog(SearchLog::Bound { because }));
            outcome.best = slides(board, tiles);
        }
    }
    outcome
}

fn slides(board: &Board, tiles: &[u32]) -> Option<Vec<Slide>> {
    let said: Vec<(ParsedMove, usize)> = tiles.iter().map(|&tile| (ParsedMove::Tile(tile), 1)).collect();
    let played = play(board, &said);
    played.why.is_none().then_some(played.moves)
}

/// Returns the fewest moves for tests of other methods; None if the search would see too many
/// boards.
pub(crate) fn fewest_moves_as_judge(board: &Board) -> Option<Option<u64>> {
    let searched =
        textbook::solve_while(board, |seen| if seen > AS_JUDGE { Err(()) } else { Ok(()) }).ok()?;
    Some(searched.moves.map(|moves| moves.len() as u64))
}
