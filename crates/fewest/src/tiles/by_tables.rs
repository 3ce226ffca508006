//! Boards of a moderate size, tile by tile: given to the search with tables, and what came of it told as an outcome.

use fewest_search::{Host, Stop};

use super::board::{Board, Direction, Metric, Slide};
use super::optimal::{self, Found, Grid, Placement};
use super::reason::Certificate;
use crate::{Account, AtLeast, Ended, How, Outcome, Reason};

/// The board for the search with tables; nothing if it counts lines or is too large.
pub(super) fn placement(board: &Board) -> Option<Placement> {
    const MOST: usize = 255;
    if board.metric != Metric::Steps || board.cells().len() > MOST {
        return None;
    }
    let byte = |number: usize| u8::try_from(number).ok();
    let homes = board.goal().places();
    let home = board.cells().iter().map(|&tile| byte(homes[tile as usize])).collect::<Option<_>>()?;
    Some(Placement {
        rows: byte(board.rows())?,
        cols: byte(board.columns())?,
        home,
        blank_home: byte(homes[0])?,
    })
}

/// Steps that a board of any size needs at least.
pub(super) fn at_least(board: &Board) -> u64 {
    let homes = board.goal().places();
    let home: Vec<u32> = board.cells().iter().map(|&tile| homes[tile as usize] as u32).collect();
    optimal::lines_bound(Grid { rows: board.rows(), cols: board.columns() }, &home, homes[0] as u32)
}

/// The fewest moves of a board that has a solution.
pub(super) fn solve(placement: &Placement, how: &How, host: &Host<'_>) -> Outcome<Vec<Slide>, Certificate> {
    let found = optimal::solve(placement, how.tables, host);
    let mut outcome = Outcome::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = AtLeast::Moves(u64::from(found.at_least));
    if found.at_least > 0 {
        outcome.why.push(Reason::Account(Account::Bound { because: because(&found) }));
    }
    if let Some(trail) = &found.trail {
        outcome.best = Some(slides(trail));
        if (how.count || how.all.is_some())
            && let Err(stop) = count(placement, how, host, &mut outcome)
        {
            outcome.ended = Ended::Limit(stop);
        }
    }
    outcome
}

/// Counts and lists the shortest answers.
fn count(
    placement: &Placement,
    how: &How,
    host: &Host<'_>,
    outcome: &mut Outcome<Vec<Slide>, Certificate>,
) -> Result<(), Stop> {
    let length = outcome.best.as_ref().map_or(0, Vec::len) as u32;
    let most = how.all.map_or(0, |all| usize::try_from(all).unwrap_or(usize::MAX));
    let every = optimal::every(placement, length, most, how.tables, host)?;
    outcome.count = Some(every.count);
    outcome.all = every.paths.iter().map(|path| slides(path)).collect();
    Ok(())
}

fn slides(trail: &[Direction]) -> Vec<Slide> {
    trail.iter().map(|&to| Slide { to, distance: 1 }).collect()
}

/// Why there is no shorter answer.
fn because(found: &Found) -> String {
    let nodes: u64 = found.rounds.iter().map(|round| round.nodes).sum();
    let limits: Vec<String> = found.rounds.iter().map(|round| round.limit.to_string()).collect();
    match &limits[..] {
        [] => "so many moves are needed by tiles' distances, conflicts and tables of patterns".to_owned(),
        [only] => format!("nothing was found within {only} moves: {nodes} positions, depth first"),
        [.., last] => format!(
            "nothing was found within {last} moves: {nodes} positions, depth first, to the bounds {}",
            limits.join(", ")
        ),
    }
}
