//! Numbers that stand for positions, and which of them were seen lately.

/// Names that are remembered for each position kept of a depth: those of about so many depths.
const REMEMBERED: usize = 16;
/// Names that share a place; the last ones stay.
const SHARING: usize = 4;

/// A number for every tile on every cell, and those seen.
pub(super) struct Names {
    cells: usize,
    of: Vec<u64>,
    /// The names seen. Positions that come back would keep a search in a hollow for ever; a few that are forgotten do no harm.
    seen: Vec<[u64; SHARING]>,
}

impl Names {
    /// Bytes for each position kept of a depth, at most.
    pub(super) const BYTES: usize = 2 * REMEMBERED * size_of::<u64>();

    /// Names for a field of so many cells, with room for so many seen in one depth.
    pub(super) fn new(cells: usize, width: usize) -> Self {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let room = (REMEMBERED * width / SHARING).next_power_of_two();
        Self { cells, of: (0..cells * cells).map(|_| next()).collect(), seen: vec![[0; SHARING]; room] }
    }

    /// The name of a tile on a cell; those of several are taken together by exclusive or.
    #[inline]
    pub(super) fn of(&self, tile: usize, cell: usize) -> u64 {
        self.of[tile * self.cells + cell]
    }

    /// Nothing was seen.
    pub(super) fn forget(&mut self) {
        self.seen.fill([0; SHARING]);
    }

    /// Notes a name, and says whether it is new, as far as that is remembered.
    #[inline]
    pub(super) fn insert(&mut self, name: u64) -> bool {
        let name = name.max(1);
        let at = (name >> 32) as usize & (self.seen.len() - 1);
        let place = &mut self.seen[at];
        if place.contains(&name) {
            return false;
        }
        place.rotate_right(1);
        place[0] = name;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_new_once_until_they_are_forgotten() {
        let mut names = Names::new(9, 8);
        let some: Vec<u64> = (0..8).map(|cell| names.of(3, cell) ^ names.of(8, cell + 1)).collect();
        assert!(some.iter().all(|&name| names.insert(name)));
        assert!(!some.iter().any(|&name| names.insert(name)));
        names.forget();
        assert!(some.iter().all(|&name| names.insert(name)));
    }
}
