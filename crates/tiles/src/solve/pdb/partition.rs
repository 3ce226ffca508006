//! Partitions of the tiles into patterns (Felner, Korf and Hanan 2004).
//!
//! The larger the patterns, the better the heuristic and the larger the table: a pattern of n tiles
//! on c cells has c (c-1) … (c-n+1) entries. The goals of a pattern's tiles should be close
//! together, since a pattern database knows only how tiles of one pattern obstruct each other.
//!
//! [`PdbPartition`] holds the pattern databases of one partition, which are taken from the table
//! cache, or built and stored there.

use std::sync::Arc;

use fewest_search::{Context, Lease, Stop, TableBytes};

use crate::rules::grid::Grid;
use crate::solve::pdb::build::{self, entries};
use crate::solve::pdb::index::{
    CellSetRanks, CellSets, MOST_CELLS, MOST_TILES, PermutationRanks, Permutations,
};
use crate::solve::pdb::pattern::Pattern;

/// How much may be spent on tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    /// Built in a moment.
    Small,
    /// Built in about a second; pays from the second board on.
    Medium,
    /// For the hardest boards.
    Large,
}

impl Size {
    /// The most entries of a table.
    fn entries(self) -> usize {
        match self {
            Self::Small => 6_500_000,
            Self::Medium => 60_000_000,
            Self::Large => 600_000_000,
        }
    }

    fn tiles(self) -> usize {
        match self {
            Self::Small | Self::Medium => MOST_TILES - 1,
            Self::Large => MOST_TILES,
        }
    }
}

/// Partitions the tiles of a board into patterns; single tiles need no table and are left out. None
/// if the board is too large for tables.
pub(crate) fn partition(grid: Grid, blank_home: u8, size: Size) -> Option<Vec<Pattern>> {
    if grid.cells() > MOST_CELLS || grid.cells() < 3 {
        return None;
    }
    let fits = |&tiles: &usize| tiles < grid.cells() && entries(grid, tiles) <= size.entries();
    let most = (2..=size.tiles()).rev().find(fits)?;
    let pattern = |homes: &[u8]| pattern(grid, blank_home, homes);
    let known = (grid == Grid { rows: 4, cols: 4 } && blank_home == 15).then(|| four_by_four(size));
    let groups = known.unwrap_or_else(|| {
        let cells: Vec<u8> = down_strips(grid).filter(|&cell| cell != blank_home).collect();
        cells.chunks(most).map(<[u8]>::to_vec).collect()
    });
    Some(groups.iter().filter(|group| group.len() > 1).map(|group| pattern(group)).collect())
}

fn pattern(grid: Grid, blank_home: u8, homes: &[u8]) -> Pattern {
    let mut homes = homes.to_vec();
    homes.sort_unstable();
    Pattern { grid, homes, blank_home }
}

/// Boards of these numbers of cells are searched with several partitions: smaller ones need less,
/// larger ones are out of reach.
const COLLECTION_CELLS: std::ops::RangeInclusive<usize> = 17..=25;
/// The most tiles of their patterns.
const COLLECTION_TILES: usize = 6;

/// Returns several partitions of the tiles of a board, the best first; a pattern may belong to more
/// than one. None for boards that are not searched in this way.
pub(crate) fn partitions(grid: Grid, blank_home: u8) -> Option<Vec<Vec<Pattern>>> {
    if !COLLECTION_CELLS.contains(&grid.cells()) {
        return None;
    }
    if grid == (Grid { rows: 5, cols: 5 }) {
        // Where the blank has its goal elsewhere, the tile of the corner takes that place in the
        // drawing.
        let tiles = |drawn: &str, letter: char| -> Vec<u8> {
            let cells = drawn.chars().filter(|cell| *cell != ' ').zip(0..);
            let cells = cells.filter(|(cell, _)| *cell == letter);
            cells.map(|(_, at)| if at == blank_home { 24 } else { at }).collect()
        };
        let partition = |drawn: &str| {
            ['A', 'B', 'C', 'D'].map(|letter| pattern(grid, blank_home, &tiles(drawn, letter))).to_vec()
        };
        return Some(FIVE_BY_FIVE.map(partition).to_vec());
    }
    Some(strips(grid, blank_home, COLLECTION_TILES))
}

/// Returns the tiles in strips down the board, and in strips across it if that is different,
/// `tiles` tiles per pattern.
pub(crate) fn strips(grid: Grid, blank_home: u8, tiles: usize) -> Vec<Vec<Pattern>> {
    let groups = |cells: &mut dyn Iterator<Item = u8>| -> Vec<Pattern> {
        let cells: Vec<u8> = cells.filter(|&cell| cell != blank_home).collect();
        cells.chunks(tiles).map(|homes| pattern(grid, blank_home, homes)).collect()
    };
    let (down, across) = (groups(&mut down_strips(grid)), groups(&mut across_strips(grid)));
    if down == across { vec![down] } else { vec![down, across] }
}

