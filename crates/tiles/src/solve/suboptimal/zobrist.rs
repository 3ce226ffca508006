//! Zobrist hashing of positions, and the hashes that were seen.

use fewest_search::beam::Seen;

/// A random number for every tile on every cell, and the hashes of recent positions.
pub(crate) struct ZobristHashes {
    cells: usize,
    of: Vec<u64>,
    seen: Seen,
}

impl ZobristHashes {
    /// The most bytes per position kept of a depth.
    pub(crate) const BYTES: usize = Seen::BYTES;

    /// Returns hashes for a board of `cells` cells, with room for `width` positions per depth.
    pub(crate) fn new(cells: usize, width: usize) -> Self {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        Self { cells, of: (0..cells * cells).map(|_| next()).collect(), seen: Seen::new(width) }
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
