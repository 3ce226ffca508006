//! A breadth-first search with a store: it begins in memory, continues in the store, and can be
//! resumed.
//!
//! Every complete layer is committed before the next one is begun, so an interruption costs one
//! layer at most.

use std::sync::atomic::Ordering::Relaxed;

use super::external::{Buffers, ExternalTask, FinishedLayer, NextStoredLayer, StoredLayer};
use super::result::{KeptLayer, Layer};
use super::sorted_runs::BATCH_WORDS;
use super::{Aim, BfsRun};
use crate::context::Tier;
use crate::keys::Stride;
use crate::limits::Stop;
use crate::storage::{Saved, SavedLayer, Store};

impl<'h, S: Stride> BfsRun<'_, 'h, '_, S> {
    pub(super) fn with_store(&mut self, store: &dyn Store) -> Result<(), Stop> {
        let ended = match store.resume(&self.fingerprint())? {
            Some(saved) => self.take_up(store, &saved).and_then(|()| self.in_store(store)),
            None => self.begin(store),
        };
        if ended.is_err() {
            store.tidy();
        }
        ended
    }

    fn begin(&mut self, store: &dyn Store) -> Result<(), Stop> {
        let ended = self.in_memory();
        let Err(stop) = ended else { return Ok(()) };
        if self.result.sizes.is_empty() {
            return Err(stop);
        }
        // For whatever reason it ended, the complete layers are stored.
        self.cx.clear_stop(stop);
        self.spill(store)?;
        if stop == Stop::Memory && self.cx.tier != Some(Tier::Sparse) {
            return self.in_store(store);
        }
        Err(self.cx.stop(stop))
    }

    /// Identifies the search.
    fn fingerprint(&self) -> String {
        format!("{:?} {} words {}", self.aim, self.stride.words(), self.space.fingerprint())
    }

    /// Moves the layers that are needed from memory to the store.
    fn spill(&mut self, store: &dyn Store) -> Result<(), Stop> {
        // The layer in progress does not count.
        let counters = &self.cx.counters;
        let complete = self.result.sizes.len();
        counters.expanded.store(self.before.0, Relaxed);
        counters.generated.store(self.before.1, Relaxed);
        let oldest = self.oldest();
        self.result.sort_layers(self.stride, oldest, None)?;
        self.saved.resize_with(complete, || None);
        let mut stored = Vec::new();
        for depth in 0..complete {
            stored.push(match (self.saved[depth].take(), self.result.layer_at(depth)) {
                (_, _) if depth < oldest => KeptLayer::Dropped,
                (Some(layer), _) => KeptLayer::Stored(layer),
                (None, Layer::InMemory(keys)) => {
                    KeptLayer::Stored(StoredLayer::write(self.stride, store, self.cx, depth, keys)?)
                }
                (None, Layer::Stored(_)) => unreachable!("the search was in memory"),
            });
            if let Some(at) = (depth + 1).checked_sub(self.result.bounds.len()) {
                self.result.later[at] = KeptLayer::Dropped;
            }
        }
        self.result.arena = Vec::new();
        self.result.arena_lease = None;
        self.result.bounds = vec![0];
        self.result.all_sorted = true;
        self.result.later = stored;
        self.commit_kept(store)
    }

    /// Stores the layers that are in memory, if there is a store.
    pub(super) fn save(&mut self) -> Result<(), Stop> {
        let Some(store) = self.cx.layer_store().filter(|_| !matches!(self.aim, Aim::UntilWiderThan(_)))
        else {
            return Ok(());
        };
        let complete = self.result.layers();
        // The last non-empty layer stays: it holds the farthest states.
        let last = complete - 1 - usize::from(self.result.sizes.last() == Some(&0));
        let oldest = if self.aim == Aim::Everything { self.keep_from(last) } else { 0 };
        self.saved.resize_with(complete, || None);
        for depth in 0..complete {
            if depth < oldest {
                self.saved[depth] = None;
            } else if let (None, Layer::InMemory(keys)) = (&self.saved[depth], self.result.layer_at(depth)) {
                let layer = StoredLayer::write(self.stride, store, self.cx, depth, keys)?;
                self.saved[depth] = Some(layer);
            }
        }
        let layers = self.saved.iter().enumerate();
        let layers = layers.filter_map(|(depth, layer)| layer.as_ref().map(|layer| layer.saved(depth)));
        self.commit(store, layers.collect())
    }

