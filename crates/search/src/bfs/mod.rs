//! Breadth-first search, layer by layer.
//!
//! A space that fits in the cache is searched with a small hash table in one thread. Beyond that,
//! layers are sorted and the search continues with delayed duplicate detection on sorted runs in
//! all threads (Korf 2008, see [`sorted_runs`]). The switch depends on the number of states only,
//! and goals are taken in the order of their parents, so the result does not depend on the number
//! of threads. Keys that contain a small rank stay in the table, which then is a bitmap, as long as
//! there is no store and enough memory. Where memory ends and the context has a store, the search
//! continues there (see [`external`]).

pub use result::BfsResult;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use external::StoredLayer;
use result::KeptLayer;

use crate::context::{Context, Tier};
use crate::keys::{Stride, with_stride};
use crate::limits::Stop;
use crate::state_space::StateSpace;
use crate::threads;

pub mod bitmap;
pub(crate) mod distances;
pub mod external;
mod in_memory;
mod in_store;
mod result;
mod sorted_runs;
mod visited;

/// Beyond this number of keys the table leaves the cache, and sorted layers are faster.
const TABLE_KEYS: usize = 1 << 19;

/// Searches a space from its initial states, as far as `aim` says and `cx` allows.
pub fn bfs<'h>(space: &dyn StateSpace, cx: &'h Context<'_>, aim: Aim) -> BfsResult<'h> {
    // Which goal is found first depends on the table, so only counting may begin without it.
    let no_table = cx.tier == Some(Tier::Disk) && matches!(aim, Aim::Everything | Aim::EveryLayer);
    bfs_with_table(space, cx, aim, if no_table { 0 } else { TABLE_KEYS })
}

/// Like [`bfs`] with a table of at most `table_keys` keys, so that tests reach sorted layers with
/// small spaces.
pub(crate) fn bfs_with_table<'h>(
    space: &dyn StateSpace,
    cx: &'h Context<'_>,
    aim: Aim,
    table_keys: usize,
) -> BfsResult<'h> {
    with_stride!(space.words(), stride => {
        BfsRun::new(stride, space, cx, aim, table_keys).bfs()
    })
}

/// Starts a search and pauses it where the small table ends; [`BfsResult::is_paused`] tells whether
/// [`continue_bfs`] can continue it.
pub fn begin_bfs<'h>(space: &dyn StateSpace, cx: &'h Context<'_>, aim: Aim) -> BfsResult<'h> {
    with_stride!(space.words(), stride => {
        BfsRun { may_pause: true, ..BfsRun::new(stride, space, cx, aim, TABLE_KEYS) }.bfs()
    })
}

/// Continues a paused search.
pub fn continue_bfs<'h>(
    result: BfsResult<'h>,
    space: &dyn StateSpace,
    cx: &'h Context<'_>,
    aim: Aim,
) -> BfsResult<'h> {
    debug_assert!(result.is_paused(), "the search is paused");
    with_stride!(space.words(), stride => {
        let mut run = BfsRun { result, ..BfsRun::new(stride, space, cx, aim, TABLE_KEYS) };
        run.result.paused = false;
        let ended = run.resume_paused();
        run.result.stopped = ended.err();
        run.result
    })
}

/// Breadth-first heuristic search (Zhou and Hansen 2006): [`bfs`](crate::bfs()) with an upper
/// bound. States whose distance to every goal is known to be too large ([`StateSpace::prune`]) are
/// not expanded. No path of at most `limit` moves passes through one of those, so a goal within the
/// limit is found at its true depth, with all shortest paths to it. The search stays in memory.
///
/// With the right limit it expands the states that A\* would, but in layers: threads share the
/// work, a state takes no more memory than its key, and the heuristic need not be consistent.
pub fn bounded_bfs<'h>(space: &dyn StateSpace, cx: &'h Context<'_>, aim: Aim, limit: u64) -> BfsResult<'h> {
    with_stride!(space.words(), stride => {
        BfsRun { limit: Some(limit), ..BfsRun::new(stride, space, cx, aim, TABLE_KEYS) }.bfs()
    })
}

impl<'h, S: Stride> BfsRun<'_, 'h, '_, S> {
    /// Runs the search to its end.
    fn bfs(mut self) -> BfsResult<'h> {
        let ended = match self.cx.layer_store() {
            Some(store) if !matches!(self.aim, Aim::UntilWiderThan(_)) && self.limit.is_none() => {
                self.with_store(store)
            }
            _ => self.in_memory(),
        };
        self.result.stopped = ended.err();
        self.result.pruned = self.pruned.into_inner();
        self.result
    }
}

