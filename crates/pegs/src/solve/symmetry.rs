//! Packed rules of a board, up to symmetry: the legal jumps of a position as a bit set, and the
//! canonical form of its neighbours. The symmetries are found in `rules::jumps`.
//!
//! The set of legal jumps is the intersection, over all bytes of the position, of the jumps that
//! the byte does not forbid.
//!
//! A jump is an exclusive or with its three holes, and so is its image under a symmetry. The images
//! of a position are computed once, from tables over its bytes; the images of each neighbour are
//! then one exclusive or each.

use crate::rules::jumps::{Jump, Jumps};
use crate::solve::peg_set::{ImageKey, PegSet};

/// The direction of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Jumps are made.
    Forward,
    /// Jumps are undone.
    Backward,
}

/// Largest table of legal jumps, in words; beyond it every jump is tested.
const LARGEST_TABLE: usize = 1 << 19;

/// The packed rules with `G` images per position. If the group is smaller, its first element is
/// repeated.
#[derive(Clone)]
pub(crate) struct PackedRules<W, const G: usize> {
    pub(crate) holes: usize,
    pub(crate) jumps: Vec<Jump>,
    /// The symmetries that positions are reduced by.
    pub(crate) group: Vec<Vec<u16>>,
    pub(crate) images: ImageTables<W, G>,
    /// The three holes of every jump.
    threes: Vec<W>,
    /// The pegs among these three that making a jump needs, and undoing it needs.
    needs: [Vec<W>; 2],
    /// For 64 jumps at a time, those that each byte does not forbid; empty if the table would be
    /// too large.
    legal: [Vec<ByByte<u64>>; 2],
    bytes: usize,
}

impl<W: PegSet, const G: usize> PackedRules<W, G> {
    /// Packs the rules of a board under a group of at most `G` symmetries.
    pub(crate) fn new(jumps: &Jumps, group: Vec<Vec<u16>>) -> Self {
        debug_assert!(!group.is_empty() && group.len() <= G && jumps.holes <= W::HOLES);
        let bit = |hole: u16| W::bit(hole.into());
        let image = |hole: usize, at: usize| group.get(at).map_or(hole as u16, |image| image[hole]);
        let images = ImageTables::new(jumps.holes, &jumps.list, |hole, at| bit(image(hole, at)));
        let threes = jumps.list.iter().map(|jump| bit(jump.from) | bit(jump.over) | bit(jump.to)).collect();
        let needs = [
            jumps.list.iter().map(|jump| bit(jump.from) | bit(jump.over)).collect(),
            jumps.list.iter().map(|jump| bit(jump.to)).collect(),
        ];
        let (holes, jumps, legal) = (jumps.holes, jumps.list.clone(), [Vec::new(), Vec::new()]);
        let bytes = holes.div_ceil(8).max(1);
        let mut rules = Self { holes, jumps, group, images, threes, needs, legal, bytes };
        if 256 * bytes * rules.words() <= LARGEST_TABLE {
            rules.legal = [rules.legal_table(Direction::Forward), rules.legal_table(Direction::Backward)];
        }
        rules
    }

    /// Returns, for every value of every byte, the jumps that it does not forbid.
    fn legal_table(&self, direction: Direction) -> Vec<ByByte<u64>> {
        let mut table = Vec::with_capacity(self.words() * self.bytes);
        for first in (0..self.jumps.len()).step_by(JUMPS) {
            let jumps = first..self.jumps.len().min(first + JUMPS);
            let all = u64::MAX >> (JUMPS - jumps.len());
            for at in 0..self.bytes {
                // The jumps that each set of pegs forbids, and each set of empty holes: first for
                // single holes, then for all sets.
                let (mut by_pegs, mut by_none) = ([0; 256], [0; 256]);
                for jump in jumps.clone() {
                    let (three, need) =
                        (self.threes[jump].byte(at), self.needs[direction as usize][jump].byte(at));
                    for hole in (0..8).map(|hole| 1 << hole).filter(|hole| three & hole != 0) {
                        let forbidden = if need & hole == 0 { &mut by_pegs } else { &mut by_none };
                        forbidden[hole] |= 1 << (jump - first);
                    }
                }
                for value in 1..256_usize {
                    let rest = value & (value - 1);
                    by_pegs[value] |= by_pegs[rest] | by_pegs[value ^ rest];
                    by_none[value] |= by_none[rest] | by_none[value ^ rest];
                }
                table.push(std::array::from_fn(|value| all & !(by_pegs[value] | by_none[255 ^ value])));
            }
        }
        table
    }

