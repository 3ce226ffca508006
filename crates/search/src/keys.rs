//! Keys in flat slices: comparing, sorting and finding. The number of words per key is a type where
//! speed depends on it.

use std::cmp::Ordering;

/// The number of words per key.
pub(crate) trait Stride: Copy + Send + Sync {
    /// Whether a key has one word, known at compile time: the case that must be fast.
    const ONE: bool = false;

    /// Words per key.
    fn words(self) -> usize;

    /// Sorts the keys and drops duplicates. `spare` is scratch space that may grow to the length of
    /// `keys`.
    fn sort_dedup(self, keys: &mut Vec<u64>, spare: &mut Vec<u64>);

    /// The key at an index.
    #[inline(always)]
    fn at(self, keys: &[u64], index: usize) -> &[u64] {
        &keys[index * self.words()..(index + 1) * self.words()]
    }

    /// The number of keys in a slice.
    #[inline(always)]
    fn count(self, keys: &[u64]) -> usize {
        keys.len() / self.words()
    }

    /// Compares two keys.
    #[inline(always)]
    fn cmp(self, a: &[u64], b: &[u64]) -> Ordering {
        a.cmp(b)
    }

    /// The index of the first key not less than `key` in sorted keys.
    #[inline]
    fn lower_bound(self, sorted: &[u64], key: &[u64]) -> usize {
        let (mut low, mut high) = (0, self.count(sorted));
        while low < high {
            let middle = low.midpoint(high);
            if self.cmp(self.at(sorted, middle), key).is_lt() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The index of `key` in sorted keys. None if it is absent.
    #[inline]
    fn find(self, sorted: &[u64], key: &[u64]) -> Option<usize> {
        let at = self.lower_bound(sorted, key);
        (at < self.count(sorted) && self.at(sorted, at) == key).then_some(at)
    }
}

/// Keys of one word.
#[derive(Clone, Copy)]
pub(crate) struct One;

/// Keys of two words.
#[derive(Clone, Copy)]
pub(crate) struct Two;

/// Keys of any number of words.
#[derive(Clone, Copy)]
pub(crate) struct Many(pub usize);

/// Evaluates `$body` with `$stride` bound to the matching [`Stride`]. Every stride is all of the
/// search once more, so the module for browsers does without one.
macro_rules! with_stride {
    ($words:expr, $stride:ident => $body:expr) => {
        match $words {
            1 => {
                let $stride = $crate::keys::One;
                $body
            }
            2 if !cfg!(target_family = "wasm") => {
                let $stride = $crate::keys::Two;
                $body
            }
            words => {
                let $stride = $crate::keys::Many(words);
                $body
            }
        }
    };
}
pub(crate) use with_stride;

/// Below this number of keys a comparison sort is faster than a radix sort.
const RADIX_FROM: usize = 1 << 10;

impl Stride for One {
    const ONE: bool = true;

    #[inline(always)]
    fn words(self) -> usize {
        1
    }

    #[inline(always)]
    fn cmp(self, a: &[u64], b: &[u64]) -> Ordering {
        a[0].cmp(&b[0])
    }

    fn sort_dedup(self, keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
        if keys.len() < RADIX_FROM {
            keys.sort_unstable();
        } else {
            radix_sort(keys, spare);
        }
        keys.dedup();
    }
}

/// Radix sort from the least significant byte. Bytes that are equal in all keys are skipped, and
/// packed keys have many of them.
fn radix_sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    let first = keys[0];
    let differing = keys.iter().fold(0, |bits, key| bits | (key ^ first));
    spare.clear();
    spare.resize(keys.len(), 0);
    for shift in (0..64).step_by(8).filter(|shift| differing >> shift & 255 != 0) {
        let mut starts = [0_usize; 256];
        for key in keys.iter() {
            starts[(key >> shift & 255) as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for &key in keys.iter() {
            let start = &mut starts[(key >> shift & 255) as usize];
            spare[*start] = key;
            *start += 1;
        }
        std::mem::swap(keys, spare);
    }
}

impl Stride for Two {
    #[inline(always)]
    fn words(self) -> usize {
        2
    }

    #[inline(always)]
    fn cmp(self, a: &[u64], b: &[u64]) -> Ordering {
        as_number(a).cmp(&as_number(b))
    }

    fn sort_dedup(self, keys: &mut Vec<u64>, _: &mut Vec<u64>) {
        keys.as_chunks_mut::<2>().0.sort_unstable_by_key(|key| as_number(key));
        dedup(self, keys);
    }
}

/// Two words as one number, compared without a branch.
#[inline(always)]
fn as_number(key: &[u64]) -> u128 {
    u128::from(key[0]) << 64 | u128::from(key[1])
}

impl Stride for Many {
    #[inline(always)]
    fn words(self) -> usize {
        self.0
    }

    fn sort_dedup(self, keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
        let mut order: Vec<u32> =
            (0..u32::try_from(self.count(keys)).expect("a run has fewer than 2^32 keys")).collect();
        order.sort_unstable_by(|&a, &b| self.at(keys, a as usize).cmp(self.at(keys, b as usize)));
        spare.clear();
        for index in order {
            spare.extend_from_slice(self.at(keys, index as usize));
        }
        std::mem::swap(keys, spare);
        dedup(self, keys);
    }
}

fn dedup<S: Stride>(stride: S, keys: &mut Vec<u64>) {
    let words = stride.words();
    let mut kept = 0;
    for index in 0..stride.count(keys) {
        if kept == 0 || stride.at(keys, index) != stride.at(keys, kept - 1) {
            keys.copy_within(index * words..(index + 1) * words, kept * words);
            kept += 1;
        }
    }
    keys.truncate(kept * words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;

    fn noise(count: usize, mask: u64) -> Vec<u64> {
        let mut random = SplitMix64::new(1);
        (0..count).map(|_| random.bits() & mask).collect()
    }

    #[test]
    fn every_stride_sorts_and_drops_repeats() {
        for (words, mask) in [(1, 0xffff), (1, u64::MAX), (2, 7), (3, 3), (5, 1)] {
            for count in [0, 1, 2, 900, 5000] {
                let mut keys = noise(count * words, mask);
                let mut expected: Vec<Vec<u64>> = keys.chunks(words).map(<[u64]>::to_vec).collect();
                expected.sort();
                expected.dedup();
                with_stride!(words, s => {
                    s.sort_dedup(&mut keys, &mut Vec::new());
                    for (at, key) in expected.iter().enumerate() {
                        assert_eq!(s.find(&keys, key), Some(at));
                    }
                });
                assert_eq!(keys, expected.concat(), "{words} words, {count} keys");
            }
        }
    }

    #[test]
    fn a_key_that_is_not_there_is_not_found() {
        assert_eq!(One.find(&[2, 4, 6], &[5]), None);
        assert_eq!(One.lower_bound(&[2, 4, 6], &[7]), 3);
        assert_eq!(Two.find(&[1, 2, 1, 4], &[1, 3]), None);
    }
}
