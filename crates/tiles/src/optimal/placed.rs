//! How the tiles of a pattern lie, in one number, and what a slide makes of it.

use super::ranks;

/// How the tiles of a pattern lie: the set of cells, the order there, and what they need, as far as it is known. In one number,
/// since parts that are written apart and read together make the processor wait.
///
/// ```text
///   63   56 55        32 31         0
///   | need |   order    |    set    |
/// ```
pub(super) type Placed = u64;

pub(super) const ORDER_AT: u32 = 32;
pub(super) const NEED_AT: u32 = 56;

/// How tiles lie on cells, but for what they need; the cells in the order of the tiles' homes.
pub(super) fn of(cells: &[usize]) -> Placed {
    let mut tiles: Vec<(usize, u8)> = cells.iter().copied().zip(0..).collect();
    tiles.sort_unstable();
    let order: Vec<u8> = tiles.iter().map(|(_, tile)| *tile).collect();
    let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
    u64::from(ranks::packed(&order)) << ORDER_AT | set
}

/// A slide of a tile from a cell to its neighbour, as sets of cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Slide {
    /// Those before both.
    before: u32,
    /// Those between the two; next to each other in a row there are none.
    between: u32,
    /// The two.
    ends: u32,
    is_forward: bool,
    /// Where the tile came from, and the blank is now.
    pub(super) from: u8,
}

impl Slide {
    pub(super) fn new(from: usize, to: usize) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let before = (1 << low) - 1;
        let between = ((1 << high) - 1) & !(before << 1 | 1);
        Self { before, between, ends: 1 << low | 1 << high, is_forward: to > from, from: from as u8 }
    }

    /// How tiles lie after it, but for what they need then.
    #[inline(always)]
    pub(super) fn after(&self, placed: Placed) -> Placed {
        let (before, order) =
            (placed as u32, (placed >> ORDER_AT) as u32 & ((1 << (NEED_AT - ORDER_AT)) - 1));
        let set = before ^ self.ends;
        // Along a row nothing is passed, and each direction has this branch for itself.
        let order = if self.between == 0 {
            order
        } else {
            let first = (before & self.before).count_ones();
            let passed = (before & self.between).count_ones();
            ranks::slid(order, first, passed, self.is_forward)
        };
        u64::from(order) << ORDER_AT | u64::from(set)
    }
}
