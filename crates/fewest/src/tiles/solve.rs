//! Chooses the method: parity first, then a walk through everything where the board is small, tables where it is not, and deepening
//! with the distances of single tiles for the rest.

use fewest_search::Host;

use super::Tiles;
use super::board::{Board, Metric, Slide};
use super::by_tables;
use super::deepening::{Deepened, Wanted, deepen};
use super::good::{self, Effort};
use super::optimal::Placement;
use super::reason::{self, Certificate};
use super::space::Space;
use crate::facade::by_search;
use crate::{Account, AtLeast, Ended, How, Outcome, Reason};

/// The outcome of solving a board of tiles.
pub(super) type Solved = Outcome<Vec<Slide>, Certificate>;

/// Boards of so many cells have few enough positions to look at all of them: 3 x 3 has 181,440 and 2 x 5 has 1,814,400.
const WALKED: usize = 10;
/// Lines have a good bound up to 4 x 4 only, so elsewhere more is walked through: 2 x 6 has 239,500,800 positions.
const WALKED_WITHOUT_BOUND: usize = 12;

/// The fewest moves, or why there are none.
pub(super) fn solve(board: &Board, how: &How, host: &Host<'_>) -> Solved {
    if let Some(certificate) = reason::find(board) {
        let why = vec![Reason::Certificate(certificate)];
        return Outcome { at_least: AtLeast::Never, why, ..Outcome::nothing(Ended::Complete) };
    }
    let chosen = method(board);
    if how.fast && !matches!(chosen, Method::Walk(_)) {
        let outcome = at_once(board, how, host);
        if outcome.best.is_some() {
            return outcome;
        }
    }
    let mut outcome = match chosen {
        Method::Walk(space) => by_search::solve::<Tiles>(board, &space, how, host),
        Method::Tables(placement) => {
            let known = || {
                let way = good::solve(board, Effort::Glance, 0, &Host::default())?;
                Some(way.len() as u64)
            };
            by_tables::solve(&placement, board.metric, how, &known, host)
        }
        Method::Deepening => {
            let wanted = match (how.count, how.all) {
                (false, None) => Wanted::First,
                (_, listed) => Wanted::All { listed: listed.unwrap_or(0) },
            };
            let mut found = deepen(board, wanted, host);
            if board.metric == Metric::Steps && found.stop.is_some() {
                found.at_least = found.at_least.max(by_tables::at_least(board));
            }
            deepened(found, how)
        }
    };
    if let (None, AtLeast::Moves(at_least)) = (&outcome.best, outcome.at_least) {
        // Whoever does not get the fewest steps gets a way all the same; the moment that it takes, nobody stops.
        outcome.best = good::solve(board, Effort::Glance, at_least, &Host::default());
    }
    outcome
}

/// A good answer, with a bound that takes no search.
fn at_once(board: &Board, how: &How, host: &Host<'_>) -> Solved {
    let at_least = match board.metric {
        Metric::Steps => by_tables::at_least(board),
        Metric::Lines => u64::from(!board.is_goal()),
    };
    let effort = if how.patient { Effort::Patient } else { Effort::AtOnce };
    let mut outcome = Outcome::nothing(Ended::AsAsked);
    outcome.at_least = AtLeast::Moves(at_least);
    outcome.best = good::solve(board, effort, at_least, host);
    outcome
}

/// How a board that has a solution is solved.
enum Method {
    /// Breadth-first through everything.
    Walk(Space),
    /// Depth-first with a rising bound, from tables of patterns.
    Tables(Placement),
    /// Depth-first with a rising bound, from the distances of single tiles.
    Deepening,
}

/// Whether everything that can be reached is little enough to be kept in a table.
pub(super) fn is_small(board: &Board) -> bool {
    board.cells().len() <= WALKED
}

/// The one place where the method is chosen.
fn method(board: &Board) -> Method {
    let placement = by_tables::placement(board);
    let most = if placement.is_some() { WALKED } else { WALKED_WITHOUT_BOUND };
    match (Space::of(board).filter(|_| board.cells().len() <= most), placement) {
        (Some(space), _) => Method::Walk(space),
        (None, Some(placement)) => Method::Tables(placement),
        (None, None) => Method::Deepening,
    }
}

fn deepened(mut found: Deepened, how: &How) -> Solved {
    let because = match (found.answers.first(), found.positions) {
        (_, 0) => "the sum of all tiles' distances".to_owned(),
        (Some(_), positions) => {
            format!("no bound below was enough; {positions} positions were looked at, depth first")
        }
        (None, positions) => format!(
            "every bound below {} was exhausted; {positions} positions were looked at, depth first",
            found.at_least
        ),
    };
    let mut outcome = Outcome::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = AtLeast::Moves(found.at_least);
    if found.at_least > 0 {
        outcome.why.push(Reason::Account(Account::Bound { because }));
    }
    outcome.best = found.answers.first().cloned();
    if how.count || how.all.is_some() {
        outcome.count = found.count;
        found.answers.truncate(how.all.map_or(0, |listed| usize::try_from(listed).unwrap_or(usize::MAX)));
        if found.count.is_some() {
            outcome.all = found.answers;
        }
    }
    outcome
}
