//! Which tiles make a pattern.
//!
//! The larger the patterns, the better the bound and the longer the table: a pattern of n tiles on c cells has c (c-1) … (c-n+1) entries. Tiles of a
//! pattern should have their goals close together, since the bound knows only how tiles of one pattern are in each other's way.

use super::grid::Grid;
use super::orders::MOST_TILES;
use super::pattern::Pattern;
use super::sets::MOST_CELLS;
use super::table::entries;

/// How much may be spent on tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    /// Built in a moment.
    Small,
    /// Built in about a second, and worth it from the second board on.
    Medium,
    /// For the hardest boards.
    Large,
}

impl Size {
    /// Entries of a table at most.
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

/// Divides the tiles of a board into patterns; single tiles need none and are left out. Nothing for boards too large for tables.
pub(super) fn partition(grid: Grid, blank_home: u8, size: Size) -> Option<Vec<Pattern>> {
    if grid.cells() > MOST_CELLS || grid.cells() < 3 {
        return None;
    }
    let fits = |&tiles: &usize| tiles < grid.cells() && entries(grid, tiles) <= size.entries();
    let most = (2..=size.tiles()).rev().find(fits)?;
    let pattern = |homes: &[u8]| {
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        Pattern { grid, homes, blank_home }
    };
    let known = (grid == Grid { rows: 4, cols: 4 } && blank_home == 15).then(|| four_by_four(size));
    let groups = known.unwrap_or_else(|| {
        let cells: Vec<u8> = in_strips(grid).filter(|&cell| cell != blank_home).collect();
        cells.chunks(most).map(<[u8]>::to_vec).collect()
    });
    Some(groups.iter().filter(|group| group.len() > 1).map(|group| pattern(group)).collect())
}

/// The partitions that were measured to be good for the fifteen puzzle: 6-6-3, 7-7-1, 7-8.
fn four_by_four(size: Size) -> Vec<Vec<u8>> {
    match size {
        Size::Small => vec![vec![0, 4, 5, 8, 9, 12], vec![6, 7, 10, 11, 13, 14], vec![1, 2, 3]],
        Size::Medium => vec![vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11, 14]],
        Size::Large => vec![(0..8).collect(), (8..15).collect()],
    }
}

/// The cells in strips that are two columns wide, so that stretches of them are compact.
fn in_strips(grid: Grid) -> impl Iterator<Item = u8> {
    let strip = move |from: usize| {
        let row =
            move |row: usize| (from..grid.cols.min(from + 2)).map(move |col| (row * grid.cols + col) as u8);
        (0..grid.rows).flat_map(row)
    };
    (0..grid.cols).step_by(2).flat_map(strip)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
