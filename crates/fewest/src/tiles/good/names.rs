//! Numbers that stand for positions, and which of them were seen in the last depths.

/// A number for every tile on every cell, and those seen.
pub(super) struct Names {
    cells: usize,
    of: Vec<u64>,
    /// Seen in this depth, in the last and in the one before it: a step and its opposite lead there.
    seen: [Vec<u64>; 3],
}

impl Names {
    /// Names for a field of so many cells, with room for so many seen in one depth.
    pub(super) fn new(cells: usize, width: usize) -> Self {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let room = (4 * width).next_power_of_two();
        Self {
            cells,
            of: (0..cells * cells).map(|_| next()).collect(),
            seen: std::array::from_fn(|_| vec![0; room]),
        }
    }

    /// The name of a tile on a cell; those of several are taken together by exclusive or.
    pub(super) fn of(&self, tile: usize, cell: usize) -> u64 {
        self.of[tile * self.cells + cell]
    }

    /// Another depth begins.
    pub(super) fn begin(&mut self) {
        self.seen.rotate_right(1);
        self.seen[0].fill(0);
    }

    /// Whether a name was seen in the depth before the last one; asked before the next depth begins.
    pub(super) fn was_seen(&self, name: u64) -> bool {
        find(&self.seen[1], name).is_ok()
    }

    /// Notes a name, and says whether it is new in this depth.
    pub(super) fn insert(&mut self, name: u64) -> bool {
        match find(&self.seen[0], name) {
            Ok(_) => false,
            Err(free) => {
                self.seen[0][free] = name.max(1);
                true
            }
        }
    }
}

/// Where a name is, or where it belongs. Never full: there is room for more than is ever kept.
fn find(table: &[u64], name: u64) -> Result<usize, usize> {
    let name = name.max(1);
    let mask = table.len() - 1;
    let mut at = (name >> 32) as usize & mask;
    loop {
        match table[at] {
            0 => return Err(at),
            other if other == name => return Ok(at),
            _ => at = (at + 1) & mask,
        }
    }
}
