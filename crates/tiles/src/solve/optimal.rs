//! Optimal solutions by IDA* (Korf 1985) for boards of up to 255 cells, and their results as
//! outcomes.

use fewest_search::ida::{self, AllShortest, Ida};
use fewest_search::{Context, Stop};

use crate::proof::Certificate;
use crate::rules::board::{Direction, Metric, Slide};
use crate::solve::heuristic::walking_distance::WalkingDistance;
use crate::solve::placement::Placement;
use crate::solve::push_space::{AlternatingAxes, Push, PushSpace};
use crate::solve::strategy::{self, SearchResult};
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};

/// Returns the fewest moves of a solvable board. If the search takes long, `known` is asked for the
/// length of some solution.
pub(crate) fn solve_by_ida(
    placement: &Placement,
    metric: Metric,
    how: &SolveOptions,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> Outcome<Vec<Slide>, Certificate> {
    match metric {
        Metric::Steps => {
            let step = |to: Direction| Slide { to, distance: 1 };
            let every = |length, most| strategy::every_shortest(placement, length, most, how.tables, cx);
            outcome(&strategy::fewest_steps(placement, how.tables, known, cx), how, step, every)
        }
        Metric::Lines => {
            let push = |push: Push| Slide { to: push.to, distance: usize::from(push.distance) };
            let every = |length, most| every_push(placement, length, most, cx);
            outcome(&fewest_pushes(placement, cx), how, push, every)
        }
    }
}

/// Converts a search result; `every` counts and lists the shortest solutions of a length.
fn outcome<M: Copy>(
    found: &SearchResult<M>,
    how: &SolveOptions,
    slide: impl Fn(M) -> Slide,
    every: impl Fn(u32, usize) -> Result<AllShortest<M>, Stop>,
) -> Outcome<Vec<Slide>, Certificate> {
    let slides = |path: &[M]| -> Vec<Slide> { path.iter().map(|&by| slide(by)).collect() };
    let mut outcome = Outcome::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = LowerBound::Moves(u64::from(found.at_least));
    if found.at_least > 0 {
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because: because(found) }));
    }
    let Some(path) = &found.path else { return outcome };
    outcome.best = Some(slides(path));
    if found.stop.is_none() && (how.count || how.all.is_some()) {
        let most = how.all.map_or(0, |all| usize::try_from(all).unwrap_or(usize::MAX));
        match every(path.len() as u32, most) {
            Err(stop) => outcome.ended = Ended::Limit(stop),
            Ok(every) => {
                outcome.count = Some(every.count);
                outcome.all = every.paths.iter().map(|path| slides(path)).collect();
            }
        }
    }
    outcome
}

/// Says why there is no shorter solution.
fn because<M>(found: &SearchResult<M>) -> String {
    let nodes: u64 = found.iterations.iter().map(|iteration| iteration.nodes).sum();
    let limits: Vec<String> =
        found.iterations.iter().map(|iteration| iteration.threshold.to_string()).collect();
    match &limits[..] {
        [] => "the lower bound by tiles' distances and tables".to_owned(),
        [only] => format!("nothing was found within {only} moves: {nodes} positions, depth first"),
        [.., last] => format!(
            "nothing was found within {last} moves: {nodes} positions, depth first, to the bounds {}",
            limits.join(", ")
        ),
    }
}

/// Finds the fewest lines.
fn fewest_pushes(placement: &Placement, cx: &Context<'_>) -> SearchResult<Push> {
    let (space, bound) = (PushSpace::new(placement), WalkingDistance::new(placement));
    let done = Ida { space: &space, heuristic: &bound, pruning: &AlternatingAxes, cx }.first(0, None);
    let stop = match done.ended {
        ida::IdaEnd::Stopped(stop) => Some(stop),
        ida::IdaEnd::Solved | ida::IdaEnd::Unsolvable | ida::IdaEnd::Nodes | ida::IdaEnd::Left => None,
    };
    SearchResult { path: done.path, at_least: done.at_least, stop, iterations: done.iterations }
}

/// Counts and lists the solutions of the fewest lines.
fn every_push(
    placement: &Placement,
    length: u32,
    most: usize,
    cx: &Context<'_>,
) -> Result<AllShortest<Push>, Stop> {
    let (space, bound) = (PushSpace::new(placement), WalkingDistance::new(placement));
    Ida { space: &space, heuristic: &bound, pruning: &AlternatingAxes, cx }.all_shortest(length, most)
}
