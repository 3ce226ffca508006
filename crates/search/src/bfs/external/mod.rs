//! External breadth-first search with delayed duplicate detection (Korf 2008), for spaces that do
//! not fit in memory.
//!
//! It is the search of `sorted_runs` with runs and layers in files. Parents are read
//! and expanded in all threads; a full buffer is sorted, loses its duplicates and becomes a run.
//! Then the keys are divided into ranges that fit into memory: for each range the parts of all runs
//! are read and sorted together, and the keys of previous layers are removed. The ranges depend on
//! memory and threads; the layer that they make up does not.

pub use next_layer::FinishedLayer;
pub(super) use next_layer::{Buffers, ExternalTask, NextStoredLayer};
pub use sorted_file::{Scratch, decode_keys, encode_keys};

use next_layer::BufferPair;
use sorted_file::{SortedFile, SortedWriter};

use crate::context::Context;
use crate::keys::{Stride, with_stride};
use crate::limits::Stop;
use crate::state_space::StateSpace;
use crate::storage::{Durability, SavedLayer, Store};

mod next_layer;
mod sorted_file;

/// Sorts keys of `words` words and drops duplicates. `spare` is scratch space that may grow to the
/// length of `keys`.
pub fn sort_dedup(words: usize, keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    with_stride!(words, stride => stride.sort_dedup(keys, spare));
}

/// Builds layers in a store from keys that come in any order.
///
/// Keys are collected in a buffer. A full buffer is sorted, loses its duplicates and becomes a run
/// in the store; at the end of the layer the runs are merged, and keys of previous layers are
/// removed. If the buffer holds everything, no run is written.
pub struct LayerBuilder<'w, 'h> {
    space: &'w dyn StateSpace,
    cx: &'h Context<'w>,
    store: &'w dyn Store,
    words: usize,
    buffers: Buffers<'h>,
    inbox: BufferPair,
    /// Sorted runs, written whenever the inbox was full.
    runs: Vec<SortedFile<'h>>,
    /// Runs written so far for the layer in progress.
    written: usize,
}

impl std::fmt::Debug for LayerBuilder<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LayerBuilder").field("runs", &self.runs).finish_non_exhaustive()
    }
}

impl<'w, 'h> LayerBuilder<'w, 'h> {
    /// Returns a builder without keys. It leases most of the remaining memory of the context and
    /// works in one thread.
    ///
    /// # Errors
    /// [`Stop::Memory`] if that is too little.
    pub fn new(space: &'w dyn StateSpace, cx: &'h Context<'w>, store: &'w dyn Store) -> Result<Self, Stop> {
        let buffers = Buffers::new(cx)?;
        let inbox = buffers.take();
        Ok(Self { space, cx, store, words: space.words(), buffers, inbox, runs: Vec::new(), written: 0 })
    }

    /// Adds keys, in any order, to the layer in progress.
    ///
    /// # Errors
    /// The reason why a run could not be written.
    pub fn add(&mut self, mut keys: &[u64]) -> Result<(), Stop> {
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
        self.sort();
        if self.inbox.keys.len() > self.buffers.words / 2 {
            self.write_run()?;
        }
        self.cx.poll()
    }

    fn sort(&mut self) {
        let BufferPair { keys, spare } = &mut self.inbox;
        sort_dedup(self.words, keys, spare);
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

    /// Completes the layer at `depth`: the keys that were added, without those of the layers
    /// `known`. `resumed` says that layers were read from files of an earlier process, so that a
    /// contradiction is an error of the files.
    ///
    /// # Errors
    /// The reason why it could not be stored.
    ///
    /// # Panics
    /// If a check of the layer fails that cannot be the files' fault.
    pub fn finish(
        &mut self,
        depth: usize,
        known: &[&StoredLayer<'h>],
        resumed: bool,
    ) -> Result<FinishedLayer<'h>, Stop> {
        self.sort();
        if !self.runs.is_empty() && !self.inbox.keys.is_empty() {
            self.write_run()?;
        }
        let runs = std::mem::take(&mut self.runs);
        self.written = 0;
        let finished = with_stride!(self.words, stride => {
            let task = ExternalTask {
                stride,
                space: self.space,
                cx: self.cx,
                store: self.store,
                buffers: &self.buffers,
                depth,
                batch: 1,
                first_only: false,
                resumed,
            };
            if runs.is_empty() {
                task.only_part(&mut self.inbox.keys, known)
            } else {
                // Merging needs the buffers of the inbox.
                self.buffers.give_back(std::mem::take(&mut self.inbox));
                let made = task.layer_of(runs, known);
                self.inbox = self.buffers.take();
                made
            }
        })?;
        self.inbox.keys.clear();
        Ok(finished)
    }
}

/// A layer in a store: files of sorted keys, in ascending order. The first key of every block of
/// 32 KiB is in memory.
#[derive(Debug)]
pub struct StoredLayer<'h> {
    parts: Vec<SortedFile<'h>>,
    /// The number of keys before each file, and of all.
    starts: Vec<u64>,
}

