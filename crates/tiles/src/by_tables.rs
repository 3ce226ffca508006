//! Boards of a moderate size, tile by tile: given to the search with tables, and what came of it told as an outcome.

use fewest_search::ida::AllShortest;
use fewest_search::{Context, Stop};

use super::board::{Board, Direction, Metric, Slide};
use super::optimal::{self, Found, Grid, Placement, Push};
use super::reason::Certificate;
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};

/// The board for the search with tables; nothing if it is too large.
pub(super) fn placement(board: &Board) -> Option<Placement> {
    const MOST: usize = 255;
    if board.cells().len() > MOST {
        return None;
    }
    let byte = |number: usize| u8::try_from(number).ok();
    let homes = board.goal().places();
    let home = board.cells().iter().map(|&tile| byte(homes[tile as usize])).collect::<Option<_>>()?;
    let (rows, cols) = (byte(board.rows())?, byte(board.columns())?);
    let placement = Placement { rows, cols, home, blank_home: byte(homes[0])? };
    Some(placement).filter(|placement| board.metric == Metric::Steps || optimal::takes_pushes(placement))
}

/// Steps that a board of any size needs at least.
pub(super) fn at_least(board: &Board) -> u64 {
    let homes = board.goal().places();
    let home: Vec<u32> = board.cells().iter().map(|&tile| homes[tile as usize] as u32).collect();
    optimal::lines_bound(Grid { rows: board.rows(), cols: board.columns() }, &home, homes[0] as u32)
}

/// The fewest moves of a board that has a solution. If that takes long, `known` is asked for the moves of some solution.
pub(super) fn solve(
    placement: &Placement,
    metric: Metric,
    how: &SolveOptions,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> Outcome<Vec<Slide>, Certificate> {
    match metric {
        Metric::Steps => {
            let step = |to: Direction| Slide { to, distance: 1 };
            let every = |length, most| optimal::every(placement, length, most, how.tables, cx);
            outcome(&optimal::solve(placement, how.tables, known, cx), how, step, every)
        }
        Metric::Lines => {
            let push = |push: Push| Slide { to: push.to, distance: usize::from(push.distance) };
            let every = |length, most| optimal::every_push(placement, length, most, cx);
            outcome(&optimal::solve_pushes(placement, cx), how, push, every)
        }
    }
}

/// What was found, told; `every` counts and lists the shortest answers of a length.
fn outcome<M: Copy>(
    found: &Found<M>,
    how: &SolveOptions,
    slide: impl Fn(M) -> Slide,
    every: impl Fn(u32, usize) -> Result<AllShortest<M>, Stop>,
) -> Outcome<Vec<Slide>, Certificate> {
    let slides = |trail: &[M]| -> Vec<Slide> { trail.iter().map(|&by| slide(by)).collect() };
    let mut outcome = Outcome::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = LowerBound::Moves(u64::from(found.at_least));
    if found.at_least > 0 {
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because: because(found) }));
    }
    let Some(trail) = &found.trail else { return outcome };
    outcome.best = Some(slides(trail));
    if found.stop.is_none() && (how.count || how.all.is_some()) {
        let most = how.all.map_or(0, |all| usize::try_from(all).unwrap_or(usize::MAX));
        match every(trail.len() as u32, most) {
            Err(stop) => outcome.ended = Ended::Limit(stop),
            Ok(every) => {
                outcome.count = Some(every.count);
                outcome.all = every.paths.iter().map(|path| slides(path)).collect();
            }
        }
    }
    outcome
}

/// Why there is no shorter answer.
fn because<M>(found: &Found<M>) -> String {
    let nodes: u64 = found.iterations.iter().map(|round| round.nodes).sum();
    let limits: Vec<String> = found.iterations.iter().map(|round| round.threshold.to_string()).collect();
    match &limits[..] {
        [] => "so many moves are needed by tiles' distances and tables".to_owned(),
        [only] => format!("nothing was found within {only} moves: {nodes} positions, depth first"),
        [.., last] => format!(
            "nothing was found within {last} moves: {nodes} positions, depth first, to the bounds {}",
            limits.join(", ")
        ),
    }
}
