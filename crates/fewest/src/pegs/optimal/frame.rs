//! A board's rules packed for speed: which jumps are legal, and the smallest image of what comes out.
//!
//! A jump is one exclusive or with its three holes, and so is its image under a symmetry. So all images of a position are
//! made once, from tables of its bytes; the images of each neighbour are then one exclusive or each. The legal
//! jumps are a set of bits: what each byte of the position does not forbid, all bytes together.

use super::super::jumps::{Jump, Jumps};
use super::word::Word;

/// The direction of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Jumps are made.
    Forth,
    /// Jumps are undone.
    Back,
}

/// The largest table of legal jumps, in words; beyond it every jump is tried.
const LARGEST_TABLE: usize = 1 << 19;

/// The rules with `G` images a position. If the group is smaller, its first element stands several times.
pub(crate) struct Frame<W, const G: usize> {
    pub(crate) holes: usize,
    pub(crate) jumps: Vec<Jump>,
    /// The symmetries that count.
    pub(crate) group: Vec<Vec<u16>>,
    /// Images of byte `at` with value `v`: entry `256 at + v`.
    images: Vec<[W; G]>,
    /// The three holes of every jump; and their images: entry `image * jumps + jump`.
    threes: Vec<W>,
    three_images: Vec<W>,
    /// The two pegs that a jump needs, and the one that undoing it needs.
    needs: [Vec<W>; 2],
    legal: [Vec<u64>; 2],
    bytes: usize,
    words: usize,
}

impl<W: Word, const G: usize> Frame<W, G> {
    /// The rules of a board under a group of at most `G` symmetries.
    pub(crate) fn new(jumps: &Jumps, group: Vec<Vec<u16>>) -> Self {
        debug_assert!(!group.is_empty() && group.len() <= G && jumps.holes <= W::HOLES);
        let bytes = jumps.holes.div_ceil(8).max(1);
        let words = jumps.list.len().div_ceil(64);
        let image = |hole: usize| -> [W; G] {
            std::array::from_fn(|at| W::bit(group.get(at).map_or(hole, |image| image[hole].into())))
        };
        let holes: Vec<[W; G]> = (0..jumps.holes).map(image).collect();
        let mut images = vec![[W::default(); G]; 256 * bytes];
        for at in 0..bytes {
            for value in 1..256_usize {
                let (rest, low) = (value & (value - 1), value.trailing_zeros() as usize);
                if let Some(hole) = holes.get(8 * at + low) {
                    images[256 * at + value] = xor(&images[256 * at + rest], hole);
                }
            }
        }
        let three = |jump: &Jump, at: usize| {
            let [from, over, to] = jump.holes().map(|hole| holes[hole][at]);
            from ^ over ^ to
        };
        let three_images: Vec<W> =
            (0..G).flat_map(|at| jumps.list.iter().map(move |jump| three(jump, at))).collect();
        let threes = jumps.list.iter().map(|jump| three(jump, 0)).collect();
        let pair = |jump: &Jump| W::bit(jump.from.into()) | W::bit(jump.over.into());
        let needs = [
            jumps.list.iter().map(pair).collect(),
            jumps.list.iter().map(|jump| W::bit(jump.to.into())).collect(),
        ];
        let mut frame = Self {
            holes: jumps.holes,
            jumps: jumps.list.clone(),
            group,
            images,
            threes,
            three_images,
            needs,
            legal: [Vec::new(), Vec::new()],
            bytes,
            words,
        };
        if 256 * bytes * words <= LARGEST_TABLE {
            frame.legal = [frame.legal_table(Way::Forth), frame.legal_table(Way::Back)];
        }
        frame
    }

    /// For every value of every byte, the jumps that it does not forbid.
    fn legal_table(&self, way: Way) -> Vec<u64> {
        let mut table = vec![0; 256 * self.bytes * self.words];
        for at in 0..self.bytes {
            for jump in 0..self.jumps.len() {
                let three = self.threes[jump].byte(at);
                let need = self.needs[way as usize][jump].byte(at);
                for value in (0..256).filter(|value| value & three == need) {
                    table[(256 * at + value) * self.words + jump / 64] |= 1 << (jump % 64);
                }
            }
        }
        table
    }

    /// The three holes of a jump, as a change of the position.
    #[inline]
    pub(crate) fn change(&self, jump: usize) -> W {
        self.threes[jump]
    }

    /// Whether a jump can be made, or undone.
    #[inline]
    pub(crate) fn can(&self, position: W, jump: usize, way: Way) -> bool {
        position & self.threes[jump] == self.needs[way as usize][jump]
    }

