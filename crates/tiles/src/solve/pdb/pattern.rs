//! A pattern: some tiles of the board, the others indistinguishable.
//!
//! The fewest slides of its own tiles that bring a pattern to its goal are a lower bound for the
//! whole board, and lower bounds of patterns without a common tile add up. A position of a pattern
//! is the cells of its tiles and the connected region of other cells that the blank is in: inside
//! the region it moves at no cost. So the positions are
//!
//! ```text
//!   (set of cells, region of the blank)   x   permutation of the tiles on the cells
//!             a block                              a bit of the block
//! ```
//!
//! and a slide maps a whole block to a whole block: along a row with its bits unchanged, along a
//! column by a table of [`Permutations`]. [`BlankRegions`] ranks the blocks (Döbbelin, Schütt and
//! Reinefeld 2013).

use std::collections::HashMap;

use fewest_search::bitmap::{Bitmap, BitmapSpace};

use crate::rules::board::Direction;
use crate::rules::grid::Grid;
use crate::solve::pdb::index::{CellSets, MOST_CELLS, Permutations};

/// Some tiles of a board, named by their goal cells, and the goal cell of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) grid: Grid,
    /// Increasing.
    pub(crate) homes: Vec<u8>,
    pub(crate) blank_home: u8,
}

/// The positions of a pattern in blocks.
pub(crate) struct PatternBlocks<'o> {
    permutations: &'o Permutations,
    /// The sets by rank, and where their blocks begin; one entry more than there are sets.
    pub(crate) sets: Vec<u32>,
    pub(crate) first_block: Vec<u32>,
    count_even: usize,
    /// The slides into a block; those of block `b` are `first_slide[b]..first_slide[b + 1]`.
    slides: Vec<BlockSlide>,
    first_slide: Vec<u32>,
    root: (usize, usize),
}

/// A slide into a block.
#[derive(Clone, Copy)]
struct BlockSlide {
    /// The block it comes from, on the other side.
    from: u32,
    /// The row of [`Permutations`], or [`UNCHANGED`].
    row: u16,
}

const UNCHANGED: u16 = u16::MAX;

/// The approximate number of sets in a part, which one thread works on at a time.
const SETS_PER_PART: usize = 64;

impl<'o> PatternBlocks<'o> {
    pub(crate) fn new(pattern: &Pattern, sets: &CellSets, permutations: &'o Permutations) -> Self {
        let grid = pattern.grid;
        let by_rank = sets.by_rank();
        let adjacency = Adjacency::new(grid);
        let (mut regions, mut first_block) = (Vec::new(), Vec::with_capacity(sets.count() + 1));
        for &set in &by_rank {
            first_block.push(regions.len() as u32);
            adjacency.regions(!set, &mut regions);
        }
        first_block.push(regions.len() as u32);
        let block_at = |set: u32, cell: usize| {
            let number = sets.number(set);
            let here = first_block[number] as usize..first_block[number + 1] as usize;
            here.start + regions[here].iter().position(|region| region >> cell & 1 == 1).expect("a free cell")
        };
        let even_blocks = first_block[sets.count_even()] as usize;
        let mut blocks = Self {
            permutations,
            sets: Vec::new(),
            count_even: sets.count_even(),
            slides: Vec::new(),
            first_slide: Vec::with_capacity(regions.len() + 1),
            root: (0, 0),
            first_block: Vec::new(),
        };
        for (number, &set) in by_rank.iter().enumerate() {
            for &region in &regions[first_block[number] as usize..first_block[number + 1] as usize] {
                blocks.first_slide.push(blocks.slides.len() as u32);
                // The tile came to `to` from the cell where the blank is now.
                for (now_blank, to) in adjacency.borders(region, set) {
                    let before = set ^ 1 << now_blank ^ 1 << to;
                    let from = block_at(before, to);
                    let from = if from < even_blocks { from } else { from - even_blocks };
                    let (place, passed) = passed(grid, before, now_blank, to);
                    let row = if passed == 0 {
                        UNCHANGED
                    } else {
                        permutations.row(place, passed, to > now_blank) as u16
                    };
                    blocks.slides.push(BlockSlide { from: from as u32, row });
                }
            }
        }
        blocks.first_slide.push(blocks.slides.len() as u32);
        let home = pattern.homes.iter().fold(0, |set, &cell| set | 1 << cell);
        let root = block_at(home, usize::from(pattern.blank_home));
        blocks.root = if root < even_blocks { (0, root) } else { (1, root - even_blocks) };
        blocks.sets = by_rank;
        blocks.first_block = first_block;
        blocks
    }

    /// Returns the number of the first block of a side.
    fn side_begins(&self, side: usize) -> usize {
        if side == 0 { 0 } else { self.first_block[self.count_even] as usize }
    }

    /// The sets of a side in parts, as ranges of their ranks.
    pub(crate) fn parts(&self, side: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let sets = if side == 0 { 0..self.count_even } else { self.count_even..self.sets.len() };
        sets.clone().step_by(SETS_PER_PART).map(move |from| from..sets.end.min(from + SETS_PER_PART))
    }

