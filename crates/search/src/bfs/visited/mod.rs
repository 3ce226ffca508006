//! The set of visited states: a small open-addressing hash table for spaces that fit in the cache,
//! or a bitmap for larger ones.
//!
//! The keys are in an arena in the order in which they were found, so layers are slices of it.
//! Slots of one-word keys hold the key; slots of longer keys hold half a hash and an index into the
//! arena. If keys contain a small rank, a bitmap replaces the slots as soon as it is not much
//! larger.

mod bitmap_pool;

use crate::context::{Context, Lease, Stop};
use crate::keys::Stride;
use crate::state_space::Numbers;

/// Hashes the words of a key.
#[inline]
pub(crate) fn mix(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash: u64, word| {
        let x = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x ^ (x >> 32)
    })
}

/// The first slot to probe for a one-word key.
#[inline(always)]
fn spread(key: u64, shift: u32) -> usize {
    ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
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
    numbers: Option<Numbers>,
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
    pub(crate) fn new(stride: S, numbers: Option<Numbers>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let mut table = Self {
            stride,
            arena: Vec::new(),
            slots: Vec::new(),
            membership: Membership::Slots { shift: 64 },
            numbers: numbers.filter(|_| S::ONE),
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
            bitmap_pool::give_back(self.slots, self.arena.iter().map(|key| key >> shift));
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
            let (first, stored) = (self.slots[spread(key, shift) & mask], key.wrapping_add(1));
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
        let mut at = spread(key, shift);
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
        let hash = mix(key);
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
            let times = if words <= bitmap_pool::MAX_POOLED_WORDS { POOLED_FACTOR } else { UNPOOLED_FACTOR };
            words <= times * slots || bitmap_pool::has_words(words)
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
            Membership::Bitmap { .. } => bitmap_pool::take(words),
            Membership::Slots { .. } => vec![0; words],
        };
        self.membership = membership;
        self.rebuild();
        Ok(())
    }

    /// Returns the bitmap that the keys allow and its size in words. None if there is none.
    fn bitmap(&self) -> Option<(Membership, usize)> {
        let Numbers { shift, count } = self.numbers?;
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
        let hash = mix(key);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> shift) as usize;
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = hash << 32 | (index as u64 + 1);
    }
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
            let numbers = Some(Numbers { shift: 20, count });
            let mut table = Table::new(One, numbers, &cx).unwrap();
            keys.chunks(37).for_each(|chunk| table.insert_all(chunk).unwrap());
            let mut plain = Table::new(One, None, &cx).unwrap();
            plain.insert_all(&keys).unwrap();
            assert!(matches!(table.membership, Membership::Bitmap { .. }));
            assert_eq!((table.arena, table.count), (plain.arena, plain.count));
        }
    }

    #[test]
    fn growth_asks_the_budget_first() {
        let stop = |_: &crate::context::Counters| std::ops::ControlFlow::Continue(());
        let cx = Context::new(1, 40_000, &stop);
        let mut table = Table::new(One, None, &cx).unwrap();
        let keys: Vec<u64> = (0..10_000).collect();
        assert_eq!(table.insert_all(&keys), Err(Stop::Memory));
        assert!(cx.budget.peak() <= 40_000);
    }
}
