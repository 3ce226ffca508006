//! The tables of a partition: taken from the shelf, or built and put there.

use std::sync::Arc;

use fewest_search::{Context, Lease, Stop, TableBytes};

use crate::rules::grid::Grid;
use crate::solve::pdb::build;
use crate::solve::pdb::cell_sets::{CellSetRanks, CellSets};
use crate::solve::pdb::index::PermutationRanks;
use crate::solve::pdb::partition::{Size, partition};
use crate::solve::pdb::pattern::Pattern;
use crate::solve::pdb::permutations::Permutations;

/// The version of the layout of a table. It is part of the name, so a table of another version is simply not there.
const VERSION: u32 = 1;

/// What a table of a pattern is called.
fn name(pattern: &Pattern) -> String {
    let Grid { rows, cols } = pattern.grid;
    let homes: Vec<String> = pattern.homes.iter().map(u8::to_string).collect();
    format!("tiles {rows}x{cols} blank {} pattern {} v{VERSION}", pattern.blank_home, homes.join("."))
}

/// A pattern with its table, ready for looking up.
pub(crate) struct PdbTable<'t> {
    /// The goal cells of its tiles, rising.
    pub(crate) homes: &'t [u8],
    pub(crate) numbers: CellSetRanks<'t>,
    pub(crate) ranks: &'t PermutationRanks,
    pub(crate) table: &'t [u8],
}

/// The tables of a partition, ready for a search.
pub(crate) struct PdbPartition<'h> {
    patterns: Vec<(Pattern, TableBytes)>,
    /// By number of tiles.
    numbers: Vec<Option<(CellSets, PermutationRanks)>>,
    _lease: Lease<'h>,
}

impl<'h> PdbPartition<'h> {
    /// Whether all tables of a partition are on the shelf.
    pub(crate) fn are_kept(grid: Grid, blank_home: u8, size: Size, cx: &Context<'_>) -> bool {
        let kept =
            |pattern: &Pattern| cx.table_cache.is_some_and(|table_cache| table_cache.has(&name(pattern)));
        partition(grid, blank_home, size).is_some_and(|patterns| patterns.iter().all(kept))
    }

    /// The tables of a partition; nothing if the board is too large for any.
    ///
    /// # Errors
    /// Why they could not be had.
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
        let orders: usize = (2..numbers.len()).map(|size| Permutations::bytes(size, grid.cols)).sum();
        let lease = cx.lease(tables + orders)?;
        for size in sizes {
            numbers[size].get_or_insert_with(|| (CellSets::new(grid, size), PermutationRanks::new(size)));
        }
        let table = |pattern: Pattern| {
            let (sets, _) = numbers[pattern.homes.len()].as_ref().expect("made above");
            let name = name(&pattern);
            let kept = cx.table_cache.and_then(|table_cache| table_cache.get(&name));
            let right =
                |blob: &TableBytes| (**blob).as_ref().len() == build::packed_bytes(grid, pattern.homes.len());
            let blob = match kept.filter(right) {
                Some(blob) => blob,
                None => {
                    let orders = Permutations::shared(pattern.homes.len(), grid.cols);
                    let (bytes, _) = build::build(&pattern, sets, &orders, cx)?;
                    match cx.table_cache {
                        Some(table_cache) => table_cache.keep(&name, bytes),
                        None => Arc::new(bytes),
                    }
                }
            };
            Ok((pattern, blob))
        };
        let patterns = patterns.into_iter().map(table).collect::<Result<_, Stop>>()?;
        Ok(Some(Self { patterns, numbers, _lease: lease }))
    }

    /// How many tables there are.
    pub(crate) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// The tables for looking up.
    pub(crate) fn looked(&self) -> Vec<PdbTable<'_>> {
        self.patterns
            .iter()
            .map(|(pattern, blob)| {
                let (sets, ranks) = self.numbers[pattern.homes.len()].as_ref().expect("made with the tables");
                PdbTable { homes: &pattern.homes, numbers: sets.numbers(), ranks, table: (**blob).as_ref() }
            })
            .collect()
    }
}