    fn commit_kept(&self, store: &dyn Store) -> Result<(), Stop> {
        let layers = self.result.later.iter().enumerate().filter_map(|(depth, kept)| match kept {
            KeptLayer::Stored(layer) => Some(layer.saved(depth)),
            KeptLayer::Dropped | KeptLayer::InMemory { .. } => None,
        });
        self.commit(store, layers.collect())
    }

    fn commit(&self, store: &dyn Store, layers: Vec<SavedLayer>) -> Result<(), Stop> {
        for layer in &layers {
            let sum: u64 = layer.parts.iter().map(|part| part.keys).sum();
            assert_eq!(sum, self.result.sizes[layer.depth as usize], "a layer and its parts are of one size");
        }
        store.commit(&Saved {
            fingerprint: self.fingerprint(),
            sizes: self.result.sizes.clone(),
            goals: self.result.goals.clone(),
            goal: self.result.goal.clone().map(|(depth, key)| (depth as u64, key)),
            expanded: self.cx.counters.expanded.load(Relaxed),
            generated: self.cx.counters.generated.load(Relaxed),
            layers,
        })
    }

    /// Resumes a search from its manifest. The manifest is checked, since files cannot be trusted.
    fn take_up(&mut self, store: &dyn Store, saved: &Saved) -> Result<(), Stop> {
        self.resumed = true;
        let sum = saved.sizes.iter().try_fold(0_u64, |sum, &size| sum.checked_add(size));
        let possible = saved.sizes.len() == saved.goals.len()
            && sum.is_some_and(|sum| self.space.positions().is_none_or(|all| sum <= all))
            && saved.generated < u64::MAX
            && saved.goal.as_ref().is_none_or(|goal| self.is_goal(goal, saved.sizes.len()));
        if !possible {
            return Err(Stop::Storage);
        }
        for (&size, &goals) in saved.sizes.iter().zip(&saved.goals) {
            self.note_layer(size, goals);
            self.result.later.push(KeptLayer::Dropped);
        }
        self.cx.counters.expanded.store(saved.expanded, Relaxed);
        self.cx.counters.generated.store(saved.generated, Relaxed);
        self.result.goal = saved.goal.clone().map(|(depth, key)| (depth as usize, key));
        self.result.all_sorted = true;
        for layer in &saved.layers {
            let opened = StoredLayer::open(self.stride.words(), store, layer, self.cx)?;
            let place = usize::try_from(layer.depth).ok().and_then(|depth| self.result.later.get_mut(depth));
            let is_whole = Some(&opened.count()) == saved.sizes.get(layer.depth as usize);
            *place.filter(|_| is_whole).ok_or(Stop::Storage)? = KeptLayer::Stored(opened);
        }
        let is_there = |depth: usize| matches!(self.result.later.get(depth), Some(KeptLayer::Stored(_)));
        match self.result.layers().checked_sub(1) {
            Some(last) if (self.oldest()..=last).all(is_there) => Ok(()),
            _ => Err(Stop::Storage),
        }
    }

    /// Whether a depth and a key can be those of the first goal of a search with `layers` layers.
    fn is_goal(&self, (depth, key): &(u64, Vec<u64>), layers: usize) -> bool {
        let mut hits = Vec::new();
        if key.len() == self.stride.words() {
            self.space.goals(key, &mut hits);
        }
        *depth <= layers as u64 && !hits.is_empty()
    }

    fn in_store(&mut self, store: &dyn Store) -> Result<(), Stop> {
        let buffers = Buffers::new(self.cx)?;
        loop {
            let depth = self.result.layers() - 1;
            if self.is_done() {
                return Ok(());
            }
            self.cx.poll()?;
            match self.next_stored(store, &buffers, depth)? {
                NextStoredLayer::Goal(key) => self.result.goal = Some((depth + 1, key)),
                NextStoredLayer::Layer(FinishedLayer { layer, goals, least_goal }) => {
                    if self.result.goal.is_none() {
                        self.result.goal = least_goal.map(|key| (depth + 1, key));
                    }
                    self.note_layer(layer.count(), goals);
                    self.check_layer(layer.first_keys())?;
                    let is_last = layer.count() == 0;
                    self.result.later.push(KeptLayer::Stored(layer));
                    // The last layers stay: they hold the farthest states.
                    if !is_last {
                        self.forget_before(self.oldest());
                    }
                }
            }
            self.commit_kept(store)?;
        }
    }

