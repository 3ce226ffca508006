//! Breadth-first search, layer by layer.
//!
//! A space that stays inside the cache is walked with a small hash table in one thread; where it grows beyond that, the layers
//! are sorted and the walk goes on with sorted runs in all threads (see [`crate::sorted`]). The point of change depends on the
//! number of positions only, and goals are taken in the order of their parents, so the answer does not depend on the
//! number of threads. Where memory ends and the host has a store, the walk goes on there (see [`stored`]).

mod invariants;
mod stored;

use std::sync::atomic::Ordering::Relaxed;

use crate::disk::{Scratch, StoredLayer};
use crate::host::{Host, Lease, Stop, Tier};
use crate::keys::{Stride, with_stride};
use crate::packed::{Kind, Packed};
use crate::sorted::{self, Next};
use crate::table::Table;

/// How far to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To the first goal.
    FirstGoal,
    /// To the end of the first layer that holds a goal, so that all shortest ways can be told.
    GoalLayer,
    /// To the end, keeping no more layers than needed.
    Everything,
    /// To the end, keeping every layer.
    EveryLayer,
    /// To the end, or to the first layer of more positions than this, in memory only. The last layers are kept.
    Wide(u64),
}

/// What was walked through. Layers counted here are complete.
#[derive(Debug)]
pub struct Walk<'h> {
    pub(crate) words: usize,
    /// The first layers, one after the other; `bounds[d]..bounds[d + 1]` is layer `d`.
    pub(crate) arena: Vec<u64>,
    pub(crate) bounds: Vec<usize>,
    arena_lease: Option<Lease<'h>>,
    /// The layers after those, sorted.
    later: Vec<Kept<'h>>,
    /// Whether the layers of the arena are sorted too.
    pub(crate) all_sorted: bool,
    sizes: Vec<u64>,
    goals: Vec<u64>,
    goal: Option<(usize, Vec<u64>)>,
    stopped: Option<Stop>,
}

