//! The set of visited states: a small open-addressing hash table for spaces that fit in the cache,
//! or a bitmap for larger ones.
//!
//! The keys are in an arena in the order in which they were found, so layers are slices of it.
//! Slots of one-word keys hold the key; slots of longer keys hold half a hash and an index into the
//! arena. If keys contain a small rank, a bitmap replaces the slots as soon as it is not much
//! larger.

use std::cell::Cell;

use crate::context::Context;
use crate::hash::{hash_key, spread};
use crate::keys::Stride;
use crate::limits::{Lease, Stop};
use crate::state_space::Ranking;

/// The first slot to probe for a one-word key.
#[inline(always)]
fn first_slot(key: u64, shift: u32) -> usize {
    (spread(key) >> shift) as usize
}

/// Keys processed together.
const AT_ONCE: usize = 256;
/// The initial capacity in keys.
const FIRST_KEYS: usize = 1 << 9;
/// A bitmap is used even if it needs this many times the words of the slots: it never grows and
/// needs no probing. If the thread's pool has enough words, it is used at once.
const POOLED_FACTOR: usize = 64;
/// The same for bitmaps that are too large for the pool.
const UNPOOLED_FACTOR: usize = 16;
/// Bitmaps of more words than this (4 GiB) are never used.
const MAX_BITMAP_WORDS: u64 = 1 << 29;

/// How visited keys are found.
#[derive(Clone, Copy)]
enum Membership {
    /// In slots; a hash is shifted by this.
    Slots { shift: u32 },
    /// In a bitmap over the ranks of the keys; a key is shifted by this.
    Bitmap { shift: u32 },
}

/// An arena of distinct keys with a table over it.
pub(crate) struct Table<'h, S: Stride> {
    stride: S,
    /// The keys, in the order of insertion.
    pub(crate) arena: Vec<u64>,
    /// Slots: 0 is an empty one; one-word keys are stored plus 1, so the key of all ones needs
    /// `has_last`. Or the words of the bitmap.
    slots: Vec<u64>,
    membership: Membership,
    ranking: Option<Ranking>,
    has_last: bool,
    /// Scratch space for new keys among those processed together.
    new: Box<[u64; AT_ONCE]>,
    count: usize,
    /// The capacity in keys.
    room: usize,
    arena_lease: Lease<'h>,
    slots_lease: Lease<'h>,
}

impl<'h, S: Stride> Table<'h, S> {
    pub(crate) fn new(stride: S, ranking: Option<Ranking>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let mut table = Self {
            stride,
            arena: Vec::new(),
            slots: Vec::new(),
            membership: Membership::Slots { shift: 64 },
            ranking: ranking.filter(|_| S::ONE),
            has_last: false,
            new: Box::new([0; AT_ONCE]),
            count: 0,
            room: 0,
            arena_lease: cx.lease(0)?,
            slots_lease: cx.lease(0)?,
        };
        table.make_room(FIRST_KEYS)?;
        Ok(table)
    }

    /// The number of keys.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether the table is a bitmap.
    pub(crate) fn uses_bitmap(&self) -> bool {
        matches!(self.membership, Membership::Bitmap { .. })
    }

    /// Returns the arena; a bitmap goes back to the pool.
    pub(crate) fn into_arena(self) -> (Vec<u64>, Lease<'h>) {
        if let Membership::Bitmap { shift } = self.membership {
            return_pooled(self.slots, self.arena.iter().map(|key| key >> shift));
        }
        (self.arena, self.arena_lease)
    }