impl<'h> StoredLayer<'h> {
    /// A layer of these files, in the order of their keys.
    pub(crate) fn of(parts: Vec<SortedFile<'h>>) -> Self {
        let mut starts = vec![0];
        for part in &parts {
            starts.push(starts[starts.len() - 1] + part.count());
        }
        Self { parts, starts }
    }

    /// Stores sorted keys.
    pub(crate) fn write<S: Stride>(
        stride: S,
        store: &dyn Store,
        cx: &'h Context<'_>,
        depth: usize,
        keys: &[u64],
    ) -> Result<Self, Stop> {
        if keys.is_empty() {
            return Ok(Self::of(Vec::new()));
        }
        let mut writer = SortedWriter::new(stride, store, part_name(depth, 0))?;
        writer.append(keys)?;
        Ok(Self::of(vec![writer.finish(cx, Durability::Durable)?]))
    }

    /// Opens a layer that a manifest names; keys have `words` words.
    ///
    /// # Errors
    /// [`Stop::Storage`] if a file is missing, damaged, or not part of such a layer;
    /// [`Stop::Memory`] if the budget has no room for the indices.
    pub fn open(
        words: usize,
        store: &dyn Store,
        saved: &SavedLayer,
        cx: &'h Context<'_>,
    ) -> Result<Self, Stop> {
        let parts = saved.parts.iter().map(|part| SortedFile::open(words, store, part, cx));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let rises = parts.windows(2).all(|pair| pair[0].first(pair[0].blocks() - 1) < pair[1].first(0));
        if rises { Ok(Self::of(parts)) } else { Err(Stop::Storage) }
    }

    /// Returns the description of the layer for a manifest.
    pub fn saved(&self, depth: usize) -> SavedLayer {
        SavedLayer { depth: depth as u64, parts: self.parts.iter().map(SortedFile::saved).collect() }
    }

    /// The number of keys.
    pub fn count(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The first key of every file.
    pub fn first_keys(&self) -> impl Iterator<Item = &[u64]> {
        self.parts.iter().map(|part| part.first(0))
    }

    /// Replaces `out` by the keys with indices `from..to`. Reads every block that holds one of
    /// them; `scratch` is the buffer for that.
    ///
    /// # Errors
    /// [`Stop::Storage`] if a block is not what was written.
    pub fn read(&self, from: u64, to: u64, out: &mut Vec<u64>, scratch: &mut Scratch) -> Result<(), Stop> {
        out.clear();
        let mut part = self.starts.partition_point(|&start| start <= from) - 1;
        while part < self.parts.len() && self.starts[part] < to {
            let (file, base) = (&self.parts[part], self.starts[part]);
            let mut block = file.block_at(from.saturating_sub(base));
            while block < file.blocks() && base + file.start(block) < to {
                let start = base + file.start(block);
                let keys = file.read(block, scratch)?;
                let first = from.saturating_sub(start) as usize;
                let last = ((to - start) as usize).min(keys.len() / file.words());
                out.extend_from_slice(&keys[first * file.words()..last * file.words()]);
                block += 1;
            }
            part += 1;
        }
        Ok(())
    }

    /// Whether the layer contains a key.
    pub(crate) fn has<S: Stride>(&self, stride: S, key: &[u64], scratch: &mut Scratch) -> Result<bool, Stop> {
        let part = self.parts.partition_point(|part| stride.cmp(part.first(0), key).is_le());
        let Some(part) = part.checked_sub(1).map(|part| &self.parts[part]) else { return Ok(false) };
        let keys = part.read(part.block_for(stride, key), scratch)?;
        Ok(stride.find(keys, key).is_some())
    }

    /// Removes the keys of this layer from sorted `keys`.
    pub(crate) fn leave_out<S: Stride>(
        &self,
        stride: S,
        keys: &mut Vec<u64>,
        scratch: &mut Scratch,
    ) -> Result<(), Stop> {
        let words = stride.words();
        let all = stride.count(keys);
        let Some(last) = all.checked_sub(1) else { return Ok(()) };
        let last = stride.at(keys, last).to_vec();
        let (mut read, mut kept) = (0, 0);
        let part = self.parts.partition_point(|part| stride.cmp(part.first(0), stride.at(keys, 0)).is_le());
        'all: for part in &self.parts[part.saturating_sub(1)..] {
            for block in part.block_for(stride, stride.at(keys, read.min(all - 1)))..part.blocks() {
                if read == all || stride.cmp(part.first(block), &last).is_gt() {
                    break 'all;
                }
                let known = part.read(block, scratch)?;
                let mut at = 0;
                while read < all && at < known.len() {
                    let order = stride.cmp(stride.at(keys, read), &known[at..at + words]);
                    if order.is_lt() {
                        keys.copy_within(read * words..(read + 1) * words, kept * words);
                    }
                    kept += usize::from(order.is_lt());
                    read += usize::from(order.is_le());
                    at += if order.is_ge() { words } else { 0 };
                }
            }
        }
        keys.copy_within(read * words.., kept * words);
        keys.truncate((kept + all - read) * words);
        Ok(())
    }