/// A layer, as far as it is still needed.
#[derive(Debug)]
enum Kept<'h> {
    Gone,
    Here { keys: Vec<u64>, _lease: Lease<'h> },
    Stored(StoredLayer<'h>),
}

/// The keys of a layer, wherever they are.
pub(crate) enum Layer<'w, 'h> {
    /// In memory.
    Here(&'w [u64]),
    /// In the store.
    Stored(&'w StoredLayer<'h>),
}

impl<'h> Walk<'h> {
    /// The depth of the first goal.
    pub fn goal_depth(&self) -> Option<usize> {
        self.goal.as_ref().map(|(depth, _)| *depth)
    }

    /// The key of the goal chosen.
    pub fn goal(&self) -> Option<&[u64]> {
        self.goal.as_ref().map(|(_, key)| &key[..])
    }

    /// The number of different positions at each depth.
    pub fn layer_sizes(&self) -> Vec<u64> {
        self.sizes.clone()
    }

    /// The number of goals at each depth, as far as the walk looked for them.
    pub fn goal_counts(&self) -> &[u64] {
        &self.goals
    }

    /// The number of different positions in all complete layers.
    pub fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// Why the walk ended early.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether everything that can be reached was seen.
    pub fn is_exhausted(&self) -> bool {
        self.stopped.is_none() && self.sizes.last() == Some(&0)
    }

    /// The keys of a complete layer that is in memory; nothing of others.
    pub fn layer(&self, depth: usize) -> &[u64] {
        match self.layer_at(depth) {
            Layer::Here(keys) => keys,
            Layer::Stored(_) => &[],
        }
    }

    /// The keys of a complete layer that was kept.
    pub(crate) fn layer_at(&self, depth: usize) -> Layer<'_, 'h> {
        let in_arena = self.bounds.len() - 1;
        if depth < in_arena {
            return Layer::Here(&self.arena[self.bounds[depth]..self.bounds[depth + 1]]);
        }
        match &self.later[depth - in_arena] {
            Kept::Gone => Layer::Here(&[]),
            Kept::Here { keys, .. } => Layer::Here(keys),
            Kept::Stored(layer) => Layer::Stored(layer),
        }
    }

    /// Hands all keys of a layer that was kept to `visit`, some at a time, in the order in which they are kept.
    ///
    /// # Errors
    /// What `visit` gives, and [`Stop::Storage`].
    pub fn visit_layer(
        &self,
        depth: usize,
        mut visit: impl FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        const AT_ONCE: u64 = 1 << 12;
        match self.layer_at(depth) {
            Layer::Here(keys) => keys.chunks(AT_ONCE as usize * self.words).try_for_each(visit),
            Layer::Stored(layer) => with_stride!(self.words, stride => {
                let (mut keys, mut scratch) = (Vec::new(), Scratch::default());
                for from in (0..layer.count()).step_by(AT_ONCE as usize) {
                    let to = layer.count().min(from + AT_ONCE);
                    layer.read(stride, from, to, &mut keys, &mut scratch)?;
                    visit(&keys)?;
                }
                Ok(())
            }),
        }
    }

    /// Whether a sorted layer holds a key.
    pub(crate) fn has<S: Stride>(
        &self,
        stride: S,
        depth: usize,
        key: &[u64],
        scratch: &mut Scratch,
    ) -> Result<bool, Stop> {
        match self.layer_at(depth) {
            Layer::Here(keys) => Ok(stride.find(keys, key).is_some()),
            Layer::Stored(layer) => layer.has(stride, key, scratch),
        }
    }

    /// The number of complete layers, a last empty one included.
    pub fn layers(&self) -> usize {
        self.bounds.len() - 1 + self.later.len()
    }

    pub(crate) fn is_sorted(&self, depth: usize) -> bool {
        self.all_sorted || depth + 1 >= self.bounds.len()
    }

    /// Sorts the layers of the arena from a depth on.
    pub(crate) fn sort_layers<S: Stride>(&mut self, stride: S, from: usize) {
        if !self.all_sorted {
            for pair in self.bounds[from..].windows(2) {
                sort_slice(stride, &mut self.arena[pair[0]..pair[1]]);
            }
            self.all_sorted = from == 0;
        }
    }
}

/// Sorts keys without repeats in place.
fn sort_slice<S: Stride>(stride: S, keys: &mut [u64]) {
    if S::ONE {
        keys.sort_unstable();
    } else {
        let mut copy = keys.to_vec();
        stride.sort_dedup(&mut copy, &mut Vec::new());
        keys.copy_from_slice(&copy);
    }
}

/// More keys than this leave the cache, and sorted layers are quicker.
const TABLE_KEYS: usize = 1 << 19;
/// The same for long keys.
const TABLE_WORDS: usize = 1 << 21;
/// Words of successors made at once while the table is used: they stay in the first cache.
const BATCH_WORDS: usize = 1 << 12;

/// Walks through a space from its roots, as far as `aim` says and `host` allows.
pub fn walk<'h>(packed: &dyn Packed, host: &'h Host<'_>, aim: Aim) -> Walk<'h> {
    // Which goal is found first depends on the table, so that only counting may begin without it.
    let no_table = host.tier == Some(Tier::Disk) && matches!(aim, Aim::Everything | Aim::EveryLayer);
    walk_with_table(packed, host, aim, if no_table { 0 } else { TABLE_KEYS })
}

/// The same with a table of at most `table_keys` keys, so that tests reach the sorted part with small spaces.
pub(crate) fn walk_with_table<'h>(
    packed: &dyn Packed,
    host: &'h Host<'_>,
    aim: Aim,
    table_keys: usize,
) -> Walk<'h> {
    with_stride!(packed.words(), stride => {
        Walker { stride, packed, host, aim, table_keys, before: (0, 0), first_side: None, saved: Vec::new(), seen: empty(packed.words()) }.walk()
    })
}

fn empty<'h>(words: usize) -> Walk<'h> {
    Walk {
        words,
        arena: Vec::new(),
        bounds: vec![0],
        arena_lease: None,
        later: Vec::new(),
        all_sorted: false,
        sizes: Vec::new(),
        goals: Vec::new(),
        goal: None,
        stopped: None,
    }
}

struct Walker<'p, 'h, 'x, S: Stride> {
    stride: S,
    packed: &'p dyn Packed,
    host: &'h Host<'x>,
    aim: Aim,
    table_keys: usize,
    /// Positions expanded and successors generated before the layer being made.
    before: (u64, u64),
    /// The side of the layers of even depth.
    first_side: Option<bool>,
    /// Layers that are in memory and in the store.
    saved: Vec<Option<StoredLayer<'h>>>,
    seen: Walk<'h>,
}

