//! The table of a pattern: how many slides its tiles need, for every way they can lie.
//!
//! Manhattan distance is known anyway and the true number of slides differs from it by an even number, so half of the difference is kept,
//! in half a byte. Differences that do not fit are cut off at 15, which keeps the bound a bound.

use fewest_search::planes;
use fewest_search::{Host, Stop, team};

use super::grid::Grid;
use super::manhattan::Manhattan;
use super::orders::Orders;
use super::pattern::{Blocks, Pattern};
use super::sets::Sets;
use super::sliced::Sliced;

/// A table that was just built.
pub(super) struct Built {
    /// Half of what a pattern needs beyond Manhattan distance, by (set of cells) x (order of tiles), two entries a byte.
    pub(super) bytes: Vec<u8>,
    /// The number of positions (with regions of the blank) at each distance.
    pub(super) layers: Vec<u64>,
}

/// Entries of the table of `size` tiles.
pub(super) fn entries(grid: Grid, size: usize) -> usize {
    // Places for the first tile, the second, …: as many as sets times orders.
    (0..size).map(|tile| grid.cells() - tile).product()
}

/// Bytes of the table as it is kept.
pub(super) fn packed_bytes(grid: Grid, size: usize) -> usize {
    entries(grid, size).div_ceil(2)
}

/// Builds the table of a pattern of two tiles or more with all threads of the host.
pub(super) fn build(pattern: &Pattern, sets: &Sets, orders: &Orders, host: &Host<'_>) -> Result<Built, Stop> {
    assert!(pattern.homes.len() > 1, "one tile needs no table");
    let blocks = Blocks::new(pattern, sets, orders);
    let (size, words) = (orders.count(), orders.count().div_ceil(64));
    let _lease = host.lease(blocks.bytes() + sets.count() * (size / 2 + Sliced::bytes(words)))?;
    let mut distances =
        [0, 1].map(|side| blocks.parts(side).map(|sets| Sliced::new(&blocks, sets, words)).collect::<Vec<_>>());
    let layers = planes::layers(&blocks, host, &mut distances)?;
    let mut bytes = vec![0; sets.count() * size / 2];
    let mut rest = &mut bytes[..];
    let mut parts = Vec::new();
    for part in distances.iter().flatten() {
        let (here, after) = rest.split_at_mut(part.sets().len() * size / 2);
        parts.push((part, here));
        rest = after;
    }
    team::sum_over(host, parts.into_iter(), |(part, bytes)| {
        let (mut manhattan, mut halves) = (Manhattan::new(pattern.homes.len()), Vec::new());
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
    Ok(Built { bytes, layers })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(rows: usize, cols: usize, homes: &[u8], blank_home: u8) -> Built {
        let grid = Grid { rows, cols };
        let pattern = Pattern { grid, homes: homes.to_vec(), blank_home };
        let (sets, orders) = (Sets::new(grid, homes.len()), Orders::new(homes.len(), cols));
        build(&pattern, &sets, &orders, &Host::default()).expect("memory")
    }

    #[test]
    fn positions_of_patterns_are_as_many_as_counted_elsewhere() {
        let count = |homes: &[u8]| built(4, 4, homes, 15).layers.iter().sum::<u64>();
        assert_eq!(count(&[0, 1, 2, 4, 5]), 874_080);
        assert_eq!(count(&[0, 4, 5, 8, 9, 12]), 11_816_640);
    }
}
