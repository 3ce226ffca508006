//! The tables of several partitions: taken from the shelf, or built and put there.

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

/// The most partitions, and the most tables of all of them.
pub(crate) const MOST_PARTITIONS: usize = 8;
pub(crate) const MOST_TABLES: usize = 16;

/// A table, and which partitions it is in.
pub(crate) struct CollectionMember<'t> {
    pub(crate) compact: BitPdb<'t>,
    pub(crate) ranks: &'t PermutationRanks,
    /// The numbers of the partitions.
    pub(crate) partitions: Vec<usize>,
}

/// What the tables of the first so many partitions are called, all in one.
fn name(grid: Grid, blank_home: u8, partitions: usize) -> String {
    let Grid { rows, cols } = grid;
    format!("tiles {rows}x{cols} blank {blank_home} partitions {partitions} v{VERSION}")
}

/// What is common to all patterns of a size.
struct Numbering {
    sets: CellSets,
    regions: BlankRegions,
    ranks: PermutationRanks,
}

impl Numbering {
    /// Nothing if there are too many regions.
    fn new(grid: Grid, size: usize) -> Option<Self> {
        let sets = CellSets::new(grid, size);
        Some(Self { regions: BlankRegions::new(grid, &sets)?, ranks: PermutationRanks::new(size), sets })
    }

    /// Bytes of a table.
    fn bytes(&self, size: usize) -> usize {
        factorial(size) * bit_pdb::order_bytes(self.regions.blocks())
    }
}

/// The tables of some partitions, ready for a search.
pub(crate) struct PdbCollection<'h> {
    grid: Grid,
    /// The patterns, each with the numbers of the partitions that it is in.
    patterns: Vec<(Pattern, Vec<usize>)>,
    /// Their tables, one after the other: together they are large enough for large pages of memory.
    blob: TableBytes,
    /// By number of tiles.
    numberings: Vec<Option<Numbering>>,
    _lease: Lease<'h>,
}

/// The patterns of all partitions, each with the numbers of those it is in.
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
    /// Whether there are partitions for a board.
    pub(crate) fn fit(grid: Grid, blank_home: u8) -> bool {
        partitions(grid, blank_home).is_some()
    }

    /// Whether all their tables are on the shelf.
    pub(crate) fn are_kept(grid: Grid, blank_home: u8, cx: &Context<'_>) -> bool {
        let (Some(partitions), Some(table_cache)) = (partitions(grid, blank_home), cx.table_cache) else {
            return false;
        };
        table_cache.has(&name(grid, blank_home, partitions.len()))
    }

    /// The tables of as many partitions as memory has room for; nothing if it has none for the first, or if the board has no partitions.
    ///
    /// # Errors
    /// Why they could not be had.
    pub(crate) fn open(grid: Grid, blank_home: u8, cx: &'h Context<'_>) -> Result<Option<Self>, Stop> {
        let name = |partitions: usize| name(grid, blank_home, partitions);
        partitions(grid, blank_home).map_or(Ok(None), |wanted| Self::of(grid, wanted, Some(&name), cx))
    }

    /// The same for a single search: what is not on the shelf is not put there.
    ///
    /// # Errors
    /// Why they could not be had.
    pub(crate) fn for_once(grid: Grid, blank_home: u8, cx: &'h Context<'_>) -> Result<Option<Self>, Stop> {
        if Self::are_kept(grid, blank_home, cx) {
            return Self::open(grid, blank_home, cx);
        }
        partitions(grid, blank_home).map_or(Ok(None), |wanted| Self::of(grid, wanted, None, cx))
    }

    /// The same for partitions that are given. On the shelf they have a name, by their number, or else are not put there.
    pub(crate) fn of(
        grid: Grid,
        mut wanted: Vec<Vec<Pattern>>,
        name: Option<&dyn Fn(usize) -> String>,
        cx: &'h Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let sizes: Vec<usize> = wanted.iter().flatten().map(|pattern| pattern.homes.len()).collect();
        let mut numberings = Vec::new();
        numberings.resize_with(sizes.iter().max().map_or(0, |largest| largest + 1), || None);
        for size in sizes {
            if numberings[size].is_none() {
                let Some(numbering) = Numbering::new(grid, size) else { return Ok(None) };
                numberings[size] = Some(numbering);
            }
        }
        let lease = loop {
            match cx.lease(bytes(&patterns(&wanted), &numberings)) {
                Ok(lease) => break lease,
                Err(_) if wanted.len() > 1 => wanted.truncate(wanted.len() - 1),
                Err(_) => return Ok(None),
            }
        };
        let patterns = patterns(&wanted);
        let bytes = bytes(&patterns, &numberings);
        let name = name.map(|name| name(wanted.len()));
        let kept = cx.table_cache.zip(name.as_ref()).and_then(|(table_cache, name)| table_cache.get(name));
        let blob = match kept.filter(|blob| (**blob).as_ref().len() == bytes) {
            Some(blob) => blob,
            None => {
                let mut tables = Vec::with_capacity(bytes);
                for (pattern, _) in &patterns {
                    let Numbering { sets, regions, .. } = numbering(&numberings, pattern);
                    let orders = Permutations::shared(pattern.homes.len(), grid.cols);
                    match bit_pdb::build(pattern, sets, regions, &orders, cx) {
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
        Ok(Some(Self { grid, patterns, blob, numberings, _lease: lease }))
    }

    pub(crate) fn grid(&self) -> Grid {
        self.grid
    }

    /// The tables, each with its pattern and its partitions.
    pub(crate) fn members(&self) -> Vec<CollectionMember<'_>> {
        let mut tables = (*self.blob).as_ref();
        let mut members = Vec::new();
        for (pattern, partitions) in &self.patterns {
            let numbering = numbering(&self.numberings, pattern);
            let (table, after) = tables.split_at(numbering.bytes(pattern.homes.len()));
            tables = after;
            let Numbering { sets, regions, ranks } = numbering;
            let compact = BitPdb { pattern, sets, regions, table };
            members.push(CollectionMember { compact, ranks, partitions: partitions.clone() });
        }
        members
    }

    /// What they are called together: whatever a search with them depends on.
    pub(crate) fn name(&self) -> String {
        let homes = self.patterns.iter().map(|(pattern, _)| format!("{:?}", pattern.homes));
        format!("tables v{VERSION} {}", homes.collect::<Vec<_>>().join(" "))
    }
}

fn numbering<'n>(numberings: &'n [Option<Numbering>], pattern: &Pattern) -> &'n Numbering {
    numberings[pattern.homes.len()].as_ref().expect("made for all patterns")
}

/// Bytes of all tables.
fn bytes(patterns: &[(Pattern, Vec<usize>)], numberings: &[Option<Numbering>]) -> usize {
    let bytes = |pattern: &Pattern| numbering(numberings, pattern).bytes(pattern.homes.len());
    patterns.iter().map(|(pattern, _)| bytes(pattern)).sum()
}
