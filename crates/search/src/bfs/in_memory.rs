//! Breadth-first search with a table: for spaces that fit in the cache, and for those of any size
//! whose keys contain a small rank.

use std::sync::atomic::Ordering::Relaxed;

use super::result::KeptLayer;
use super::sorted_runs::{self, NextLayer, prune};
use super::visited::Table;
use super::{Aim, BfsRun};
use crate::context::Tier;
use crate::keys::Stride;
use crate::limits::Stop;

/// Beyond this number of words the table of long keys leaves the cache.
const TABLE_WORDS: usize = 1 << 21;
/// Words of successors generated at once: they stay in the first-level cache.
const BATCH_WORDS: usize = 1 << 12;

/// How the search with a table ended.
enum InTable {
    Done,
    TooLarge,
}

impl<'h, S: Stride> BfsRun<'_, 'h, '_, S> {
    pub(super) fn in_memory(&mut self) -> Result<(), Stop> {
        let mut table = Table::new(self.stride, self.space.ranking(), self.cx)?;
        let mut initial = Vec::new();
        self.space.initial_states(&mut initial);
        table.insert_all(&initial)?;
        let part = match self.complete(&table) {
            Ok(()) if self.is_done() => Ok(InTable::Done),
            Ok(()) => self.in_table(&mut table),
            Err(stop) => Err(stop),
        };
        self.after_table(table, part)
    }

    /// Continues where a hash table ended: with a bitmap if memory allows, otherwise with sorted
    /// runs.
    pub(super) fn resume_paused(&mut self) -> Result<(), Stop> {
        let mut table = Table::new(self.stride, self.space.ranking(), self.cx)?;
        if table.insert_all(&self.result.arena).is_err() || !self.may_outgrow_cache(&table) {
            return self.in_runs();
        }
        self.result.arena = Vec::new();
        self.result.arena_lease = None;
        let part = self.in_table(&mut table);
        self.after_table(table, part)
    }

    /// Takes the keys out of the table, and continues without it if it became too large.
    fn after_table(&mut self, table: Table<'h, S>, part: Result<InTable, Stop>) -> Result<(), Stop> {
        let (mut arena, mut lease) = table.into_arena();
        // The layer in progress does not count.
        arena.truncate(self.result.bounds[self.result.bounds.len() - 1]);
        if matches!(part, Ok(InTable::TooLarge)) {
            // The arena grows no more, and the runs need its spare capacity.
            arena.shrink_to_fit();
            lease.resize(8 * arena.capacity())?;
        }
        self.result.arena = arena;
        self.result.arena_lease = Some(lease);
        match part? {
            InTable::Done => Ok(()),
            InTable::TooLarge if self.cx.tier == Some(Tier::Disk) => Err(self.cx.stop(Stop::Memory)),
            InTable::TooLarge if self.may_pause => {
                self.result.paused = true;
                Ok(())
            }
            InTable::TooLarge => self.in_runs(),
        }
    }

    /// Records the layer in the table beyond the complete ones.
    fn complete(&mut self, table: &Table<'h, S>) -> Result<(), Stop> {
        let start = self.result.bounds[self.result.bounds.len() - 1];
        self.count_layer(&table.arena[start..])?;
        self.result.bounds.push(table.arena.len());
        Ok(())
    }

    /// Whether to keep using a table that outgrew the cache. A bitmap lookup costs the same in any
    /// space, so bitmaps are kept: as long as there is no store, which would see nothing before the
    /// end, and memory remains for what follows.
    fn may_outgrow_cache(&self, table: &Table<'h, S>) -> bool {
        let bytes = size_of_val(&table.arena[..]);
        table.uses_bitmap() && self.cx.layer_store().is_none() && bytes < self.cx.budget.limit() / 4
    }

    /// Generates layer after layer from the last complete one on.
    fn in_table(&mut self, table: &mut Table<'h, S>) -> Result<InTable, Stop> {
        let (mut out, mut hits) = (Vec::new(), Vec::new());
        loop {
            let [.., start, end] = self.result.bounds[..] else { return Ok(InTable::Done) };
            let layer = start..end;
            let batch = self.batch(BATCH_WORDS) * self.stride.words();
            let mut parents = Vec::with_capacity(batch);
            for from in layer.clone().step_by(batch) {
                let to = layer.end.min(from + batch);
                parents.clear();
                parents.extend_from_slice(&table.arena[from..to]);
                if let Some(left) = self.left() {
                    prune(self.space, &mut parents, left, &self.pruned);
                }
                for part in 0..self.space.parts() {
                    out.clear();
                    self.space.expand_part(&parents, part, &mut out);
                    self.note(if part == 0 { parents.len() } else { 0 }, out.len());
                    let before = table.arena.len();
                    match table.insert_all(&out) {
                        // Sorted layers need less memory than a table.
                        Err(Stop::Memory) => return Ok(InTable::TooLarge),
                        inserted => inserted?,
                    }
                    if self.aim == Aim::FirstGoal && self.first_goal(&table.arena[before..], &mut hits) {
                        self.result.goalless_words = from - layer.start;
                        let begun = self.stride.count(&table.arena[layer.end..]) as u64;
                        self.cx.counters.positions.fetch_add(begun, Relaxed);
                        return Ok(InTable::Done);
                    }
                    let is_large = table.count() > self.table_keys || table.arena.len() > TABLE_WORDS;
                    if is_large && (self.may_pause || !self.may_outgrow_cache(table)) {
                        return Ok(InTable::TooLarge);
                    }
                    self.cx.poll()?;
                }
            }
            self.complete(table)?;
            if self.is_done() {
                return Ok(InTable::Done);
            }
        }
    }

    /// Generates layer after layer on sorted runs, from the last complete one on.
    fn in_runs(&mut self) -> Result<(), Stop> {
        let oldest = self.oldest();
        self.result.sort_layers(self.stride, oldest, Some(self.cx))?;
        loop {
            let depth = self.result.layers() - 1;
            let known = (self.keep_from(depth)..=depth).map(|d| self.result.layer(d)).collect();
            let batch = self.batch(sorted_runs::BATCH_WORDS);
            let first_only = self.aim == Aim::FirstGoal;
            let task = sorted_runs::LayerTask {
                stride: self.stride,
                space: self.space,
                cx: self.cx,
                batch,
                first_only,
                left: self.left(),
                pruned: &self.pruned,
            };
            match task.next_layer(self.result.layer(depth), known)? {
                NextLayer::Goal(key) => {
                    self.result.goal = Some((depth + 1, key));
                    return Ok(());
                }
                NextLayer::Layer(keys, lease) => {
                    self.count_layer(&keys)?;
                    self.result.later.push(KeptLayer::InMemory { keys, _lease: lease });
                    self.save()?;
                    if self.is_done() {
                        return Ok(());
                    }
                    self.forget_before(self.oldest());
                }
            }
        }
    }

    /// Looks for the first goal among new keys of the layer in progress.
    fn first_goal(&mut self, new: &[u64], hits: &mut Vec<usize>) -> bool {
        hits.clear();
        self.space.goals(new, hits);
        let Some(&hit) = hits.first() else { return false };
        self.result.goal = Some((self.result.sizes.len(), self.stride.at(new, hit).to_vec()));
        true
    }
}
