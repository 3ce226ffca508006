//! A breadth-first search with a store: it begins in memory, continues in the store, and can be
//! resumed.
//!
//! Every complete layer is committed before the next one is begun, so an interruption costs one
//! layer at most.

use std::sync::atomic::Ordering::Relaxed;

use super::{Buffers, ExternalTask, FinishedLayer, NextStoredLayer, StoredLayer};
use crate::bfs::result::KeptLayer;
use crate::bfs::sorted_runs::BATCH_WORDS;
use crate::bfs::{Aim, BfsRun, Layer};
use crate::context::{Stop, Tier};
use crate::keys::Stride;
use crate::storage::{Saved, SavedLayer, Store};

impl<'h, S: Stride> BfsRun<'_, 'h, '_, S> {
    pub(in crate::bfs) fn with_store(&mut self, store: &dyn Store) -> Result<(), Stop> {
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
    pub(in crate::bfs) fn save(&mut self) -> Result<(), Stop> {
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
