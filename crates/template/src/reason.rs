//! Why there is no solution, said so that a person can check it.
//!
//! Pieces of one kind never pass each other, so the n-th toad from the left must become the n-th
//! toad of the goal. If it stands further right than that already, it is too late: it never turns
//! back. The same holds for frogs, mirrored.

use serde::{Deserialize, Serialize};

use super::board::{Board, Cell};

/// A piece that has gone too far, by its number, counted from 0 at the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TooFar {
    /// A toad is right of its goal.
    Toad(usize),
    /// A frog is left of its goal.
    Frog(usize),
}

/// Returns where the piece stands, and where it should be in the end.
fn here_and_goal(board: &Board, claim: &TooFar) -> Option<(usize, usize)> {
    let (kind, number) = match *claim {
        TooFar::Toad(number) => (Cell::Toad, number),
        TooFar::Frog(number) => (Cell::Frog, number),
    };
    let place = |row| Board::places(row, kind).nth(number);
    place(&board.cells).zip(place(&board.goal))
}

/// Looks for a piece that has gone too far.
pub fn find(board: &Board) -> Option<TooFar> {
    let mut all = (0..board.cells.len()).flat_map(|number| [TooFar::Toad(number), TooFar::Frog(number)]);
    all.find(|claim| check(board, claim).is_ok())
}

/// Checks the claim without search, or says why it proves nothing.
pub fn check(board: &Board, claim: &TooFar) -> Result<(), String> {
    let (here, goal) = here_and_goal(board, claim).ok_or("there is no such piece")?;
    let too_far = match claim {
        TooFar::Toad(_) => here > goal,
        TooFar::Frog(_) => here < goal,
    };
    if too_far { Ok(()) } else { Err("this piece can still reach its goal".to_owned()) }
}

/// Returns the claim in words.
pub fn explain(board: &Board, claim: &TooFar) -> String {
    let (TooFar::Toad(number) | TooFar::Frog(number)) = claim;
    let name = if matches!(claim, TooFar::Toad(_)) { "toad" } else { "frog" };
    let (here, goal) = here_and_goal(board, claim).unwrap_or_default();
    let (number, here, goal) = (number + 1, here + 1, goal + 1);
    format!("{name} {number} is on cell {here}, should end on cell {goal}, and never turns back")
}
