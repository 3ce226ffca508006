//! A board as one value: a machine word where the holes fit, two words, or an array of them.

use std::ops::{BitAnd, BitOr, BitXor};

/// A name of a position, of which the least of all images is taken.
pub(crate) trait ImageKey: Copy + Default + BitXor<Output = Self> {
    /// The smaller of two.
    fn least(self, other: Self) -> Self;
}

impl ImageKey for u32 {
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.min(other)
    }
}

/// The pegs of a board as a value that is copied, compared and combined bit by bit.
pub(crate) trait PegSet:
    ImageKey + Ord + Send + Sync + std::hash::Hash + 'static + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// The most holes.
    const HOLES: usize;

    /// One peg.
    fn bit(hole: usize) -> Self;

    /// The eight holes from `8 at` on.
    fn byte(self, at: usize) -> usize;

    /// How many pegs.
    fn ones(self) -> u32;

    /// A number in which every hole has a part.
    fn mixed(self) -> u64;

    /// Word `at` of 64 holes.
    fn word(self, at: usize) -> u64;

    /// The board with these 64 holes at word `at` and nothing elsewhere.
    fn of_word(at: usize, word: u64) -> Self;

    /// From the packed form of any size.
    fn pack(pegs: &[u64]) -> Self {
        let words = pegs.iter().take(Self::HOLES / 64).enumerate();
        words.fold(Self::default(), |sum, (at, &word)| sum | Self::of_word(at, word))
    }

    /// To the packed form for `holes` holes.
    fn unpack(self, holes: usize) -> Vec<u64> {
        (0..holes.div_ceil(64).max(1)).map(|at| self.word(at)).collect()
    }

    /// Whether there is a peg in `hole`.
    fn has(self, hole: usize) -> bool {
        self & Self::bit(hole) != Self::default()
    }
}

/// An odd number with its bits well mixed, for multiplying.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl ImageKey for u64 {
    /// With a sign, because vectors of words are compared so.
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
        let product = self.wrapping_mul(MIX);
        product ^ product >> 32
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
        (self as u64 ^ ((self >> 64) as u64).rotate_left(29).wrapping_mul(MIX)).mixed()
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

/// Words in a [`PegArray`].
const WIDTH: usize = 16;

/// Boards beyond 128 holes.
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
        self.0.iter().fold(0, |sum: u64, &word| (sum.rotate_left(29).wrapping_mul(MIX) ^ word).mixed())
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
