//! Hints: the moves left and the next move. Where the fewest are not known in time, a fallback
//! still names a move.

pub(super) mod greedy;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fewest_search::{Context, Counters, Stop};

use crate::service::position::{Bug, Position, ReasonText, Report, Solution};
use crate::service::words;
use fewest_core::family::SolveOptions;
use fewest_core::info::Metric;
use fewest_core::report::{Ended, LowerBound};
use greedy::GreedyPath;

/// Moves left and the next move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The length of the best way found, and whether it is proven to be the fewest.
    pub left: Option<(u64, bool)>,
    /// The lower bound: a number of moves, or never.
    pub at_least: LowerBound,
    /// The next move: of the best way, or if none is known the one that looks best.
    pub next: Option<String>,
    /// How the work ended.
    pub ended: Ended,
    /// Why.
    pub reasons: Vec<ReasonText>,
}

impl Hint {
    /// Returns the number of moves left in words.
    pub fn say(&self, metric: &Metric) -> String {
        words::left(self.left, self.at_least, self.ended, metric)
    }

    /// Returns what the next move is: that of a way to the goal, or the one that looks best.
    pub fn label(&self) -> &'static str {
        if self.left.is_some() { words::NEXT } else { words::LOOKS_BEST }
    }
}

/// The moves left and the next move from a position.
///
/// # Errors
/// A [`Bug`].
pub fn hint(position: &dyn Position, cx: &Context<'_>) -> Result<Hint, Bug> {
    let (solved, greedy_path) = advise(position, cx)?;
    let promised = greedy_path.as_ref().filter(|greedy_path| greedy_path.arrives);
    let found = solved.best.as_ref().map(|best| (best.length(), solved.is_fewest()));
    let first = solved.best.as_ref().and_then(|best| best.moves(1).pop());
    Ok(Hint {
        left: found.or(promised.map(|greedy_path| (greedy_path.moves.len() as u64, false))),
        at_least: solved.at_least,
        next: first.or(greedy_path.and_then(|greedy_path| greedy_path.moves.into_iter().next())),
        ended: solved.ended,
        reasons: solved.reasons,
    })
}

/// What is known of a position by the time that the context gives: the fewest moves, or what the
/// family has at once, or else a way that looks good.
///
/// # Errors
/// A [`Bug`].
pub fn advise(position: &dyn Position, cx: &Context<'_>) -> Result<(Report, Option<GreedyPath>), Bug> {
    let mut solved = position.solve(&SolveOptions::default(), cx)?;
    let is_decided = solved.best.is_some() || solved.at_least == LowerBound::Never;
    if is_decided || solved.ended == Ended::Limit(Stop::Interrupt) {
        return Ok((solved, None));
    }
    // Where one position alone has that many successors, no fallback is quick enough.
    let successors = cx.counters.generated.load(Relaxed) / cx.counters.expanded.load(Relaxed).max(1);
    if successors < AT_ONCE && !position.is_large() {
        solved.best = at_once(position, cx)?;
    }
    let greedy_path =
        if solved.best.is_none() && !cx.is_interrupted() { position.greedy_path() } else { None };
    Ok((solved, greedy_path))
}

/// Successors that a family may look at for an answer at once. The time that was given is used up
/// by then, so it is counted.
const AT_ONCE: u64 = 1 << 14;

/// An answer that the family has at once.
fn at_once(position: &dyn Position, cx: &Context<'_>) -> Result<Option<Box<dyn Solution>>, Bug> {
    let polls = AtomicU64::new(0);
    // Not every search counts successors, and not all work is search: a poll counts as one.
    let limit = |counters: &Counters| match counters.generated.load(Relaxed) + polls.fetch_add(1, Relaxed) {
        0..AT_ONCE => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Time),
    };
    let how = SolveOptions { any: true, fast: true, ..SolveOptions::default() };
    Ok(cx.child_in_overtime(limit, |brief| position.solve(&how, brief))?.best)
}

/// The largest number of successors of a search that is repeated in the other metrics: a fraction
/// of a second.
const CHEAP: u64 = 1 << 17;

/// Returns the fewest moves in the other metrics that the family shows together, in words, as far
/// as they are cheap to find: none after a search that generated many successors.
pub fn other_metrics(position: &dyn Position, generated: u64, cx: &Context<'_>) -> Vec<String> {
    if generated > CHEAP {
        return Vec::new();
    }
    let own = position.metric().id;
    let others = position.info().metrics.iter().filter(|metric| metric.id != own);
    let limit = |counters: &Counters| match counters.generated.load(Relaxed) {
        0..=CHEAP => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Time),
    };
    let fewest = |metric: &Metric| {
        let position = position.in_metric(metric.id)?;
        let solved = cx.child(1, limit, |child| position.solve(&SolveOptions::default(), child)).ok()?;
        let best = solved.best.as_ref().filter(|_| solved.is_fewest())?;
        Some(words::count(best.length(), metric))
    };
    others.filter_map(fewest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::PuzzleText;

    #[test]
    fn a_search_whose_first_step_does_not_fit_is_not_begun() {
        let pieces: String =
            (0..400).map(|at| format!("{} {} 1 1 b\n", 4 + 2 * (at / 20), 1 + 2 * (at % 20))).collect();
        let puzzle = PuzzleText {
            metric: Some("paths".to_owned()),
            what: Some("blocks:course".to_owned()),
            ..PuzzleText::text("field", &format!("50 50\n1 1 2 2 b\n{pieces}"))
        };
        let start = puzzle.open_one().expect("it can be read").position;
        let cx = Context::new(1, 64 << 20, &|_| ControlFlow::Continue(()));
        let solved = start.solve(&SolveOptions::default(), &cx).expect("no bug");
        assert_eq!(solved.ended, Ended::Limit(Stop::Memory));
        let hint = hint(start.as_ref(), &cx).expect("no bug");
        assert!(hint.next.is_some() && hint.left.is_some(), "there is a move all the same: {hint:?}");
    }
}
