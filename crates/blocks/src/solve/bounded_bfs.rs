//! Walks that leave out what is too far from the goal, where that pays.
//!
//! Every walk begins without looking ahead. If it outgrows the cache, some positions of its last layer are asked how many moves they
//! need at least ([`super::blocking_heuristic`]). On sparse boards a layer is several times as large as the one before, and looking a few moves ahead
//! saves as many such factors; on crowded ones layers hardly grow, and the walk goes on as it began. Otherwise the walk is made anew with a
//! limit, and anew with a higher one, until it meets a goal.

use fewest_search::{
    Aim, BfsResult, Context, EdgeKind, Numbers, StateSpace, begin_bfs, bfs, bounded_bfs, continue_bfs,
};

use super::blocking_heuristic::Blockers;
use crate::encoding::Code;
use crate::rules::Board;

/// Positions that are asked.
const ASKED: usize = 256;
/// Looking ahead must promise layers this much smaller.
const WORTH: f64 = 16.0;
/// A round must have so many times the positions of the one before: otherwise limits no longer say much.
const GROWTH: f64 = 1.1;

/// A walk, and what came before it.
pub(super) struct Aimed<'h> {
    pub(super) seen: BfsResult<'h>,
    /// Whether positions may have been left out.
    pub(super) looked_ahead: bool,
    /// No way of at most so many moves leads to a goal.
    pub(super) none_within: u64,
}

/// Walks to the first goal.
pub(super) fn aimed_walk<'h>(
    board: &Board,
    code: &Code,
    packed: &dyn StateSpace,
    cx: &'h Context<'_>,
    aim: Aim,
) -> Aimed<'h> {
    let plain = |seen, none_within| Aimed { seen, looked_ahead: false, none_within };
    if cx.store.is_some() {
        return plain(bfs(packed, cx, aim), 0);
    }
    let seen = begin_bfs(packed, cx, aim);
    if !seen.is_paused() {
        return plain(seen, 0);
    }
    let Some(ahead) = look_ahead(board, code, &seen) else {
        return plain(continue_bfs(seen, packed, cx, aim), 0);
    };
    drop(seen);
    rounds(packed, ahead, cx, aim).unwrap_or_else(|none_within| plain(bfs(packed, cx, aim), none_within))
}

/// What looking ahead has told.
struct Ahead {
    sight: Box<dyn Sight>,
    /// The first limit, and how much it grows.
    limit: u64,
    step: u64,
}

/// A bound, whatever the number of cells.
trait Sight: Send + Sync {
    fn prune(&self, keys: &mut Vec<u64>, left: u64);
    fn least(&self, key: &[u64], most: u64) -> Option<u64>;
}

impl<const W: usize> Sight for Blockers<W> {
    fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        Self::prune(self, keys, left);
    }

    fn least(&self, key: &[u64], most: u64) -> Option<u64> {
        Self::least(self, key, most)
    }
}

fn sight(board: &Board, code: &Code) -> Option<Box<dyn Sight>> {
    fn of<const W: usize>(board: &Board, code: &Code) -> Option<Box<dyn Sight>> {
        Blockers::<W>::new(board, code).map(|blockers| Box::new(blockers) as Box<dyn Sight>)
    }
    match board.rows * board.columns {
        0..=256 => of::<4>(board, code),
        _ => of::<16>(board, code),
    }
}

/// Asks some positions of the last complete layer; nothing if their answers promise too little.
fn look_ahead(board: &Board, code: &Code, seen: &BfsResult<'_>) -> Option<Ahead> {
    const FAR: u64 = 1 << 10;
    let sight = sight(board, code)?;
    let depth = seen.layers() - 1;
    let sizes = seen.layer_sizes();
    let growth = sizes[depth] as f64 / sizes[depth.checked_sub(1)?] as f64;
    let words = seen.layer(0).len();
    let layer: Vec<&[u64]> = seen.layer(depth).chunks_exact(words).collect();
    let asked = layer.iter().step_by(layer.len() / ASKED + 1);
    let least: Vec<u64> = asked.filter_map(|key| sight.least(key, FAR)).collect();
    let mean = least.iter().sum::<u64>() as f64 / least.len() as f64;
    let is_worth = growth > 1.0 && growth.powf(mean) >= WORTH;
    is_worth.then(|| Ahead {
        sight,
        limit: depth as u64 + (mean as u64).max(1),
        step: (2_f64.ln() / growth.ln()).ceil().clamp(1.0, 64.0) as u64,
    })
}

