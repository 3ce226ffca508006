//! Builds additive pattern databases (Korf and Felner 2002): the fewest slides of a pattern's own
//! tiles to their goal cells, for every way in which they can lie.
//!
//! The distance differs from Manhattan distance, which is known anyway, by an even number, so half
//! of the difference is kept, in half a byte. Differences that do not fit are cut off at 15, which
//! keeps the heuristic admissible.
//!
//! Distances are bit-sliced while they are found: their binary digits stand in separate bitmaps. A
//! layer of a bitmap breadth-first search is a bitmap. Writing its depth into one byte per position
//! costs more than finding the positions; bit-sliced, whole words of positions get their depth at
//! once.

use std::ops::Range;

use fewest_search::bitmap::{self, LayerSink};
use fewest_search::{Context, Stop, threads};

use crate::rules::grid::Grid;
use crate::solve::pdb::index::{CellSets, Permutations, factorial};
use crate::solve::pdb::pattern::{Pattern, PatternBlocks};

/// Returns the entries of the table of `size` tiles.
pub(crate) fn entries(grid: Grid, size: usize) -> usize {
    // Cells for the first tile, the second, …: as many as sets times permutations.
    (0..size).map(|tile| grid.cells() - tile).product()
}

/// Returns the bytes of the table as it is stored.
pub(crate) fn packed_bytes(grid: Grid, size: usize) -> usize {
    entries(grid, size).div_ceil(2)
}

/// Builds the table of a pattern of two tiles or more with all threads of the context: half of the
/// distance beyond Manhattan distance, by (set of cells) x (permutation of tiles), two entries per
/// byte. Also returns the number of positions (with the regions of the blank) at each distance.
pub(crate) fn build(
    pattern: &Pattern,
    sets: &CellSets,
    permutations: &Permutations,
    cx: &Context<'_>,
) -> Result<(Vec<u8>, Vec<u64>), Stop> {
    assert!(pattern.homes.len() > 1, "one tile needs no table");
    let blocks = PatternBlocks::new(pattern, sets, permutations);
    let (size, words) = (permutations.count(), permutations.count().div_ceil(64));
    let _lease = cx.lease(blocks.bytes() + sets.count() * (size / 2 + BitSlicedDistances::bytes(words)))?;
    let mut distances = [0, 1].map(|side| {
        blocks.parts(side).map(|sets| BitSlicedDistances::new(&blocks, sets, words)).collect::<Vec<_>>()
    });
    let layers = bitmap::layers(&blocks, cx, &mut distances)?;
    let mut bytes = vec![0; sets.count() * size / 2];
    let mut rest = &mut bytes[..];
    let mut parts = Vec::new();
    for part in distances.iter().flatten() {
        let (here, after) = rest.split_at_mut(part.sets().len() * size / 2);
        parts.push((part, here));
        rest = after;
    }
    threads::sum_over(cx, parts.into_iter(), |(part, bytes)| {
        let (mut manhattan, mut halves) = (ManhattanSums::new(pattern.homes.len()), Vec::new());
        for (set, bytes) in part.sets().zip(bytes.chunks_exact_mut(size / 2)) {
            part.halves(set, &mut halves);
            let sums = manhattan.sums(pattern, blocks.sets[set]);
            let pairs = halves.chunks_exact(2).zip(sums.chunks_exact(2));
            let beyond = |half: u8, sum: u8| half.saturating_sub(sum / 2).min(15);
            for (byte, (half, sum)) in bytes.iter_mut().zip(pairs) {
                *byte = beyond(half[0], sum[0]) | beyond(half[1], sum[1]) << 4;
            }
        }
        0
    })?;
    Ok((bytes, layers))
}

/// Manhattan distances of all permutations of a pattern on a set of cells.
///
/// In alphabetical order the permutations that begin with tile t are consecutive, and what follows
/// t are all permutations of the other tiles on the other cells. So with the sums of every subset
/// of the tiles on the last cells, from the smallest subsets to the largest, each sum is one
/// addition, and whole stretches have the same number added.
pub(crate) struct ManhattanSums {
    /// The subsets by size, each with the start of its sums.
    subsets: Vec<(u32, usize)>,
    begin: Vec<usize>,
    sums: Vec<u8>,
    size: usize,
}

