//! The rank of the permutation in which the tiles of a pattern lie on their cells.
//!
//! Read in the order of the cells, the tiles of a pattern are a permutation, ranked alphabetically.
//! A tile that slides along a row passes no other tile, so the permutation stays; a tile that
//! slides along a column passes those in between, fewer than the board is wide. A table holds what
//! becomes of every permutation when the tile at a place passes a number of others, so that pattern
//! databases are built without ranking. Searches meet permutations one by one and use
//! [`PermutationRanks`](super::index::PermutationRanks), which takes less memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What slides do to the permutations of `size` tiles on a board that is `cols` wide.
pub(crate) struct Permutations {
    size: usize,
    most_passed: usize,
    count: usize,
    /// Rows of `count` permutations: for a place, and for how many places the tile there goes
    /// forward or back.
    slides: Vec<u16>,
}

/// The most tiles of a pattern: 8! fits into 16 bits, 9! does not.
pub(crate) const MOST_TILES: usize = 8;

impl Permutations {
    pub(crate) fn new(size: usize, cols: usize) -> Self {
        assert!(size <= MOST_TILES, "orders are 16 bits");
        let count = factorial(size);
        let most_passed = (cols - 1).min(size.saturating_sub(1));
        let mut permutations = Self { size, most_passed, count, slides: Vec::new() };
        let swaps: Vec<Vec<u16>> = (1..size).map(|place| permutations.swaps(place - 1)).collect();
        let stride = 2 * most_passed + 1;
        permutations.slides = vec![0; size * stride * count];
        for place in 0..size {
            // One place further than before: one more exchange of neighbours.
            for forward in [false, true] {
                let mut way: Vec<u16> = (0..=u16::MAX).take(count).collect();
                for passed in 0..=most_passed {
                    let end = if forward { place + passed } else { place.wrapping_sub(passed) };
                    if end >= size {
                        break;
                    }
                    if passed > 0 {
                        let swap = &swaps[if forward { end - 1 } else { end }];
                        way.iter_mut().for_each(|order| *order = swap[usize::from(*order)]);
                    }
                    let row = permutations.row(place, passed, forward);
                    permutations.slides[row * count..][..count].copy_from_slice(&way);
                }
            }
        }
        permutations
    }

    /// The same, built once per process: for eight tiles this takes longer than many a search.
    pub(crate) fn shared(size: usize, cols: usize) -> Arc<Self> {
        static MADE: Mutex<BTreeMap<(usize, usize), Arc<Permutations>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(made.entry((size, cols)).or_insert_with(|| Arc::new(Self::new(size, cols))))
    }

    /// The number of permutations.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the bytes of the table of `size` tiles.
    pub(crate) fn bytes(size: usize, cols: usize) -> usize {
        2 * factorial(size) * size * (2 * cols - 1)
    }

    /// Returns the row for the tile at `place` that passes `passed` others.
    pub(crate) fn row(&self, place: usize, passed: usize, forward: bool) -> usize {
        let middle = place * (2 * self.most_passed + 1) + self.most_passed;
        if forward { middle + passed } else { middle - passed }
    }

    /// Returns what becomes of every permutation.
    pub(crate) fn slides(&self, row: usize) -> &[u16] {
        &self.slides[row * self.count..][..self.count]
    }

    /// Returns what becomes of every permutation when the tiles at `place` and after it are
    /// exchanged. In the factorial number system (a digit is the number of smaller tiles that come
    /// later) only two digits change.
    fn swaps(&self, place: usize) -> Vec<u16> {
        let weight = factorial(self.size - 1 - place);
        let next_weight = factorial(self.size - 2 - place);
        let swap = |order: usize| {
            let first = order / weight % (self.size - place);
            let second = order / next_weight % (self.size - 1 - place);
            let (new_first, new_second) =
                if first <= second { (second + 1, first) } else { (second, first - 1) };
            order - first * weight - second * next_weight + new_first * weight + new_second * next_weight
        };
        (0..self.count).map(|order| swap(order) as u16).collect()
    }
}

/// Returns the rank of a permutation of different tiles. Only their order counts, so they need not
/// be 0, 1, 2, …
pub(crate) fn number(tiles: &[u8]) -> u16 {
    let later_smaller = |at: usize| tiles[at + 1..].iter().filter(|&&tile| tile < tiles[at]).count();
    let digits = (0..tiles.len()).map(|at| (later_smaller(at), tiles.len() - at));
    digits.fold(0, |number, (digit, base)| number * base as u16 + digit as u16)
}

pub(crate) fn factorial(n: usize) -> usize {
    (1..=n).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every permutation of the tiles 0, 1, 2, … alphabetically.
    fn each_order(size: usize) -> Vec<Vec<u8>> {
        let mut permutations = vec![Vec::new()];
        for _ in 0..size {
            let longer = |order: &Vec<u8>| {
                let free = (0..size as u8).filter(|tile| !order.contains(tile));
                free.map(|tile| [order, &[tile][..]].concat()).collect::<Vec<_>>()
            };
            permutations = permutations.iter().flat_map(longer).collect();
        }
        permutations
    }

    #[test]
    fn slides_do_what_moving_a_tile_does() {
        for (size, cols) in [(0, 4), (1, 4), (2, 2), (5, 4), (6, 3)] {
            let permutations = Permutations::new(size, cols);
            let all = each_order(size);
            assert_eq!(permutations.count(), all.len());
            for (at, order) in all.iter().enumerate() {
                assert_eq!(usize::from(number(order)), at);
                for place in 0..size {
                    for end in place.saturating_sub(cols - 1)..size.min(place + cols) {
                        let mut moved = order.clone();
                        let tile = moved.remove(place);
                        moved.insert(end, tile);
                        let row = permutations.row(place, place.abs_diff(end), end > place);
                        assert_eq!(permutations.slides(row)[at], number(&moved));
                    }
                }
            }
        }
    }
}
