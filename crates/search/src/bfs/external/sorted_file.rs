//! A file of sorted keys in blocks, with an index in memory: the first key and the location of
//! every block.

use crate::context::Context;
use crate::keys::Stride;
use crate::limits::{Lease, Stop};
use crate::storage::{BlockLocation, BlockReader, BlockWriter, Durability, SavedPart, Store};

/// Words per block, rounded down to whole keys.
pub(crate) const BLOCK_WORDS: usize = 1 << 12;

/// Approximate size of an index entry in memory, without its key.
const ENTRY_BYTES: usize = 48;

/// Scratch space of one thread: the bytes of a block and its keys.
#[derive(Debug, Default)]
pub struct Scratch {
    bytes: Vec<u8>,
    keys: Vec<u64>,
}

impl Scratch {
    /// The maximum size of the scratch space.
    pub(crate) const BYTES: usize = BLOCK_WORDS * (8 + 10) + 4096;
}

/// An index entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The number of keys before the block.
    start: u64,
    place: BlockLocation,
}

/// A file being written.
pub(crate) struct SortedWriter<S> {
    stride: S,
    name: String,
    file: Box<dyn BlockWriter>,
    firsts: Vec<u64>,
    entries: Vec<Entry>,
    count: u64,
    bytes: Vec<u8>,
}

/// A file of sorted keys.
pub(crate) struct SortedFile<'h> {
    pub(crate) name: String,
    words: usize,
    file: Box<dyn BlockReader>,
    /// The first keys of all blocks.
    firsts: Vec<u64>,
    entries: Vec<Entry>,
    count: u64,
    index: BlockLocation,
    _lease: Lease<'h>,
}

impl std::fmt::Debug for SortedFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} keys)", self.name, self.count)
    }
}

impl<S: Stride> SortedWriter<S> {
    pub(crate) fn new(stride: S, store: &dyn Store, name: String) -> Result<Self, Stop> {
        let file = store.create(&name)?;
        Ok(Self { stride, name, file, firsts: Vec::new(), entries: Vec::new(), count: 0, bytes: Vec::new() })
    }

    /// Appends sorted keys, all greater than those before.
    pub(crate) fn append(&mut self, keys: &[u64]) -> Result<(), Stop> {
        let words = self.stride.words();
        for block in keys.chunks((BLOCK_WORDS / words).max(1) * words) {
            self.bytes.clear();
            encode_keys(words, block, &mut self.bytes);
            let place = self.file.append(&self.bytes)?;
            self.firsts.extend_from_slice(&block[..words]);
            self.entries.push(Entry { start: self.count, place });
            self.count += self.stride.count(block) as u64;
        }
        Ok(())
    }

    /// Completes the file. A durable one gets its index as last block.
    pub(crate) fn finish<'h>(
        mut self,
        cx: &'h Context<'_>,
        durability: Durability,
    ) -> Result<SortedFile<'h>, Stop> {
        let lease = cx.lease(self.entries.len() * (ENTRY_BYTES + 8 * self.stride.words()))?;
        let mut index = BlockLocation::default();
        if durability == Durability::Durable {
            self.bytes.clear();
            write_index(self.stride.words(), &self.firsts, &self.entries, &mut self.bytes);
            index = self.file.append(&self.bytes)?;
        }
        Ok(SortedFile {
            name: self.name,
            words: self.stride.words(),
            file: self.file.finish(durability)?,
            firsts: self.firsts,
            entries: self.entries,
            count: self.count,
            index,
            _lease: lease,
        })
    }
}

fn write_index(words: usize, firsts: &[u64], entries: &[Entry], out: &mut Vec<u8>) {
    for (first, entry) in firsts.chunks_exact(words).zip(entries) {
        first.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        out.extend_from_slice(&entry.start.to_le_bytes());
        out.extend_from_slice(&entry.place.offset.to_le_bytes());
        out.extend_from_slice(&entry.place.length.to_le_bytes());
        out.extend_from_slice(&entry.place.check.to_le_bytes());
    }
}

/// Reads a little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

impl<'h> SortedFile<'h> {
    /// Writes sorted keys to a temporary file.
    pub(crate) fn write<S: Stride>(
        stride: S,
        store: &dyn Store,
        name: String,
        keys: &[u64],
        cx: &'h Context<'_>,
    ) -> Result<Self, Stop> {
        let mut writer = SortedWriter::new(stride, store, name)?;
        writer.append(keys)?;
        writer.finish(cx, Durability::Temporary)
    }

