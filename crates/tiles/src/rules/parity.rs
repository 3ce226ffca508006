//! The parity of permutations (Johnson and Story 1879), for boards of any size.

use crate::rules::arrangement::{Arrangement, Tile};

/// Returns the fewest exchanges of two cells each that turn one arrangement into another: cells
/// less cycles. Its parity is that of the permutation.
pub(crate) fn exchanges(from: &Arrangement, to: &Arrangement) -> u64 {
    let home = to.places();
    let mut open = vec![true; home.len()];
    let mut exchanges = 0;
    for start in 0..home.len() {
        let mut cell = start;
        let mut length = 0_u64;
        while std::mem::take(&mut open[cell]) {
            cell = home[from.cells()[cell] as usize];
            length += 1;
        }
        exchanges += length.saturating_sub(1);
    }
    exchanges
}

/// Returns the rows and columns between the blank and its goal cell.
pub(crate) fn blank_distance(from: &Arrangement, to: &Arrangement) -> u64 {
    let (here, there) = (blank(from), blank(to));
    (here.0.abs_diff(there.0) + here.1.abs_diff(there.1)) as u64
}

/// Returns row and column of the blank, counted from 0.
pub(crate) fn blank(arrangement: &Arrangement) -> (usize, usize) {
    let cell = arrangement.cells().iter().position(|&tile| tile == 0).unwrap_or(0);
    (cell / arrangement.columns(), cell % arrangement.columns())
}

/// Returns whether slides can turn one arrangement into another. With at least two rows and two
/// columns parity alone decides (Wilson 1974).
pub(crate) fn is_reachable(from: &Arrangement, to: &Arrangement) -> bool {
    match from.rows().min(from.columns()) {
        1 => first_overtaken(from, to).is_none(),
        _ => (exchanges(from, to) + blank_distance(from, to)).is_multiple_of(2),
    }
}

/// The tiles in their order, without the blank.
fn tiles(arrangement: &Arrangement) -> impl Iterator<Item = Tile> + '_ {
    arrangement.cells().iter().copied().filter(|&tile| tile != 0)
}

/// Returns the first two tiles whose order differs, as (which comes first here, which comes first
/// there).
pub(crate) fn first_overtaken(from: &Arrangement, to: &Arrangement) -> Option<(Tile, Tile)> {
    tiles(from).zip(tiles(to)).find(|(here, there)| here != there)
}

/// Returns the number of pairs of tiles in the wrong order, the blank not counted.
pub(crate) fn inversions(arrangement: &Arrangement) -> u64 {
    smaller_after(arrangement).into_iter().map(u64::from).sum()
}

/// Returns for each cell how many tiles after it are smaller than its own; 0 for the blank. The
/// counts are kept in a binary indexed tree (Fenwick 1994), so that `n` cells take `n log n` steps.
pub(crate) fn smaller_after(arrangement: &Arrangement) -> Vec<u32> {
    let cells = arrangement.cells();
    let mut counts = vec![0_u32; cells.len() + 1];
    let mut smaller = vec![0; cells.len()];
    for (cell, &tile) in cells.iter().enumerate().rev().filter(|(_, tile)| **tile != 0) {
        let mut at = tile as usize - 1;
        while at > 0 {
            smaller[cell] += counts[at];
            at &= at - 1;
        }
        at = tile as usize;
        while at < counts.len() {
            counts[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::textbook::{self, TextbookGrid};
    use crate::rules::arrangement::Goal;
    use crate::testing::shuffled;
    use fewest_core::Seed;

    #[test]
    fn it_decides_as_the_textbook_does() {
        let mut seed = Seed::new(5);
        let sizes = (1..6).flat_map(|rows| (1..6).map(move |columns| (rows, columns)));
        for ((rows, columns), goal) in sizes.flat_map(|size| Goal::ALL.map(|goal| (size, goal))) {
            let goal = goal.arrangement(rows, columns).unwrap();
            for _ in 0..9 {
                let now = shuffled(rows, columns, &mut seed);
                assert_eq!(inversions(&now), textbook::inversions(now.cells()) as u64);
                let after = |(cell, &tile): (usize, &Tile)| {
                    let rest = now.cells()[cell..].iter();
                    rest.filter(|&&other| other != 0 && other < tile).count() as u32
                };
                let expected: Vec<u32> = now.cells().iter().enumerate().map(after).collect();
                assert_eq!(smaller_after(&now), expected);
                let textbook =
                    textbook::is_solvable(TextbookGrid { rows, columns }, now.cells(), goal.cells());
                assert_eq!(is_reachable(&now, &goal), textbook, "{now:?}");
            }
        }
    }
}
