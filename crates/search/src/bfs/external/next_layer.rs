//! Generating a layer: parents are expanded into runs, sorted files of successors, one per full
//! buffer; then the runs are merged, one key range after the other.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::sorted_file::{BLOCK_WORDS, Scratch, SortedFile, SortedWriter};
use super::{StoredLayer, part_name};
use crate::context::Context;
use crate::keys::Stride;
use crate::limits::{Lease, Stop};
use crate::merge::between;
use crate::state_space::StateSpace;
use crate::storage::{Durability, Store};
use crate::threads;

/// Everything needed to generate a layer.
pub(crate) struct ExternalTask<'p, 'h, 'x, S> {
    pub(crate) stride: S,
    pub(crate) space: &'p dyn StateSpace,
    pub(crate) cx: &'h Context<'x>,
    pub(crate) store: &'p dyn Store,
    pub(crate) buffers: &'p Buffers<'h>,
    /// The depth of that layer.
    pub(crate) depth: usize,
    /// Parents per batch.
    pub(crate) batch: usize,
    /// Whether the first goal ends the search.
    pub(crate) first_only: bool,
    /// Whether layers were read from files of an earlier process.
    pub(crate) resumed: bool,
}

/// A complete layer and its goals.
#[derive(Debug)]
pub struct FinishedLayer<'h> {
    /// The layer.
    pub layer: StoredLayer<'h>,
    /// Its number of goals.
    pub goals: u64,
    /// The smallest of them.
    pub least_goal: Option<Vec<u64>>,
}

/// Two buffers of equal capacity: sorting may swap them, so neither must ever grow.
#[derive(Default)]
pub(crate) struct BufferPair {
    pub(crate) keys: Vec<u64>,
    pub(crate) spare: Vec<u64>,
}

/// The large buffers of all threads, a pair per thread as far as memory allows, allocated once for
/// all layers.
///
/// An allocator does not return to the system everything that is freed. Buffers allocated for every
/// layer, each time a little larger, would hold twice the memory that was leased for them.
pub(crate) struct Buffers<'h> {
    pairs: Mutex<Vec<BufferPair>>,
    /// The number of threads to work with.
    pub(crate) threads: usize,
    /// The capacity of a buffer in words.
    pub(crate) words: usize,
    _lease: Lease<'h>,
}

/// With smaller buffers a thread does not pay; if it is the only one, there is too little memory.
const LEAST_WORDS: usize = 12 * BLOCK_WORDS;
/// Larger buffers would not make anything faster.
const MOST_WORDS: usize = 1 << 27;

impl<'h> Buffers<'h> {
    pub(crate) fn new(cx: &'h Context<'_>) -> Result<Self, Stop> {
        // A quarter is left to indices and to the overhead of the allocator.
        let free = cx.budget.limit().saturating_sub(cx.budget.used()) / 4 * 3;
        let bytes = |words: usize| 16 * words + 4 * Scratch::BYTES;
        let threads = cx.threads.min(free / bytes(LEAST_WORDS));
        if threads == 0 {
            return Err(Stop::Memory);
        }
        let words = ((free / threads - 4 * Scratch::BYTES) / 16).min(MOST_WORDS);
        let lease = cx.lease(threads * bytes(words))?;
        let pair = || BufferPair { keys: Vec::with_capacity(words), spare: Vec::with_capacity(words) };
        let pairs = Mutex::new((0..threads).map(|_| pair()).collect());
        Ok(Self { pairs, threads, words, _lease: lease })
    }

    /// Takes a pair; there is one per thread.
    pub(crate) fn take(&self) -> BufferPair {
        let taken = self.pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        taken.expect("no more threads than pairs")
    }

    pub(crate) fn give_back(&self, pair: BufferPair) {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner).push(pair);
    }
}

/// The next layer, or a goal.
pub(crate) enum NextStoredLayer<'h> {
    /// The first goal, in the order of parents.
    Goal(Vec<u64>),
    /// The complete layer.
    Layer(FinishedLayer<'h>),
}

/// Blocks of parents read at once, because a block that two threads need is read twice.
const BLOCKS_AT_ONCE: usize = 8;

/// A goal, and the number of the batch that generated it.
type Hit = (usize, Vec<u64>);