    /// Inserts every key that is not present.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub(crate) fn insert_all(&mut self, keys: &[u64]) -> Result<(), Stop> {
        let mut rest = keys;
        while !rest.is_empty() {
            let room = (self.room - self.count).min(AT_ONCE);
            if room == 0 {
                self.make_room(self.room * 2)?;
                continue;
            }
            // This number of keys fits even if all are new.
            let (some, others) = rest.split_at(rest.len().min(room * self.stride.words()));
            match self.membership {
                Membership::Bitmap { shift } => self.insert_bits(some, shift),
                Membership::Slots { shift } if S::ONE => self.insert_words(some, shift),
                Membership::Slots { shift } => {
                    for key in some.chunks_exact(self.stride.words()) {
                        if self.insert_long(key, shift) {
                            self.count += 1;
                            self.arena.extend_from_slice(key);
                        }
                    }
                }
            }
            rest = others;
        }
        Ok(())
    }

    /// Most keys are duplicates. A bit tells so without comparing keys and without a branch that
    /// depends on them.
    #[inline]
    fn insert_bits(&mut self, keys: &[u64], shift: u32) {
        let new = &mut *self.new;
        let mut count = 0;
        for &key in keys {
            let number = key >> shift;
            let word = &mut self.slots[(number >> 6) as usize];
            new[count & (AT_ONCE - 1)] = key;
            count += usize::from(*word >> (number & 63) & 1 == 0);
            *word |= 1 << (number & 63);
        }
        self.count += count;
        self.arena.extend_from_slice(&new[..count]);
    }

    /// Most keys are duplicates and are in the first slot probed. These are dropped without a
    /// branch that depends on the key, because it would be unpredictable; the others are inserted
    /// one by one.
    #[inline]
    fn insert_words(&mut self, keys: &[u64], shift: u32) {
        let mut others = [0_u64; AT_ONCE];
        let mut count = 0;
        let mask = self.slots.len() - 1;
        for &key in keys {
            others[count & (AT_ONCE - 1)] = key;
            let (first, stored) = (self.slots[first_slot(key, shift) & mask], key.wrapping_add(1));
            count += usize::from((first != stored) | (stored == 0));
        }
        for &key in &others[..count] {
            if self.insert_word(key, shift) {
                self.count += 1;
                self.arena.push(key);
            }
        }
    }

    #[inline(always)]
    fn insert_word(&mut self, key: u64, shift: u32) -> bool {
        let stored = key.wrapping_add(1);
        if stored == 0 {
            return !std::mem::replace(&mut self.has_last, true);
        }
        let mask = self.slots.len() - 1;
        let mut at = first_slot(key, shift);
        loop {
            let slot = &mut self.slots[at & mask];
            if *slot == stored {
                return false;
            }
            if *slot == 0 {
                *slot = stored;
                return true;
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn insert_long(&mut self, key: &[u64], shift: u32) -> bool {
        let hash = hash_key(key);
        let (tag, mask) = (hash << 32, self.slots.len() - 1);
        let mut at = (hash >> shift) as usize;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                self.slots[at & mask] = tag | (self.count as u64 + 1);
                return true;
            }
            let index = (slot & 0xffff_ffff) as usize - 1;
            if slot >> 32 << 32 == tag && self.stride.at(&self.arena, index) == key {
                return false;
            }
            at += 1;
        }
    }

    /// Grows the table to a capacity of `keys`, at most half of the slots. Tables stay small, so
    /// the moment in which two of them exist is short.
    fn make_room(&mut self, keys: usize) -> Result<(), Stop> {
        let capacity = keys * self.stride.words();
        self.arena_lease.resize(capacity * 8)?;
        self.arena.reserve_exact(capacity - self.arena.len());
        self.room = keys;
        if matches!(self.membership, Membership::Bitmap { .. }) {
            return Ok(());
        }
        let slots = keys * 2;
        let is_worthwhile = |words: usize| {
            let times = if words <= MAX_POOLED_WORDS { POOLED_FACTOR } else { UNPOOLED_FACTOR };
            words <= times * slots || has_pooled(words)
        };
        let bitmap = self.bitmap().filter(|&(_, words)| is_worthwhile(words));
        let (membership, words) = match bitmap {
            Some((membership, words)) if self.slots_lease.resize(words * 8).is_ok() => (membership, words),
            _ => {
                self.slots_lease.resize(slots * 8)?;
                (Membership::Slots { shift: 64 - slots.trailing_zeros() }, slots)
            }
        };
        self.slots = Vec::new(); // the old slots go before the new ones come
        self.slots = match membership {
            Membership::Bitmap { .. } => take_pooled(words),
            Membership::Slots { .. } => vec![0; words],
        };
        self.membership = membership;
        self.rebuild();
        Ok(())
    }

    /// Returns the bitmap that the keys allow and its size in words. None if there is none.
    fn bitmap(&self) -> Option<(Membership, usize)> {
        let Ranking { shift, count } = self.ranking?;
        let words = count.div_ceil(64);
        (words <= MAX_BITMAP_WORDS).then_some((Membership::Bitmap { shift }, words as usize))
    }

    /// Enters all keys of the arena into new slots or a new bitmap.
    fn rebuild(&mut self) {
        let arena = std::mem::take(&mut self.arena);
        self.has_last = false;
        match self.membership {
            Membership::Bitmap { shift } => {
                for number in arena.iter().map(|key| key >> shift) {
                    self.slots[(number >> 6) as usize] |= 1 << (number & 63);
                }
            }
            Membership::Slots { shift } if S::ONE => {
                for &key in &arena {
                    self.insert_word(key, shift);
                }
            }
            Membership::Slots { shift } => {
                for (at, key) in arena.chunks_exact(self.stride.words()).enumerate() {
                    self.place_long(key, at, shift);
                }
            }
        }
        self.arena = arena;
    }

    /// Enters a key that is known to be new.
    fn place_long(&mut self, key: &[u64], index: usize, shift: u32) {
        let hash = hash_key(key);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> shift) as usize;
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = hash << 32 | (index as u64 + 1);
    }
}

