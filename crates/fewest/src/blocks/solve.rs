//! Chooses the method: a look at the goal first, then breadth-first search on packed keys.

use fewest_search::Host;

use super::Blocks;
use super::board::{Board, Move};
use super::code::Code;
use super::reason::{self, Certificate};
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
    by_search::solve::<Blocks>(board, Code::new(board).packed(board).as_ref(), how, host)
}
