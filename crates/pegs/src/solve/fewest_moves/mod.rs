//! The fewest moves, where one move is any number of jumps by one peg (Bell 2007 and 2008).
//!
//! Two methods. *Retrograde*: find the whole winnable set, then the best sweep of each position
//! from the ends upwards; this also counts the optima. *Bidirectional*: search from both sides with
//! increasing thresholds, which needs less where Merson's bound is close. If the winnable set fits
//! into memory and optima are counted, retrograde is taken. If it fits and nothing is counted,
//! bidirectional search may try first within a limit, and again if the winnable set turns out
//! large. If it does not fit, only bidirectional search is left.
//!
//! Retrograde analysis: the fewest moves to an end from every winnable position, as an endgame
//! table. Layers are added from the ends upwards; the value of a position is the best over its
//! sweeps, all of which lead to layers below.

mod bidirectional;
mod frontiers;
pub(crate) mod sweeps;

use num_bigint::BigUint;
use std::collections::HashMap;

use fewest_search::{Context, Stop};

use bidirectional::{BidirectionalSearch, SearchStatus};
use sweeps::{FewestMoves, Sweeps};

use crate::rules::jumps::{Jumps, SolverGoal, keeping, symmetries};
use crate::solve::merson::MersonRegions;
use crate::solve::parity_classes::{self, GoalBoards, largest_layer};
use crate::solve::path_count::{FirstCount, PathCount};
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::{BATCH, BATCHES_PER_POLL, DistanceTable, Layer, LayerBuilder};
use crate::solve::symmetry::{Direction, MonomorphicTask, PackedRules, dispatch};
use crate::solve::winnable::winnable_layers;

/// Largest estimated layer, in positions, for the retrograde method.
const LARGEST_RETROGRADE_LAYER: f64 = (1_u64 << 27) as f64;

/// Position limits of bidirectional search where retrograde is possible: the estimated largest
/// layer if the Merson bound is exact, else that divided by [`INEXACT_SHARE`]; and, if more than
/// [`LARGE_WINNABLE_SET`] positions are winnable, their number divided by [`WINNABLE_SHARE`].
const INEXACT_SHARE: f64 = 64.0;
const LARGE_WINNABLE_SET: usize = 1 << 22;
const WINNABLE_SHARE: usize = 4;

/// An interrupted search, and the lower bound that it has proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted {
    pub(crate) at_least: u32,
    pub(crate) stop: Stop,
}

/// Returns a solution in the fewest moves from the start to an end. None if there is no solution.
pub(crate) fn fewest_moves<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &SolverGoal,
    count: bool,
    cx: &'h Context<'h>,
) -> Result<Option<FewestMoves>, Interrupted> {
    let target = GoalBoards::of(jumps, start, goal);
    match &target {
        GoalBoards::Ends(ends) if ends.is_empty() => return Ok(None),
        GoalBoards::Ends(ends) if ends.iter().any(|end| end == start) => {
            return Ok(Some(FewestMoves { moves: Vec::new(), optima: count.then(BigUint::one) }));
        }
        _ => {}
    }
    let problem = Problem::of(jumps, start, &target, count, cx);
    let mut at_least = 1;
    let stop = match problem.by_best_method(&mut at_least) {
        Ok(SearchStatus::Found(moves)) => return Ok(Some(moves)),
        Ok(SearchStatus::Never) => return Ok(None),
        Ok(SearchStatus::NotWithin | SearchStatus::TooManyPositions) => Stop::Memory,
        Err(stop) => stop,
    };
    Err(Interrupted { at_least, stop })
}

/// Start, goal boards, and what follows from them before the search.
struct Problem<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a GoalBoards,
    count: bool,
    cx: &'h Context<'h>,
    /// The symmetries that keep the ends; and those that keep the start as well.
    by_ends: Vec<Vec<u16>>,
    by_both: Vec<Vec<u16>>,
    regions: MersonRegions,
}