#[cfg(test)]
mod tests;

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Up to the first goal.
    FirstGoal,
    /// Up to the end of the first layer with a goal, so that all shortest paths are known.
    GoalLayer,
    /// Until the space is exhausted, keeping no more layers than needed.
    Everything,
    /// Until the space is exhausted, keeping every layer.
    EveryLayer,
    /// Until the space is exhausted, or up to the first layer with more states than this, in memory
    /// only. The last layers are kept.
    UntilWiderThan(u64),
}

/// A breadth-first search that runs.
pub(super) struct BfsRun<'p, 'h, 'x, S: Stride> {
    pub(super) stride: S,
    pub(super) space: &'p dyn StateSpace,
    pub(super) cx: &'h Context<'x>,
    pub(super) aim: Aim,
    pub(super) table_keys: usize,
    /// The upper bound on the path length, if there is one.
    pub(super) limit: Option<u64>,
    /// Whether states were pruned because of it.
    pub(super) pruned: AtomicBool,
    /// Whether to pause where the table ends.
    pub(super) may_pause: bool,
    /// States expanded and successors generated before the layer in progress.
    pub(super) before: (u64, u64),
    /// The colour of the layers of even depth.
    pub(super) even_side: Option<bool>,
    /// Whether the search was resumed from a store.
    pub(super) resumed: bool,
    /// Layers in memory that are stored as well.
    pub(super) saved: Vec<Option<StoredLayer<'h>>>,
    pub(super) result: BfsResult<'h>,
}

impl<'p, 'h, 'x, S: Stride> BfsRun<'p, 'h, 'x, S> {
    pub(super) fn new(
        stride: S,
        space: &'p dyn StateSpace,
        cx: &'h Context<'x>,
        aim: Aim,
        table_keys: usize,
    ) -> Self {
        Self {
            stride,
            space,
            cx,
            aim,
            table_keys,
            limit: None,
            pruned: AtomicBool::new(false),
            may_pause: false,
            before: (0, 0),
            even_side: None,
            resumed: false,
            saved: Vec::new(),
            result: BfsResult::empty(space.words()),
        }
    }

    /// Returns the number of parents per batch, such that about `words` words of successors come
    /// out. It depends on the complete layers only, not on threads or time.
    pub(super) fn batch(&self, words: usize) -> usize {
        if self.space.parts() > 1 {
            return 1;
        }
        let expanded = self.cx.counters.expanded.load(Relaxed).max(1);
        let per_parent = self.cx.counters.generated.load(Relaxed) / expanded + 1;
        (words / self.stride.words() / usize::try_from(per_parent).unwrap_or(usize::MAX)).clamp(1, 1 << 12)
    }

    /// The moves that remain after the last complete layer, if there is an upper bound.
    pub(super) fn left(&self) -> Option<u64> {
        self.limit.map(|limit| limit.saturating_sub(self.result.sizes.len() as u64 - 1))
    }

    /// The first layer that is needed to generate the layer after `depth`.
    pub(super) fn keep_from(&self, depth: usize) -> usize {
        self.space.kind().first_layer_needed(depth)
    }

    /// The first layer that is still needed.
    pub(super) fn oldest(&self) -> usize {
        // Without path reconstruction, old layers are not needed.
        if matches!(self.aim, Aim::Everything | Aim::UntilWiderThan(_)) {
            self.keep_from(self.result.layers() - 1)
        } else {
            0
        }
    }

    /// Whether the last complete layer is the last one wanted.
    pub(super) fn is_done(&self) -> bool {
        let size = self.result.sizes.last().copied().unwrap_or(0);
        let wide = matches!(self.aim, Aim::UntilWiderThan(most) if size > most);
        let is_far = self.left() == Some(0);
        size == 0 || wide || is_far || self.result.goal.is_some() && !self.goes_on()
    }

    /// Whether the search continues beyond a goal.
    fn goes_on(&self) -> bool {
        matches!(self.aim, Aim::Everything | Aim::EveryLayer | Aim::UntilWiderThan(_))
    }

