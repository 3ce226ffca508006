//! Merging runs into a layer, one key range after the other.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::buffers::BufferPair;
use super::layer::{StoredLayer, part_name};
use super::sorted_file::{BLOCK_WORDS, Scratch, SortedFile, SortedWriter};
use super::{ExternalTask, FinishedLayer};
use crate::bfs::merge::between;
use crate::context::Stop;
use crate::keys::Stride;
use crate::storage::Durability;
use crate::threads;

/// A file of the layer, and the goals in it.
struct LayerFile<'h> {
    number: usize,
    file: SortedFile<'h>,
    goals: u64,
    least_goal: Option<Vec<u64>>,
}

impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Merges the runs into a layer, without the keys of the layers `known`.
    pub(super) fn join(
        &self,
        runs: &[SortedFile<'h>],
        known: &[&StoredLayer<'h>],
    ) -> Result<FinishedLayer<'h>, Stop> {
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
    pub(super) fn fewer(&self, mut runs: Vec<SortedFile<'h>>) -> Result<Vec<SortedFile<'h>>, Stop> {
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
