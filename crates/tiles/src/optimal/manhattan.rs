//! Manhattan distances of all orders of a pattern on a set of cells.
//!
//! Alphabetically, the orders that begin with tile t are one after another, and what follows t are all orders of the other tiles on the other
//! cells. So with the sums of every subset of the tiles on the last cells, from the smallest subsets to the largest, each sum is
//! one addition, and whole stretches have the same number added.

use super::orders::factorial;
use super::pattern::Pattern;

/// Room for the sums of every subset of the tiles.
pub(super) struct Manhattan {
    /// The subsets by size, each with where its sums begin.
    subsets: Vec<(u32, usize)>,
    begin: Vec<usize>,
    sums: Vec<u8>,
    size: usize,
}

impl Manhattan {
    pub(super) fn new(size: usize) -> Self {
        let mut subsets: Vec<u32> = (0..1 << size).collect();
        subsets.sort_unstable_by_key(|subset| (subset.count_ones(), *subset));
        let mut begin = vec![0; 1 << size];
        let mut end = 0;
        for &subset in &subsets {
            begin[subset as usize] = end;
            end += factorial(subset.count_ones() as usize);
        }
        let subsets = subsets.iter().map(|&subset| (subset, begin[subset as usize])).collect();
        Self { subsets, begin, sums: vec![0; end], size }
    }

    /// The sums of all orders on a set of cells.
    pub(super) fn sums(&mut self, pattern: &Pattern, set: u32) -> &[u8] {
        let mut steps = [[0_u8; 8]; 8];
        let cells = (0..pattern.grid.cells()).filter(|cell| set >> cell & 1 == 1);
        for (cell, steps) in cells.zip(&mut steps) {
            for (&home, steps) in pattern.homes.iter().zip(steps) {
                *steps = pattern.grid.distance(cell, usize::from(home)) as u8;
            }
        }
        let mut last = 0;
        for &(subset, begins) in self.subsets.iter().skip(1) {
            let tiles = subset.count_ones() as usize;
            let each = factorial(tiles - 1);
            let (before, here) = self.sums.split_at_mut(begins);
            let members = (0..self.size).filter(|tile| subset >> tile & 1 == 1);
            for (tile, here) in members.zip(here.chunks_exact_mut(each)) {
                let step = steps[self.size - tiles][tile];
                let rest = &before[self.begin[(subset ^ 1 << tile) as usize]..][..each];
                here.iter_mut().zip(rest).for_each(|(here, rest)| *here = rest + step);
            }
            last = begins;
        }
        &self.sums[last..]
    }
}