/// Partitions of the 24-puzzle that complement each other: seven of them, of fourteen patterns.
const FIVE_BY_FIVE: [&str; 7] = [
    "CCDDD CCDDD CCAAA BBBAA BBBA.",
    "CCDDD CCDDD CCBAA BBBAA BBAA.",
    "DDDDD DCCCC CCAAA BBBAA BBBA.",
    "DDDDD DCCCC CCBAA BBBAA BBAA.",
    "CCDDA CCDDA CCDDA BBBAA BBBA.",
    "BCDDD BCDDD BCCAA BCCAA BBAA.",
    "DDDDA DCCCA DCCCA BBBAA BBBA.",
];

/// The partitions that measured best for the 15-puzzle: 6-6-3, 7-7-1, 7-8.
fn four_by_four(size: Size) -> Vec<Vec<u8>> {
    match size {
        Size::Small => vec![vec![0, 4, 5, 8, 9, 12], vec![6, 7, 10, 11, 13, 14], vec![1, 2, 3]],
        Size::Medium => vec![vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11, 14]],
        Size::Large => vec![(0..8).collect(), (8..15).collect()],
    }
}

/// The cells in strips that are two rows high.
fn across_strips(grid: Grid) -> impl Iterator<Item = u8> {
    let strips = down_strips(Grid { rows: grid.cols, cols: grid.rows });
    strips.map(move |cell| (usize::from(cell) % grid.rows * grid.cols + usize::from(cell) / grid.rows) as u8)
}

/// The cells in strips that are two columns wide, so that stretches of them are compact.
fn down_strips(grid: Grid) -> impl Iterator<Item = u8> {
    let strip = move |from: usize| {
        let row =
            move |row: usize| (from..grid.cols.min(from + 2)).map(move |col| (row * grid.cols + col) as u8);
        (0..grid.rows).flat_map(row)
    };
    (0..grid.cols).step_by(2).flat_map(strip)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::pdb::bit_pdb::{MOST_PARTITIONS, MOST_TABLES};

    #[test]
    fn every_tile_is_in_one_pattern_or_alone() {
        for (rows, cols) in
            [(1, 3), (2, 2), (2, 8), (3, 3), (4, 3), (5, 3), (4, 4), (5, 4), (5, 5), (8, 4), (31, 1)]
        {
            let grid = Grid { rows, cols };
            for blank_home in 0..grid.cells() as u8 {
                for size in [Size::Small, Size::Medium, Size::Large] {
                    let patterns = partition(grid, blank_home, size).expect("small enough");
                    let mut homes: Vec<u8> =
                        patterns.iter().flat_map(|pattern| pattern.homes.clone()).collect();
                    homes.sort_unstable();
                    let all = homes.len();
                    homes.dedup();
                    assert!(homes.len() == all && all + 3 >= grid.cells() && !homes.contains(&blank_home));
                    assert!(
                        patterns.iter().all(|pattern| entries(grid, pattern.homes.len()) <= size.entries())
                    );
                }
            }
        }
        assert_eq!(partition(Grid { rows: 6, cols: 6 }, 35, Size::Small), None);
    }

    #[test]
    fn every_tile_is_in_one_pattern_of_each_partition() {
        for (rows, cols, blank_home) in
            [(5, 5, 24), (5, 5, 12), (5, 4, 19), (6, 3, 17), (6, 4, 0), (9, 2, 17), (25, 1, 3)]
        {
            let partitions = partitions(Grid { rows, cols }, blank_home).expect("large enough");
            for partition in &partitions {
                assert!(partition.iter().all(|pattern| pattern.homes.len() <= COLLECTION_TILES));
                let mut homes: Vec<u8> = partition.iter().flat_map(|pattern| pattern.homes.clone()).collect();
                homes.sort_unstable();
                assert!(homes.into_iter().eq((0..(rows * cols) as u8).filter(|&cell| cell != blank_home)));
            }
            let mut all: Vec<&[u8]> = partitions.iter().flatten().map(|pattern| &pattern.homes[..]).collect();
            all.sort_unstable();
            all.dedup();
            assert!(all.len() <= MOST_TABLES && partitions.len() <= MOST_PARTITIONS, "{rows} x {cols}");
            assert!(blank_home != 24 || all.len() == 14);
        }
        assert_eq!(partitions(Grid { rows: 4, cols: 4 }, 15), None);
        assert_eq!(partitions(Grid { rows: 6, cols: 6 }, 35), None);
    }
}