impl ManhattanSums {
    pub(crate) fn new(size: usize) -> Self {
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

    /// Returns the sums of all permutations on a set of cells.
    pub(crate) fn sums(&mut self, pattern: &Pattern, set: u32) -> &[u8] {
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

/// Digits of a depth. All positions of a set have depths of one parity, so half of the depth plus 1
/// is kept; 0 means not reached.
const DIGITS: usize = 6;
/// Bitmaps: one per digit, and one for whether the position was reached.
const PLANES: usize = DIGITS + 1;
/// Deeper layers count as this deep, which keeps the heuristic admissible.
const MOST: u32 = (1 << DIGITS) - 1;

/// The distances of the positions of a range of sets.
pub(crate) struct BitSlicedDistances<'b> {
    blocks: &'b PatternBlocks<'b>,
    sets: Range<usize>,
    words: usize,
    planes: Vec<u64>,
    /// The set whose block came last; within a layer blocks come in increasing order.
    set: usize,
}

impl<'b> BitSlicedDistances<'b> {
    pub(crate) fn new(blocks: &'b PatternBlocks<'b>, sets: Range<usize>, words: usize) -> Self {
        Self { blocks, set: sets.start, words, planes: vec![0; sets.len() * PLANES * words], sets }
    }

    /// Returns the bytes per set.
    pub(crate) fn bytes(words: usize) -> usize {
        8 * PLANES * words
    }

    /// The sets held.
    pub(crate) fn sets(&self) -> Range<usize> {
        self.sets.clone()
    }

    /// Writes half of each distance of a set, rounded down, into bytes; rounded up to whole words
    /// of positions.
    pub(crate) fn halves(&self, set: usize, out: &mut Vec<u8>) {
        let planes = &self.planes[(set - self.sets.start) * PLANES * self.words..][..PLANES * self.words];
        out.clear();
        for word in 0..self.words {
            let digits: [u64; DIGITS] = std::array::from_fn(|digit| planes[(digit + 1) * self.words + word]);
            for byte in 0..8 {
                // Eight positions at a time, one byte each, with their digits side by side; the
                // value is one too large.
                let eight = (0..DIGITS)
                    .fold(0, |sum, digit| sum | spread((digits[digit] >> (8 * byte)) as u8) << digit);
                out.extend_from_slice(&eight.to_le_bytes());
            }
        }
        out.iter_mut().for_each(|half| *half = half.wrapping_sub(1));
    }
}

/// Spreads the bits of a byte over eight bytes.
#[inline(always)]
fn spread(bits: u8) -> u64 {
    // One bit is kept of a copy in each byte; adding 127 carries it to the top of its byte.
    let kept = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((kept & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F) | kept) >> 7 & 0x0101_0101_0101_0101
}

impl LayerSink for BitSlicedDistances<'_> {
    fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64 {
        if self.blocks.blocks_of(self.set).start > block {
            self.set = self.sets.start;
        }
        while self.blocks.blocks_of(self.set).end <= block {
            self.set += 1;
        }
        let number = (depth / 2 + 1).min(MOST);
        let planes =
            &mut self.planes[(self.set - self.sets.start) * PLANES * self.words..][..PLANES * self.words];
        let (reached, digits) = planes.split_at_mut(self.words);
        for (digit, plane) in digits.chunks_exact_mut(self.words).enumerate() {
            if number >> digit & 1 == 1 {
                // With the blank in another region the position may have been reached earlier.
                plane
                    .iter_mut()
                    .zip(new)
                    .zip(&*reached)
                    .for_each(|((plane, new), reached)| *plane |= new & !reached);
            }
        }
        reached.iter_mut().zip(new).for_each(|(reached, new)| *reached |= new);
        new.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    use crate::rules::board::Direction;
    use crate::solve::pdb::index::{each_set, number};

    fn built(rows: usize, cols: usize, homes: &[u8], blank_home: u8, threads: usize) -> (Vec<u8>, Vec<u64>) {
        let grid = Grid { rows, cols };
        let pattern = Pattern { grid, homes: homes.to_vec(), blank_home };
        let (sets, permutations) = (CellSets::new(grid, homes.len()), Permutations::new(homes.len(), cols));
        let cx = Context::new(threads, 4 << 30, &|_| std::ops::ControlFlow::Continue(()));
        build(&pattern, &sets, &permutations, &cx).expect("memory")
    }

    /// The distances of all positions of the pattern by breadth-first search, tile by tile, without
    /// blocks or ranks.
    fn by_textbook_bfs(grid: Grid, homes: &[u8], blank_home: u8) -> HashMap<Vec<u8>, u32> {
        let start = (homes.to_vec(), blank_home);
        let mut depth = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        let mut fewest = HashMap::new();
        while let Some((tiles, blank)) = queue.pop_front() {
            let now = depth[&(tiles.clone(), blank)];
            let best = fewest.entry(tiles.clone()).or_insert(now);
            *best = now.min(*best);
            for by in Direction::ALL {
                let Some(next) = grid.step(usize::from(blank), by) else { continue };
                let slid = tiles.iter().position(|&cell| usize::from(cell) == next);
                let mut after = tiles.clone();
                if let Some(tile) = slid {
                    after[tile] = blank;
                }
                let (state, cost) = ((after, next as u8), now + u32::from(slid.is_some()));
                if depth.get(&state).is_none_or(|&known| known > cost) {
                    depth.insert(state.clone(), cost);
                    if slid.is_some() { queue.push_back(state) } else { queue.push_front(state) }
                }
            }
        }
        fewest
    }

    #[test]
    fn a_table_agrees_with_breadth_first_search() {
        for (rows, cols, homes, blank_home) in
            [(3, 3, &[0, 1, 3][..], 8), (4, 2, &[1, 2, 4, 5], 7), (3, 4, &[0, 5], 6), (2, 5, &[0, 1, 7], 3)]
        {
            let grid = Grid { rows, cols };
            let (table, _) = built(rows, cols, homes, blank_home, 2);
            let (sets, permutations) =
                (CellSets::new(grid, homes.len()), Permutations::new(homes.len(), cols));
            let fewest = by_textbook_bfs(grid, homes, blank_home);
            let ways: usize = each_set(grid.cells(), homes.len()).count() * permutations.count();
            assert_eq!(fewest.len(), ways);
            for (tiles, fewest) in fewest {
                let set = tiles.iter().fold(0, |set, cell| set | 1 << cell);
                let mut order: Vec<u8> = (0..homes.len() as u8).collect();
                order.sort_by_key(|&tile| tiles[usize::from(tile)]);
                let entry = sets.number(set) * permutations.count() + usize::from(number(&order));
                let half = table[entry / 2] >> (4 * (entry % 2)) & 15;
                let manhattan =
                    tiles.iter().zip(homes).map(|(&at, &home)| grid.distance(at.into(), home.into()));
                assert_eq!(manhattan.sum::<usize>() as u32 + 2 * u32::from(half), fewest, "{tiles:?}");
            }
        }
    }

    #[test]
    fn the_table_is_the_same_for_every_number_of_threads() {
        let one = built(4, 4, &[0, 1, 4, 5], 15, 1);
        for threads in 2..4 {
            let more = built(4, 4, &[0, 1, 4, 5], 15, threads);
            assert!(one == more);
        }
    }

    #[test]
    fn positions_of_patterns_of_five_to_eight_tiles() {
        let count = |homes: &[u8]| built(4, 4, homes, 15, 2).1.iter().sum::<u64>();
        assert_eq!(count(&[0, 1, 2, 4, 5]), 874_080);
        assert_eq!(count(&[0, 4, 5, 8, 9, 12]), 11_816_640);
        if std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1") {
            assert_eq!(count(&[0, 1, 4, 5, 8, 9, 12]), 139_849_920);
            assert_eq!(count(&[0, 1, 2, 3, 4, 5, 6, 7]), 1_425_191_040);
        }
    }

    #[test]
    fn too_little_memory_is_a_reason_to_stop() {
        let pattern = Pattern { grid: Grid { rows: 4, cols: 4 }, homes: vec![0, 1, 2, 3], blank_home: 15 };
        let (sets, permutations) = (CellSets::new(pattern.grid, 4), Permutations::new(4, 4));
        let poor = Context::new(1, 10_000, &|_| std::ops::ControlFlow::Continue(()));
        assert_eq!(build(&pattern, &sets, &permutations, &poor).err(), Some(Stop::Memory));
        assert_eq!((poor.check(), poor.budget.used()), (Ok(()), 0));
    }

    #[test]
    fn bits_are_spread_over_bytes() {
        for bits in 0..=u8::MAX {
            let bytes = super::spread(bits).to_le_bytes();
            assert!((0..8).all(|at| bytes[at] == bits >> at & 1));
        }
    }
}