impl<'a, 'h> Problem<'a, 'h> {
    fn of(
        jumps: &'a Jumps,
        start: &'a [u64],
        target: &'a GoalBoards,
        count: bool,
        cx: &'h Context<'h>,
    ) -> Self {
        let all = symmetries(jumps);
        let (by_ends, by_both, regions) = match target {
            GoalBoards::AllWith(_) => (all.clone(), all, MersonRegions::none()),
            GoalBoards::Ends(ends) => {
                let by_ends = keeping(&all, ends);
                let by_both = keeping(&by_ends, &[start.to_vec()]);
                let regions = MersonRegions::of(jumps, &by_both, start, ends);
                (by_ends, by_both, regions)
            }
        };
        Self { jumps, start, target, count, cx, by_ends, by_both, regions }
    }
    /// Chooses the method. `at_least` is always a proven lower bound.
    fn by_best_method(&self, at_least: &mut u32) -> Result<SearchStatus, Stop> {
        let largest = largest_layer(self.jumps, self.start, self.target, self.by_ends.len());
        if largest <= LARGEST_RETROGRADE_LAYER {
            if !self.count {
                let most = if self.regions.are_exact() { largest } else { largest / INEXACT_SHARE };
                let tried = self.bidirectional(at_least, most as usize)?;
                if !matches!(tried, SearchStatus::TooManyPositions) {
                    return Ok(tried);
                }
            }
            match self.retrograde(at_least) {
                Err(Stop::Memory) => {}
                known => return known,
            }
        }
        self.bidirectional(at_least, usize::MAX)
    }

    /// Bidirectional search; gives up with more than `most` positions in one frontier.
    pub(crate) fn bidirectional(&self, at_least: &mut u32, most: usize) -> Result<SearchStatus, Stop> {
        let task = BidirectionalTask { problem: self, at_least, most };
        dispatch(self.jumps, self.by_both.clone(), task).unwrap_or(Err(Stop::Memory))
    }

    /// Retrograde analysis over the winnable set, unless that is so large that bidirectional search
    /// may be faster and succeeds.
    fn retrograde(&self, at_least: &mut u32) -> Result<SearchStatus, Stop> {
        let task = RetrogradeTask { problem: self, at_least };
        dispatch(self.jumps, self.by_ends.clone(), task).unwrap_or(Err(Stop::Memory))
    }
}

struct BidirectionalTask<'a, 'h> {
    problem: &'a Problem<'a, 'h>,
    at_least: &'a mut u32,
    most: usize,
}

impl MonomorphicTask for BidirectionalTask<'_, '_> {
    type Out = Result<SearchStatus, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let sweeps = Sweeps::of(rules);
        let Problem { start, target, count, ref regions, cx, .. } = *self.problem;
        BidirectionalSearch::of(&sweeps, regions, (start, target), count, cx).run(self.at_least, self.most)
    }
}

struct RetrogradeTask<'a, 'h> {
    problem: &'a Problem<'a, 'h>,
    at_least: &'a mut u32,
}

impl MonomorphicTask for RetrogradeTask<'_, '_> {
    type Out = Result<SearchStatus, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let problem = self.problem;
        let start = W::pack(problem.start);
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(problem.jumps), problem.cx);
        let all = winnable_layers(&mut layers, start, problem.target)?;
        let size: usize = all.iter().map(|layer| layer.list.len()).sum();
        if !problem.count && size > LARGE_WINNABLE_SET {
            let tried = problem.bidirectional(self.at_least, size / WINNABLE_SHARE)?;
            if !matches!(tried, SearchStatus::TooManyPositions) {
                return Ok(tried);
            }
        }
        let best =
            best_of_winnable(&Sweeps::of(rules), (start, problem.target), problem.count, &all, problem.cx)?;
        Ok(best.map_or(SearchStatus::Never, SearchStatus::Found))
    }
}

/// Complete layers with the fewest moves of every position.
pub(crate) struct EndgameTable<'h, W> {
    /// The layer with the fewest pegs first.
    layers: Vec<DistanceTable<'h, W>>,
    /// Pegs of the first layer.
    least: u32,
}

impl<'h, W: PegSet> EndgameTable<'h, W> {
    /// Makes a table with one layer, of ends only.
    pub(crate) fn of(ends: &[W], cx: &'h Context<'_>) -> Result<Self, Stop> {
        let least = ends.first().map_or(0, |end| end.ones());
        Ok(Self { layers: vec![DistanceTable::new(ends, cx)?], least })
    }

    /// Adds the layer with one more peg.
    pub(crate) fn add<const G: usize>(
        &mut self,
        sweeps: &Sweeps<'_, W, G>,
        list: &[W],
        is_end: impl Fn(W) -> bool,
        cx: &'h Context<'_>,
    ) -> Result<(), Stop> {
        let mut next = DistanceTable::new(list, cx)?;
        let mut best = Vec::new();
        for (number, batch) in list.chunks(BATCH).enumerate() {
            if number % BATCHES_PER_POLL == 0 {
                cx.poll()?;
            }
            sweeps.best_moves(batch, &self.layers, &mut best);
            for (&position, &moves) in batch.iter().zip(&best) {
                next.set(position, if is_end(position) { 0 } else { moves });
            }
        }
        self.layers.push(next);
        Ok(())
    }

