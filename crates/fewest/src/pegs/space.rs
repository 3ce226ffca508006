//! The same rules packed, written for speed: a key is the pegs, a bit a hole, in the least of its images under the symmetries that keep
//! the goal.
//!
//! A jump changes three holes whatever is in them, and a symmetry takes these three to three others. So the images of a board
//! after a jump are the images before it with three bits changed each, and only the images of the parent are looked up.

use fewest_search::{Kind, Packed};

use super::board::{Board, Metric};
use super::goal::Goal;
use super::jumps::{Pegs, count_pegs, flip_peg, pegged};

/// The image of a position under a symmetry.
fn moved(image: &[u16], pegs: &Pegs) -> Pegs {
    let mut out = vec![0; pegs.len()];
    pegged(pegs).for_each(|hole| flip_peg(&mut out, usize::from(image[hole])));
    out
}

/// The least image of a position under the symmetries that keep the goal.
pub fn canonical(symmetries: &[Vec<u16>], pegs: &Pegs) -> Pegs {
    symmetries.iter().map(|image| moved(image, pegs)).min().unwrap_or_else(|| pegs.clone())
}

/// The symmetries that keep the goal of a board.
pub fn symmetries(board: &Board) -> Vec<Vec<u16>> {
    let keeps = |image: &&Vec<u16>| match &board.goal {
        Goal::Exactly(end) => moved(image, end) == *end,
        Goal::OnePeg | Goal::AtMost(_) | Goal::Stuck => true,
    };
    board.shape().symmetries().iter().filter(keeps).cloned().collect()
}

/// The words of a key.
pub fn words(board: &Board) -> Option<usize> {
    let words = board.pegs().len();
    [1, 2, 4, 8].into_iter().find(|&most| words <= most)
}

/// The key of a position, in as many words as [`words`] says.
pub fn key(board: &Board, symmetries: &[Vec<u16>], position: &Board) -> Option<Vec<u64>> {
    let mut key = canonical(symmetries, position.pegs());
    key.resize(words(board)?, 0);
    Some(key)
}

/// The space of a board; nothing if it has too many holes.
pub fn packed(board: &Board) -> Option<Box<dyn Packed>> {
    match words(board)? {
        1 => Some(Box::new(Space::<1>::of(board))),
        2 => Some(Box::new(Space::<2>::of(board))),
        4 => Some(Box::new(Space::<4>::of(board))),
        _ => Some(Box::new(Space::<8>::of(board))),
    }
}

type Key<const W: usize> = [u64; W];

struct Jump<const W: usize> {
    /// The three holes.
    changes: Key<W>,
    /// Those of them that have a peg before it.
    before: Key<W>,
    /// Where it lands.
    to: usize,
}

struct Space<const W: usize> {
    start: Key<W>,
    goal: Goal,
    metric: Metric,
    jumps: Vec<Jump<W>>,
    /// Where the jumps of every hole begin in their list.
    starts: Vec<usize>,
    symmetries: usize,
    /// The images of the three holes of jump j under symmetry s, at j * symmetries + s.
    images: Vec<Key<W>>,
    /// The images of the eight holes of byte b with the pegs v, at (s * bytes + b) * 256 + v.
    bytes: Vec<Key<W>>,
}

fn key_of<const W: usize>(pegs: &[u64]) -> Key<W> {
    std::array::from_fn(|word| pegs.get(word).copied().unwrap_or(0))
}

fn with<const W: usize>(mut key: Key<W>, hole: u16) -> Key<W> {
    key[usize::from(hole / 64)] |= 1 << (hole % 64);
    key
}

fn xor<const W: usize>(a: &Key<W>, b: &Key<W>) -> Key<W> {
    std::array::from_fn(|word| a[word] ^ b[word])
}

fn and<const W: usize>(a: &Key<W>, b: &Key<W>) -> Key<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

impl<const W: usize> Space<W> {
    fn of(board: &Board) -> Self {
        let shape = board.shape();
        let symmetries = symmetries(board);
        let empty = [0; W];
        let list = &shape.jumps().list;
        let jump = |jump: &super::jumps::Jump| Jump {
            changes: with(with(with(empty, jump.from), jump.over), jump.to),
            before: with(with(empty, jump.from), jump.over),
            to: usize::from(jump.to),
        };
        let image = |image: &Vec<u16>, jump: &super::jumps::Jump| {
            jump.holes().into_iter().fold(empty, |key, hole| with(key, image[hole]))
        };
        let images = list.iter().flat_map(|jump| symmetries.iter().map(move |one| image(one, jump)));
        let holes = shape.holes();
        let byte = |one: &Vec<u16>, byte: usize, value: usize| {
            let pegs = (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| 8 * byte + bit);
            pegs.filter(|&hole| hole < holes).fold(empty, |key, hole| with(key, one[hole]))
        };
        let mut bytes = Vec::with_capacity(symmetries.len() * holes.div_ceil(8) * 256);
        for one in &symmetries {
            for at in 0..holes.div_ceil(8) {
                bytes.extend((0..256).map(|value| byte(one, at, value)));
            }
        }
        let starts =
            (0..=holes).map(|hole| list.partition_point(|jump| usize::from(jump.from) < hole)).collect();
        Self {
            start: key_of(&canonical(&symmetries, board.pegs())),
            goal: board.goal.clone(),
            metric: board.metric,
            jumps: list.iter().map(jump).collect(),
            starts,
            symmetries: symmetries.len(),
            images: images.collect(),
            bytes,
        }
    }

