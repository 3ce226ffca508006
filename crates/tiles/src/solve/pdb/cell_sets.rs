//! The rank of a set of cells.
//!
//! A pattern of n tiles lies on n of the cells, a set. The sets of n cells are ranked so that those
//! with an even number of white cells come first: a slide removes one cell and adds its neighbour,
//! so it always goes from one half of the ranks to the other. The rank is the sum of two lookups in
//! small tables, for the upper and the lower cells of the board.

use crate::rules::grid::Grid;

/// The most cells of a board with ranked sets.
pub(crate) const MOST_CELLS: usize = 32;

/// The ranking of the sets of `size` cells of a board.
pub(crate) struct CellSets {
    cells: usize,
    size: usize,
    low_bits: usize,
    /// By lower cells: the number of such sets of the same class before, times two, plus 1 if the
    /// number of white cells is odd.
    low: Vec<u16>,
    /// By upper cells and the parity of the lower ones: the rank of the first such set.
    high: Vec<u32>,
    count: usize,
    count_even: usize,
}

impl CellSets {
    pub(crate) fn new(grid: Grid, size: usize) -> Self {
        let cells = grid.cells();
        assert!(cells <= MOST_CELLS, "sets are 32 bits");
        let low_bits = cells.div_ceil(2);
        let white = (0..cells).filter(|&cell| grid.is_white(cell)).fold(0_u32, |mask, cell| mask | 1 << cell);
        let parity = |set: u32| (set & white).count_ones() as usize % 2;
        // The number of lower sets of each size and parity.
        let mut classes = vec![[0_u16; 2]; low_bits + 1];
        let low = (0..1_u32 << low_bits)
            .map(|set| {
                let seen = &mut classes[set.count_ones() as usize][parity(set)];
                *seen += 1;
                (*seen - 1) << 1 | u16::from(parity(set) == 1)
            })
            .collect();
        let highs = 1_usize << (cells - low_bits);
        let mut high = vec![0; 2 * highs];
        let (mut count, mut count_even) = (0, 0);
        for side in 0..2 {
            for upper in 0..highs {
                let set = (upper as u32) << low_bits;
                let low_parity = side ^ parity(set);
                high[2 * upper + low_parity] = count;
                let missing = size.checked_sub(set.count_ones() as usize);
                count += missing
                    .and_then(|missing| classes.get(missing))
                    .map_or(0, |class| u32::from(class[low_parity]));
            }
            if side == 0 {
                count_even = count as usize;
            }
        }
        Self { cells, size, low_bits, low, high, count: count as usize, count_even }
    }

    /// The tables alone.
    pub(crate) fn numbers(&self) -> CellSetRanks<'_> {
        CellSetRanks { low_bits: self.low_bits, low: &self.low, high: &self.high }
    }

    /// Returns the rank of a set, which must have the right size.
    pub(crate) fn number(&self, set: u32) -> usize {
        self.numbers().number(set)
    }

    /// Returns all sets in the order of their ranks.
    pub(crate) fn by_rank(&self) -> Vec<u32> {
        let mut by_rank = vec![0; self.count];
        each_set(self.cells, self.size).for_each(|set| by_rank[self.number(set)] = set);
        by_rank
    }

    /// The number of sets.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of sets with an even number of white cells; these have the first ranks.
    pub(crate) fn count_even(&self) -> usize {
        self.count_even
    }
}

/// The tables of a ranking, for searches.
#[derive(Clone, Copy)]
pub(crate) struct CellSetRanks<'s> {
    low_bits: usize,
    low: &'s [u16],
    high: &'s [u32],
}

impl CellSetRanks<'_> {
    /// Returns the rank of a set, which must have the right size.
    #[inline(always)]
    pub(crate) fn number(&self, set: u32) -> usize {
        let low = u32::from(self.low[(set & ((1 << self.low_bits) - 1)) as usize]);
        let high = self.high[((set >> self.low_bits) << 1 | low & 1) as usize];
        (high + (low >> 1)) as usize
    }
}

/// All sets of `size` out of `cells` cells, in the order of their bits.
pub(crate) fn each_set(cells: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = if size == 0 { 0 } else { u64::MAX >> (64 - size) };
    std::iter::successors(Some(first), |&set| {
        // The next larger number with as many ones: the lowest run moves its top bit up and the
        // rest of itself down.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (set != 0).then(|| carried | (((carried ^ set) / lowest.max(1)) >> 2))
    })
    .take_while(move |&set| set >> cells == 0)
    .map(|set| set as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_even_sets_come_first() {
        for (rows, cols, size, count) in
            [(4, 4, 7, 11440), (3, 4, 6, 924), (2, 7, 1, 14), (5, 5, 3, 2300), (3, 3, 0, 1)]
        {
            let grid = Grid { rows, cols };
            let sets = CellSets::new(grid, size);
            assert_eq!(sets.count(), count);
            let mut seen = vec![false; count];
            for set in each_set(grid.cells(), size) {
                let number = sets.number(set);
                assert!(!std::mem::replace(&mut seen[number], true));
                let white =
                    (0..grid.cells()).filter(|&cell| set >> cell & 1 == 1 && grid.is_white(cell)).count();
                assert_eq!(white % 2 == 0, number < sets.count_even());
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
