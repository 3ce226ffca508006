//! Chooses the method: a look at the goal first, then what never matters is fixed, then breadth-first search on packed keys.

use fewest_search::Host;

use super::Blocks;
use super::board::{Board, Move};
use super::code::Code;
use super::lightest;
use super::reason::{self, Certificate};
use super::reduce::reduced;
use crate::facade::by_search;
use crate::{AtLeast, Ended, How, Outcome, Reason};

/// The fewest moves, or why there are none.
pub(super) fn solve(board: &Board, how: &How, host: &Host<'_>) -> Outcome<Vec<Move>, Certificate> {
    if let Some(certificate) = reason::find(board) {
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.at_least = AtLeast::Never;
        outcome.why.push(Reason::Certificate(certificate));
        return outcome;
    }
    let mut code = Code::new(board);
    let reduced = if matches!(code, Code::Fields(_)) { reduced(board) } else { None };
    let board = reduced.as_ref().map_or(board, |reduced| {
        code = Code::new(reduced);
        reduced
    });
    let packed = code.packed(board);
    by_search::solve_by::<Blocks>(board, packed.as_ref(), how, host, &|seen| {
        let lightest = match how.any {
            true => None,
            false => lightest::trail(seen, packed.as_ref(), &code, board, host)?,
        };
        lightest.map_or_else(|| seen.trail(packed.as_ref(), host), |trail| Ok(Some(trail)))
    })
}
