//! The partition of one worker in a breadth-first search that several workers make together: its
//! part of every layer, kept in its own store.
//!
//! The partition function ([`StateSpace::owner`]) decides which worker keeps a key. A worker
//! expands its part of a layer, sends successors to their owners and receives those it owns.
//! Received keys are handled as in [external search](crate::bfs()): a full buffer is sorted, loses
//! its duplicates and becomes a run; at the end of the layer the runs are merged, and keys of
//! previous layers are removed. If the buffer holds everything, no run is written. Keys are sent as
//! messages, sorted and encoded as in the files of the store.

use std::ops::{Range, RangeInclusive};

use crate::bfs::external::{
    BufferPair, Buffers, ExternalTask, FinishedLayer, Scratch, SortedFile, StoredLayer, code,
};
use crate::context::{Context, Stop};
use crate::keys::with_stride;
use crate::state_space::{EdgeKind, StateSpace};
use crate::storage::{Saved, SavedLayer, Store};

/// Layers of a store, open for reading.
#[derive(Debug)]
pub struct Layers<'h> {
    words: usize,
    layers: Vec<(usize, StoredLayer<'h>)>,
    scratch: Scratch,
}

/// What one worker keeps of a search.
pub struct Partition<'w, 'h> {
    space: &'w dyn StateSpace,
    cx: &'h Context<'w>,
    store: &'w dyn Store,
    words: usize,
    buffers: Buffers<'h>,
    inbox: BufferPair,
    /// Sorted runs, written whenever the inbox was full.
    runs: Vec<SortedFile<'h>>,
    layers: Layers<'h>,
    /// Runs written so far for the layer in progress.
    written: usize,
    /// Whether layers were read from files of an earlier process.
    resumed: bool,
}

/// A worker's part of a complete layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartitionLayer {
    /// Its number of states.
    pub positions: u64,
    /// Its number of goals.
    pub goals: u64,
    /// The smallest goal.
    pub goal: Option<Vec<u64>>,
    /// A sample of its keys.
    pub samples: Vec<Vec<u64>>,
}

/// Returns the first layer that is needed to generate the layer after `depth`.
pub fn needed_from(kind: EdgeKind, depth: usize) -> usize {
    match kind {
        EdgeKind::Undirected => depth.saturating_sub(1),
        EdgeKind::Graded => depth,
        EdgeKind::Directed => 0,
    }
}

/// Sorts keys, drops duplicates and appends their encoding to `out`: a message to the worker that
/// owns them. Returns the number of keys in it.
pub fn encode_message(words: usize, keys: &mut Vec<u64>, spare: &mut Vec<u64>, out: &mut Vec<u8>) -> usize {
    use crate::keys::Stride;
    with_stride!(words, stride => stride.sort_dedup(keys, spare));
    code::encode(words, keys, out);
    keys.len() / words
}

/// Replaces `keys` by those of a message. Returns `false` if it is malformed.
pub fn decode_message(words: usize, encode_message: &[u8], keys: &mut Vec<u64>) -> bool {
    code::decode(words, encode_message, keys)
}

impl<'h> Layers<'h> {
    fn none(words: usize) -> Self {
        Self { words, layers: Vec::new(), scratch: Scratch::default() }
    }

    /// Opens the layers of a store at these depths.
    ///
    /// # Errors
    /// [`Stop::Storage`] if one is missing or cannot be read.
    pub fn open(
        words: usize,
        store: &dyn Store,
        saved: &Saved,
        depths: RangeInclusive<usize>,
        cx: &'h Context<'_>,
    ) -> Result<Self, Stop> {
        let mut all = Self::none(words);
        for depth in depths {
            let layer = saved.layers.iter().find(|layer| layer.depth == depth as u64).ok_or(Stop::Storage)?;
            all.layers.push((depth, StoredLayer::open(words, store, layer, cx)?));
        }
        Ok(all)
    }

    fn at(&self, depth: usize) -> Result<&StoredLayer<'h>, Stop> {
        let found = self.layers.iter().find(|(at, _)| *at == depth);
        found.map(|(_, layer)| layer).ok_or(Stop::Storage)
    }

    /// The number of keys in a layer.
    pub fn count(&self, depth: usize) -> u64 {
        self.at(depth).map_or(0, StoredLayer::count)
    }

    /// Replaces `out` by the keys of a layer with indices `from..to`.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    pub fn read(&mut self, depth: usize, from: u64, to: u64, out: &mut Vec<u64>) -> Result<(), Stop> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let layer = self.at(depth)?;
        let read = with_stride!(self.words, stride => layer.read(stride, from, to, out, &mut scratch));
        self.scratch = scratch;
        read
    }
}

