//! Why there is no solution, said so that a person can check it.
//!
//! Pieces of one kind never pass each other, so the n-th toad from the left must become the n-th
//! toad of the goal. If it stands further right than that already, it is too late: it never turns
//! back. The same holds for frogs, mirrored.

use serde::{Deserialize, Serialize};

use super::board::{Board, Cell};

/// A piece that has gone too far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TooFar {
    /// The toad of that number, counted from 0 at the left, is right of its goal.
    Toad(usize),
    /// The frog of that number, counted from 0 at the left, is left of its goal.
    Frog(usize),
}

impl TooFar {
    fn piece(&self) -> (Cell, usize) {
        match *self {
            Self::Toad(number) => (Cell::Toad, number),
            Self::Frog(number) => (Cell::Frog, number),
        }
    }

    /// Where the piece stands, and where it should be in the end.
    fn here_and_goal(&self, board: &Board) -> Option<(usize, usize)> {
        let (kind, number) = self.piece();
        let here = Board::places(board.cells(), kind).nth(number)?;
        Some((here, Board::places(board.goal(), kind).nth(number)?))
    }
}

/// Looks for a piece that has gone too far.
pub fn find(board: &Board) -> Option<TooFar> {
    let numbers = 0..board.cells().len();
    numbers
        .flat_map(|number| [TooFar::Toad(number), TooFar::Frog(number)])
        .find(|claim| check(board, claim).is_ok())
}

/// Checks the claim, without search.
///
/// # Errors
/// Why it proves nothing.
pub fn check(board: &Board, claim: &TooFar) -> Result<(), String> {
    let (here, goal) = claim.here_and_goal(board).ok_or("there is no such piece")?;
    let too_far = match claim {
        TooFar::Toad(_) => here > goal,
        TooFar::Frog(_) => here < goal,
    };
    if too_far { Ok(()) } else { Err("this piece can still reach its goal".to_owned()) }
}

/// The claim in words.
pub fn say(board: &Board, claim: &TooFar) -> String {
    let (name, number) = match claim {
        TooFar::Toad(number) => ("toad", number + 1),
        TooFar::Frog(number) => ("frog", number + 1),
    };
    let Some((here, goal)) = claim.here_and_goal(board) else {
        return format!("there is no {name} {number}");
    };
    format!("{name} {number} is on cell {}, should end on cell {}, and never turns back", here + 1, goal + 1)
}
