//! Expanding parents into runs: sorted files of successors, one per full buffer.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::ExternalTask;
use super::buffers::BufferPair;
use super::layer::StoredLayer;
use super::sorted_file::{BLOCK_WORDS, Scratch, SortedFile};
use crate::context::Stop;
use crate::keys::Stride;
use crate::threads;

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

impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Expands all parents.
    pub(super) fn make_runs(&self, parents: &StoredLayer<'h>) -> Result<Runs<'h>, Stop> {
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
            shared.parents.read(self.stride, from, to, &mut parents, &mut scratch)?;
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
