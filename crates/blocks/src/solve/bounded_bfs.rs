//! Breadth-first heuristic search (Zhou and Hansen 2006): breadth-first search that prunes
//! positions beyond a threshold on the number of moves.
//!
//! Every search starts as plain breadth-first search. If it outgrows the cache, the heuristic
//! ([`super::blocking_heuristic`]) is evaluated on a sample of the last layer. On sparse boards a
//! layer is several times as large as the one before, and a heuristic value of a few moves saves as
//! many such factors; on crowded boards layers hardly grow, and the plain search continues.
//! Otherwise the search restarts with a threshold, which is raised until a goal is found.
//!
//! The heuristic is admissible, so a search that finds a goal within its threshold has kept every
//! shortest path: length and number of shortest solutions are those of the plain search. A
//! threshold without a goal is a proven lower bound.

use fewest_search::{
    Aim, BfsResult, Context, EdgeKind, Lease, Ranking, StateSpace, begin_bfs, bfs, bounded_bfs, continue_bfs,
};

use crate::encoding::Encoding;
use crate::rules::Board;
use crate::solve::blocking_heuristic::BlockingHeuristic;

/// Positions on which the heuristic is evaluated to decide whether pruning pays.
const SAMPLES: usize = 256;
/// Factor by which pruning must promise to shrink a layer.
const MIN_GAIN: f64 = 16.0;
/// Factor by which an iteration must visit more positions than the one before; below it, thresholds
/// no longer prune much.
const MIN_GROWTH: f64 = 1.1;

/// The result of a search, and what earlier iterations proved.
pub(super) struct BoundedSearch<'h> {
    pub(super) result: BfsResult<'h>,
    /// Whether positions may have been pruned.
    pub(super) is_pruned: bool,
    /// No path of at most this many moves leads to a goal.
    pub(super) none_within: u64,
}

/// Searches up to the first goal, with thresholds if they pay.
pub(super) fn search_with_thresholds<'h>(
    board: &Board,
    encoding: &Encoding,
    space: &dyn StateSpace,
    cx: &'h Context<'_>,
    aim: Aim,
) -> BoundedSearch<'h> {
    let plain = |result, none_within| BoundedSearch { result, is_pruned: false, none_within };
    if cx.store.is_some() {
        return plain(bfs(space, cx, aim), 0);
    }
    let result = begin_bfs(space, cx, aim);
    if !result.is_paused() {
        return plain(result, 0);
    }
    let Some(plan) = plan_thresholds(board, encoding, &result, cx) else {
        return plain(continue_bfs(result, space, cx, aim), 0);
    };
    drop(result);
    search_by_thresholds(space, plan, cx, aim)
        .unwrap_or_else(|none_within| plain(bfs(space, cx, aim), none_within))
}

/// Thresholds for the iterations.
struct ThresholdPlan<'h> {
    heuristic: LeasedHeuristic<'h>,
    /// The first threshold, and its increment.
    threshold: u64,
    step: u64,
}

/// The heuristic, independent of the number of words that hold the cells.
trait PruningHeuristic: Send + Sync {
    fn prune(&self, keys: &mut Vec<u64>, left: u64);
    fn lower_bound(&self, key: &[u64], most: u64) -> Option<u64>;
}

impl<const W: usize> PruningHeuristic for BlockingHeuristic<W> {
    fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        Self::prune(self, keys, left);
    }

    fn lower_bound(&self, key: &[u64], most: u64) -> Option<u64> {
        Self::lower_bound(self, key, most)
    }
}

/// A heuristic with the lease of its memory.
struct LeasedHeuristic<'h> {
    heuristic: Box<dyn PruningHeuristic>,
    _lease: Lease<'h>,
}

/// Returns the heuristic of a board. `None` if it has none, or memory does not allow it.
fn heuristic<'h>(board: &Board, encoding: &Encoding, cx: &'h Context<'_>) -> Option<LeasedHeuristic<'h>> {
    fn of<'h, const W: usize>(
        board: &Board,
        encoding: &Encoding,
        cx: &'h Context<'_>,
    ) -> Option<LeasedHeuristic<'h>> {
        let _lease = cx.lease(BlockingHeuristic::<W>::bytes(board)).ok()?;
        let heuristic = Box::new(BlockingHeuristic::<W>::new(board, encoding)?);
        Some(LeasedHeuristic { heuristic, _lease })
    }
    match board.rows * board.columns {
        0..=256 => of::<4>(board, encoding, cx),
        _ => of::<16>(board, encoding, cx),
    }
}