/// The work queue of the expanding threads.
struct ParentQueue<'k, 'h> {
    parents: &'k StoredLayer<'h>,
    /// Batches read at once.
    batches: usize,
    next: AtomicUsize,
    first_hit: AtomicUsize,
    next_run: AtomicUsize,
}

/// The runs, and the first goal if the search is for one.
type Runs<'h> = (Vec<SortedFile<'h>>, Option<Vec<u64>>);

/// Expanding parents into runs.
impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Generates the layer after `current`. `known` are the layers (usually including `current`)
    /// whose keys are duplicates.
    pub(crate) fn next_layer(
        &self,
        current: &StoredLayer<'h>,
        known: &[&StoredLayer<'h>],
    ) -> Result<NextStoredLayer<'h>, Stop> {
        let (runs, goal) = self.make_runs(current)?;
        if let Some(key) = goal {
            return Ok(NextStoredLayer::Goal(key));
        }
        self.layer_of(runs, known).map(NextStoredLayer::Layer)
    }

    /// Expands all parents.
    fn make_runs(&self, parents: &StoredLayer<'h>) -> Result<Runs<'h>, Stop> {
        let words = self.stride.words();
        let batches = (BLOCKS_AT_ONCE * BLOCK_WORDS / words / self.batch).max(1);
        let shared = ParentQueue {
            parents,
            batches,
            next: AtomicUsize::new(0),
            first_hit: AtomicUsize::new(usize::MAX),
            next_run: AtomicUsize::new(0),
        };
        let useful = parents.count().div_ceil((batches * self.batch) as u64);
        let useful = usize::try_from(useful).unwrap_or(usize::MAX).min(self.buffers.threads);
        let parts = threads::run(self.cx, useful, |leads| {
            let mut pair = self.buffers.take();
            let made = self.expand(&shared, &mut pair, leads);
            self.buffers.give_back(pair);
            made
        })?;
        let (mut runs, mut hits) = (Vec::new(), Vec::new());
        for (some, hit) in parts {
            runs.extend(some);
            hits.extend(hit);
        }
        // Every batch before the first hit was expanded, so the smallest number does not depend on
        // threads.
        Ok((runs, hits.into_iter().min().map(|(_, key)| key)))
    }

    /// Expands batches until none is left.
    fn expand(
        &self,
        shared: &ParentQueue<'_, 'h>,
        BufferPair { keys: buffer, spare }: &mut BufferPair,
        leads: bool,
    ) -> Result<(Vec<SortedFile<'h>>, Option<Hit>), Stop> {
        let words = self.stride.words();
        buffer.clear();
        let (mut parents, mut scratch) = (Vec::new(), Scratch::default());
        let mut grown = self.cx.lease(8 * words * shared.batches * self.batch)?;
        let (mut hits, mut runs) = (Vec::new(), Vec::new());
        let mut widest = 0;
        let at_once = (shared.batches * self.batch) as u64;
        loop {
            let turn = shared.next.fetch_add(1, Relaxed);
            let from = (turn as u64).saturating_mul(at_once);
            if from >= shared.parents.count() || turn * shared.batches > shared.first_hit.load(Relaxed) {
                break;
            }
            let to = shared.parents.count().min(from + at_once);
            shared.parents.read(from, to, &mut parents, &mut scratch)?;
            for (batch, some) in parents.chunks(self.batch * words).enumerate() {
                let number = turn * shared.batches + batch;
                if number > shared.first_hit.load(Relaxed) {
                    break;
                }
                for part in 0..self.space.parts() {
                    // A batch may be wider than any before, and a buffer that grew would not be
                    // shrunk.
                    if buffer.len() + 2 * widest > self.buffers.words && !buffer.is_empty() {
                        runs.push(self.write_run(buffer, spare, &shared.next_run)?);
                    }
                    let before = buffer.len();
                    self.space.expand_part(some, part, buffer);
                    widest = widest.max(buffer.len() - before);
                    if let Some(more @ 1..) = buffer.capacity().checked_sub(self.buffers.words) {
                        grown.resize(grown.bytes().max(16 * more))?;
                    }
                    let out = &buffer[before..];
                    let expanded = if part == 0 { some.len() / words } else { 0 };
                    self.cx.counters.expanded.fetch_add(expanded as u64, Relaxed);
                    self.cx.counters.generated.fetch_add((out.len() / words) as u64, Relaxed);
                    if self.first_only {
                        hits.clear();
                        self.space.goals(out, &mut hits);
                        if let Some(key) = hits.iter().map(|&hit| self.stride.at(out, hit)).min() {
                            shared.first_hit.fetch_min(number, Relaxed);
                            return Ok((runs, Some((number, key.to_vec()))));
                        }
                    }
                    if leads { self.cx.poll() } else { self.cx.check() }?;
                }
            }
        }
        if !buffer.is_empty() {
            runs.push(self.write_run(buffer, spare, &shared.next_run)?);
        }
        Ok((runs, None))
    }

    fn write_run(
        &self,
        buffer: &mut Vec<u64>,
        spare: &mut Vec<u64>,
        next_run: &AtomicUsize,
    ) -> Result<SortedFile<'h>, Stop> {
        self.stride.sort_dedup(buffer, spare);
        let name = format!("run-{:03}-{:05}", self.depth, next_run.fetch_add(1, Relaxed));
        let run = SortedFile::write(self.stride, self.store, name, buffer, self.cx);
        buffer.clear();
        run
    }
}