    /// Puts the images of a position into `out`.
    fn look_up(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        out.clear();
        let bytes = self.bytes.len() / 256 / self.symmetries;
        for symmetry in 0..self.symmetries {
            let mut image = [0; W];
            for byte in 0..bytes {
                let value = (key[byte / 8] >> (8 * (byte % 8)) & 255) as usize;
                let part = &self.bytes[(symmetry * bytes + byte) * 256 + value];
                (0..W).for_each(|word| image[word] |= part[word]);
            }
            out.push(image);
        }
    }

    fn images_of(&self, jump: usize) -> &[Key<W>] {
        &self.images[jump * self.symmetries..(jump + 1) * self.symmetries]
    }

    /// Adds the least image of a position after a jump, or before it.
    fn push(&self, images: &[Key<W>], jump: usize, out: &mut Vec<u64>) {
        let after = images.iter().zip(self.images_of(jump)).map(|(image, change)| xor(image, change));
        out.extend(after.min().unwrap_or([0; W]));
    }

    /// Adds everything that the peg that has come to `hole` can still do.
    fn go_on(&self, hole: usize, key: Key<W>, images: &mut Vec<Key<W>>, out: &mut Vec<u64>) {
        for jump in self.starts[hole]..self.starts[hole + 1] {
            let Jump { changes, before, to } = &self.jumps[jump];
            if and(&key, changes) == *before {
                self.push(images, jump, out);
                self.change(images, jump);
                self.go_on(*to, xor(&key, changes), images, out);
                self.change(images, jump);
            }
        }
    }

    fn change(&self, images: &mut [Key<W>], jump: usize) {
        for (image, change) in images.iter_mut().zip(self.images_of(jump)) {
            *image = xor(image, change);
        }
    }

    fn is_goal(&self, key: &[u64]) -> bool {
        match &self.goal {
            Goal::OnePeg => count_pegs(key) == 1,
            Goal::Exactly(end) => key_of::<W>(key) == key_of::<W>(end),
            Goal::AtMost(most) => count_pegs(key) <= *most,
            Goal::Stuck => {
                let key = key_of(key);
                !self.jumps.iter().any(|jump| and(&key, &jump.changes) == jump.before)
            }
        }
    }
}

impl<const W: usize> Packed for Space<W> {
    fn words(&self) -> usize {
        W
    }

    fn kind(&self) -> Kind {
        match self.metric {
            Metric::Jumps => Kind::Graded,
            // A sweep takes any number of pegs.
            Metric::Moves => Kind::Directed,
        }
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.extend(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut images = Vec::with_capacity(self.symmetries);
        for parent in parents.chunks_exact(W) {
            let key = key_of(parent);
            self.look_up(&key, &mut images);
            match self.metric {
                Metric::Jumps => {
                    for (number, jump) in self.jumps.iter().enumerate() {
                        if and(&key, &jump.changes) == jump.before {
                            self.push(&images, number, out);
                        }
                    }
                }
                Metric::Moves => {
                    (0..self.starts.len() - 1).for_each(|hole| self.go_on(hole, key, &mut images, out));
                }
            }
        }
    }

    fn back(&self, keys: &[u64], out: &mut Vec<u64>) -> bool {
        if self.metric == Metric::Moves {
            return false;
        }
        let mut images = Vec::with_capacity(self.symmetries);
        for key in keys.chunks_exact(W) {
            let key = key_of(key);
            self.look_up(&key, &mut images);
            for (number, jump) in self.jumps.iter().enumerate() {
                if and(&key, &jump.changes) == xor(&jump.changes, &jump.before) {
                    self.push(&images, number, out);
                }
            }
        }
        true
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(
            keys.chunks_exact(W).enumerate().filter(|(_, key)| self.is_goal(key)).map(|(index, _)| index),
        );
    }

    fn fingerprint(&self) -> String {
        let mix = |sum: u64, word: &u64| (sum ^ word).wrapping_mul(0x0100_0000_01b3);
        let jumps = self.jumps.iter().flat_map(|jump| jump.changes.iter().chain(&jump.before));
        let jumps = jumps.fold(0xcbf2_9ce4_8422_2325, mix);
        format!("pegs 1 {:x?} {:?} {} {jumps:x} {}", self.start, self.goal, self.metric.id(), self.symmetries)
    }
}
