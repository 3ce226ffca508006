//! A pool of zeroed bitmap words that need not be cleared for every search.
//!
//! A small search sets few bits of many words: clearing 512 KiB would take 10 % of its time, and
//! evict the cache. So bits are cleared one by one where they were set, and the thread keeps the
//! words for its next search.

use std::cell::Cell;

/// The maximum number of words that a thread keeps: 8 MiB. They are not leased while unused, hence
/// the limit.
pub(crate) const MAX_POOLED_WORDS: usize = 1 << 20;

thread_local! {
    static POOL: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Whether this thread has at least `words` zeroed words.
pub(crate) fn has_words(words: usize) -> bool {
    let pooled = POOL.take();
    let enough = pooled.len() >= words;
    POOL.set(pooled);
    enough
}

/// Returns at least `words` zeroed words.
pub(crate) fn take(words: usize) -> Vec<u64> {
    if has_words(words) { POOL.take() } else { vec![0; words] }
}

/// Returns words to the pool; `numbers` are the indices of their set bits.
pub(crate) fn give_back(mut words: Vec<u64>, numbers: impl Iterator<Item = u64>) {
    if words.len() > MAX_POOLED_WORDS || has_words(words.len()) {
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

    #[test]
    fn pooled_words_are_zero() {
        let numbers = [0, 63, 64, 6399];
        let mut words = take(100);
        numbers.iter().for_each(|number| words[number >> 6] |= 1 << (number & 63));
        give_back(words, numbers.into_iter().map(|number| number as u64));
        assert!(has_words(100) && !has_words(101));
        for count in [1, 100, 101, 50, MAX_POOLED_WORDS, MAX_POOLED_WORDS + 1] {
            let words = take(count);
            assert!(words.len() >= count && words.iter().all(|&word| word == 0));
            give_back(words, std::iter::empty());
        }
        assert!(has_words(MAX_POOLED_WORDS) && !has_words(MAX_POOLED_WORDS + 1));
    }
}
