//! Sets of cells of the framed grid: one machine number where they fit, many otherwise.

use std::fmt::Debug;

/// A set of cells that can be moved as a whole.
pub(super) trait Bits: Clone + Debug + Send + Sync {
    /// No cells, with room for `cells`.
    fn empty(cells: usize) -> Self;
    /// Adds a cell.
    fn set(&mut self, cell: usize);
    /// The same set with cell 0 moved to `cell`.
    fn at(&self, cell: usize) -> Self;
    /// The same set moved by a number of cells towards higher ones.
    fn ahead(&self, by: usize) -> Self;
    /// The same set moved by a number of cells towards lower ones.
    fn back(&self, by: usize) -> Self;
    /// Adds a set.
    fn add(&mut self, other: &Self);
    /// This set without the cells of a part of it.
    fn without(&self, part: &Self) -> Self;
    /// Whether the sets share a cell.
    fn meets(&self, other: &Self) -> bool;
}

macro_rules! number_as_bits {
    ($number:ty) => {
        impl Bits for $number {
            #[inline(always)]
            fn empty(cells: usize) -> Self {
                debug_assert!(cells <= <$number>::BITS as usize);
                0
            }
            #[inline(always)]
            fn set(&mut self, cell: usize) {
                *self |= 1 << cell;
            }
            #[inline(always)]
            fn at(&self, cell: usize) -> Self {
                self << cell
            }
            #[inline(always)]
            fn ahead(&self, by: usize) -> Self {
                self << by
            }
            #[inline(always)]
            fn back(&self, by: usize) -> Self {
                self >> by
            }
            #[inline(always)]
            fn add(&mut self, other: &Self) {
                *self |= other;
            }
            #[inline(always)]
            fn without(&self, part: &Self) -> Self {
                self ^ part
            }
            #[inline(always)]
            fn meets(&self, other: &Self) -> bool {
                self & other != 0
            }
        }
    };
}
number_as_bits!(u64);
number_as_bits!(u128);

/// A set of any size: a window of words, so that small pieces on large grids stay small.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The cell of the first bit; a multiple of 64 in sets that others are added to.
    first: usize,
    words: Vec<u64>,
}

impl Window {
    /// The words as they lie over a grid that begins at cell 0: (index, word) pairs.
    fn aligned(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let (start, shift) = (self.first / 64, self.first % 64);
        let carried = move |word: u64| if shift == 0 { 0 } else { word >> (64 - shift) };
        let last = self.words.last().map_or(0, |&word| carried(word));
        let mut before = 0;
        let whole = self.words.iter().enumerate().map(move |(at, &word)| {
            let here = (start + at, word << shift | before);
            before = carried(word);
            here
        });
        whole.chain((last != 0).then_some((start + self.words.len(), last)))
    }
}

impl Bits for Window {
    fn empty(_: usize) -> Self {
        Self { first: 0, words: Vec::new() }
    }

    fn set(&mut self, cell: usize) {
        if self.words.len() <= cell / 64 {
            self.words.resize(cell / 64 + 1, 0);
        }
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    fn at(&self, cell: usize) -> Self {
        Self { first: self.first + cell, words: self.words.clone() }
    }

    fn ahead(&self, by: usize) -> Self {
        self.at(by)
    }

    fn back(&self, by: usize) -> Self {
        Self { first: self.first - by, words: self.words.clone() }
    }

    fn add(&mut self, other: &Self) {
        debug_assert_eq!(self.first, 0);
        for (at, word) in other.aligned() {
            if self.words.len() <= at {
                self.words.resize(at + 1, 0);
            }
            self.words[at] |= word;
        }
    }

    fn without(&self, part: &Self) -> Self {
        let mut rest = self.clone();
        for (at, word) in part.aligned() {
            rest.words[at] ^= word;
        }
        rest
    }

    fn meets(&self, other: &Self) -> bool {
        debug_assert_eq!(other.first, 0);
        self.aligned().any(|(at, word)| other.words.get(at).is_some_and(|there| there & word != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_behave_like_numbers() {
        for cells in [vec![0, 1, 7], vec![0, 63], vec![0, 40, 70]] {
            let mut small = u128::empty(128);
            let mut large = Window::empty(128);
            for &cell in &cells {
                small.set(cell);
                large.set(cell);
            }
            for shift in 0..50 {
                let mut blocks = (u128::empty(128), Window::empty(128));
                for cell in [3, 64, 90, 127] {
                    blocks.0.set(cell);
                    blocks.1.set(cell);
                }
                assert_eq!(small.at(shift).meets(&blocks.0), large.at(shift).meets(&blocks.1), "{cells:?} {shift}");
                let mut sum = Window::empty(128);
                sum.add(&large.at(shift));
                let expected = small.at(shift);
                let words = [expected as u64, (expected >> 64) as u64];
                assert!((0..2).all(|at| sum.words.get(at).copied().unwrap_or(0) == words[at]));
                assert!(sum.without(&large.at(shift)).words.iter().all(|&word| word == 0));
                assert!(large.at(shift).ahead(5).back(5).meets(&sum));
            }
        }
    }
}