/// Evaluates the heuristic on a sample of the last complete layer. None if it promises too little.
fn plan_thresholds<'h>(
    board: &Board,
    encoding: &Encoding,
    result: &BfsResult<'_>,
    cx: &'h Context<'_>,
) -> Option<ThresholdPlan<'h>> {
    const FAR: u64 = 1 << 10;
    let heuristic = heuristic(board, encoding, cx)?;
    let depth = result.layers() - 1;
    let sizes = result.layer_sizes();
    let growth = sizes[depth] as f64 / sizes[depth.checked_sub(1)?] as f64;
    let words = result.layer(0).len();
    let layer: Vec<&[u64]> = result.layer(depth).chunks_exact(words).collect();
    let sampled = layer.iter().step_by(layer.len() / SAMPLES + 1);
    let bounds: Vec<u64> = sampled.filter_map(|key| heuristic.heuristic.lower_bound(key, FAR)).collect();
    let mean = bounds.iter().sum::<u64>() as f64 / bounds.len() as f64;
    let is_worth = growth > 1.0 && growth.powf(mean) >= MIN_GAIN;
    is_worth.then(|| ThresholdPlan {
        heuristic,
        threshold: depth as u64 + (mean as u64).max(1),
        step: (2_f64.ln() / growth.ln()).ceil().clamp(1.0, 64.0) as u64,
    })
}

/// Searches with rising thresholds.
///
/// # Errors
/// The last threshold, if thresholds no longer prune much.
fn search_by_thresholds<'h>(
    space: &dyn StateSpace,
    plan: ThresholdPlan<'_>,
    cx: &'h Context<'_>,
    aim: Aim,
) -> Result<BoundedSearch<'h>, u64> {
    let ThresholdPlan { heuristic, mut threshold, step } = plan;
    // The lease lasts as long as the heuristic.
    let LeasedHeuristic { heuristic, _lease } = heuristic;
    let space = PrunedSpace { space, heuristic };
    let (mut none_within, mut before) = (0, 0_u64);
    loop {
        let result = bounded_bfs(&space, cx, aim, threshold);
        let is_over = result.goal_depth().is_some() || result.stopped().is_some() || result.is_exhausted();
        if is_over {
            return Ok(BoundedSearch { result, is_pruned: true, none_within });
        }
        none_within = threshold;
        if (result.positions() as f64) < MIN_GROWTH * before as f64 {
            return Err(none_within);
        }
        before = result.positions();
        threshold += step;
    }
}

/// A state space with a heuristic.
struct PrunedSpace<'p> {
    space: &'p dyn StateSpace,
    heuristic: Box<dyn PruningHeuristic>,
}

impl StateSpace for PrunedSpace<'_> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn kind(&self) -> EdgeKind {
        self.space.kind()
    }

    fn ranking(&self) -> Option<Ranking> {
        self.space.ranking()
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        self.space.initial_states(out);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.space.expand(parents, out);
    }

    fn parts(&self) -> usize {
        self.space.parts()
    }

    fn expand_part(&self, parents: &[u64], part: usize, out: &mut Vec<u64>) {
        self.space.expand_part(parents, part, out);
    }

    fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        self.heuristic.prune(keys, left);
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        self.space.goals(keys, hit);
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        self.space.partition_key(key)
    }

    fn fingerprint(&self) -> String {
        self.space.fingerprint()
    }
}

#[cfg(test)]
mod tests {
    use fewest_core::{Family, Reason, SearchLog, SolveOptions};
    use proptest::prelude::*;

    use super::*;
    use crate::rules::Blocks;
    use crate::testing::{any_board, board_on_rails, course_example, read};

    /// Iterations from threshold 1 on, however small the board.
    fn with_thresholds(board: &Board, aim: Aim) -> Option<Result<(Option<usize>, u64), u64>> {
        let encoding = Encoding::new(board);
        let cx = Context::default();
        let plan = ThresholdPlan { heuristic: heuristic(board, &encoding, &cx)?, threshold: 1, step: 1 };
        let result = search_by_thresholds(encoding.state_space(board).as_ref(), plan, &cx, aim);
        Some(result.map(|aimed| (aimed.result.goal_depth(), aimed.none_within)))
    }

