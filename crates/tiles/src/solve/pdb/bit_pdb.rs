//! 1-bit pattern databases with the region of the blank (Clausecker and Reinefeld 2019; Breyer and
//! Korf 2010 for following a compressed value along the path).
//!
//! A slide of a pattern tile changes the distance of the pattern by exactly 1, and the parity of
//! the distance is that of its Manhattan distance. So one bit per entry, the parity of half the
//! distance, is enough to recover the distance after a slide from the one before. The distance of
//! the first position of a search is found by descending to the goal slide by slide.
//!
//! [`PdbCollection`] holds the databases of several partitions, which are taken from the table
//! cache, or built and stored there.

use std::sync::Arc;

use fewest_search::bitmap::{self, LayerSink};
use fewest_search::{Context, Lease, Stop, TableBytes};

use crate::rules::board::Direction;
use crate::rules::grid::Grid;
use crate::solve::pdb::index::{CellSets, PermutationRanks, Permutations, factorial, number};
use crate::solve::pdb::partition::partitions;
use crate::solve::pdb::pattern::{BlankRegions, Pattern, PatternBlocks};

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

/// The version of the partitions and of the layout of their tables, a part of the name.
const VERSION: u32 = 2;

/// The most partitions, and the most tables of all of them together.
pub(crate) const MOST_PARTITIONS: usize = 8;
pub(crate) const MOST_TABLES: usize = 16;

/// A table, and the partitions that it belongs to.
pub(crate) struct CollectionMember<'t> {
    pub(crate) bit_pdb: BitPdb<'t>,
    pub(crate) ranks: &'t PermutationRanks,
    /// The numbers of the partitions.
    pub(crate) partitions: Vec<usize>,
}

/// Returns the name of the tables of the first `partitions` partitions, which are one file.
fn name(grid: Grid, blank_home: u8, partitions: usize) -> String {
    let Grid { rows, cols } = grid;
    format!("tiles {rows}x{cols} blank {blank_home} partitions {partitions} v{VERSION}")
}

/// What is common to all patterns of a size.
struct IndexRanks {
    sets: CellSets,
    regions: BlankRegions,
    ranks: PermutationRanks,
}

impl IndexRanks {
    /// Returns None if there are too many regions.
    fn new(grid: Grid, size: usize) -> Option<Self> {
        let sets = CellSets::new(grid, size);
        Some(Self { regions: BlankRegions::new(grid, &sets)?, ranks: PermutationRanks::new(size), sets })
    }

    /// Returns the bytes of a table.
    fn bytes(&self, size: usize) -> usize {
        factorial(size) * order_bytes(self.regions.blocks())
    }
}

/// The pattern databases of several partitions, ready for a search.
pub(crate) struct PdbCollection<'h> {
    grid: Grid,
    /// The patterns, each with the numbers of the partitions that it belongs to.
    patterns: Vec<(Pattern, Vec<usize>)>,
    /// Their tables, one after the other: together they are large enough for huge pages of memory.
    table_bytes: TableBytes,
    /// By number of tiles.
    index_ranks: Vec<Option<IndexRanks>>,
    _lease: Lease<'h>,
}

/// Returns the patterns of all partitions, each with the numbers of those that it belongs to.
fn patterns(partitions: &[Vec<Pattern>]) -> Vec<(Pattern, Vec<usize>)> {
    let mut patterns: Vec<(Pattern, Vec<usize>)> = Vec::new();
    for (number, partition) in partitions.iter().enumerate() {
        for pattern in partition {
            match patterns.iter_mut().find(|(known, _)| known == pattern) {
                Some((_, partitions)) => partitions.push(number),
                None => patterns.push((pattern.clone(), vec![number])),
            }
        }
    }
    patterns
}

impl<'h> PdbCollection<'h> {
    /// Returns whether there are partitions for a board.
    pub(crate) fn fit(grid: Grid, blank_home: u8) -> bool {
        partitions(grid, blank_home).is_some()
    }

    /// Returns whether all their tables are in the cache.
    pub(crate) fn are_kept(grid: Grid, blank_home: u8, cx: &Context<'_>) -> bool {
        let (Some(partitions), Some(table_cache)) = (partitions(grid, blank_home), cx.table_cache) else {
            return false;
        };
        table_cache.has(&name(grid, blank_home, partitions.len()))
    }

