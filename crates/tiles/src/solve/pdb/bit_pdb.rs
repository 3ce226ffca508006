//! 1-bit pattern databases with the region of the blank (Clausecker and Reinefeld 2019; Breyer and
//! Korf 2010 for following a compressed value along the path).
//!
//! A slide of a pattern tile changes the distance of the pattern by exactly 1, and the parity of
//! the distance is that of its Manhattan distance. So one bit per entry, the parity of half the
//! distance, is enough to recover the distance after a slide from the one before. The distance of
//! the first position of a search is found by descending to the goal slide by slide.

use fewest_search::bitmap::{self, LayerSink};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::pdb::blank_regions::BlankRegions;
use crate::solve::pdb::cell_sets::CellSets;
use crate::solve::pdb::pattern::{Pattern, PatternBlocks};
use crate::solve::pdb::permutations::{Permutations, number};

/// Returns the bytes of one permutation: one bit per block.
pub(crate) fn order_bytes(blocks: usize) -> usize {
    blocks.div_ceil(8)
}

/// Builds the table with all threads of the context: permutation after permutation, one bit per
/// block. Most slides leave the permutation as it is and change the set of cells a little, so
/// successive lookups are often close together. Also returns the number of positions at each
/// distance.
pub(crate) fn build(
    pattern: &Pattern,
    sets: &CellSets,
    regions: &BlankRegions,
    permutations: &Permutations,
    cx: &Context<'_>,
) -> Result<(Vec<u8>, Vec<u64>), Stop> {
    let blocks = PatternBlocks::new(pattern, sets, permutations);
    let (words, bytes) = (permutations.count().div_ceil(64), order_bytes(regions.blocks()));
    let _lease = cx.lease(blocks.bytes() + regions.blocks() * 8 * words + permutations.count() * bytes)?;
    let mut halves = [0, 1].map(|side| {
        let part = |sets: std::ops::Range<usize>| {
            let here = blocks.blocks_of(sets.start).start..blocks.blocks_of(sets.end - 1).end;
            HalfParity { first: here.start, words, bits: vec![0; here.len() * words] }
        };
        blocks.parts(side).map(part).collect::<Vec<_>>()
    });
    let layers = bitmap::layers(&blocks, cx, &mut halves)?;
    let mut table = vec![0; permutations.count() * bytes];
    let built = halves.iter().flatten().flat_map(|part| part.bits.chunks_exact(words));
    for (block, number) in built.zip(regions.by_cells(sets)) {
        for (at, &word) in block.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let order = 64 * at + left.trailing_zeros() as usize;
                table[order * bytes + number / 8] |= 1 << (number % 8);
                left &= left - 1;
            }
        }
    }
    Ok((table, layers))
}

/// The parity of half the distance, for a range of blocks.
struct HalfParity {
    first: usize,
    words: usize,
    bits: Vec<u64>,
}

impl LayerSink for HalfParity {
    fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64 {
        if depth / 2 % 2 == 1 {
            let bits = &mut self.bits[(block - self.first) * self.words..][..self.words];
            bits.iter_mut().zip(new).for_each(|(bits, new)| *bits |= new);
        }
        new.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// A table with what its index needs.
#[derive(Clone, Copy)]
pub(crate) struct BitPdb<'t> {
    pub(crate) pattern: &'t Pattern,
    pub(crate) sets: &'t CellSets,
    pub(crate) regions: &'t BlankRegions,
    pub(crate) table: &'t [u8],
}

impl BitPdb<'_> {
    /// Returns the distance of the pattern, with its tiles on `cells` in the order of their goal
    /// cells, by descending to the goal.
    pub(crate) fn distance(&self, cells: &[usize], blank: usize) -> u32 {
        let (mut cells, mut blank) = (cells.to_vec(), blank);
        let home: Vec<usize> = self.pattern.homes.iter().map(|&home| usize::from(home)).collect();
        let root = self.block(&home, usize::from(self.pattern.blank_home));
        for steps in 0.. {
            if cells == home && self.block(&cells, blank) == root {
                return steps;
            }
            let wanted = (self.residue(&cells, blank) + 3) % 4;
            (cells, blank) = self
                .after_one_slide(&cells, blank)
                .find(|(cells, blank)| self.residue(cells, *blank) == wanted)
                .expect("a position that is not home has one closer to home");
        }
        unreachable!("every position is reached from home")
    }