    /// Returns the fewest moves from a position with `pegs` pegs. None if it is in no layer.
    #[inline]
    pub(crate) fn moves(&self, canonical: W, pegs: u32) -> Option<u16> {
        self.layers.get(pegs.checked_sub(self.least)? as usize)?.get(canonical)
    }

    /// Returns the number of shortest paths to an end. None if `S` overflows or the position is in
    /// no layer.
    pub(crate) fn ways<S: PathCount, const G: usize>(
        &self,
        sweeps: &Sweeps<'_, W, G>,
        canonical: W,
        known: &mut HashMap<W, S>,
    ) -> Option<S> {
        if let Some(ways) = known.get(&canonical) {
            return Some(ways.clone());
        }
        let moves = self.moves(canonical, canonical.ones())?;
        if moves == 0 {
            return Some(S::one());
        }
        let mut next = Vec::new();
        sweeps.each(canonical, Direction::Forward, |reached| {
            if self.moves(reached.canonical(sweeps.rules), reached.pegs) == Some(moves - 1) {
                next.push(reached.canonical(sweeps.rules));
            }
        });
        let mut sum = S::default();
        for position in next {
            if !sum.try_add(&self.ways(sweeps, position, known)?) {
                return None;
            }
        }
        known.insert(canonical, sum.clone());
        Some(sum)
    }
}