/// What the table part of the walk came to.
enum InTable {
    Done,
    TooLarge,
}

impl<'h, S: Stride> Walker<'_, 'h, '_, S> {
    fn walk(mut self) -> Walk<'h> {
        let ended = match self.host.store {
            Some(store) if !matches!(self.aim, Aim::Wide(_)) => self.with_store(store),
            _ => self.in_memory(),
        };
        self.seen.stopped = ended.err();
        self.seen
    }

    fn in_memory(&mut self) -> Result<(), Stop> {
        let mut table = Table::new(self.stride, self.packed.numbers(), self.host)?;
        let part = self.in_table(&mut table);
        let (mut arena, mut lease) = table.into_arena();
        // What came after the last complete layer does not count.
        arena.truncate(self.seen.bounds[self.seen.bounds.len() - 1]);
        if matches!(part, Ok(InTable::TooLarge)) {
            // The arena grows no more, and the runs need the room that it had for that.
            arena.shrink_to_fit();
            lease.resize(8 * arena.capacity())?;
        }
        self.seen.arena = arena;
        self.seen.arena_lease = Some(lease);
        match part? {
            InTable::Done => Ok(()),
            InTable::TooLarge if self.host.tier == Some(Tier::Disk) => Err(self.host.stop(Stop::Memory)),
            InTable::TooLarge => self.in_runs(),
        }
    }

    /// Parents to expand at once so that about `words` words of successors come out. It depends on the complete layers
    /// only, never on threads or time.
    fn batch(&self, words: usize) -> usize {
        let expanded = self.host.counters.expanded.load(Relaxed).max(1);
        let per_parent = self.host.counters.generated.load(Relaxed) / expanded + 1;
        (words / self.stride.words() / usize::try_from(per_parent).unwrap_or(usize::MAX)).clamp(1, 1 << 12)
    }

    fn in_table(&mut self, table: &mut Table<'h, S>) -> Result<InTable, Stop> {
        let mut out = Vec::new();
        self.packed.roots(&mut out);
        table.insert_all(&out)?;
        let mut start = 0;
        let mut hits = Vec::new();
        loop {
            // The layer from `start` on is complete: it counts, and if it holds the goal that was asked for, we are done.
            let layer = start..table.arena.len();
            self.count_layer(&table.arena[layer.clone()], &mut hits);
            self.seen.bounds.push(layer.end);
            if self.is_done() {
                return Ok(InTable::Done);
            }
            let batch = self.batch(BATCH_WORDS) * self.stride.words();
            let mut parents = Vec::with_capacity(batch);
            for from in layer.clone().step_by(batch) {
                let to = layer.end.min(from + batch);
                parents.clear();
                parents.extend_from_slice(&table.arena[from..to]);
                out.clear();
                self.packed.expand(&parents, &mut out);
                self.note(to - from, out.len());
                let before = table.arena.len();
                match table.insert_all(&out) {
                    // Sorted layers make do with less memory than a table.
                    Err(Stop::Memory) => return Ok(InTable::TooLarge),
                    inserted => inserted?,
                }
                if self.aim == Aim::FirstGoal && self.first_goal(&table.arena[before..], &mut hits) {
                    let begun = self.stride.count(&table.arena[layer.end..]) as u64;
                    self.host.counters.positions.fetch_add(begun, Relaxed);
                    return Ok(InTable::Done);
                }
                if table.count() > self.table_keys || table.arena.len() > TABLE_WORDS {
                    return Ok(InTable::TooLarge);
                }
                self.host.poll()?;
            }
            start = layer.end;
        }
    }

    /// The first layer that is needed to make the layer after `depth`.
    fn keep_from(&self, depth: usize) -> usize {
        match self.packed.kind() {
            Kind::Undirected => depth.saturating_sub(1),
            Kind::Graded => depth,
            Kind::Directed => 0,
        }
    }

    /// The first layer that anybody will ask for.
    fn oldest(&self) -> usize {
        // Where nobody will ask for the way back, old layers are of no use.
        if matches!(self.aim, Aim::Everything | Aim::Wide(_)) {
            self.keep_from(self.seen.layers() - 1)
        } else {
            0
        }
    }

    fn in_runs(&mut self) -> Result<(), Stop> {
        self.seen.sort_layers(self.stride, self.oldest());
        loop {
            let depth = self.seen.layers() - 1;
            let known = (self.keep_from(depth)..=depth).map(|d| self.seen.layer(d)).collect();
            let batch = self.batch(sorted::BATCH_WORDS);
            let first_only = self.aim == Aim::FirstGoal;
            let task =
                sorted::Task { stride: self.stride, packed: self.packed, host: self.host, batch, first_only };
            match task.next_layer(self.seen.layer(depth), known)? {
                Next::Goal(key) => {
                    self.seen.goal = Some((depth + 1, key));
                    return Ok(());
                }
                Next::Layer(keys, lease) => {
                    self.count_layer(&keys, &mut Vec::new());
                    self.seen.later.push(Kept::Here { keys, _lease: lease });
                    self.save()?;
                    if self.is_done() {
                        return Ok(());
                    }
                    self.forget_before(self.oldest());
                }
            }
        }
    }

    /// Whether the last complete layer is the last one that is wanted.
    fn is_done(&self) -> bool {
        let size = self.seen.sizes.last().copied().unwrap_or(0);
        let wide = matches!(self.aim, Aim::Wide(most) if size > most);
        size == 0 || wide || self.seen.goal.is_some() && !self.goes_on()
    }

    /// Whether the walk goes on beyond a goal.
    fn goes_on(&self) -> bool {
        matches!(self.aim, Aim::Everything | Aim::EveryLayer | Aim::Wide(_))
    }

    fn note(&self, parent_words: usize, out_words: usize) {
        let counters = &self.host.counters;
        counters.expanded.fetch_add((parent_words / self.stride.words()) as u64, Relaxed);
        counters.generated.fetch_add((out_words / self.stride.words()) as u64, Relaxed);
    }

    /// Looks for the first goal among new keys of the layer being made.
    fn first_goal(&mut self, new: &[u64], hits: &mut Vec<usize>) -> bool {
        hits.clear();
        self.packed.goals(new, hits);
        let Some(&hit) = hits.first() else { return false };
        self.seen.goal = Some((self.seen.sizes.len(), self.stride.at(new, hit).to_vec()));
        true
    }

    /// Counts a complete layer and its goals.
    fn count_layer(&mut self, keys: &[u64], hits: &mut Vec<usize>) {
        let depth = self.seen.sizes.len();
        hits.clear();
        // Looking for the first goal, every key was looked at when it came; a complete layer holds none.
        if depth == 0 || self.aim != Aim::FirstGoal {
            self.packed.goals(keys, hits);
        }
        if self.seen.goal.is_none()
            && let Some(key) = hits.iter().map(|&hit| self.stride.at(keys, hit)).min()
        {
            self.seen.goal = Some((depth, key.to_vec()));
        }
        let count = self.stride.count(keys);
        self.note_layer(count as u64, hits.len() as u64);
        let some = if count == 0 { 0..0 } else { 0..3 };
        let stride = self.stride;
        self.check_layer(some.map(|third| stride.at(keys, (count - 1) * third / 2)));
    }

    /// Notes the size of a complete layer and the number of its goals.
    fn note_layer(&mut self, size: u64, goals: u64) {
        let depth = self.seen.sizes.len() as u64;
        self.seen.sizes.push(size);
        self.seen.goals.push(goals);
        let counters = &self.host.counters;
        counters.positions.fetch_add(size, Relaxed);
        counters.depth.store(depth, Relaxed);
        counters.frontier.store(size, Relaxed);
        self.before = (counters.expanded.load(Relaxed), counters.generated.load(Relaxed));
    }

    /// Drops the layers before `depth`.
    fn forget_before(&mut self, depth: usize) {
        let in_arena = self.seen.bounds.len() - 1;
        if depth >= in_arena && !self.seen.arena.is_empty() {
            self.seen.arena = Vec::new();
            self.seen.bounds.fill(0);
            self.seen.arena_lease = None;
        }
        for old in in_arena..depth {
            self.seen.later[old - in_arena] = Kept::Gone;
        }
    }
}

#[cfg(test)]
mod stored_tests;
#[cfg(test)]
mod tests;