    fn agrees(board: &Board) -> Result<(), TestCaseError> {
        let cx = Context::default();
        let plain = bfs(Encoding::new(board).state_space(board).as_ref(), &cx, Aim::FirstGoal).goal_depth();
        match with_thresholds(board, Aim::FirstGoal) {
            None => {}
            Some(Ok((depth, none_within))) => {
                prop_assert_eq!(depth, plain);
                prop_assert!(plain.is_none_or(|depth| depth == 0 || none_within < depth as u64));
            }
            // Thresholds did not pay; what they proved holds.
            Some(Err(none_within)) => prop_assert!(plain.is_none_or(|depth| none_within < depth as u64)),
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn rounds_come_to_the_same_depth(board in any_board()) {
            agrees(&board)?;
        }

        #[test]
        fn rounds_on_rails_come_to_the_same_depth(board in board_on_rails()) {
            agrees(&board)?;
        }
    }

    /// A large grid with random cars, deterministic in the seed.
    fn sparse(seed: u64, side: usize, cars: usize) -> Board {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let mut text = format!("{side} {side}\n{} 1 2 1 h\n", side / 2);
        for _ in 0..cars {
            let (row, column, length) = (below(side) + 1, below(side) + 1, 2 + below(2));
            match below(2) {
                0 if row != side / 2 => text += &format!("{row} {column} {length} 1 h\n"),
                _ => text += &format!("{row} {column} 1 {length} v\n"),
            }
        }
        read(&text)
    }

    #[test]
    fn looking_ahead_changes_neither_the_fewest_moves_nor_their_number() {
        let mut aimed = 0;
        for seed in 0..24 {
            // Some boards are on rails, and some are too large for that.
            let board = sparse(seed, 8 + seed as usize % 2, 34);
            let space = Encoding::new(&board).state_space(&board);
            let cx = Context::default();
            let result = begin_bfs(space.as_ref(), &cx, Aim::GoalLayer);
            if !result.is_paused() || plan_thresholds(&board, &Encoding::new(&board), &result, &cx).is_none()
            {
                continue;
            }
            let solved = Blocks::solve(&board, &SolveOptions { count: true, ..SolveOptions::default() }, &cx);
            let is_aimed = |why: &Reason<_>| matches!(why, Reason::SearchLog(SearchLog::Aimed { .. }));
            assert!(solved.why.iter().any(is_aimed), "seed {seed}");
            let mut result = continue_bfs(result, space.as_ref(), &cx, Aim::GoalLayer);
            assert_eq!(solved.best.map(|moves| moves.len()), result.goal_depth(), "seed {seed}");
            let paths = fewest_search::shortest_paths(&mut result, space.as_ref(), &cx).unwrap().unwrap();
            assert_eq!(solved.count, paths.count(), "seed {seed}");
            aimed += 1;
            if aimed == 2 {
                return;
            }
        }
        panic!("no board is too large for the table and yet small enough to be walked through");
    }

    #[test]
    fn the_memory_of_the_heuristic_is_leased() {
        // The goal piece turns, and 40 small pieces that are alike may block its paths.
        let mut text = "12 12\n1 1 2 2 b\n".to_owned();
        for (row, column) in (4..12).step_by(2).flat_map(|row| (1..11).map(move |column| (row, column))) {
            text += &format!("{row} {column} 1 1 b\n");
        }
        let board = read(&(text + "goal 11 11\n"));
        let encoding = Encoding::new(&board);
        let cx = Context::default();
        let leased = heuristic(&board, &encoding, &cx).expect("the goal names one piece");
        assert!(cx.budget.used() >= 1 << 21, "{} bytes", cx.budget.used());
        drop(leased);
        assert_eq!(cx.budget.used(), 0);
        let go_on = |_: &fewest_search::Counters| std::ops::ControlFlow::Continue(());
        assert!(heuristic(&board, &encoding, &Context::new(1, 1 << 20, &go_on)).is_none());
    }

    #[test]
    fn a_board_that_needs_little_is_searched_without_a_bound() {
        let board = course_example();
        let solved = Blocks::solve(&board, &SolveOptions::default(), &Context::default());
        assert!(solved.why.iter().all(|why| !matches!(why, Reason::SearchLog(SearchLog::Aimed { .. }))));
    }
}
