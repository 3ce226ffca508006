//! Words of marks, one bit for every number that a key can carry, that need not be cleared for every walk.
//!
//! A small walk sets few bits of many words: clearing half a megabyte would take a tenth of its time, and the cache with it.
//! So marks are taken away one by one where they were set, and the thread keeps the words for its next walk.

use std::cell::Cell;

/// Words that a thread keeps at most, 8 MiB. Nobody leases them while they are not in use, so there is an end to it.
pub(crate) const MAX_POOLED_WORDS: usize = 1 << 20;

thread_local! {
    static POOL: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Whether this thread has so many words without a mark, so that they cost nothing.
pub(crate) fn has_words(words: usize) -> bool {
    let pooled = POOL.take();
    let enough = pooled.len() >= words;
    POOL.set(pooled);
    enough
}

/// At least so many words without a mark.
pub(crate) fn take(words: usize) -> Vec<u64> {
    if has_words(words) { POOL.take() } else { vec![0; words] }
}

/// Gives words back whose marks are at `numbers`.
pub(crate) fn give_back(mut words: Vec<u64>, numbers: impl Iterator<Item = u64>) {
    if words.len() > MAX_POOLED_WORDS || has_words(words.len()) {
        return;
    }
    for number in numbers {
        words[(number >> 6) as usize] = 0;
    }
    debug_assert!(words.iter().all(|&word| word == 0), "every mark belongs to a number");
    POOL.set(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_has_no_marks() {
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
