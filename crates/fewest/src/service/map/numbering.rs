//! Keys as numbers, in the order in which they are met: an open-addressing table over one list of keys.

/// The numbers of keys.
pub(super) struct Numbering {
    words: usize,
    keys: Vec<u64>,
    slots: Vec<u32>,
}

/// A slot without a key.
const FREE: u32 = u32::MAX;

impl Numbering {
    pub(super) fn new(words: usize) -> Self {
        Self { words, keys: Vec::new(), slots: vec![FREE; 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    pub(super) fn key(&self, number: usize) -> &[u64] {
        &self.keys[number * self.words..][..self.words]
    }

    /// All keys, one after the other.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        8 * self.keys.capacity() + 4 * self.slots.capacity()
    }

    /// The number of a key; the next one if it is new.
    pub(super) fn number(&mut self, key: &[u64]) -> u32 {
        if 2 * self.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if self.slots[slot] == FREE {
            self.slots[slot] = self.len() as u32;
            self.keys.extend_from_slice(key);
        }
        self.slots[slot]
    }

    /// The number of a key, if it was met.
    pub(super) fn find(&self, key: &[u64]) -> Option<u32> {
        Some(self.slots[self.slot(key)]).filter(|&number| number != FREE)
    }

    /// The slot of a key, or the free one where it belongs.
    fn slot(&self, key: &[u64]) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = mixed(key) as usize & last;
        while self.slots[slot] != FREE && self.key(self.slots[slot] as usize) != key {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for number in 0..self.len() {
            let slot = self.slot(self.key(number));
            self.slots[slot] = number as u32;
        }
    }
}

/// A number whose lower bits depend on all bits of the key.
fn mixed(key: &[u64]) -> u64 {
    let all =
        key.iter().fold(0, |all: u64, word| (all.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    all ^ all >> 32
}
