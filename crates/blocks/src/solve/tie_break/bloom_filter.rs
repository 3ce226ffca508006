//! A Bloom filter with one hash function: a set of keys that recognises nearly all other keys with
//! one lookup.

/// An odd number with well spread bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// One bit per key; keys that share a bit are not distinguished.
#[derive(Default)]
pub(super) struct BloomFilter {
    bits: Vec<u64>,
    shift: u32,
}

impl BloomFilter {
    /// Replaces the set by other keys of `words` words each.
    pub(super) fn rebuild(&mut self, keys: &[u64], words: usize) {
        // 32 to 64 bits per key: the false positive rate is at most 1/32.
        let words_of_bits = (keys.len() / words / 2 + 1).next_power_of_two();
        self.shift = 58 - words_of_bits.trailing_zeros();
        self.bits.clear();
        self.bits.resize(words_of_bits, 0);
        for key in keys.chunks_exact(words) {
            let (word, bit) = self.place(key);
            self.bits[word] |= bit;
        }
    }

    #[inline(always)]
    fn place(&self, key: &[u64]) -> (usize, u64) {
        let mixed = key.iter().fold(0, |sum: u64, word| (sum ^ word ^ word >> 32).wrapping_mul(MIX));
        let at = mixed >> self.shift;
        ((at >> 6) as usize, 1 << (at & 63))
    }

    /// Returns whether a key may be in the set. There are no false negatives.
    #[inline(always)]
    pub(super) fn may_contain(&self, key: &[u64]) -> bool {
        let (word, bit) = self.place(key);
        self.bits[word] & bit != 0
    }

    /// Appends the keys that may be in the set.
    pub(super) fn possible_members(&self, keys: &[u64], words: usize, out: &mut Vec<u64>) {
        if words == 1 {
            out.extend(keys.iter().filter(|key| self.may_contain(std::slice::from_ref(key))));
        } else {
            let passing = keys.chunks_exact(words).filter(|key| self.may_contain(key));
            passing.for_each(|key| out.extend_from_slice(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_set_passes_and_few_others_do() {
        let mut filter = BloomFilter::default();
        for (words, count) in [(1, 1), (2, 40), (1, 1000), (3, 7)] {
            let keys: Vec<u64> = (0..words * count).map(|n| (n * n) << 5).collect();
            let others: Vec<u64> = (0..words * 10_000).map(|n| n << 7 | 3).collect();
            filter.rebuild(&keys, words as usize);
            let mut passed = Vec::new();
            filter.possible_members(&keys, words as usize, &mut passed);
            assert_eq!(passed, keys);
            passed.clear();
            filter.possible_members(&others, words as usize, &mut passed);
            assert!(passed.len() as u64 <= words * 10_000 / 16, "{} of {words} words passed", passed.len());
        }
    }
}