    /// Returns the blocks of a set, numbered within its side.
    pub(crate) fn blocks_of(&self, set: usize) -> std::ops::Range<usize> {
        let begins = self.side_begins(usize::from(set >= self.count_even));
        self.first_block[set] as usize - begins..self.first_block[set + 1] as usize - begins
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.sets.len() + self.first_block.len() + self.first_slide.len()) + 8 * self.slides.len()
    }
}

impl BitmapSpace for PatternBlocks<'_> {
    fn words(&self) -> usize {
        self.permutations.count().div_ceil(64)
    }

    fn cuts(&self, side: usize) -> Vec<usize> {
        let ends = self.parts(side).map(|part| self.blocks_of(part.end - 1).end);
        std::iter::once(0).chain(ends).collect()
    }

    fn root(&self) -> (usize, usize, usize) {
        (self.root.0, self.root.1, 0)
    }

    fn pull(&self, side: usize, block: usize, other: &Bitmap<'_>, out: &mut [u64]) -> bool {
        let block = self.side_begins(side) + block;
        let mut any = false;
        for slide in &self.slides[self.first_slide[block] as usize..self.first_slide[block + 1] as usize] {
            let Some(bits) = other.block(slide.from as usize) else { continue };
            any = true;
            if slide.row == UNCHANGED {
                out.iter_mut().zip(bits).for_each(|(out, bits)| *out |= bits);
                continue;
            }
            let slides = self.permutations.slides(usize::from(slide.row));
            for (&bits, slides) in bits.iter().zip(slides.chunks(64)) {
                let mut bits = bits;
                while bits != 0 {
                    let to = usize::from(slides[bits.trailing_zeros() as usize]);
                    out[to / 64] |= 1 << (to % 64);
                    bits &= bits - 1;
                }
            }
        }
        any
    }
}

/// Returns the place of the tile on cell `from` among the tiles on `set`, and how many of them it
/// passes on its way to the adjacent cell `to`.
#[inline(always)]
pub(crate) fn passed(grid: Grid, set: u32, from: usize, to: usize) -> (usize, usize) {
    let below = |cell: usize| (1_u32 << cell) - 1;
    let place = (set & below(from)).count_ones() as usize;
    if from.abs_diff(to) != grid.cols {
        return (place, 0);
    }
    let (low, high) = (from.min(to), from.max(to));
    (place, (set & below(high) & !below(low + 1)).count_ones() as usize)
}

/// The ranks of the blocks of patterns of one size; the same for all patterns of that size.
///
/// The blank is mostly in the largest region, and that block has the rank of the set. So a search
/// reads two bytes per set, which stay in the second-level cache. The blocks of other regions come
/// after those.
pub(crate) struct BlankRegions {
    /// By rank of a set: its kind, which determines the cells outside the largest region.
    kinds: Vec<u16>,
    of_kind: Vec<SmallRegions>,
    /// The rank of the first block of other regions: per group of [`TOGETHER`] sets, and the
    /// difference for each set.
    first_others: Vec<u32>,
    further: Vec<u8>,
    blocks: usize,
    adjacency: Adjacency,
}

/// The cells of all regions but the largest, and whether these are several regions. Adjacent cells
/// are in the same region, so the cells determine the regions.
#[derive(Clone, Copy)]
struct SmallRegions {
    cells: u32,
    are_many: bool,
}

const _: () = assert!(MOST_CELLS == 32, "a bit for each cell");

/// Sets that share an entry of `first_others`.
const TOGETHER: usize = 16;

impl BlankRegions {
    /// Returns None if the sets leave too many kinds of regions, as on a long board of one row.
    pub(crate) fn new(grid: Grid, sets: &CellSets) -> Option<Self> {
        let (mut known, mut regions) = (HashMap::new(), Vec::new());
        let (kinds, of_kind, first_others, further) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (adjacency, blocks) = (Adjacency::new(grid), sets.count());
        let mut all = Self { kinds, of_kind, first_others, further, blocks, adjacency };
        for set in sets.by_rank() {
            regions.clear();
            all.adjacency.regions(!set, &mut regions);
            let cells = regions.iter().fold(0, |cells, region| cells | region) & !largest(&regions);
            let kind = *known.entry(cells).or_insert_with(|| {
                all.of_kind.push(SmallRegions { cells, are_many: regions.len() > 2 });
                all.of_kind.len() - 1
            });
            all.kinds.push(u16::try_from(kind).ok()?);
            if all.further.len().is_multiple_of(TOGETHER) {
                all.first_others.push(all.blocks as u32);
            }
            let first = all.first_others.last().map_or(0, |&first| first as usize);
            all.further.push(u8::try_from(all.blocks - first).ok()?);
            all.blocks += regions.len().saturating_sub(1);
        }
        Some(all)
    }

    /// Returns the rank of the block with the blank on a cell.
    #[inline(always)]
    pub(crate) fn block(&self, set: usize, blank: usize) -> usize {
        let others = self.of_kind[usize::from(self.kinds[set])];
        if others.cells >> blank & 1 == 0 {
            return set;
        }
        let first = self.first_others[set / TOGETHER] as usize + usize::from(self.further[set]);
        first + if others.are_many { self.which(others.cells, blank) } else { 0 }
    }

