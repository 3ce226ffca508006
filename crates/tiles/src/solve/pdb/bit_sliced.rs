//! Bit-sliced distances: the binary digits of a distance stand in separate bitmaps.
//!
//! A layer of a bitmap breadth-first search is a bitmap. Writing its depth into one byte per
//! position costs more than finding the positions; bit-sliced, whole words of positions get their
//! depth at once.

use std::ops::Range;

use fewest_search::bitmap::LayerSink;

use crate::solve::pdb::pattern::PatternBlocks;

/// Digits of a depth. All positions of a set have depths of one parity, so half of the depth plus 1
/// is kept; 0 means not reached.
const DIGITS: usize = 6;
/// Bitmaps: one per digit, and one for whether the position was reached.
const PLANES: usize = DIGITS + 1;
/// Deeper layers count as this deep, which keeps the heuristic admissible.
const MOST: u32 = (1 << DIGITS) - 1;

/// The distances of the positions of a range of sets.
pub(crate) struct BitSlicedDistances<'b> {
    blocks: &'b PatternBlocks<'b>,
    sets: Range<usize>,
    words: usize,
    planes: Vec<u64>,
    /// The set whose block came last; within a layer blocks come in increasing order.
    set: usize,
}

impl<'b> BitSlicedDistances<'b> {
    pub(crate) fn new(blocks: &'b PatternBlocks<'b>, sets: Range<usize>, words: usize) -> Self {
        Self { blocks, set: sets.start, words, planes: vec![0; sets.len() * PLANES * words], sets }
    }

    /// Returns the bytes per set.
    pub(crate) fn bytes(words: usize) -> usize {
        8 * PLANES * words
    }

    /// The sets held.
    pub(crate) fn sets(&self) -> Range<usize> {
        self.sets.clone()
    }

    /// Writes half of each distance of a set, rounded down, into bytes; rounded up to whole words
    /// of positions.
    pub(crate) fn halves(&self, set: usize, out: &mut Vec<u8>) {
        let planes = &self.planes[(set - self.sets.start) * PLANES * self.words..][..PLANES * self.words];
        out.clear();
        for word in 0..self.words {
            let digits: [u64; DIGITS] = std::array::from_fn(|digit| planes[(digit + 1) * self.words + word]);
            for byte in 0..8 {
                // Eight positions at a time, one byte each, with their digits side by side; the
                // value is one too large.
                let eight = (0..DIGITS)
                    .fold(0, |sum, digit| sum | spread((digits[digit] >> (8 * byte)) as u8) << digit);
                out.extend_from_slice(&eight.to_le_bytes());
            }
        }
        out.iter_mut().for_each(|half| *half = half.wrapping_sub(1));
    }
}

/// Spreads the bits of a byte over eight bytes.
#[inline(always)]
fn spread(bits: u8) -> u64 {
    // One bit is kept of a copy in each byte; adding 127 carries it to the top of its byte.
    let kept = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((kept & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F) | kept) >> 7 & 0x0101_0101_0101_0101
}

impl LayerSink for BitSlicedDistances<'_> {
    fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64 {
        if self.blocks.blocks_of(self.set).start > block {
            self.set = self.sets.start;
        }
        while self.blocks.blocks_of(self.set).end <= block {
            self.set += 1;
        }
        let number = (depth / 2 + 1).min(MOST);
        let planes =
            &mut self.planes[(self.set - self.sets.start) * PLANES * self.words..][..PLANES * self.words];
        let (reached, digits) = planes.split_at_mut(self.words);
        for (digit, plane) in digits.chunks_exact_mut(self.words).enumerate() {
            if number >> digit & 1 == 1 {
                // With the blank in another region the position may have been reached earlier.
                plane
                    .iter_mut()
                    .zip(new)
                    .zip(&*reached)
                    .for_each(|((plane, new), reached)| *plane |= new & !reached);
            }
        }
        reached.iter_mut().zip(new).for_each(|(reached, new)| *reached |= new);
        new.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn bits_are_spread_over_bytes() {
        for bits in 0..=u8::MAX {
            let bytes = super::spread(bits).to_le_bytes();
            assert!((0..8).all(|at| bytes[at] == bits >> at & 1));
        }
    }
}
