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
//! column by a table of [`Permutations`].

use fewest_search::bitmap::{Bitmap, BitmapSpace};

use crate::rules::grid::Grid;
use crate::solve::pdb::blank_regions::Adjacency;
use crate::solve::pdb::cell_sets::CellSets;
use crate::solve::pdb::permutations::Permutations;

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
