//! Image tables: all images of a position under the symmetries of its board, side by side.
//!
//! A jump is an exclusive or with its three holes, and so is its image under a symmetry. The images
//! of a position are computed once, from tables over its bytes; the images of each neighbour are
//! then one exclusive or each.

use crate::rules::jumps::Jump;
use crate::solve::peg_set::{ImageKey, PegSet};

/// Jumps per word of a jump set.
pub(crate) const JUMPS: usize = 64;

/// A table over the values of a byte. An index into it is never out of bounds, and the compiler
/// knows it.
pub(crate) type ByByte<T> = [T; 256];

/// Image tables. If there are fewer than `G` symmetries, the first is repeated.
#[derive(Clone)]
pub(crate) struct ImageTables<N, const G: usize> {
    /// Images of every value of every byte of a position.
    bytes: Vec<ByByte<[N; G]>>,
    /// For 64 jumps at a time, what each of them changes in every image.
    changes: Vec<[[N; G]; JUMPS]>,
}

impl<N: ImageKey, const G: usize> ImageTables<N, G> {
    /// Makes the tables for a board, given the key of each hole under each symmetry.
    pub(crate) fn new(holes: usize, jumps: &[Jump], name: impl Fn(usize, usize) -> N) -> Self {
        let names: Vec<[N; G]> = (0..holes).map(|hole| std::array::from_fn(|at| name(hole, at))).collect();
        let mut bytes = vec![[[N::default(); G]; 256]; holes.div_ceil(8).max(1)];
        for (at, bytes) in bytes.iter_mut().enumerate() {
            for value in 1..256_usize {
                let (rest, low) = (value & (value - 1), value.trailing_zeros() as usize);
                if let Some(hole) = names.get(8 * at + low) {
                    bytes[value] = xor(&bytes[rest], hole);
                }
            }
        }
        let mut changes = vec![[[N::default(); G]; JUMPS]; jumps.len().div_ceil(JUMPS)];
        for (number, jump) in jumps.iter().enumerate() {
            let [from, over, to] = jump.holes().map(|hole| &names[hole]);
            changes[number / JUMPS][number % JUMPS] = xor(&xor(from, over), to);
        }
        Self { bytes, changes }
    }

    /// Returns all images of a position.
    #[inline(always)]
    pub(crate) fn of<W: PegSet>(&self, position: W) -> [N; G] {
        let parts = self.bytes.iter().enumerate().map(|(at, table)| &table[position.byte(at) & 255]);
        parts.fold([N::default(); G], |images, part| xor(&images, part))
    }

    /// Returns the least image after a jump, given the images before.
    #[inline(always)]
    pub(crate) fn after(&self, images: &[N; G], jump: usize) -> N {
        least(&xor(images, &self.changes[jump / JUMPS][jump % JUMPS]))
    }

    /// Appends the least image after each jump of a set, of which bit 0 is jump `64 word`.
    #[inline(always)]
    pub(crate) fn after_each(&self, images: &[N; G], word: usize, mut set: u64, out: &mut Vec<N>) {
        let (changes, begin) = (&self.changes[word], out.len());
        out.resize(begin + set.count_ones() as usize, N::default());
        for place in &mut out[begin..] {
            *place = least(&xor(images, &changes[set.trailing_zeros() as usize % JUMPS]));
            set &= set - 1;
        }
    }
}

#[inline(always)]
fn xor<N: ImageKey, const G: usize>(left: &[N; G], right: &[N; G]) -> [N; G] {
    std::array::from_fn(|at| left[at] ^ right[at])
}

/// Returns the least of some images.
#[inline(always)]
pub(crate) fn least<N: ImageKey, const G: usize>(images: &[N; G]) -> N {
    images.iter().skip(1).fold(images[0], |least, &image| least.least(image))
}