/// The maximum number of words in the pool of a thread: 8 MiB. They are not leased while unused,
/// hence the limit.
const MAX_POOLED_WORDS: usize = 1 << 20;

thread_local! {
    /// A pool of zeroed bitmap words that need not be cleared for every search.
    ///
    /// A small search sets few bits of many words: clearing 512 KiB would take 10 % of its time,
    /// and evict the cache. So bits are cleared one by one where they were set, and the thread
    /// keeps the words for its next search.
    static POOL: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Whether this thread has at least `words` zeroed words.
fn has_pooled(words: usize) -> bool {
    let pooled = POOL.take();
    let enough = pooled.len() >= words;
    POOL.set(pooled);
    enough
}

/// Returns at least `words` zeroed words.
fn take_pooled(words: usize) -> Vec<u64> {
    if has_pooled(words) { POOL.take() } else { vec![0; words] }
}

/// Returns words to the pool; `numbers` are the indices of their set bits.
fn return_pooled(mut words: Vec<u64>, numbers: impl Iterator<Item = u64>) {
    if words.len() > MAX_POOLED_WORDS || has_pooled(words.len()) {
        return;
    }
    for number in numbers {
        words[(number >> 6) as usize] = 0;
    }
    debug_assert!(words.iter().all(|&word| word == 0), "every set bit belongs to a number");
    POOL.set(words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Many, One, Two};

    fn holds_each_key_once<S: Stride>(stride: S, keys: &[u64]) {
        let cx = Context::default();
        let mut table = Table::new(stride, None, &cx).unwrap();
        for chunk in keys.chunks(37 * stride.words()) {
            table.insert_all(chunk).unwrap();
        }
        let mut seen = std::collections::HashSet::new();
        let expected: Vec<u64> =
            keys.chunks(stride.words()).filter(|&key| seen.insert(key.to_vec())).flatten().copied().collect();
        assert_eq!(table.arena, expected);
        assert_eq!(table.count() * stride.words(), expected.len());
    }

    #[test]
    fn keys_are_kept_once_and_in_order() {
        let keys: Vec<u64> = (0..20_000_u64).map(|n| n.wrapping_mul(n) % 7919).collect();
        holds_each_key_once(One, &keys);
        holds_each_key_once(Two, &keys);
        holds_each_key_once(Many(4), &keys);
        holds_each_key_once(One, &[u64::MAX, 0, u64::MAX, 0, 1]);
        holds_each_key_once(Two, &[u64::MAX, u64::MAX, 0, 0, u64::MAX, u64::MAX]);
    }

    #[test]
    fn a_bitmap_finds_the_same_keys_as_slots() {
        let cx = Context::default();
        // The rank of a key is a permutation of 0..7919; the lower bits are unrelated.
        let key = |n: u64| ((n % 7919 * 5 % 7919) << 20) | (n % 7919);
        let keys: Vec<u64> = (0..20_000_u64).map(|n| key(n.wrapping_mul(n))).collect();
        for count in [7919, 1 << 18, 1 << 20] {
            let ranking = Some(Ranking { shift: 20, count });
            let mut table = Table::new(One, ranking, &cx).unwrap();
            keys.chunks(37).for_each(|chunk| table.insert_all(chunk).unwrap());
            let mut plain = Table::new(One, None, &cx).unwrap();
            plain.insert_all(&keys).unwrap();
            assert!(matches!(table.membership, Membership::Bitmap { .. }));
            assert_eq!((table.arena, table.count), (plain.arena, plain.count));
        }
    }

    #[test]
    fn growth_asks_the_budget_first() {
        let stop = |_: &crate::limits::Counters| std::ops::ControlFlow::Continue(());
        let cx = Context::new(1, 40_000, &stop);
        let mut table = Table::new(One, None, &cx).unwrap();
        let keys: Vec<u64> = (0..10_000).collect();
        assert_eq!(table.insert_all(&keys), Err(Stop::Memory));
        assert!(cx.budget.peak() <= 40_000);
    }

    #[test]
    fn pooled_words_are_zero() {
        let numbers = [0, 63, 64, 6399];
        let mut words = take_pooled(100);
        numbers.iter().for_each(|number| words[number >> 6] |= 1 << (number & 63));
        return_pooled(words, numbers.into_iter().map(|number| number as u64));
        assert!(has_pooled(100) && !has_pooled(101));
        for count in [1, 100, 101, 50, MAX_POOLED_WORDS, MAX_POOLED_WORDS + 1] {
            let words = take_pooled(count);
            assert!(words.len() >= count && words.iter().all(|&word| word == 0));
            return_pooled(words, std::iter::empty());
        }
        assert!(has_pooled(MAX_POOLED_WORDS) && !has_pooled(MAX_POOLED_WORDS + 1));
    }
}