impl std::fmt::Debug for Partition<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Partition").field("layers", &self.layers).finish_non_exhaustive()
    }
}

impl<'w, 'h> Partition<'w, 'h> {
    /// Returns an empty partition. It leases most of the remaining memory of the context and works
    /// in one thread.
    ///
    /// # Errors
    /// [`Stop::Memory`] if that is too little.
    pub fn new(space: &'w dyn StateSpace, cx: &'h Context<'w>, store: &'w dyn Store) -> Result<Self, Stop> {
        let buffers = Buffers::new(cx)?;
        let inbox = buffers.take();
        let words = space.words();
        let (runs, layers) = (Vec::new(), Layers::none(words));
        let (written, resumed) = (0, false);
        Ok(Self { space, cx, store, words, buffers, inbox, runs, layers, written, resumed })
    }

    /// Resumes from stored layers.
    pub fn take_up(&mut self, layers: Layers<'h>) {
        self.layers = layers;
        self.resumed = true;
    }

    /// The layers of this partition.
    pub fn layers(&mut self) -> &mut Layers<'h> {
        &mut self.layers
    }

    /// Receives keys, in any order, for the layer in progress.
    ///
    /// # Errors
    /// The reason why a run could not be written.
    pub fn take_in(&mut self, mut keys: &[u64]) -> Result<(), Stop> {
        while !keys.is_empty() {
            let room = (self.buffers.words - self.inbox.keys.len()) / self.words * self.words;
            let (some, rest) = keys.split_at(room.min(keys.len()));
            self.inbox.keys.extend_from_slice(some);
            keys = rest;
            if !keys.is_empty() {
                self.make_room()?;
            }
        }
        Ok(())
    }

    /// Called if the inbox is full: it loses its duplicates, and becomes a run unless that freed
    /// half of it.
    fn make_room(&mut self) -> Result<(), Stop> {
        use crate::keys::Stride;
        let BufferPair { keys, spare } = &mut self.inbox;
        with_stride!(self.words, stride => stride.sort_dedup(keys, spare));
        if self.inbox.keys.len() > self.buffers.words / 2 {
            self.write_run()?;
        }
        self.cx.poll()
    }

    fn write_run(&mut self) -> Result<(), Stop> {
        let name = format!("run-{:05}", self.written);
        self.written += 1;
        let run = with_stride!(self.words, stride => {
            SortedFile::write(stride, self.store, name, &self.inbox.keys, self.cx)
        })?;
        self.inbox.keys.clear();
        self.runs.push(run);
        Ok(())
    }

    /// Completes the layer at `depth`: the received keys without those of the layers `known`.
    ///
    /// # Errors
    /// The reason why it could not be stored.
    pub fn end_layer(&mut self, depth: usize, known: Range<usize>) -> Result<PartitionLayer, Stop> {
        use crate::keys::Stride;
        let BufferPair { keys, spare } = &mut self.inbox;
        with_stride!(self.words, stride => stride.sort_dedup(keys, spare));
        if !self.runs.is_empty() && !self.inbox.keys.is_empty() {
            self.write_run()?;
        }
        let runs = std::mem::take(&mut self.runs);
        self.written = 0;
        let known = known.map(|depth| self.layers.at(depth)).collect::<Result<Vec<_>, _>>()?;
        let FinishedLayer { layer, goals, least_goal: goal } = with_stride!(self.words, stride => {
            let task = ExternalTask {
                stride,
                space: self.space,
                cx: self.cx,
                store: self.store,
                buffers: &self.buffers,
                depth,
                batch: 1,
                first_only: false,
                resumed: self.resumed,
            };
            if runs.is_empty() {
                task.only_part(&mut self.inbox.keys, &known)
            } else {
                // Merging needs the buffers of the inbox.
                self.buffers.give_back(std::mem::take(&mut self.inbox));
                let made = task.layer_of(runs, &known);
                self.inbox = self.buffers.take();
                made
            }
        })?;
        self.inbox.keys.clear();
        let samples = layer.first_keys().map(<[u64]>::to_vec).collect();
        let part = PartitionLayer { positions: layer.count(), goals, goal, samples };
        self.layers.layers.push((depth, layer));
        Ok(part)
    }

    /// Forgets the layers before `depth`. Their files are removed by the next commit.
    pub fn forget_before(&mut self, depth: usize) {
        self.layers.layers.retain(|(at, _)| *at >= depth);
    }

    /// The stored layers, for a manifest.
    pub fn saved(&self) -> Vec<SavedLayer> {
        self.layers.layers.iter().map(|(depth, layer)| layer.saved(*depth)).collect()
    }
}

#[cfg(test)]
mod tests;