    /// Opens a file that a manifest names.
    pub(crate) fn open(
        words: usize,
        store: &dyn Store,
        part: &SavedPart,
        cx: &'h Context<'_>,
    ) -> Result<Self, Stop> {
        let file = store.open(&part.name)?;
        let entry_bytes = 8 * words + 28;
        let index_bytes = part.index.length as usize;
        let held = index_bytes / entry_bytes * (ENTRY_BYTES + 8 * words);
        // Leased before reading, because the length comes from a file that cannot be trusted.
        let mut lease = cx.lease(index_bytes.saturating_add(held))?;
        let mut bytes = Vec::new();
        file.read(part.index, &mut bytes)?;
        let (mut firsts, mut entries) = (Vec::new(), Vec::new());
        for entry in bytes.chunks_exact(entry_bytes) {
            let (first, rest) = entry.split_at(8 * words);
            firsts.extend(first.chunks_exact(8).map(number));
            let place = BlockLocation {
                offset: number(&rest[8..16]),
                length: number(&rest[16..20]) as u32,
                check: number(&rest[20..28]),
            };
            entries.push(Entry { start: number(&rest[..8]), place });
        }
        lease.resize(held)?;
        let (name, count, index) = (part.name.clone(), part.keys, part.index);
        let opened = Self { name, words, file, firsts, entries, count, index, _lease: lease };
        let is_whole = bytes.len().is_multiple_of(entry_bytes);
        if is_whole && opened.is_sound() { Ok(opened) } else { Err(Stop::Storage) }
    }

    /// Whether a [`SortedWriter`] could have written the index: the blocks lie before the index,
    /// none is larger than blocks are, together they hold the keys of the file, and their keys
    /// rise.
    fn is_sound(&self) -> bool {
        let most_keys = (BLOCK_WORDS / self.words).max(1) as u64;
        let most_bytes = BLOCK_WORDS.max(self.words) * 11;
        let sound = |(block, entry): (usize, &Entry)| {
            let ends = entry.place.offset.checked_add(entry.place.length.into());
            let keys = self.start(block + 1).checked_sub(entry.start);
            ends.is_some_and(|end| end <= self.index.offset)
                && entry.place.length as usize <= most_bytes
                && keys.is_some_and(|keys| (1..=most_keys).contains(&keys))
        };
        let begins_at_0 = self.entries.first().is_some_and(|entry| entry.start == 0);
        let rises = (1..self.blocks()).all(|block| self.first(block - 1) < self.first(block));
        begins_at_0 && rises && self.entries.iter().enumerate().all(sound)
    }

    pub(crate) fn saved(&self) -> SavedPart {
        SavedPart { name: self.name.clone(), keys: self.count, index: self.index }
    }

    /// Words per key.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The number of keys.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn blocks(&self) -> usize {
        self.entries.len()
    }

    /// The first key of a block.
    pub(crate) fn first(&self, block: usize) -> &[u64] {
        &self.firsts[block * self.words..(block + 1) * self.words]
    }

    /// The number of keys before a block.
    pub(crate) fn start(&self, block: usize) -> u64 {
        self.entries.get(block).map_or(self.count, |entry| entry.start)
    }

    /// The block that contains the key with this index.
    pub(crate) fn block_at(&self, number: u64) -> usize {
        self.entries.partition_point(|entry| entry.start <= number).saturating_sub(1)
    }

    /// The first block that may contain keys not less than `key`.
    pub(crate) fn block_for<S: Stride>(&self, stride: S, key: &[u64]) -> usize {
        let after = stride.lower_bound(&self.firsts, key);
        let begins_with_it = after < self.blocks() && self.first(after) == key;
        if begins_with_it { after } else { after.saturating_sub(1) }
    }

    /// Reads the keys of a block.
    pub(crate) fn read<'s>(&self, block: usize, scratch: &'s mut Scratch) -> Result<&'s [u64], Stop> {
        self.file.read(self.entries[block].place, &mut scratch.bytes)?;
        let expected = (self.start(block + 1) - self.start(block)) as usize * self.words;
        let good = decode_keys(self.words, &scratch.bytes, &mut scratch.keys);
        if !good || scratch.keys.len() != expected || !self.is_block(block, &scratch.keys) {
            return Err(Stop::Storage);
        }
        Ok(&scratch.keys)
    }

    /// Whether the keys rise, begin as the index says, and end before the next block.
    fn is_block(&self, block: usize, keys: &[u64]) -> bool {
        let rises = if self.words == 1 {
            keys.is_sorted_by(|one, next| one < next)
        } else {
            keys.chunks_exact(self.words).is_sorted_by(|one, next| one < next)
        };
        let last = keys.len().checked_sub(self.words).map(|at| &keys[at..]);
        let fits = last.is_some_and(|last| block + 1 >= self.blocks() || last < self.first(block + 1));
        rises && fits && keys[..self.words] == *self.first(block)
    }
}