    /// Returns which of several regions a cell is in.
    #[cold]
    fn which(&self, mut cells: u32, blank: usize) -> usize {
        for number in 0.. {
            let first = self.adjacency.region_of(cells.trailing_zeros() as usize, cells);
            if first >> blank & 1 == 1 {
                return number;
            }
            cells &= !first;
        }
        unreachable!("the cell is in one of them")
    }

    /// Returns the ranks of all blocks, set by set, and within a set by the first cells of their
    /// regions.
    pub(crate) fn by_cells(&self, sets: &CellSets) -> Vec<usize> {
        let (mut all, mut regions) = (Vec::with_capacity(self.blocks), Vec::new());
        for (number, set) in sets.by_rank().into_iter().enumerate() {
            regions.clear();
            self.adjacency.regions(!set, &mut regions);
            all.extend(regions.iter().map(|region| self.block(number, region.trailing_zeros() as usize)));
        }
        all
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }
}

/// Returns the first of the largest regions; no cells if there are none.
fn largest(regions: &[u32]) -> u32 {
    regions.iter().rev().copied().max_by_key(|region| region.count_ones()).unwrap_or(0)
}

/// Adjacency of whole sets of cells at once.
pub(crate) struct Adjacency {
    grid: Grid,
    all: u32,
    first_col: u32,
    last_col: u32,
}

impl Adjacency {
    pub(crate) fn new(grid: Grid) -> Self {
        let mask = |keep: &dyn Fn(usize) -> bool| {
            (0..grid.cells()).filter(|&cell| keep(cell)).fold(0, |mask, cell| mask | 1 << cell)
        };
        Self {
            grid,
            all: mask(&|_| true),
            first_col: mask(&|cell| cell % grid.cols == 0),
            last_col: mask(&|cell| cell % grid.cols == grid.cols - 1),
        }
    }

    /// Returns a set and its neighbours.
    fn grown(&self, set: u32) -> u32 {
        let along = (set & !self.last_col) << 1 | (set & !self.first_col) >> 1;
        // On a board of one row the shift may exceed the word.
        let shift = self.grid.cols as u32;
        let across = set.checked_shl(shift).unwrap_or(0) | set.checked_shr(shift).unwrap_or(0);
        (set | along | across) & self.all
    }

    /// Appends the connected regions of the free cells.
    pub(crate) fn regions(&self, free: u32, out: &mut Vec<u32>) {
        let mut left = free & self.all;
        while left != 0 {
            let region = self.region_of(left.trailing_zeros() as usize, left);
            out.push(region);
            left &= !region;
        }
    }

    /// Returns the connected region of the free cells with a cell.
    pub(crate) fn region_of(&self, cell: usize, free: u32) -> u32 {
        let mut region = 1 << cell;
        loop {
            let grown = self.grown(region) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Every pair of a cell of the region and a neighbour of it in the set.
    pub(crate) fn borders(&self, region: u32, set: u32) -> impl Iterator<Item = (usize, usize)> {
        let grid = self.grid;
        let rim = region & self.grown(set);
        (0..grid.cells()).filter(move |cell| rim >> cell & 1 == 1).flat_map(move |cell| {
            let beside = Direction::ALL.into_iter().filter_map(move |by| grid.step(cell, by));
            beside.filter(move |to| set >> to & 1 == 1).map(move |to| (cell, to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_region_of_every_set_has_a_number_of_its_own() {
        for (rows, cols, size) in [(5, 5, 4), (4, 3, 6), (9, 2, 6), (3, 3, 8), (7, 1, 3), (3, 4, 1)] {
            let grid = Grid { rows, cols };
            let sets = CellSets::new(grid, size);
            let regions = BlankRegions::new(grid, &sets).expect("few kinds");
            let (adjacency, mut seen) = (Adjacency::new(grid), vec![false; regions.blocks()]);
            for (number, set) in sets.by_rank().into_iter().enumerate() {
                let mut parts = Vec::new();
                adjacency.regions(!set, &mut parts);
                let blocks = parts.iter().map(|&part| {
                    let mut cells = (0..grid.cells()).filter(|cell| part >> cell & 1 == 1);
                    let block = regions.block(number, cells.next().expect("a cell"));
                    assert!(cells.all(|cell| regions.block(number, cell) == block));
                    assert!(!std::mem::replace(&mut seen[block], true), "{rows} x {cols}: {block} twice");
                    block
                });
                assert!(
                    blocks.collect::<Vec<_>>().contains(&number),
                    "the largest has the number of the set"
                );
            }
            assert!(seen.into_iter().all(|seen| seen), "{rows} x {cols}");
            let mut by_cells = regions.by_cells(&sets);
            by_cells.sort_unstable();
            assert!(by_cells.into_iter().eq(0..regions.blocks()));
        }
    }

    #[test]
    fn a_long_row_has_too_many_kinds() {
        let grid = Grid { rows: 25, cols: 1 };
        assert!(BlankRegions::new(grid, &CellSets::new(grid, 6)).is_none());
    }
}
