//! The pattern databases of one partition: taken from the table cache, or built and stored there.

use std::sync::Arc;

use fewest_search::{Context, Lease, Stop, TableBytes};

use crate::rules::grid::Grid;
use crate::solve::pdb::build;
use crate::solve::pdb::cell_sets::{CellSetRanks, CellSets};
use crate::solve::pdb::index::PermutationRanks;
use crate::solve::pdb::partition::{Size, partition};
use crate::solve::pdb::pattern::Pattern;
use crate::solve::pdb::permutations::Permutations;

/// The version of the layout of a table. It is part of the name, so a table of another version is
/// not found.
const VERSION: u32 = 1;

/// Returns the name of a table in the cache.
fn name(pattern: &Pattern) -> String {
    let Grid { rows, cols } = pattern.grid;
    let homes: Vec<String> = pattern.homes.iter().map(u8::to_string).collect();
    format!("tiles {rows}x{cols} blank {} pattern {} v{VERSION}", pattern.blank_home, homes.join("."))
}

/// A pattern database with what its index needs.
pub(crate) struct PdbTable<'t> {
    /// The goal cells of its tiles, increasing.
    pub(crate) homes: &'t [u8],
    pub(crate) numbers: CellSetRanks<'t>,
    pub(crate) ranks: &'t PermutationRanks,
    pub(crate) table: &'t [u8],
}

/// The pattern databases of a partition, ready for a search.
pub(crate) struct PdbPartition<'h> {
    patterns: Vec<(Pattern, TableBytes)>,
    /// By number of tiles.
    numbers: Vec<Option<(CellSets, PermutationRanks)>>,
    _lease: Lease<'h>,
}

impl<'h> PdbPartition<'h> {
    /// Returns whether all tables of a partition are in the cache.
    pub(crate) fn are_kept(grid: Grid, blank_home: u8, size: Size, cx: &Context<'_>) -> bool {
        let kept =
            |pattern: &Pattern| cx.table_cache.is_some_and(|table_cache| table_cache.has(&name(pattern)));
        partition(grid, blank_home, size).is_some_and(|patterns| patterns.iter().all(kept))
    }

    /// Returns the tables of a partition; None if the board is too large for any.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn open(
        grid: Grid,
        blank_home: u8,
        size: Size,
        cx: &'h Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(patterns) = partition(grid, blank_home, size) else { return Ok(None) };
        let sizes = patterns.iter().map(|pattern| pattern.homes.len());
        let mut numbers: Vec<Option<(CellSets, PermutationRanks)>> = Vec::new();
        numbers.resize_with(sizes.clone().max().unwrap_or(0) + 1, || None);
        let tables: usize = sizes.clone().map(|size| build::packed_bytes(grid, size)).sum();
        let permutations: usize = (2..numbers.len()).map(|size| Permutations::bytes(size, grid.cols)).sum();
        let lease = cx.lease(tables + permutations)?;
        for size in sizes {
            numbers[size].get_or_insert_with(|| (CellSets::new(grid, size), PermutationRanks::new(size)));
        }
        let table = |pattern: Pattern| {
            let (sets, _) = numbers[pattern.homes.len()].as_ref().expect("made above");
            let name = name(&pattern);
            let kept = cx.table_cache.and_then(|table_cache| table_cache.get(&name));
            let right = |table_bytes: &TableBytes| {
                (**table_bytes).as_ref().len() == build::packed_bytes(grid, pattern.homes.len())
            };
            let table_bytes = match kept.filter(right) {
                Some(table_bytes) => table_bytes,
                None => {
                    let permutations = Permutations::shared(pattern.homes.len(), grid.cols);
                    let (bytes, _) = build::build(&pattern, sets, &permutations, cx)?;
                    match cx.table_cache {
                        Some(table_cache) => table_cache.keep(&name, bytes),
                        None => Arc::new(bytes),
                    }
                }
            };
            Ok((pattern, table_bytes))
        };
        let patterns = patterns.into_iter().map(table).collect::<Result<_, Stop>>()?;
        Ok(Some(Self { patterns, numbers, _lease: lease }))
    }

    /// The number of tables.
    pub(crate) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// The tables for lookups.
    pub(crate) fn lookups(&self) -> Vec<PdbTable<'_>> {
        self.patterns
            .iter()
            .map(|(pattern, table_bytes)| {
                let (sets, ranks) = self.numbers[pattern.homes.len()].as_ref().expect("made with the tables");
                PdbTable {
                    homes: &pattern.homes,
                    numbers: sets.numbers(),
                    ranks,
                    table: (**table_bytes).as_ref(),
                }
            })
            .collect()
    }
}
