//! The frontier of a beam search: the positions kept of a depth, the candidates for the next, the log
//! of steps that led to them, and the Zobrist hashes by which duplicates are detected.

use fewest_search::beam::VisitedCache;

use crate::rules::board::Direction;
use crate::solve::suboptimal::evaluation::WrongTiles;

/// The number of different values in the bucket sort.
const CLASSES: usize = 1 << 12;

/// A position; its cells are stored separately.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The tiles that are due and not at home.
    pub(crate) wrong: WrongTiles,
    /// The hash of the cells of the blank and of the tiles that are due.
    pub(crate) hash: u64,
    /// The Manhattan distance of all tiles.
    pub(crate) far: u32,
    /// The evaluation: less is better.
    pub(crate) value: i32,
    /// The part of the evaluation that depends on the blank.
    pub(crate) pull: i32,
    /// The entry of its last step in the log.
    pub(crate) step: u32,
    pub(crate) blank: u16,
    /// The number of the direction that leads back; 4 at the start.
    pub(crate) back: u8,
}

/// A candidate for the next depth.
#[derive(Clone, Copy, Default)]
pub(crate) struct Child {
    pub(crate) hash: u64,
    pub(crate) value: i32,
    /// The number of its parent, and that of the direction in the low two bits.
    pub(crate) from: u32,
}

/// Positions with their cells.
#[derive(Default)]
pub(crate) struct Frontier {
    pub(crate) nodes: Vec<Node>,
    pub(crate) cells: Vec<u16>,
}

impl Frontier {
    pub(crate) fn push(&mut self, node: Node, cells: &[u16]) {
        self.nodes.push(node);
        self.cells.extend_from_slice(cells);
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
    }
}

/// Every step that was kept: the entry of the one before it, and the number of its direction in the
/// low two bits.
pub(crate) struct StepLog(pub(crate) Vec<u32>);

impl StepLog {
    pub(crate) fn push(&mut self, before: u32, to: usize) -> u32 {
        self.0.push(before << 2 | to as u32);
        self.0.len() as u32 - 1
    }

    pub(crate) fn path(&self, mut step: u32) -> Vec<Direction> {
        let mut path = Vec::new();
        while step != 0 {
            let said = self.0[step as usize];
            path.push(Direction::ALL[said as usize & 3]);
            step = said >> 2;
        }
        path.reverse();
        path
    }
}

/// Sorts the candidates by their values, stably, into `order`. The worst values are not
/// distinguished.
pub(crate) fn by_value(children: &[Child], order: &mut Vec<Child>) {
    let least = children.iter().map(|child| child.value).min().unwrap_or(0);
    let class = |child: &Child| ((child.value - least) as usize).min(CLASSES - 1);
    let mut begins = [0_u32; CLASSES];
    children.iter().for_each(|child| begins[class(child)] += 1);
    let mut sum = 0;
    for begin in &mut begins {
        sum += std::mem::replace(begin, sum);
    }
    order.clear();
    order.resize(children.len(), Child::default());
    for child in children {
        let place = &mut begins[class(child)];
        order[*place as usize] = *child;
        *place += 1;
    }
}

/// A random number for every tile on every cell, and the hashes of recent positions.
pub(crate) struct ZobristHashes {
    cells: usize,
    of: Vec<u64>,
    seen: VisitedCache,
}

impl ZobristHashes {
    /// The most bytes per position kept of a depth.
    pub(crate) const BYTES: usize = VisitedCache::BYTES;

    /// Returns hashes for a board of `cells` cells, with room for `width` positions per depth.
    pub(crate) fn new(cells: usize, width: usize) -> Self {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        Self { cells, of: (0..cells * cells).map(|_| next()).collect(), seen: VisitedCache::new(width) }
    }

    /// Returns the hash of a tile on a cell; those of several are combined by exclusive or.
    #[inline]
    pub(crate) fn of(&self, tile: usize, cell: usize) -> u64 {
        self.of[tile * self.cells + cell]
    }

    /// Forgets all hashes that were seen.
    pub(crate) fn forget(&mut self) {
        self.seen.forget();
    }

    /// Notes a hash. Returns whether it is new, as far as it is remembered.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        self.seen.insert(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::ZobristHashes;

    #[test]
    fn positions_have_different_names() {
        let mut hashes = ZobristHashes::new(9, 8);
        let some: Vec<u64> = (0..8).map(|cell| hashes.of(3, cell) ^ hashes.of(8, cell + 1)).collect();
        assert!(some.iter().all(|&hash| hashes.insert(hash)));
        assert!(!some.iter().any(|&hash| hashes.insert(hash)));
        hashes.forget();
        assert!(some.iter().all(|&hash| hashes.insert(hash)));
    }
}