    /// Returns the distance modulo 4.
    fn residue(&self, cells: &[usize], blank: usize) -> u32 {
        let steps = cells
            .iter()
            .zip(&self.pattern.homes)
            .map(|(&cell, &home)| self.pattern.grid.distance(usize::from(home), cell) as u32);
        let odd = steps.sum::<u32>() % 2;
        let mut tiles: Vec<(usize, u8)> = cells.iter().copied().zip(0..).collect();
        tiles.sort_unstable();
        let order: Vec<u8> = tiles.iter().map(|(_, tile)| *tile).collect();
        let order = usize::from(number(&order));
        let block = self.block(cells, blank);
        let byte = self.table[order * order_bytes(self.regions.blocks()) + block / 8];
        u32::from(byte >> (block % 8) & 1) * 2 + odd
    }

    fn block(&self, cells: &[usize], blank: usize) -> usize {
        let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
        self.regions.block(self.sets.number(set), blank)
    }

    /// The positions one slide of a pattern tile away, after any moves of the blank inside its
    /// region.
    fn after_one_slide(&self, cells: &[usize], blank: usize) -> impl Iterator<Item = (Vec<usize>, usize)> {
        let grid = self.pattern.grid;
        let (mut region, mut seen) = (vec![blank], vec![false; grid.cells()]);
        let mut after = Vec::new();
        seen[blank] = true;
        while let Some(at) = region.pop() {
            for beside in Direction::ALL.into_iter().filter_map(|by| grid.step(at, by)) {
                if let Some(tile) = cells.iter().position(|&cell| cell == beside) {
                    let mut slid = cells.to_vec();
                    slid[tile] = at;
                    after.push((slid, beside));
                } else if !std::mem::replace(&mut seen[beside], true) {
                    region.push(beside);
                }
            }
        }
        after.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::rules::grid::Grid;

    /// The distances of all positions of the pattern by breadth-first search, tile by tile, without
    /// blocks or ranks.
    fn by_textbook_bfs(grid: Grid, homes: &[u8], blank_home: u8) -> HashMap<(Vec<usize>, usize), u32> {
        let start =
            (homes.iter().map(|&home| usize::from(home)).collect::<Vec<_>>(), usize::from(blank_home));
        let mut fewest = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some((tiles, blank)) = queue.pop_front() {
            let now = fewest[&(tiles.clone(), blank)];
            for next in Direction::ALL.into_iter().filter_map(|by| grid.step(blank, by)) {
                let slid = tiles.iter().position(|&cell| cell == next);
                let mut after = tiles.clone();
                if let Some(tile) = slid {
                    after[tile] = blank;
                }
                let (state, cost) = ((after, next), now + u32::from(slid.is_some()));
                if fewest.get(&state).is_none_or(|&known| known > cost) {
                    fewest.insert(state.clone(), cost);
                    if slid.is_some() { queue.push_back(state) } else { queue.push_front(state) }
                }
            }
        }
        fewest
    }

    #[test]
    fn descending_a_table_counts_as_breadth_first_search_does() {
        for (rows, cols, homes, blank_home) in [
            (3, 3, &[0, 1, 3][..], 8),
            (4, 2, &[1, 2, 4, 5], 7),
            (3, 4, &[0, 5], 6),
            (5, 2, &[0, 1, 7], 3),
            (4, 3, &[4], 11),
        ] {
            let grid = Grid { rows, cols };
            let pattern = Pattern { grid, homes: homes.to_vec(), blank_home };
            let (sets, permutations) =
                (CellSets::new(grid, homes.len()), Permutations::new(homes.len(), cols));
            let regions = BlankRegions::new(grid, &sets).expect("few regions");
            let (table, layers) =
                build(&pattern, &sets, &regions, &permutations, &Context::default()).expect("memory");
            assert_eq!(layers.iter().sum::<u64>() as usize, regions.blocks() * permutations.count());
            let bit_pdb = BitPdb { pattern: &pattern, sets: &sets, regions: &regions, table: &table };
            for ((cells, blank), fewest) in by_textbook_bfs(grid, homes, blank_home) {
                assert_eq!(bit_pdb.distance(&cells, blank), fewest, "{cells:?} {blank}");
            }
        }
    }

    #[test]
    fn six_tiles_of_the_24_puzzle_have_as_many_positions_as_is_known() {
        let grid = Grid { rows: 5, cols: 5 };
        let pattern = Pattern { grid, homes: vec![0, 1, 5, 6, 10, 11], blank_home: 24 };
        let (sets, permutations) = (CellSets::new(grid, 6), Permutations::shared(6, 5));
        let regions = BlankRegions::new(grid, &sets).expect("few regions");
        let cx = Context::new(2, 1 << 30, &|_| std::ops::ControlFlow::Continue(()));
        let (table, layers) = build(&pattern, &sets, &regions, &permutations, &cx).expect("memory");
        assert_eq!((layers.iter().sum::<u64>(), layers.len()), (181_008_000, 36));
        assert_eq!((regions.blocks(), table.len()), (251_400, 22_626_000));
    }
}
