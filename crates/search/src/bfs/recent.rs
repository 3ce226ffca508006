//! The duplicate cache: drops recently generated duplicates before sorting.

use crate::bfs::visited::mix;
use crate::context::{Context, Lease, Stop};
use crate::keys::Stride;

/// Binary logarithm of the number of slots: with two-word keys they stay in the cache.
const BITS: u32 = 15;

/// A direct-mapped cache of recently generated keys.
///
/// Nearby states have common neighbours, which are generated soon after each other. What is dropped
/// here need not be sorted. (One-word keys are sorted so fast that the cache does not pay.)
pub(crate) struct DuplicateCache<'h, S> {
    stride: S,
    /// Empty if the cache does not pay, or memory is scarce.
    keys: Vec<u64>,
    _lease: Lease<'h>,
}

impl<'h, S: Stride> DuplicateCache<'h, S> {
    /// Returns a cache that holds only the first of `known`, keys that may be dropped anyway.
    pub(crate) fn new(stride: S, known: &[u64], cx: &'h Context<'_>) -> Result<Self, Stop> {
        let bytes = |slots: usize| 8 * stride.words() * slots;
        let is_worth_it = !S::ONE && cx.threads * bytes(1 << BITS) <= cx.budget.limit() / 64;
        let slots = if is_worth_it { 1 << BITS } else { 0 };
        let lease = cx.lease(bytes(slots))?;
        Ok(Self { stride, keys: known[..stride.words()].repeat(slots), _lease: lease })
    }

    /// Drops keys from index `from` on (in words) that are in the cache.
    pub(crate) fn drop_repeats(&mut self, keys: &mut Vec<u64>, from: usize) {
        if self.keys.is_empty() {
            return;
        }
        let words = self.stride.words();
        let mut kept = from;
        for at in (from..keys.len()).step_by(words) {
            let key = &keys[at..at + words];
            let slot = (mix(key) >> (u64::BITS - BITS)) as usize * words;
            let old = &mut self.keys[slot..slot + words];
            let is_new = self.stride.cmp(old, key).is_ne();
            old.copy_from_slice(key);
            keys.copy_within(at..at + words, kept);
            kept += if is_new { words } else { 0 };
        }
        keys.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::keys::{One, Two};

    #[test]
    fn every_key_stays_once_at_least_and_some_repeats_go() {
        let cx = Context::default();
        let mut duplicates = DuplicateCache::new(Two, &[7, 7], &cx).unwrap();
        let key = |at: u64| [at % 30, at * at % 100];
        let all: Vec<[u64; 2]> = (0..5000).map(key).filter(|key| *key != [7, 7]).collect();
        let (mut keys, mut kept) = (vec![7, 7], Vec::new());
        for some in all.chunks(100) {
            keys.truncate(2);
            keys.extend_from_slice(some.as_flattened());
            duplicates.drop_repeats(&mut keys, 2);
            kept.extend_from_slice(&keys[2..]);
        }
        let kept = kept.as_chunks::<2>().0;
        assert_eq!(kept.iter().collect::<BTreeSet<_>>(), all.iter().collect::<BTreeSet<_>>());
        assert!(kept.len() < all.len() / 4, "{} of {}", kept.len(), all.len());
    }

    #[test]
    fn keys_of_one_word_all_stay() {
        let cx = Context::default();
        let mut duplicates = DuplicateCache::new(One, &[1], &cx).unwrap();
        let mut keys = vec![5, 5, 6];
        duplicates.drop_repeats(&mut keys, 0);
        assert_eq!(keys, [5, 5, 6]);
    }
}
