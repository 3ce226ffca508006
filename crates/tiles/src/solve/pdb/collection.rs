//! The 1-bit pattern databases of several partitions: taken from the table cache, or built and
//! stored there.

use std::sync::Arc;

use fewest_search::{Context, Lease, Stop, TableBytes};

use crate::rules::grid::Grid;
use crate::solve::pdb::bit_pdb::{self, BitPdb};
use crate::solve::pdb::blank_regions::BlankRegions;
use crate::solve::pdb::cell_sets::CellSets;
use crate::solve::pdb::index::PermutationRanks;
use crate::solve::pdb::partition::partitions;
use crate::solve::pdb::pattern::Pattern;
use crate::solve::pdb::permutations::{Permutations, factorial};

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
        factorial(size) * bit_pdb::order_bytes(self.regions.blocks())
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
                    match bit_pdb::build(pattern, sets, regions, &permutations, cx) {
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