    /// Calls `each` with the number of every legal jump, ascending.
    #[inline(always)]
    pub(crate) fn legal(&self, position: W, way: Way, mut each: impl FnMut(usize)) {
        for word in 0..self.words {
            let mut set = self.legal_word(position, way, word);
            while set != 0 {
                each(64 * word + set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }

    /// Which of 64 jumps are legal.
    #[inline(always)]
    fn legal_word(&self, position: W, way: Way, word: usize) -> u64 {
        let table = &self.legal[way as usize];
        if table.is_empty() {
            let jumps = 64 * word..self.jumps.len().min(64 * word + 64);
            return jumps.fold(0, |set, jump| set | u64::from(self.can(position, jump, way)) << (jump % 64));
        }
        let part = |at: usize| table[(256 * at + position.byte(at)) * self.words + word];
        (1..self.bytes).fold(part(0), |set, at| set & part(at))
    }

    /// All images of a position.
    #[inline(always)]
    pub(crate) fn images(&self, position: W) -> [W; G] {
        let mut images = self.images[position.byte(0)];
        for at in 1..self.bytes {
            let part = &self.images[256 * at + position.byte(at)];
            for (image, &more) in images.iter_mut().zip(part) {
                *image = *image ^ more;
            }
        }
        images
    }

    /// The smallest image after a jump, given the images before.
    ///
    /// The images of a change lie far apart, because the compiler would take neighbours together in vectors, whose
    /// instructions have no minimum.
    #[inline]
    pub(crate) fn canon_after(&self, images: &[W; G], jump: usize) -> W {
        let (mut at, mut least) = (jump, images[0] ^ self.three_images[jump]);
        for &image in &images[1..] {
            at += self.jumps.len();
            least = least.min(image ^ self.three_images[at]);
        }
        least
    }

    /// The smallest image of a position: the name of all positions that are the same but for a symmetry.
    #[inline]
    pub(crate) fn canon(&self, position: W) -> W {
        smallest(&self.images(position))
    }

    /// Adds the smallest image of every neighbour, duplicates included. They are listed first and looked up later, because
    /// many lookups at a time wait for memory together.
    #[inline]
    pub(crate) fn neighbours(&self, position: W, way: Way, out: &mut Vec<W>) {
        let images = self.images(position);
        self.legal(position, way, |jump| out.push(self.canon_after(&images, jump)));
    }

    /// Every hole has a peg.
    pub(crate) fn full(&self) -> W {
        (0..self.holes).fold(W::default(), |all, hole| all | W::bit(hole))
    }

    /// How many positions have the same smallest image.
    pub(crate) fn orbit(&self, position: W) -> u64 {
        let images = self.images(position);
        let fixed = images[..self.group.len()].iter().filter(|&&image| image == position).count();
        (self.group.len() / fixed) as u64
    }
}

#[inline(always)]
fn xor<W: Word, const G: usize>(left: &[W; G], right: &[W; G]) -> [W; G] {
    std::array::from_fn(|at| left[at] ^ right[at])
}

/// The smallest of some images.
#[inline(always)]
pub(crate) fn smallest<W: Word, const G: usize>(images: &[W; G]) -> W {
    images.iter().skip(1).fold(images[0], |least, &image| least.min(image))
}

/// Work that wants a frame, whatever its types turn out to be.
pub(crate) trait Job {
    /// What comes out.
    type Out;

    /// Does it.
    fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out;
}

/// Does a job with the smallest words that hold the board. Boards too large for any are left alone.
pub(crate) fn with_frame<J: Job>(jumps: &Jumps, mut group: Vec<Vec<u16>>, job: J) -> Option<J::Out> {
    if jumps.holes > 128 {
        group.truncate(1);
    }
    Some(match (jumps.holes, group.len()) {
        (..=64, 1) => job.run(&Frame::<u64, 1>::new(jumps, group)),
        (..=64, 2) => job.run(&Frame::<u64, 2>::new(jumps, group)),
        (..=64, ..=8) => job.run(&Frame::<u64, 8>::new(jumps, group)),
        (..=64, _) => job.run(&Frame::<u64, 16>::new(jumps, group)),
        (..=128, _) => job.run(&Frame::<u128, 16>::new(jumps, group)),
        (..=LARGEST_BOARD, _) => job.run(&Frame::<super::word::Wide, 1>::new(jumps, group)),
        _ => return None,
    })
}

/// The most holes of a board that can be searched.
pub(crate) const LARGEST_BOARD: usize = super::word::Wide::HOLES;

#[cfg(test)]
mod tests {
    use super::super::boards::{all_but, english, grid};
    use super::super::symmetry::{moved, symmetries};
    use super::*;

    /// Plays at random and compares every step with the plain rules.
    fn agrees<W: Word + std::fmt::Debug, const G: usize>(board: &Jumps) {
        let group = symmetries(board);
        let group = if group.len() <= G { group } else { vec![group[0].clone()] };
        let frame = Frame::<W, G>::new(board, group.clone());
        let mut position = W::pack(&all_but(board.holes, board.holes / 2));
        let mut seed = 1_u64;
        loop {
            for way in [Way::Forth, Way::Back] {
                let mut legal = Vec::new();
                frame.legal(position, way, |jump| legal.push(jump));
                let plain = |jump: &Jump| match way {
                    Way::Forth => jump.holes().map(|hole| position.has(hole)) == [true, true, false],
                    Way::Back => jump.holes().map(|hole| position.has(hole)) == [false, false, true],
                };
                let expected: Vec<usize> =
                    (0..board.list.len()).filter(|&at| plain(&board.list[at])).collect();
                assert_eq!(legal, expected);
            }
            let unpacked = position.unpack(board.holes);
            let least = group.iter().map(|image| W::pack(&moved(image, &unpacked))).min().unwrap();
            assert_eq!(frame.canon(position), least);
            assert_eq!(frame.canon(least), least);
            let mut moves = Vec::new();
            frame.legal(position, Way::Forth, |jump| moves.push(jump));
            if moves.is_empty() {
                return;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position ^ frame.change(moves[(seed >> 33) as usize % moves.len()]);
        }
    }

    #[test]
    fn packed_rules_are_the_plain_rules() {
        agrees::<u64, 8>(&english());
        agrees::<u64, 1>(&english());
        agrees::<u128, 16>(&english());
        agrees::<u128, 8>(&grid(&["ooooooooo"; 9]));
        agrees::<super::super::word::Wide, 1>(&grid(&["oooooooooooooo"; 14]));
    }
}
