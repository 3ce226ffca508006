//! Chooses the method.

use super::board::{Board, Move};
use super::reason::{self, Certificate};
use super::textbook::{self, Recursion};
use super::{Pegs, space};
use crate::facade::by_search;
use crate::{Account, AtLeast, Ended, Host, How, Outcome, Reason};

type Solved = Outcome<Vec<Move>, Certificate>;

/// The fewest moves, or why there are none.
pub fn solve(board: &Board, how: &How, host: &Host<'_>) -> Solved {
    if let Some(certificate) = reason::find(board) {
        return Outcome {
            at_least: AtLeast::Never,
            why: vec![Reason::Certificate(certificate)],
            ..Outcome::nothing(Ended::Complete)
        };
    }
    match space::packed(board) {
        Some(packed) => by_search::solve::<Pegs>(board, packed.as_ref(), how, host),
        None => Outcome::nothing(Ended::OutOfReach),
    }
}

/// How often the recursion asks whether to go on.
const PATIENCE: u64 = 1 << 10;

/// As the course does: any solution will do, because every solution has the same number of jumps.
pub fn by_textbook(board: &Board, host: &Host<'_>) -> Solved {
    let mut boards = 0_u64;
    let mut stopped = None;
    let found = textbook::recursion(board, &mut || {
        boards += 1;
        if boards.is_multiple_of(PATIENCE) {
            stopped = host.poll().err();
        }
        stopped.is_none()
    });
    let mut outcome = Outcome::nothing(stopped.map_or(Ended::Complete, Ended::Limit));
    outcome.figures = vec![("boards looked at".to_owned(), boards.to_string())];
    match found {
        Recursion::Solved(moves) => {
            outcome.at_least = least(board);
            outcome.why = because(board);
            outcome.best = Some(moves);
        }
        Recursion::Never(positions) => {
            outcome.at_least = AtLeast::Never;
            outcome.why = vec![Reason::Account(Account::Everything { positions })];
        }
        Recursion::Stopped => {}
    }
    outcome
}

/// The jumps that there must be: each takes one peg.
fn jumps_needed(board: &Board) -> u64 {
    board.goal.pegs().map_or(0, |pegs| u64::from(board.count().saturating_sub(pegs)))
}

/// What the number of pegs proves.
fn least(board: &Board) -> AtLeast {
    let jumps = jumps_needed(board);
    AtLeast::Moves(match board.metric {
        super::board::Metric::Jumps => jumps,
        super::board::Metric::Moves => jumps.min(1),
    })
}

fn because(board: &Board) -> Vec<Reason<Certificate>> {
    let (now, end) = (board.count(), board.goal.pegs().unwrap_or(0));
    if now <= end {
        return Vec::new();
    }
    let because = format!("every jump takes one peg, and there are {now} pegs, of which {end} may stay");
    vec![Reason::Account(Account::Bound { because })]
}
