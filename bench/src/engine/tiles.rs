//! Sliding tiles as a workload: four bits per cell in one word, the blank is 0.

use fewest_search::{EdgeKind, StateSpace};

/// A rectangle of tiles, whose reachable positions are enumerated.
pub struct Tiles {
    /// The solved position.
    pub start: u64,
    /// For each cell the neighbouring cells, as shifts.
    beside: Vec<Vec<u32>>,
}

impl Tiles {
    /// Returns the solved rectangle of that size.
    pub fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        let beside = |cell: usize| {
            let (column, row) = (cell % width, cell / width);
            let mut near = Vec::new();
            if row > 0 {
                near.push(cell - width);
            }
            if column > 0 {
                near.push(cell - 1);
            }
            if column + 1 < width {
                near.push(cell + 1);
            }
            if row + 1 < height {
                near.push(cell + width);
            }
            near.into_iter().map(|cell| 4 * cell as u32).collect()
        };
        let start = (1..cells as u64).fold(0, |key, tile| key | tile << (4 * tile));
        Self { start, beside: (0..cells).map(beside).collect() }
    }

    /// Calls a function for every successor. Both sides of the comparison use this.
    #[inline(always)]
    pub fn successors(&self, key: u64) -> impl Iterator<Item = u64> {
        // The lowest nibble that is zero: borrow stops at it, and everything below it is without a
        // borrow.
        let gap =
            (key.wrapping_sub(0x1111_1111_1111_1111) & !key & 0x8888_8888_8888_8888).trailing_zeros() / 4;
        self.beside[gap as usize].iter().map(move |&shift| {
            let tile = key >> shift & 15;
            key ^ tile << shift | tile << (4 * gap)
        })
    }
}

impl StateSpace for Tiles {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &key in parents {
            out.extend(self.successors(key));
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(keys.iter().enumerate().filter(|(_, key)| **key == self.start).map(|(at, _)| at));
    }

    fn fingerprint(&self) -> String {
        format!("tiles {:x}", self.start)
    }
}
