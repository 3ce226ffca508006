//! Chooses the method: a look at the goal first, then breadth-first search on packed keys.

use fewest_search::{Host, Packed};

use super::Blocks;
use super::bits::Window;
use super::board::{Board, Slide};
use super::framed::framed_cells;
use super::layout::Layout;
use super::reason::{self, Certificate};
use super::space::Space;
use crate::facade::by_search;
use crate::{AtLeast, Ended, How, Outcome, Reason};

/// The board packed, with cells in one number where they fit.
pub(super) fn packed(board: &Board) -> Box<dyn Packed> {
    match framed_cells(board) {
        0..=64 => Box::new(Space::<u64>::new(board)),
        65..=128 => Box::new(Space::<u128>::new(board)),
        _ => Box::new(Space::<Window>::new(board)),
    }
}

/// The key of a position in the space of `board`.
pub(super) fn key(board: &Board, position: &Board) -> Vec<u64> {
    Layout::new(board).key(position)
}

/// The position of a key in the space of `board`.
pub(super) fn position(board: &Board, key: &[u64]) -> Board {
    Layout::new(board).board(board, key)
}

/// The fewest moves, or why there are none.
pub(super) fn solve(board: &Board, how: &How, host: &Host<'_>) -> Outcome<Vec<Slide>, Certificate> {
    if let Some(certificate) = reason::find(board) {
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.at_least = AtLeast::Never;
        outcome.why.push(Reason::Certificate(certificate));
        return outcome;
    }
    by_search::solve::<Blocks>(board, packed(board).as_ref(), how, host)
}