    fn next_stored(
        &self,
        store: &dyn Store,
        buffers: &Buffers<'h>,
        depth: usize,
    ) -> Result<NextStoredLayer<'h>, Stop> {
        let stored = |depth: usize| match self.result.layer_at(depth) {
            Layer::Stored(layer) => Ok(layer),
            Layer::InMemory(_) => Err(Stop::Storage),
        };
        let known = (self.keep_from(depth)..=depth).map(stored).collect::<Result<Vec<_>, _>>()?;
        let task = ExternalTask {
            stride: self.stride,
            space: self.space,
            cx: self.cx,
            store,
            buffers,
            depth: depth + 1,
            batch: self.batch(BATCH_WORDS),
            first_only: self.aim == Aim::FirstGoal,
            resumed: self.resumed,
        };
        task.next_layer(stored(depth)?, &known)
    }
}

#[cfg(test)]
mod tests {
    //! Searches that continue in a store, stop at any moment and are resumed give the result of
    //! searches in memory.

    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::bfs::{bfs, bfs_with_table};
    use crate::context::Context;
    use crate::testing::{FARTHEST, LAYERS, MemoryStore, Tiles, go_on, tiles};
    use crate::{Counters, shortest_paths};

    #[test]
    fn every_configuration_with_a_store_finds_the_known_layers() {
        for (words, bytes, tier) in [
            (1, 1 << 30, Some(Tier::Disk)),
            (2, 1 << 30, Some(Tier::Disk)),
            (3, 1 << 30, Some(Tier::Disk)),
            (1, 1_800_000, None),
            (1, 2_500_000, None),
            (2, 3_000_000, None),
            (3, 4_000_000, None),
        ] {
            for (threads, can_go_back) in [(1, true), (2, true), (3, false)] {
                let store = MemoryStore::default();
                let cx = Context::new(threads, bytes, &go_on).with_store(&store, tier);
                let space = Tiles { can_go_back, ..tiles(words) };
                let aim = if threads == 3 { Aim::EveryLayer } else { Aim::Everything };
                let result = bfs(&space, &cx, aim);
                let way = format!("{words} words, {bytes} bytes, {threads} threads");
                assert_eq!((result.stopped(), result.layer_sizes()), (None, LAYERS.to_vec()), "{way}");
                assert!(result.is_exhausted() && result.goal_depth() == Some(0));
                assert!(cx.budget.peak() <= bytes);
                assert!(store.commits.load(Relaxed) > 3, "{way}: the store was used");
                if aim == Aim::Everything {
                    assert!(
                        store.saved.lock().unwrap().as_ref().is_some_and(|saved| saved.layers.len() <= 3)
                    );
                }
                drop(result);
                assert_eq!(cx.budget.used(), 0, "every lease comes back");
            }
        }
    }

    #[test]
    fn a_search_that_fits_in_memory_is_stored_all_the_same() {
        for can_go_back in [true, false] {
            let (store, space) = (MemoryStore::default(), Tiles { can_go_back, ..tiles(1) });
            let cx = Context::new(2, 1 << 30, &go_on).with_store(&store, None);
            let result = bfs_with_table(&space, &cx, Aim::Everything, 1000);
            assert_eq!((result.stopped(), result.layer_sizes()), (None, LAYERS.to_vec()));
            let commits = store.commits.load(Relaxed);
            assert!(commits > LAYERS.len() / 2, "{commits} commits: one for every layer beyond the table");
            let again = Context::new(1, 1 << 30, &go_on).with_store(&store, None);
            let same = bfs(&space, &again, Aim::Everything);
            assert_eq!((same.stopped(), same.layer_sizes()), (None, LAYERS.to_vec()));
            assert_eq!(
                again.counters.expanded.load(Relaxed),
                cx.counters.expanded.load(Relaxed),
                "nothing anew"
            );
            let mut last = Vec::new();
            same.visit_layer(31, |keys| {
                last.extend_from_slice(keys);
                Ok(())
            })
            .unwrap();
            assert_eq!(last, result.layer(31), "the farthest positions are there");
        }
    }

