//! Every vacancy with every finish: the board with one hole empty, and one peg left in the end. Those that are images of each other are
//! given once.

use std::sync::Arc;

use fewest_search::Context;

use super::board::{Board, Metric};
use super::goal::Goal;
use super::jumps::only;
use super::solve;
use fewest_core::{Ended, LowerBound, Reason, SolveOptions};

/// Boards with more holes have their fewest moves found, but the ways to do it not counted, which takes much longer.
const MOST_COUNTED: usize = 24;

/// A row for every pair: `d4 to d4` and what is known of it.
pub fn pairs(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for (vacancy, finish) in classes(board) {
        if cx.check().is_err() {
            break;
        }
        let name = format!("{} to {}", board.name(vacancy), board.name(finish));
        rows.push((name, answer(&pair(board, vacancy, finish), cx)));
    }
    rows
}

/// One pair of every class, the smallest.
fn classes(board: &Board) -> Vec<(u16, u16)> {
    let holes = board.shape().holes() as u16;
    let symmetries = board.shape().symmetries();
    let is_least = |&(vacancy, finish): &(u16, u16)| {
        symmetries
            .iter()
            .all(|image| (image[usize::from(vacancy)], image[usize::from(finish)]) >= (vacancy, finish))
    };
    (0..holes).flat_map(|vacancy| (0..holes).map(move |finish| (vacancy, finish))).filter(is_least).collect()
}

/// The board with that hole empty and that hole as the last.
pub fn pair(board: &Board, vacancy: u16, finish: u16) -> Board {
    let only = |hole: u16| only(board.shape().holes(), hole.into());
    let goal = Goal::Exactly(only(finish));
    let mut pair = Board::with_vacancies(Arc::clone(&board.shared_shape()), &only(vacancy), goal);
    (pair.metric, pair.naming) = (board.metric, board.naming);
    pair
}

fn answer(pair: &Board, cx: &Context<'_>) -> String {
    let count = pair.metric == Metric::Moves && pair.shape().holes() <= MOST_COUNTED;
    let how = SolveOptions { count, ..SolveOptions::default() };
    let solved = solve::solve(pair, &how, cx);
    match (&solved.best, solved.at_least, solved.why.first(), solved.ended) {
        (Some(best), _, _, Ended::Complete) => {
            let optima =
                solved.figures.first().map(|(_, number)| format!(", {number} ways")).unwrap_or_default();
            let (length, metric) = (best.len(), pair.metric.id());
            format!("{length} {metric}{optima}")
        }
        (Some(best), LowerBound::Moves(least), _, _) if pair.metric == Metric::Moves => {
            format!("{least} to {} moves", best.len())
        }
        (Some(best), _, _, _) => format!("{} {} or fewer", best.len(), pair.metric.id()),
        (None, LowerBound::Never, Some(Reason::Certificate(certificate)), _) => {
            format!("never, by {}", if certificate.pagodas.is_empty() { "a colouring" } else { "a pagoda" })
        }
        (None, LowerBound::Never, _, _) => "never, by search".to_owned(),
        (None, LowerBound::Moves(_), _, _) => "not known".to_owned(),
    }
}