/// Walks with higher and higher limits; the last of them if limits no longer help.
fn rounds<'h>(
    packed: &dyn StateSpace,
    ahead: Ahead,
    cx: &'h Context<'_>,
    aim: Aim,
) -> Result<Aimed<'h>, u64> {
    let Ahead { sight, mut limit, step } = ahead;
    let packed = Sighted { space: packed, sight };
    let (mut none_within, mut before) = (0, 0_u64);
    loop {
        let seen = bounded_bfs(&packed, cx, aim, limit);
        let is_over = seen.goal_depth().is_some() || seen.stopped().is_some() || seen.is_exhausted();
        if is_over {
            return Ok(Aimed { seen, looked_ahead: true, none_within });
        }
        none_within = limit;
        if (seen.positions() as f64) < GROWTH * before as f64 {
            return Err(none_within);
        }
        before = seen.positions();
        limit += step;
    }
}

/// A space and the bound of its positions.
struct Sighted<'p> {
    space: &'p dyn StateSpace,
    sight: Box<dyn Sight>,
}

impl StateSpace for Sighted<'_> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn kind(&self) -> EdgeKind {
        self.space.kind()
    }

    fn numbers(&self) -> Option<Numbers> {
        self.space.numbers()
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
        self.sight.prune(keys, left);
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        self.space.goals(keys, hit);
    }

    fn owner(&self, key: &[u64]) -> u64 {
        self.space.owner(key)
    }

    fn fingerprint(&self) -> String {
        self.space.fingerprint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;
    use crate::testing::{any_board, board_on_rails, course_example, read};
    use fewest_core::{Family, Reason, SearchLog, SolveOptions};
    use proptest::prelude::*;

    /// Rounds from the lowest limit on, however small the board.
    fn in_rounds(board: &Board, aim: Aim) -> Option<Result<(Option<usize>, u64), u64>> {
        let code = Code::new(board);
        let ahead = Ahead { sight: sight(board, &code)?, limit: 1, step: 1 };
        let cx = Context::default();
        let result = rounds(code.state_space(board).as_ref(), ahead, &cx, aim);
        Some(result.map(|aimed| (aimed.seen.goal_depth(), aimed.none_within)))
    }

    fn agrees(board: &Board) -> Result<(), TestCaseError> {
        let cx = Context::default();
        let plain = bfs(Code::new(board).state_space(board).as_ref(), &cx, Aim::FirstGoal).goal_depth();
        match in_rounds(board, Aim::FirstGoal) {
            None => {}
            Some(Ok((depth, none_within))) => {
                prop_assert_eq!(depth, plain);
                prop_assert!(plain.is_none_or(|depth| depth == 0 || none_within < depth as u64));
            }
            // Limits did not help; what they proved holds.
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

    /// Cars thrown on a large grid, the same for the same seed.
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
            // Some on rails, and some too large for that.
            let board = sparse(seed, 8 + seed as usize % 2, 34);
            let packed = Code::new(&board).state_space(&board);
            let cx = Context::default();
            let seen = begin_bfs(packed.as_ref(), &cx, Aim::GoalLayer);
            if !seen.is_paused() || look_ahead(&board, &Code::new(&board), &seen).is_none() {
                continue;
            }
            let solved = Blocks::solve(&board, &SolveOptions { count: true, ..SolveOptions::default() }, &cx);
            let is_aimed = |why: &Reason<_>| matches!(why, Reason::SearchLog(SearchLog::Aimed { .. }));
            assert!(solved.why.iter().any(is_aimed), "seed {seed}");
            let mut seen = continue_bfs(seen, packed.as_ref(), &cx, Aim::GoalLayer);
            assert_eq!(solved.best.map(|moves| moves.len()), seen.goal_depth(), "seed {seed}");
            let paths = fewest_search::shortest_paths(&mut seen, packed.as_ref(), &cx).unwrap().unwrap();
            assert_eq!(solved.count, paths.count(), "seed {seed}");
            aimed += 1;
            if aimed == 2 {
                return;
            }
        }
        panic!("no board is too large for the table and yet small enough to be walked through");
    }

    #[test]
    fn a_board_that_needs_little_is_walked_as_ever() {
        let board = course_example();
        let solved = Blocks::solve(&board, &SolveOptions::default(), &Context::default());
        assert!(solved.why.iter().all(|why| !matches!(why, Reason::SearchLog(SearchLog::Aimed { .. }))));
    }
}