/// A file of the layer, and the goals in it.
struct LayerFile<'h> {
    number: usize,
    file: SortedFile<'h>,
    goals: u64,
    least_goal: Option<Vec<u64>>,
}

/// Merging runs.
impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Merges runs into a layer, without the keys of the layers `known`.
    pub(crate) fn layer_of(
        &self,
        runs: Vec<SortedFile<'h>>,
        known: &[&StoredLayer<'h>],
    ) -> Result<FinishedLayer<'h>, Stop> {
        let runs = self.fewer(runs)?;
        let made = self.join(&runs, known)?;
        runs.iter().for_each(|run| self.store.remove(&run.name));
        made.layer.check(self.stride, known, self.resumed, &mut Scratch::default())?;
        Ok(made)
    }

    /// Merges the runs into a layer, without the keys of the layers `known`.
    fn join(&self, runs: &[SortedFile<'h>], known: &[&StoredLayer<'h>]) -> Result<FinishedLayer<'h>, Stop> {
        let cuts = self.cuts(runs)?;
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        threads::run(self.cx, self.buffers.threads.min(cuts.len() + 1), |leads| {
            let mut pair = self.buffers.take();
            let mut scratch = Scratch::default();
            let ended = loop {
                let number = next.fetch_add(1, Relaxed);
                if number > cuts.len() {
                    break Ok(());
                }
                let part = self.range(runs, &cuts, number, &mut pair, &mut scratch).and_then(|()| {
                    let keys = &mut pair.keys;
                    known.iter().try_for_each(|layer| layer.leave_out(self.stride, keys, &mut scratch))?;
                    if leads { self.cx.poll() } else { self.cx.check() }?;
                    if keys.is_empty() { Ok(None) } else { self.part(number, keys).map(Some) }
                });
                match part {
                    Ok(part) => done.lock().unwrap_or_else(PoisonError::into_inner).extend(part),
                    Err(stop) => break Err(stop),
                }
            };
            self.buffers.give_back(pair);
            ended
        })?;
        let mut parts = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        parts.sort_by_key(|part| part.number);
        let goals = parts.iter().map(|part| part.goals).sum();
        let least_goal = parts.iter_mut().find_map(|part| part.least_goal.take());
        let layer = StoredLayer::of(parts.into_iter().map(|part| part.file).collect());
        Ok(FinishedLayer { layer, goals, least_goal })
    }

    /// Stores a layer in one file: sorted keys, without those of the layers `known`.
    pub(crate) fn only_part(
        &self,
        keys: &mut Vec<u64>,
        known: &[&StoredLayer<'h>],
    ) -> Result<FinishedLayer<'h>, Stop> {
        let mut scratch = Scratch::default();
        known.iter().try_for_each(|layer| layer.leave_out(self.stride, keys, &mut scratch))?;
        if keys.is_empty() {
            return Ok(FinishedLayer { layer: StoredLayer::of(Vec::new()), goals: 0, least_goal: None });
        }
        let LayerFile { file, goals, least_goal, .. } = self.part(0, keys)?;
        let layer = StoredLayer::of(vec![file]);
        layer.check(self.stride, known, self.resumed, &mut scratch)?;
        Ok(FinishedLayer { layer, goals, least_goal })
    }

    /// Stores the keys of a range durably.
    fn part(&self, number: usize, keys: &[u64]) -> Result<LayerFile<'h>, Stop> {
        let mut hits = Vec::new();
        // Searching for the first goal, every key was tested when it was generated.
        if !self.first_only {
            self.space.goals(keys, &mut hits);
        }
        let least_goal = hits.first().map(|&hit| self.stride.at(keys, hit).to_vec());
        let mut writer = SortedWriter::new(self.stride, self.store, part_name(self.depth, number))?;
        writer.append(keys)?;
        let file = writer.finish(self.cx, Durability::Durable)?;
        Ok(LayerFile { number, file, goals: hits.len() as u64, least_goal })
    }

    /// Replaces `keys` by the keys of all runs in a range, sorted and distinct.
    fn range(
        &self,
        runs: &[SortedFile<'h>],
        cuts: &[Vec<u64>],
        number: usize,
        BufferPair { keys, spare }: &mut BufferPair,
        scratch: &mut Scratch,
    ) -> Result<(), Stop> {
        let from = number.checked_sub(1).map(|before| &cuts[before][..]);
        let to = cuts.get(number).map(|cut| &cut[..]);
        keys.clear();
        for run in runs {
            let first = from.map_or(0, |key| run.block_for(self.stride, key));
            for block in first..run.blocks() {
                if to.is_some_and(|key| self.stride.cmp(run.first(block), key).is_ge()) {
                    break;
                }
                keys.extend_from_slice(between(self.stride, run.read(block, scratch)?, from, to));
            }
            self.cx.check()?;
        }
        debug_assert!(keys.len() <= self.buffers.words, "a range has the size that was counted");
        self.stride.sort_dedup(keys, spare);
        Ok(())
    }

    /// Divides the keys into ranges that fit into the buffers of a thread.
    fn cuts(&self, runs: &[SortedFile<'h>]) -> Result<Vec<Vec<u64>>, Stop> {
        let words = self.stride.words();
        let all: u64 = runs.iter().map(SortedFile::count).sum();
        let all = usize::try_from(all).unwrap_or(usize::MAX).saturating_mul(words);
        // Of every run one block may begin before the range and end in it.
        let straddling = (runs.len() + 1) * BLOCK_WORDS.max(words);
        let wanted = self.buffers.words.saturating_sub(straddling);
        let wanted = wanted.min((all / self.buffers.threads / 2).max(1 << 14));
        if wanted < BLOCK_WORDS {
            return Err(Stop::Memory);
        }
        let mut blocks: Vec<(&[u64], usize)> = runs
            .iter()
            .flat_map(|run| {
                (0..run.blocks()).map(|at| (run.first(at), (run.start(at + 1) - run.start(at)) as usize))
            })
            .collect();
        blocks.sort_unstable();
        let (mut keys, mut sum) = (Vec::new(), 0);
        for (first, count) in blocks {
            if sum + count * words > wanted && keys.last().is_none_or(|last: &Vec<u64>| last != first) {
                keys.push(first.to_vec());
                sum = 0;
            }
            sum += count * words;
        }
        Ok(keys)
    }

    /// Merges runs until few enough are left to be read at once.
    fn fewer(&self, mut runs: Vec<SortedFile<'h>>) -> Result<Vec<SortedFile<'h>>, Stop> {
        let most = (self.buffers.words / 2 / BLOCK_WORDS.max(self.stride.words())).max(4) - 2;
        let mut number = 0;
        while runs.len() > most {
            // The smallest first: every key is written as rarely as possible.
            runs.sort_by_key(|run| std::cmp::Reverse(run.count()));
            let few = most.min(runs.len() - most + 1).max(2);
            let some = runs.split_off(runs.len() - few);
            let cuts = self.cuts(&some)?;
            let mut pair = self.buffers.take();
            let mut scratch = Scratch::default();
            let mut writer =
                SortedWriter::new(self.stride, self.store, format!("join-{:03}-{number:05}", self.depth))?;
            for range in 0..=cuts.len() {
                self.range(&some, &cuts, range, &mut pair, &mut scratch)?;
                writer.append(&pair.keys)?;
                self.cx.poll()?;
            }
            self.buffers.give_back(pair);
            runs.push(writer.finish(self.cx, Durability::Temporary)?);
            some.iter().for_each(|run| self.store.remove(&run.name));
            number += 1;
        }
        Ok(runs)
    }
}