    pub(super) fn note(&self, parent_words: usize, out_words: usize) {
        let counters = &self.cx.counters;
        counters.expanded.fetch_add((parent_words / self.stride.words()) as u64, Relaxed);
        counters.generated.fetch_add((out_words / self.stride.words()) as u64, Relaxed);
    }

    /// Records a complete layer and its goals.
    pub(super) fn count_layer(&mut self, keys: &[u64]) -> Result<(), Stop> {
        let depth = self.result.sizes.len();
        // Searching for the first goal, every key was tested when it was generated; a complete
        // layer has none.
        let goals = depth == 0 || self.aim != Aim::FirstGoal;
        let (goals, first) = if goals { self.goals_among(keys)? } else { (0, None) };
        if self.result.goal.is_none()
            && let Some(key) = first
        {
            self.result.goal = Some((depth, key));
        }
        let count = self.stride.count(keys);
        self.note_layer(count as u64, goals);
        let some = if count == 0 { 0..0 } else { 0..3 };
        let stride = self.stride;
        self.check_layer(some.map(|third| stride.at(keys, (count - 1) * third / 2)))
    }

    /// Returns the number of goals among the keys of a layer, and the smallest of them.
    fn goals_among(&self, keys: &[u64]) -> Result<(u64, Option<Vec<u64>>), Stop> {
        const AT_ONCE: usize = 1 << 16;
        let chunks = Mutex::new(keys.chunks(AT_ONCE * self.stride.words()));
        let parts = threads::run(self.cx, keys.len() / self.stride.words() / AT_ONCE, |_| {
            let (mut goals, mut first, mut hits) = (0, None, Vec::new());
            loop {
                let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(chunk) = chunk else { return Ok((goals, first)) };
                hits.clear();
                self.space.goals(chunk, &mut hits);
                goals += hits.len() as u64;
                let here = hits.iter().map(|&hit| self.stride.at(chunk, hit)).min();
                first = first.into_iter().chain(here).min();
            }
        })?;
        let goals = parts.iter().map(|(goals, _)| goals).sum();
        Ok((goals, parts.into_iter().filter_map(|(_, first)| first).min().map(<[u64]>::to_vec)))
    }

    /// Records the size of a complete layer and its number of goals.
    pub(super) fn note_layer(&mut self, size: u64, goals: u64) {
        let depth = self.result.sizes.len() as u64;
        self.result.sizes.push(size);
        self.result.goals.push(goals);
        let counters = &self.cx.counters;
        counters.positions.fetch_add(size, Relaxed);
        counters.depth.store(depth, Relaxed);
        counters.frontier.store(size, Relaxed);
        self.before = (counters.expanded.load(Relaxed), counters.generated.load(Relaxed));
    }

    /// Drops the layers before `depth`.
    pub(super) fn forget_before(&mut self, depth: usize) {
        let in_arena = self.result.bounds.len() - 1;
        if depth >= in_arena && !self.result.arena.is_empty() {
            self.result.arena = Vec::new();
            self.result.bounds.fill(0);
            self.result.arena_lease = None;
        }
        for old in in_arena..depth {
            self.result.later[old - in_arena] = KeptLayer::Dropped;
        }
    }

    /// Checks the last complete layer, of which `some` are keys.
    ///
    /// # Errors
    /// [`Stop::Storage`] if it is wrong and the search was resumed from files.
    pub(super) fn check_layer<'k>(&mut self, some: impl Iterator<Item = &'k [u64]>) -> Result<(), Stop> {
        if let Some(all) = self.space.positions() {
            let sum = self.result.positions();
            self.must(sum <= all, || format!("{sum} positions were found where there are {all}"))?;
            let is_last = self.result.sizes.last() == Some(&0) && self.limit.is_none();
            let all_found = !is_last || sum == all;
            self.must(all_found, || format!("{sum} positions were found, and all {all} can be reached"))?;
        }
        let odd = self.result.sizes.len().is_multiple_of(2);
        for key in some {
            let Some(side) = self.space.side(key) else { return Ok(()) };
            let first = *self.even_side.get_or_insert(side != odd);
            let layer = self.result.sizes.len() - 1;
            self.must((side != odd) == first, || {
                format!("a position of the other side is in layer {layer}")
            })?;
        }
        Ok(())
    }

    fn must(&self, holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Stop> {
        assert!(holds || self.resumed, "{}", otherwise());
        if holds { Ok(()) } else { Err(Stop::Storage) }
    }
}