    /// Returns the number of words of a jump set.
    fn words(&self) -> usize {
        self.jumps.len().div_ceil(JUMPS)
    }

    /// Returns the three holes of a jump: the change of the position.
    #[inline]
    pub(crate) fn change(&self, jump: usize) -> W {
        self.threes[jump]
    }

    /// Returns whether a jump can be made, or undone.
    #[inline]
    pub(crate) fn can(&self, position: W, jump: usize, direction: Direction) -> bool {
        position & self.threes[jump] == self.needs[direction as usize][jump]
    }

    /// Calls `each` with the number of every legal jump, ascending.
    #[inline(always)]
    pub(crate) fn legal(&self, position: W, direction: Direction, mut each: impl FnMut(usize)) {
        for word in 0..self.words() {
            let mut set = self.legal_word(position, direction, word);
            while set != 0 {
                each(JUMPS * word + set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }

    /// Returns whether no jump is legal.
    pub(crate) fn is_stuck(&self, position: W) -> bool {
        (0..self.words()).all(|word| self.legal_word(position, Direction::Forward, word) == 0)
    }

    /// Returns which of 64 jumps are legal.
    #[inline(always)]
    fn legal_word(&self, position: W, direction: Direction, word: usize) -> u64 {
        let tables = self.legal[direction as usize].get(word * self.bytes..(word + 1) * self.bytes);
        let Some(tables) = tables else {
            let jumps = JUMPS * word..self.jumps.len().min(JUMPS * word + JUMPS);
            return jumps
                .fold(0, |set, jump| set | u64::from(self.can(position, jump, direction)) << (jump % JUMPS));
        };
        let parts = tables.iter().enumerate().map(|(at, table)| table[position.byte(at) & 255]);
        parts.fold(u64::MAX, |set, part| set & part)
    }

    /// Returns all images of a position.
    #[inline(always)]
    pub(crate) fn images(&self, position: W) -> [W; G] {
        self.images.of(position)
    }

    /// Returns the canonical form after a jump, given the images before.
    #[inline]
    pub(crate) fn canonical_after(&self, images: &[W; G], jump: usize) -> W {
        self.images.after(images, jump)
    }

    /// Returns the canonical form of a position: the least of its images.
    #[inline]
    pub(crate) fn canonical(&self, position: W) -> W {
        least(&self.images(position))
    }

    /// Appends the canonical form of every neighbour, duplicates included. They are listed first
    /// and looked up later, so that many lookups wait for memory together.
    #[inline]
    pub(crate) fn neighbours(&self, position: W, direction: Direction, out: &mut Vec<W>) {
        self.names(&self.images, position, direction, out, None::<fn(usize) -> bool>);
    }

    /// Appends the least key of every neighbour after a jump that is `wanted`.
    #[inline(always)]
    pub(crate) fn names<N: ImageKey>(
        &self,
        images: &ImageTables<N, G>,
        position: W,
        direction: Direction,
        out: &mut Vec<N>,
        wanted: Option<impl Fn(usize) -> bool>,
    ) {
        let before = images.of(position);
        for word in 0..self.words() {
            let mut set = self.legal_word(position, direction, word);
            if let Some(wanted) = &wanted {
                let mut rest = std::mem::take(&mut set);
                while rest != 0 {
                    let jump = rest.trailing_zeros() as usize % JUMPS;
                    set |= u64::from(wanted(JUMPS * word + jump)) << jump;
                    rest &= rest - 1;
                }
            }
            images.after_each(&before, word, set, out);
        }
    }

    /// Returns the jumps as they were given.
    pub(crate) fn all_jumps(&self) -> Jumps {
        Jumps { holes: self.holes, list: self.jumps.clone() }
    }

    /// Makes image tables with other keys, given the key of every hole.
    pub(crate) fn renamed<N: ImageKey>(&self, name: impl Fn(usize) -> N) -> ImageTables<N, G> {
        let image = |hole: usize, at: usize| self.group.get(at).map_or(hole, |image| image[hole].into());
        ImageTables::new(self.holes, &self.jumps, |hole, at| name(image(hole, at)))
    }

    /// Returns the position with a peg in every hole.
    pub(crate) fn full(&self) -> W {
        (0..self.holes).fold(W::default(), |all, hole| all | W::bit(hole))
    }

    /// Returns the size of the orbit of a position.
    pub(crate) fn orbit(&self, position: W) -> u64 {
        let images = self.images(position);
        let fixed = images[..self.group.len()].iter().filter(|&&image| image == position).count();
        (self.group.len() / fixed) as u64
    }
}

/// A task that is monomorphised for each type of packed rules: [`dispatch`] picks the peg set and
/// the number of images at run time and calls the instance for them.
pub(crate) trait MonomorphicTask {
    /// The result.
    type Out;

    /// Runs the task.
    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out;
}

/// The largest board, in holes, that is searched with symmetries: beyond it, image tables are too
/// large.
pub(crate) const MOST_SYMMETRIC: usize = 128;

/// Monomorphised dispatch: runs a task with the smallest peg set that holds the board. None if the
/// board is too large for any.
pub(crate) fn dispatch<J: MonomorphicTask>(
    jumps: &Jumps,
    mut group: Vec<Vec<u16>>,
    task: J,
) -> Option<J::Out> {
    if jumps.holes > MOST_SYMMETRIC {
        group.truncate(1);
    }
    // Every arm is all of the searches once more: the module for browsers does without three of them.
    let is_small = cfg!(target_family = "wasm");
    Some(match (jumps.holes, group.len()) {
        (..=64, 1) if !is_small => task.run(&PackedRules::<u64, 1>::new(jumps, group)),
        (..=64, 2) if !is_small => task.run(&PackedRules::<u64, 2>::new(jumps, group)),
        (..=64, ..=8) => task.run(&PackedRules::<u64, 8>::new(jumps, group)),
        (..=64, _) if !is_small => task.run(&PackedRules::<u64, 16>::new(jumps, group)),
        (..=MOST_SYMMETRIC, _) => task.run(&PackedRules::<u128, 16>::new(jumps, group)),
        (..=LARGEST_BOARD, _) => {
            task.run(&PackedRules::<crate::solve::peg_set::PegArray, 1>::new(jumps, group))
        }
        _ => return None,
    })
}

/// The largest board, in holes, that can be searched.
pub(crate) const LARGEST_BOARD: usize = crate::solve::peg_set::PegArray::HOLES;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::{image_of, symmetries};
    use crate::testing::{all_but, english, grid};

    /// Plays at random and compares every step with the readable rules.
    fn agrees<W: PegSet + std::fmt::Debug, const G: usize>(board: &Jumps) {
        let group = symmetries(board);
        let group = if group.len() <= G { group } else { vec![group[0].clone()] };
        let rules = PackedRules::<W, G>::new(board, group.clone());
        let mut position = W::pack(&all_but(board.holes, board.holes / 2));
        let mut seed = 1_u64;
        loop {
            for direction in [Direction::Forward, Direction::Backward] {
                let mut legal = Vec::new();
                rules.legal(position, direction, |jump| legal.push(jump));
                let plain = |jump: &Jump| match direction {
                    Direction::Forward => jump.holes().map(|hole| position.has(hole)) == [true, true, false],
                    Direction::Backward => {
                        jump.holes().map(|hole| position.has(hole)) == [false, false, true]
                    }
                };
                let expected: Vec<usize> =
                    (0..board.list.len()).filter(|&at| plain(&board.list[at])).collect();
                assert_eq!(legal, expected);
            }
            let unpacked = position.unpack(board.holes);
            let least = group.iter().map(|image| W::pack(&image_of(image, &unpacked))).min().unwrap();
            assert_eq!(rules.canonical(position), least);
            assert_eq!(rules.canonical(least), least);
            let mut moves = Vec::new();
            rules.legal(position, Direction::Forward, |jump| moves.push(jump));
            if moves.is_empty() {
                return;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position ^ rules.change(moves[(seed >> 33) as usize % moves.len()]);
        }
    }

    #[test]
    fn packed_rules_are_the_plain_rules() {
        agrees::<u64, 8>(&english());
        agrees::<u64, 1>(&english());
        agrees::<u128, 16>(&english());
        agrees::<u128, 8>(&grid(&["ooooooooo"; 9]));
        agrees::<crate::solve::peg_set::PegArray, 1>(&grid(&["oooooooooooooo"; 14]));
    }
}