    #[test]
    fn paths_and_counts_are_those_of_memory() {
        for can_go_back in [true, false] {
            let space = Tiles { words: 1, start: FARTHEST, can_go_back };
            let in_memory = Context::default();
            for (aim, table_keys) in [(Aim::FirstGoal, 0), (Aim::FirstGoal, 3000), (Aim::GoalLayer, 1000)] {
                let mut expected = bfs_with_table(&space, &in_memory, aim, table_keys);
                for threads in [1, 2, 3] {
                    let store = MemoryStore::default();
                    let cx = Context::new(threads, 1_500_000, &go_on).with_store(&store, None);
                    let mut result = bfs_with_table(&space, &cx, aim, table_keys);
                    assert_eq!(result.stopped(), None);
                    assert!(store.commits.load(Relaxed) > 1);
                    assert_eq!(result.goal(), expected.goal());
                    let path = result.path(&space, &cx).unwrap();
                    assert_eq!(path, expected.path(&space, &in_memory).unwrap());
                    if aim == Aim::GoalLayer {
                        let paths = shortest_paths(&mut result, &space, &cx).unwrap();
                        assert_eq!(paths, shortest_paths(&mut expected, &space, &in_memory).unwrap());
                    }
                    // What is found is stored: the same search again ends at once, with the same
                    // result.
                    drop(result);
                    let again = Context::new(1, 1_500_000, &go_on).with_store(&store, None);
                    let result = bfs_with_table(&space, &again, aim, table_keys);
                    assert_eq!(result.path(&space, &again).unwrap(), path);
                }
            }
        }
    }

    #[test]
    fn a_search_stopped_at_any_moment_is_resumed_with_any_number_of_threads() {
        for (tier, bytes) in [(Some(Tier::Disk), 1 << 30), (None, 1_800_000)] {
            for patience in [1, 2, 5, 20, 33] {
                let store = MemoryStore::default();
                for turn in 1.. {
                    let polls = AtomicUsize::new(0);
                    let soon = |_: &Counters| match polls.fetch_add(1, Relaxed) {
                        n if n < patience * turn => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(Stop::Interrupt),
                    };
                    let cx = Context::new(1 + turn % 3, bytes, &soon).with_store(&store, tier);
                    let result = bfs(&tiles(1), &cx, Aim::Everything);
                    let sizes = result.layer_sizes();
                    assert_eq!(sizes, LAYERS[..sizes.len()], "what is told is complete");
                    if result.stopped().is_none() {
                        assert_eq!(sizes, LAYERS);
                        break;
                    }
                    assert_eq!(result.stopped(), Some(Stop::Interrupt));
                }
            }
        }
    }

    #[test]
    fn a_full_store_ends_the_search_and_room_lets_it_resume() {
        let store = MemoryStore::default();
        for turn in 1.. {
            store.room.store(10 * turn + 1, Relaxed);
            let cx = Context::new(2, 1 << 30, &go_on).with_store(&store, Some(Tier::Disk));
            let result = bfs(&tiles(1), &cx, Aim::Everything);
            if result.stopped().is_none() {
                assert!(turn > 2);
                assert_eq!(result.layer_sizes(), LAYERS);
                break;
            }
            assert_eq!(result.stopped(), Some(Stop::Disk));
        }
    }

    #[test]
    fn stores_of_other_searches_and_damaged_ones_are_refused() {
        let store = MemoryStore::default();
        let cx = |aim: Aim, words: usize| {
            let cx = Context::new(1, 1 << 30, &go_on).with_store(&store, Some(Tier::Disk));
            let result = bfs(&tiles(words), &cx, aim);
            (result.stopped(), result.positions())
        };
        assert_eq!(cx(Aim::EveryLayer, 1), (None, 181_440));
        assert_eq!(cx(Aim::Everything, 1), (Some(Stop::Storage), 0), "another aim");
        assert_eq!(cx(Aim::EveryLayer, 2), (Some(Stop::Storage), 0), "other keys");
        let name = store.saved.lock().unwrap().as_ref().unwrap().layers[20].parts[0].name.clone();
        let whole = store.files.lock().unwrap().remove(&name).unwrap();
        assert_eq!(cx(Aim::EveryLayer, 1).0, Some(Stop::Storage), "a file is gone");
        let cut = whole[..whole.len() / 2].to_vec();
        store.files.lock().unwrap().insert(name.clone(), Arc::new(cut));
        assert_eq!(cx(Aim::EveryLayer, 1).0, Some(Stop::Storage), "a file is cut");
        store.files.lock().unwrap().insert(name, whole);
        assert_eq!(cx(Aim::EveryLayer, 1), (None, 181_440));
    }
}