    /// Contract: keys rise from file to file, and the first key of every file is in none of the
    /// layers `known`.
    ///
    /// # Errors
    /// [`Stop::Storage`] if the search was `resumed` from files, which can be wrong; otherwise a
    /// violation is a bug, and panics.
    pub(crate) fn check<S: Stride>(
        &self,
        stride: S,
        known: &[&StoredLayer<'_>],
        resumed: bool,
        scratch: &mut Scratch,
    ) -> Result<(), Stop> {
        for pair in self.parts.windows(2) {
            let last = pair[0].read(pair[0].blocks() - 1, scratch)?;
            let last = stride.at(last, stride.count(last) - 1);
            assert!(stride.cmp(last, pair[1].first(0)).is_lt(), "the parts of a layer overlap");
        }
        for part in &self.parts {
            for layer in known {
                let again = layer.has(stride, part.first(0), scratch)?;
                if again && resumed {
                    return Err(Stop::Storage);
                }
                assert!(!again, "a position of an earlier layer came again");
            }
        }
        Ok(())
    }
}

/// Returns the name of a file of a layer.
pub(crate) fn part_name(depth: usize, part: usize) -> String {
    format!("layer-{depth:03}-{part:05}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LAYERS, MemoryStore, Tiles, go_on, tiles};

    /// Returns the layers of the 8-puzzle, made by one builder, and the most runs of a layer.
    fn layers(space: &Tiles, bytes: usize) -> (Vec<u64>, usize) {
        let (store, cx) = (MemoryStore::default(), Context::new(1, bytes, &go_on));
        let mut builder = LayerBuilder::new(space, &cx, &store).expect("memory");
        let (mut layers, mut keys, mut parents) = (Vec::<StoredLayer<'_>>::new(), Vec::new(), Vec::new());
        let (mut most_runs, mut scratch) = (0, Scratch::default());
        space.initial_states(&mut keys);
        builder.add(&keys).expect("room");
        loop {
            let depth = layers.len();
            let first = space.kind().first_layer_needed(depth.saturating_sub(1));
            let known: Vec<&StoredLayer<'_>> = layers[first.min(depth)..].iter().collect();
            let FinishedLayer { layer, goals, least_goal } =
                builder.finish(depth, &known, false).expect("a store");
            assert_eq!((goals, least_goal.is_some()), (u64::from(depth == 0), depth == 0));
            let count = layer.count();
            layers.push(layer);
            if count == 0 {
                return (layers.iter().map(StoredLayer::count).collect(), most_runs);
            }
            for from in (0..count).step_by(100) {
                layers[depth].read(from, count.min(from + 100), &mut parents, &mut scratch).expect("a store");
                keys.clear();
                space.expand(&parents, &mut keys);
                builder.add(&keys).expect("a store");
                most_runs = most_runs.max(builder.runs.len());
            }
        }
    }

    #[test]
    fn keys_in_any_order_become_the_known_layers() {
        for words in [1, 2, 3] {
            for can_go_back in [true, false] {
                let space = Tiles { can_go_back, ..tiles(words) };
                let expected = (LAYERS.to_vec(), 0);
                assert_eq!(layers(&space, 1 << 24), expected, "{words} words, without runs");
            }
        }
    }

    #[test]
    fn a_small_buffer_goes_through_runs() {
        let (sizes, runs) = layers(&tiles(1), 1_500_000);
        assert_eq!(sizes, LAYERS);
        assert!(runs > 0, "something went to the store");
    }

    #[test]
    fn too_little_memory_is_an_error() {
        let (store, space) = (MemoryStore::default(), tiles(1));
        let cx = Context::new(1, 1000, &go_on);
        assert_eq!(LayerBuilder::new(&space, &cx, &store).err(), Some(Stop::Memory));
    }
}
