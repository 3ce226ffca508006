//! Peg sets: positions as fixed-width bit sets of 64, 128 or 1024 holes, chosen by the size of the
//! board.

use std::ops::{BitAnd, BitOr, BitXor};

use fewest_search::hash::hash_key;

/// A key of an image of a position. The least key over all images is the canonical one.
pub(crate) trait ImageKey: Copy + Default + BitXor<Output = Self> {
    /// Returns the lesser of two keys.
    fn least(self, other: Self) -> Self;
}

impl ImageKey for u32 {
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.min(other)
    }
}

/// A fixed-width bit set with one bit per hole: the pegs of a position.
pub(crate) trait PegSet:
    ImageKey + Ord + Send + Sync + std::hash::Hash + 'static + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// The most holes.
    const HOLES: usize;

    /// Returns the set of one hole.
    fn bit(hole: usize) -> Self;

    /// Returns holes `8 at` to `8 at + 7` as a byte.
    fn byte(self, at: usize) -> usize;

    /// Returns the number of pegs.
    fn ones(self) -> u32;

    /// Returns a hash value to which every hole contributes.
    fn mixed(self) -> u64;

    /// Returns holes `64 at` to `64 at + 63`.
    fn word(self, at: usize) -> u64;

    /// Returns the set with `word` as holes `64 at` to `64 at + 63`, and nothing elsewhere.
    fn of_word(at: usize, word: u64) -> Self;

    /// Converts from words of 64 holes.
    fn pack(pegs: &[u64]) -> Self {
        let words = pegs.iter().take(Self::HOLES / 64).enumerate();
        words.fold(Self::default(), |sum, (at, &word)| sum | Self::of_word(at, word))
    }

    /// Converts to words of 64 holes, as many as `holes` holes take.
    fn unpack(self, holes: usize) -> Vec<u64> {
        (0..holes.div_ceil(64).max(1)).map(|at| self.word(at)).collect()
    }

    /// Returns whether `hole` has a peg.
    fn has(self, hole: usize) -> bool {
        self & Self::bit(hole) != Self::default()
    }
}

impl ImageKey for u64 {
    /// Signed comparison, as vector instructions compare words.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        (self as i64).min(other as i64) as Self
    }
}

impl PegSet for u64 {
    const HOLES: usize = 64;

    #[inline]
    fn bit(hole: usize) -> Self {
        1 << hole
    }

    #[inline]
    fn byte(self, at: usize) -> usize {
        (self >> (8 * at) & 255) as usize
    }

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn mixed(self) -> u64 {
        hash_key(&[self])
    }

    #[inline]
    fn word(self, _: usize) -> u64 {
        self
    }

    #[inline]
    fn of_word(_: usize, word: u64) -> Self {
        word
    }
}

impl ImageKey for u128 {
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.min(other)
    }
}

impl PegSet for u128 {
    const HOLES: usize = 128;

    #[inline]
    fn bit(hole: usize) -> Self {
        1 << hole
    }

    #[inline]
    fn byte(self, at: usize) -> usize {
        (self >> (8 * at) & 255) as usize
    }

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn mixed(self) -> u64 {
        hash_key(&[self as u64, (self >> 64) as u64])
    }

    #[inline]
    fn word(self, at: usize) -> u64 {
        (self >> (64 * at)) as u64
    }

    #[inline]
    fn of_word(at: usize, word: u64) -> Self {
        Self::from(word) << (64 * at)
    }
}

/// Words of a [`PegArray`].
const WIDTH: usize = 16;

/// Peg set of boards beyond 128 holes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PegArray([u64; WIDTH]);

impl PegArray {
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| with(self.0[at], other.0[at])))
    }
}

impl BitAnd for PegArray {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for PegArray {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for PegArray {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl ImageKey for PegArray {
    fn least(self, other: Self) -> Self {
        self.min(other)
    }
}

impl PegSet for PegArray {
    const HOLES: usize = 64 * WIDTH;

    fn bit(hole: usize) -> Self {
        Self::of_word(hole / 64, 1 << (hole % 64))
    }

    fn byte(self, at: usize) -> usize {
        self.0[at / 8].byte(at % 8)
    }

    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn mixed(self) -> u64 {
        hash_key(&self.0)
    }

    fn word(self, at: usize) -> u64 {
        self.0[at]
    }

    fn of_word(at: usize, word: u64) -> Self {
        let mut wide = Self::default();
        wide.0[at] = word;
        wide
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<W: PegSet + std::fmt::Debug>() {
        let holes: Vec<usize> = (0..W::HOLES).filter(|hole| hole % 7 == 3 || hole % 11 == 0).collect();
        let board = holes.iter().fold(W::default(), |board, &hole| board | W::bit(hole));
        assert_eq!(board.ones() as usize, holes.len());
        assert_eq!(W::pack(&board.unpack(W::HOLES)), board);
        for hole in 0..W::HOLES {
            assert_eq!(board.has(hole), holes.contains(&hole));
            assert_eq!(board.byte(hole / 8) >> (hole % 8) & 1 == 1, holes.contains(&hole));
            assert_ne!(board.mixed(), (board ^ W::bit(hole)).mixed());
        }
    }

    #[test]
    fn all_widths_hold_their_holes() {
        behaves::<u64>();
        behaves::<u128>();
        behaves::<PegArray>();
    }
}
