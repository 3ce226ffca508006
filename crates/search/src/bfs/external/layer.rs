//! A layer in the store: files of sorted keys, in ascending order.

use super::sorted_file::{Scratch, SortedFile, SortedWriter};
use crate::context::{Context, Stop};
use crate::keys::Stride;
use crate::storage::{Durability, SavedLayer, Store};

/// A layer in the store.
#[derive(Debug)]
pub(crate) struct StoredLayer<'h> {
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

    /// Opens a stored layer.
    pub(crate) fn open(
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

    pub(crate) fn saved(&self, depth: usize) -> SavedLayer {
        SavedLayer { depth: depth as u64, parts: self.parts.iter().map(SortedFile::saved).collect() }
    }

    /// The number of keys.
    pub(crate) fn count(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The first key of every file.
    pub(crate) fn first_keys(&self) -> impl Iterator<Item = &[u64]> {
        self.parts.iter().map(|part| part.first(0))
    }

    /// Replaces `out` by the keys with indices `from..to`.
    pub(crate) fn read<S: Stride>(
        &self,
        stride: S,
        from: u64,
        to: u64,
        out: &mut Vec<u64>,
        scratch: &mut Scratch,
    ) -> Result<(), Stop> {
        out.clear();
        let mut part = self.starts.partition_point(|&start| start <= from) - 1;
        while part < self.parts.len() && self.starts[part] < to {
            let (file, base) = (&self.parts[part], self.starts[part]);
            let mut block = file.block_at(from.saturating_sub(base));
            while block < file.blocks() && base + file.start(block) < to {
                let start = base + file.start(block);
                let keys = file.read(block, scratch)?;
                let first = from.saturating_sub(start) as usize;
                let last = ((to - start) as usize).min(stride.count(keys));
                out.extend_from_slice(&keys[first * stride.words()..last * stride.words()]);
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