/// Appends the encoding of sorted keys of `words` words.
pub fn encode_keys(words: usize, keys: &[u64], out: &mut Vec<u8>) {
    if words == 1 {
        let mut before = 0;
        for &key in keys {
            push(key.wrapping_sub(before), out);
            before = key;
        }
        return;
    }
    let zeros = vec![0; words];
    let mut before = &zeros[..];
    for key in keys.chunks_exact(words) {
        // Leading words equal to those of the previous key are only counted; the next word is
        // greater.
        let same = (0..words - 1).take_while(|&at| key[at] == before[at]).count();
        out.push(same as u8);
        push(key[same].wrapping_sub(before[same]), out);
        key[same + 1..].iter().for_each(|&word| push(word, out));
        before = key;
    }
}

/// Replaces `out` by the decoded keys. Returns `false` if the bytes are malformed.
pub fn decode_keys(words: usize, code: &[u8], out: &mut Vec<u64>) -> bool {
    out.clear();
    let mut code = Decoder { bytes: code, at: 0 };
    if words == 1 {
        let mut key = 0_u64;
        while code.at < code.bytes.len() {
            let Some(more) = code.number() else { return false };
            key = key.wrapping_add(more);
            out.push(key);
        }
        return true;
    }
    let mut key = vec![0_u64; words];
    while code.at < code.bytes.len() {
        let same = code.bytes[code.at] as usize;
        code.at += 1;
        if same >= words {
            return false;
        }
        let Some(more) = code.number() else { return false };
        key[same] = key[same].wrapping_add(more);
        for word in &mut key[same + 1..] {
            let Some(number) = code.number() else { return false };
            *word = number;
        }
        out.extend_from_slice(&key);
    }
    true
}

#[inline(always)]
fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Decoder<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Decoder<'_> {
    #[inline(always)]
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
            shift += 7;
            if shift > 63 {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let steps = [1_u64, 127, 128, 1 << 14, (1 << 14) - 1, 1 << 40, 3, u64::MAX / 16];
        let mut sum = 0_u64;
        let mut keys: Vec<u64> = steps
            .iter()
            .cycle()
            .take(40)
            .map(|step| {
                sum = sum.saturating_add(*step);
                sum
            })
            .collect();
        keys.insert(0, 0);
        keys.dedup();
        for words in [1, 2, 3] {
            let mut wide: Vec<u64> = keys
                .iter()
                .flat_map(|&key| {
                    let mut wide = vec![key % 5; words];
                    wide[0] = if words == 1 { key } else { key >> 60 };
                    wide[words - 1] = key;
                    wide
                })
                .collect();
            let mut sorted: Vec<Vec<u64>> = wide.chunks(words).map(<[u64]>::to_vec).collect();
            sorted.sort();
            wide = sorted.concat();
            let (mut code, mut back) = (Vec::new(), vec![7]);
            encode_keys(words, &wide, &mut code);
            assert!(decode_keys(words, &code, &mut back));
            assert_eq!(back, wide, "{words} words");
        }
    }

    #[test]
    fn bytes_that_are_no_code_are_told() {
        let mut out = Vec::new();
        assert!(!decode_keys(1, &[128], &mut out));
        assert!(!decode_keys(1, &[255; 12], &mut out));
        assert!(!decode_keys(2, &[2, 1, 1], &mut out));
        assert!(!decode_keys(2, &[0, 1], &mut out));
        assert!(decode_keys(2, &[], &mut out) && out.is_empty());
    }
}