/// Computes the endgame table over the winnable set and reads a solution from it. None if the set
/// is empty.
fn best_of_winnable<W: PegSet, const G: usize>(
    sweeps: &Sweeps<'_, W, G>,
    (start, target): (W, &GoalBoards),
    count: bool,
    all: &[Layer<'_, W>],
    cx: &Context<'_>,
) -> Result<Option<FewestMoves>, Stop> {
    let rules = sweeps.rules;
    let Some((last, above)) = all.split_last() else { return Ok(None) };
    let mut ends: Vec<W> = match target {
        GoalBoards::Ends(ends) => ends.iter().map(|end| rules.canonical(W::pack(end))).collect(),
        GoalBoards::AllWith(_) => Vec::new(),
    };
    ends.sort_unstable();
    let mut endgame = EndgameTable::of(&last.list, cx)?;
    for layer in above.iter().rev() {
        endgame.add(sweeps, &layer.list, |position| ends.binary_search(&position).is_ok(), cx)?;
    }
    let known = |position: W| endgame.moves(position, position.ones());
    let Some(fewest) = known(rules.canonical(start)) else { return Ok(None) };
    let moves = sweeps.first_path(start, fewest.into(), |reached, left| {
        known(reached.canonical(rules)).map(u32::from) == Some(left)
    });
    let optima = || match endgame.ways::<FirstCount, G>(sweeps, rules.canonical(start), &mut HashMap::new()) {
        Some(ways) => ways.into(),
        None => endgame.ways(sweeps, rules.canonical(start), &mut HashMap::new()).unwrap_or_default(),
    };
    Ok(Some(FewestMoves { moves, optima: count.then(optima) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::Jump;
    use crate::testing::{all_but, only, triangle, with_directions};

    /// Fewest moves and number of optima, from the tables of the triangles.
    #[test]
    fn pairs_of_the_small_triangles() {
        let pairs = [
            (4, 2, 1, Some((5, "2"))),
            (4, 3, 1, None),
            (5, 0, 0, Some((10, "1362"))),
            (5, 4, 12, Some((11, "308"))),
            (5, 12, 0, Some((9, "94"))),
            (5, 1, 1, Some((11, "252"))),
            (5, 3, 3, Some((9, "466"))),
        ];
        for (side, vacancy, finish, expected) in pairs {
            let board = triangle(side);
            let goal = SolverGoal::Exactly(vec![only(board.holes, finish)]);
            let (start, cx) = (all_but(board.holes, vacancy), Context::default());
            let found = fewest_moves(&board, &start, &goal, true, &cx).unwrap();
            let optima = |found: &FewestMoves| found.optima.as_ref().map(ToString::to_string);
            let observed = found.as_ref().map(|found| (found.moves.len(), optima(found)));
            assert_eq!(observed, expected.map(|(moves, optima)| (moves, Some(optima.to_owned()))));
            let uncounted = fewest_moves(&board, &start, &goal, false, &cx).unwrap();
            for found in [found, uncounted].into_iter().flatten() {
                assert_eq!(Some(found.moves.len()), expected.map(|(moves, _)| moves));
                let jumps: usize = found.moves.iter().map(|path| path.len() - 1).sum();
                assert_eq!(jumps, board.holes - 2);
            }
            assert_eq!(cx.budget.used(), 0);
        }
    }

    #[test]
    fn a_board_that_is_an_end_needs_no_move() {
        let cx = Context::default();
        let found = fewest_moves(&triangle(5), &[1], &SolverGoal::OnePeg, true, &cx).unwrap().unwrap();
        assert_eq!(
            (found.moves.len(), found.optima.map(|optima| optima.to_string())),
            (0, Some("1".to_owned()))
        );
    }

    #[test]
    fn a_stopped_search_has_proven_something() {
        let board = triangle(7);
        let goal = SolverGoal::Exactly(vec![only(28, 2)]);
        let cx = Context::new(1, 1 << 21, &|_| std::ops::ControlFlow::Continue(()));
        let stopped = fewest_moves(&board, &all_but(28, 1), &goal, false, &cx).unwrap_err();
        assert_eq!(stopped.stop, Stop::Memory);
        assert!((9..=12).contains(&stopped.at_least), "{stopped:?}");
    }

    /// Both methods agree, with any number of threads.
    #[test]
    fn limits_agree_with_everything_that_can_be_won() {
        let board = triangle(6);
        let mut solved = 0;
        for (vacancy, finish) in [(0, 0), (0, 3), (1, 1), (4, 4), (4, 20), (7, 12)] {
            let (start, finish) = (all_but(21, vacancy), only(21, finish));
            for goal in [SolverGoal::Exactly(vec![finish.clone()]), SolverGoal::OnePeg] {
                let target = GoalBoards::of(&board, &start, &goal);
                if target == GoalBoards::Ends(Vec::new()) {
                    continue;
                }
                let mut observed = Vec::new();
                for (threads, count) in [(1, true), (2, true), (3, false), (1, false)] {
                    let cx = Context::new(threads, 1 << 30, &|_| std::ops::ControlFlow::Continue(()));
                    let problem = Problem::of(&board, &start, &target, count, &cx);
                    let both = [problem.retrograde(&mut 1), problem.bidirectional(&mut 1, usize::MAX)];
                    observed.push(both.map(|tried| match tried.unwrap() {
                        SearchStatus::Found(moves) => Some(moves),
                        SearchStatus::Never => None,
                        SearchStatus::NotWithin | SearchStatus::TooManyPositions => {
                            panic!("nothing stops it")
                        }
                    }));
                    assert_eq!(cx.budget.used(), 0);
                }
                let length = |found: &Option<FewestMoves>| found.as_ref().map(|found| found.moves.len());
                for [won, limits] in &observed {
                    assert_eq!(length(won), length(limits));
                }
                let optima = |found: &Option<FewestMoves>| found.clone().and_then(|found| found.optima);
                assert_eq!(optima(&observed[0][0]), optima(&observed[0][1]));
                assert_eq!(observed[0], observed[1], "with any number of threads");
                assert_eq!(observed[2], observed[3], "with any number of threads");
                solved += usize::from(observed[0][0].is_some());
            }
        }
        assert!(solved > 6, "{solved}");
    }

    /// On a large board one peg alone undoes its jumps in too many ways to enumerate, so the search
    /// must be forward only.
    #[test]
    fn few_pegs_on_a_large_board() {
        let rows = ["oooooooo"; 8];
        let board = with_directions(&rows, &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]);
        let mut seed = 1_u64;
        for finish in [0, 19, 27, 35, 63] {
            let mut start = only(64, finish);
            for _ in 0..7 {
                let can = |jump: &&Jump| {
                    start[0] >> jump.to & 1 == 1
                        && start[0] >> jump.over & 1 == 0
                        && start[0] >> jump.from & 1 == 0
                };
                let backward: Vec<&Jump> = board.list.iter().filter(can).collect();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let jump = backward[(seed >> 33) as usize % backward.len()];
                start[0] ^= 1 << jump.to | 1 << jump.over | 1 << jump.from;
            }
            let target = GoalBoards::of(&board, &start, &SolverGoal::Exactly(vec![only(64, finish)]));
            for count in [false, true] {
                let cx = Context::default();
                let problem = Problem::of(&board, &start, &target, count, &cx);
                let [won, limits] = [problem.retrograde(&mut 1), problem.bidirectional(&mut 1, usize::MAX)]
                    .map(|tried| match tried {
                        Ok(SearchStatus::Found(found)) => found,
                        _ => panic!("there is a way"),
                    });
                assert!(won.moves.len() > 1);
                assert_eq!((won.moves.len(), won.optima), (limits.moves.len(), limits.optima));
            }
        }
    }
}