    /// Returns the tables of as many partitions as memory has room for; None if there is none for
    /// the first, or if the board has no partitions.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn open(grid: Grid, blank_home: u8, cx: &'h Context<'_>) -> Result<Option<Self>, Stop> {
        let name = |partitions: usize| name(grid, blank_home, partitions);
        partitions(grid, blank_home).map_or(Ok(None), |wanted| Self::of(grid, wanted, Some(&name), cx))
    }

    /// The same for a single search: tables that are not in the cache are not stored there.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn for_once(grid: Grid, blank_home: u8, cx: &'h Context<'_>) -> Result<Option<Self>, Stop> {
        if Self::are_kept(grid, blank_home, cx) {
            return Self::open(grid, blank_home, cx);
        }
        partitions(grid, blank_home).map_or(Ok(None), |wanted| Self::of(grid, wanted, None, cx))
    }

    /// The same for given partitions. `name` returns their name in the cache by their number;
    /// without it they are not stored.
    pub(crate) fn of(
        grid: Grid,
        mut wanted: Vec<Vec<Pattern>>,
        name: Option<&dyn Fn(usize) -> String>,
        cx: &'h Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let sizes: Vec<usize> = wanted.iter().flatten().map(|pattern| pattern.homes.len()).collect();
        let mut index_ranks = Vec::new();
        index_ranks.resize_with(sizes.iter().max().map_or(0, |largest| largest + 1), || None);
        for size in sizes {
            if index_ranks[size].is_none() {
                let Some(ranks) = IndexRanks::new(grid, size) else { return Ok(None) };
                index_ranks[size] = Some(ranks);
            }
        }
        let lease = loop {
            match cx.lease(bytes(&patterns(&wanted), &index_ranks)) {
                Ok(lease) => break lease,
                Err(_) if wanted.len() > 1 => wanted.truncate(wanted.len() - 1),
                Err(_) => return Ok(None),
            }
        };
        let patterns = patterns(&wanted);
        let bytes = bytes(&patterns, &index_ranks);
        let name = name.map(|name| name(wanted.len()));
        let kept = cx.table_cache.zip(name.as_ref()).and_then(|(table_cache, name)| table_cache.get(name));
        let table_bytes = match kept.filter(|table_bytes| (**table_bytes).as_ref().len() == bytes) {
            Some(table_bytes) => table_bytes,
            None => {
                let mut tables = Vec::with_capacity(bytes);
                for (pattern, _) in &patterns {
                    let IndexRanks { sets, regions, .. } = ranks_of(&index_ranks, pattern);
                    let permutations = Permutations::shared(pattern.homes.len(), grid.cols);
                    match build(pattern, sets, regions, &permutations, cx) {
                        Err(Stop::Memory) => return Ok(None),
                        built => tables.extend(built?.0),
                    }
                }
                match (cx.table_cache, &name) {
                    (Some(table_cache), Some(name)) => table_cache.keep(name, tables),
                    (Some(table_cache), None) => table_cache.hold(tables),
                    (None, _) => Arc::new(tables),
                }
            }
        };
        Ok(Some(Self { grid, patterns, table_bytes, index_ranks, _lease: lease }))
    }

    pub(crate) fn grid(&self) -> Grid {
        self.grid
    }

    /// The tables, each with its pattern and its partitions.
    pub(crate) fn members(&self) -> Vec<CollectionMember<'_>> {
        let mut tables = (*self.table_bytes).as_ref();
        let mut members = Vec::new();
        for (pattern, partitions) in &self.patterns {
            let index_ranks = ranks_of(&self.index_ranks, pattern);
            let (table, after) = tables.split_at(index_ranks.bytes(pattern.homes.len()));
            tables = after;
            let IndexRanks { sets, regions, ranks } = index_ranks;
            let bit_pdb = BitPdb { pattern, sets, regions, table };
            members.push(CollectionMember { bit_pdb, ranks, partitions: partitions.clone() });
        }
        members
    }

    /// Returns a text that identifies everything that a search with these tables depends on.
    pub(crate) fn name(&self) -> String {
        let homes = self.patterns.iter().map(|(pattern, _)| format!("{:?}", pattern.homes));
        format!("tables v{VERSION} {}", homes.collect::<Vec<_>>().join(" "))
    }
}

fn ranks_of<'n>(index_ranks: &'n [Option<IndexRanks>], pattern: &Pattern) -> &'n IndexRanks {
    index_ranks[pattern.homes.len()].as_ref().expect("made for all patterns")
}

/// Returns the bytes of all tables.
fn bytes(patterns: &[(Pattern, Vec<usize>)], index_ranks: &[Option<IndexRanks>]) -> usize {
    let bytes = |pattern: &Pattern| ranks_of(index_ranks, pattern).bytes(pattern.homes.len());
    patterns.iter().map(|(pattern, _)| bytes(pattern)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

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
