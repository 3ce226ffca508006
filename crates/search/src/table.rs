//! A small open-addressing set of keys, for spaces that stay inside the cache.
//!
//! The keys themselves stand in an arena in the order in which they were found, so that layers are slices of it. Slots
//! of one-word keys hold the key; slots of longer keys hold half a hash and an index into the arena.

use crate::host::{Host, Lease, Stop};
use crate::keys::Stride;

/// Mixes the words of a key.
#[inline]
pub(crate) fn mix(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash: u64, word| {
        let x = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x ^ (x >> 32)
    })
}

/// The slot where a one-word key is looked for first.
#[inline(always)]
fn spread(key: u64, shift: u32) -> usize {
    ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
}

/// Keys looked at together.
const AT_ONCE: usize = 256;

/// An arena of different keys with a table over it.
pub(crate) struct Table<'h, S: Stride> {
    stride: S,
    /// The keys, in the order in which they came.
    pub(crate) arena: Vec<u64>,
    /// 0 is an empty slot. One-word keys are stored plus one, so that the key of all ones needs `has_last`.
    slots: Vec<u64>,
    shift: u32,
    has_last: bool,
    count: usize,
    arena_lease: Lease<'h>,
    slots_lease: Lease<'h>,
}

impl<'h, S: Stride> Table<'h, S> {
    pub(crate) fn new(stride: S, host: &'h Host<'_>) -> Result<Self, Stop> {
        const SLOTS: usize = 1 << 10;
        let slots_lease = host.lease(SLOTS * 8)?;
        let arena_lease = host.lease(SLOTS / 2 * stride.words() * 8)?;
        Ok(Self {
            stride,
            arena: Vec::with_capacity(SLOTS / 2 * stride.words()),
            slots: vec![0; SLOTS],
            shift: 64 - SLOTS.trailing_zeros(),
            has_last: false,
            count: 0,
            arena_lease,
            slots_lease,
        })
    }

    /// The number of keys.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Takes the arena out, and gives the slots back.
    pub(crate) fn into_arena(self) -> (Vec<u64>, Lease<'h>) {
        (self.arena, self.arena_lease)
    }

    /// Inserts every key of `keys` that is not there yet.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub(crate) fn insert_all(&mut self, keys: &[u64]) -> Result<(), Stop> {
        let mut rest = keys;
        while !rest.is_empty() {
            let room = (self.slots.len() / 2 - self.count).min(AT_ONCE);
            if room == 0 {
                self.grow()?;
                continue;
            }
            // This many keys fit whatever they are.
            let (some, others) = rest.split_at(rest.len().min(room * self.stride.words()));
            if S::ONE {
                self.insert_words(some);
            } else {
                for key in some.chunks_exact(self.stride.words()) {
                    if self.insert_long(key) {
                        self.count += 1;
                        self.arena.extend_from_slice(key);
                    }
                }
            }
            rest = others;
        }
        Ok(())
    }

    /// Most keys are old and stand in the first slot where they are looked for. These are sorted out without a branch that
    /// depends on the key, because nobody could predict it; the others are inserted one by one.
    #[inline]
    fn insert_words(&mut self, keys: &[u64]) {
        let mut others = [0_u64; AT_ONCE];
        let mut count = 0;
        let mask = self.slots.len() - 1;
        for &key in keys {
            others[count & (AT_ONCE - 1)] = key;
            let (first, stored) = (self.slots[spread(key, self.shift) & mask], key.wrapping_add(1));
            count += usize::from((first != stored) | (stored == 0));
        }
        for &key in &others[..count] {
            if self.insert_word(key) {
                self.count += 1;
                self.arena.push(key);
            }
        }
    }

    #[inline(always)]
    fn insert_word(&mut self, key: u64) -> bool {
        let stored = key.wrapping_add(1);
        if stored == 0 {
            return !std::mem::replace(&mut self.has_last, true);
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(key, self.shift);
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
    fn insert_long(&mut self, key: &[u64]) -> bool {
        let hash = mix(key);
        let (tag, mask) = (hash << 32, self.slots.len() - 1);
        let mut at = (hash >> self.shift) as usize;
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

    /// Doubles slots and arena. Tables stay small, so the moment when two of them exist is small too.
    fn grow(&mut self) -> Result<(), Stop> {
        let slots = self.slots.len() * 2;
        let capacity = slots / 2 * self.stride.words();
        self.slots_lease.resize(slots * 8)?;
        self.arena_lease.resize(capacity * 8)?;
        self.arena.reserve_exact(capacity - self.arena.len());
        self.slots = Vec::new(); // the old slots go before the new ones come
        self.slots = vec![0; slots];
        self.shift -= 1;
        let arena = std::mem::take(&mut self.arena);
        let total = std::mem::take(&mut self.count);
        self.has_last = false;
        for key in arena.chunks_exact(self.stride.words()) {
            if S::ONE {
                self.insert_word(key[0]);
            } else {
                self.place_long(key);
            }
            self.count += 1;
        }
        debug_assert_eq!(total, self.count);
        self.arena = arena;
        Ok(())
    }

    /// Gives a slot to a key that is known to be new.
    fn place_long(&mut self, key: &[u64]) {
        let hash = mix(key);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = hash << 32 | (self.count as u64 + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Many, One, Two};

    fn holds_each_key_once<S: Stride>(stride: S, keys: &[u64]) {
        let host = Host::default();
        let mut table = Table::new(stride, &host).unwrap();
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
    fn growth_asks_the_budget_first() {
        let stop = |_: &crate::host::Counters| std::ops::ControlFlow::Continue(());
        let host = Host::new(1, 40_000, &stop);
        let mut table = Table::new(One, &host).unwrap();
        let keys: Vec<u64> = (0..10_000).collect();
        assert_eq!(table.insert_all(&keys), Err(Stop::Memory));
        assert!(host.budget.peak() <= 40_000);
    }
}
