//! The index of a pattern database: the rank of a set of cells, and of the permutation in which the
//! tiles of a pattern lie on them.
//!
//! *Sets of cells.* A pattern of n tiles lies on n of the cells, a set. The sets of n cells are
//! ranked so that those with an even number of white cells come first: a slide removes one cell and
//! adds its neighbour, so it always goes from one half of the ranks to the other. The rank is the
//! sum of two lookups in small tables, for the upper and the lower cells of the board.
//!
//! *Permutations.* Read in the order of the cells, the tiles of a pattern are a permutation, ranked
//! alphabetically. A tile that slides along a row passes no other tile, so the permutation stays; a
//! tile that slides along a column passes those in between, fewer than the board is wide. To build
//! tables without ranking, [`Permutations`] holds what becomes of every permutation when the tile
//! at a place passes a number of others.
//!
//! *During a search.* Searches meet permutations one by one and carry them along in a
//! [`PatternIndex`] as three bits per place. A tile that passes others rotates a few adjacent
//! places, which takes shifts only. [`PermutationRanks`] takes less memory than [`Permutations`]:
//! the rank is the sum of two lookups, for the first four places and for the others, in tables that
//! stay in the first-level cache.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::grid::Grid;

/// The most cells of a board with ranked sets.
pub(crate) const MOST_CELLS: usize = 32;

/// The ranking of the sets of `size` cells of a board.
pub(crate) struct CellSets {
    cells: usize,
    size: usize,
    low_bits: usize,
    /// By lower cells: the number of such sets of the same class before, times two, plus 1 if the
    /// number of white cells is odd.
    low: Vec<u16>,
    /// By upper cells and the parity of the lower ones: the rank of the first such set.
    high: Vec<u32>,
    count: usize,
    count_even: usize,
}

impl CellSets {
    pub(crate) fn new(grid: Grid, size: usize) -> Self {
        let cells = grid.cells();
        assert!(cells <= MOST_CELLS, "sets are 32 bits");
        let low_bits = cells.div_ceil(2);
        let white = (0..cells).filter(|&cell| grid.is_white(cell)).fold(0_u32, |mask, cell| mask | 1 << cell);
        let parity = |set: u32| (set & white).count_ones() as usize % 2;
        // The number of lower sets of each size and parity.
        let mut classes = vec![[0_u16; 2]; low_bits + 1];
        let low = (0..1_u32 << low_bits)
            .map(|set| {
                let seen = &mut classes[set.count_ones() as usize][parity(set)];
                *seen += 1;
                (*seen - 1) << 1 | u16::from(parity(set) == 1)
            })
            .collect();
        let highs = 1_usize << (cells - low_bits);
        let mut high = vec![0; 2 * highs];
        let (mut count, mut count_even) = (0, 0);
        for side in 0..2 {
            for upper in 0..highs {
                let set = (upper as u32) << low_bits;
                let low_parity = side ^ parity(set);
                high[2 * upper + low_parity] = count;
                let missing = size.checked_sub(set.count_ones() as usize);
                count += missing
                    .and_then(|missing| classes.get(missing))
                    .map_or(0, |class| u32::from(class[low_parity]));
            }
            if side == 0 {
                count_even = count as usize;
            }
        }
        Self { cells, size, low_bits, low, high, count: count as usize, count_even }
    }

    /// The tables alone.
    pub(crate) fn numbers(&self) -> CellSetRanks<'_> {
        CellSetRanks { low_bits: self.low_bits, low: &self.low, high: &self.high }
    }

    /// Returns the rank of a set, which must have the right size.
    pub(crate) fn number(&self, set: u32) -> usize {
        self.numbers().number(set)
    }

    /// Returns all sets in the order of their ranks.
    pub(crate) fn by_rank(&self) -> Vec<u32> {
        let mut by_rank = vec![0; self.count];
        each_set(self.cells, self.size).for_each(|set| by_rank[self.number(set)] = set);
        by_rank
    }

    /// The number of sets.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of sets with an even number of white cells; these have the first ranks.
    pub(crate) fn count_even(&self) -> usize {
        self.count_even
    }
}

/// The tables of a ranking, for searches.
#[derive(Clone, Copy)]
pub(crate) struct CellSetRanks<'s> {
    low_bits: usize,
    low: &'s [u16],
    high: &'s [u32],
}

impl CellSetRanks<'_> {
    /// Returns the rank of a set, which must have the right size.
    #[inline(always)]
    pub(crate) fn number(&self, set: u32) -> usize {
        let low = u32::from(self.low[(set & ((1 << self.low_bits) - 1)) as usize]);
        let high = self.high[((set >> self.low_bits) << 1 | low & 1) as usize];
        (high + (low >> 1)) as usize
    }
}

/// All sets of `size` out of `cells` cells, in the order of their bits.
pub(crate) fn each_set(cells: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = if size == 0 { 0 } else { u64::MAX >> (64 - size) };
    std::iter::successors(Some(first), |&set| {
        // The next larger number with as many ones: the lowest run moves its top bit up and the
        // rest of itself down.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (set != 0).then(|| carried | (((carried ^ set) / lowest.max(1)) >> 2))
    })
    .take_while(move |&set| set >> cells == 0)
    .map(|set| set as u32)
}

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

/// Bits of a place, and places of the first table.
const BITS: u32 = 3;
const HEAD: usize = 4;
const ENTRIES: usize = 1 << (BITS as usize * HEAD);

/// The ranks of the permutations of some tiles.
pub(crate) struct PermutationRanks {
    /// By the first four places: the rank of the first permutation that begins like this.
    head: Box<[u16; ENTRIES]>,
    /// By the other places: the number of permutations of the same tiles before.
    tail: Box<[u16; ENTRIES]>,
    /// The number of permutations.
    pub(crate) count: usize,
}

/// Packs a permutation, given by the tiles 0, 1, 2, … place by place.
pub(crate) fn packed(tiles: &[u8]) -> u32 {
    tiles.iter().rev().fold(0, |order, &tile| order << BITS | u32::from(tile))
}

/// Returns the permutation after a tile passed `passed` others, forward from the place `first` or
/// back to it.
#[inline(always)]
pub(crate) fn slid(order: u32, first: u32, passed: u32, forward: bool) -> u32 {
    let first = BITS * first;
    let (last, all) = (BITS * passed, (1 << (BITS * (passed + 1))) - 1);
    let window = order >> first & all;
    let turned = if forward {
        window >> BITS | (window & ((1 << BITS) - 1)) << last
    } else {
        window << BITS & all | window >> last
    };
    order ^ (window ^ turned) << first
}

impl PermutationRanks {
    pub(crate) fn new(size: usize) -> Self {
        assert!(size <= 2 * HEAD, "three bits a tile");
        let (mut head, mut tail) = (Box::new([0; ENTRIES]), Box::new([0; ENTRIES]));
        let (begins, ends) = (size.min(HEAD), size.saturating_sub(HEAD));
        let orders_of_ends: u16 = factorial(ends) as u16;
        each_choice(size as u8, begins, &mut |number, tiles| {
            head[packed(tiles) as usize] = number * orders_of_ends;
        });
        each_choice(size as u8, ends, &mut |_, tiles| tail[packed(tiles) as usize] = number(tiles));
        Self { head, tail, count: factorial(size) }
    }

    /// Returns the rank of a permutation.
    #[inline(always)]
    pub(crate) fn number(&self, order: u32) -> usize {
        let (head, tail) = (order as usize % ENTRIES, (order >> (BITS * HEAD as u32)) as usize % ENTRIES);
        usize::from(self.head[head] + self.tail[tail])
    }
}

/// Visits every way to choose `places` different ones of `size` tiles in turn, alphabetically, with
/// its rank.
fn each_choice(size: u8, places: usize, visit: &mut dyn FnMut(u16, &[u8])) {
    fn go(
        size: u8,
        places: usize,
        chosen: &mut Vec<u8>,
        number: &mut u16,
        visit: &mut dyn FnMut(u16, &[u8]),
    ) {
        if chosen.len() == places {
            visit(*number, chosen);
            *number += 1;
            return;
        }
        for tile in 0..size {
            if !chosen.contains(&tile) {
                chosen.push(tile);
                go(size, places, chosen, number, visit);
                chosen.pop();
            }
        }
    }
    go(size, places, &mut Vec::new(), &mut 0, visit);
}

/// The index of a pattern: the set of cells, the permutation, and the value, as far as it is known.
/// It is one number, since parts that are written separately and read together stall the processor.
///
/// ```text
///   63    56 55          32 31         0
///   | value | permutation  |    set    |
/// ```
pub(crate) type PatternIndex = u64;

pub(crate) const ORDER_AT: u32 = 32;
pub(crate) const VALUE_AT: u32 = 56;

/// Returns the index of tiles on cells, without the value; the cells are in the order of the tiles'
/// goals.
pub(crate) fn of(cells: &[usize]) -> PatternIndex {
    let mut tiles: Vec<(usize, u8)> = cells.iter().copied().zip(0..).collect();
    tiles.sort_unstable();
    let order: Vec<u8> = tiles.iter().map(|(_, tile)| *tile).collect();
    let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
    u64::from(packed(&order)) << ORDER_AT | set
}

/// A slide of a tile from a cell to its neighbour, as sets of cells.
#[derive(Clone, Copy, Default)]
pub(crate) struct IndexSlide {
    /// The cells before both.
    before: u32,
    /// The cells between the two; none if they are adjacent in a row.
    between: u32,
    /// The two.
    ends: u32,
    is_forward: bool,
    /// Where the tile came from, and the blank is now.
    pub(crate) from: u8,
}

impl IndexSlide {
    pub(crate) fn new(from: usize, to: usize) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let before = (1 << low) - 1;
        let between = ((1 << high) - 1) & !(before << 1 | 1);
        Self { before, between, ends: 1 << low | 1 << high, is_forward: to > from, from: from as u8 }
    }

    /// Returns the index after the slide, without the value.
    #[inline(always)]
    pub(crate) fn after(&self, placed: PatternIndex) -> PatternIndex {
        let (before, order) =
            (placed as u32, (placed >> ORDER_AT) as u32 & ((1 << (VALUE_AT - ORDER_AT)) - 1));
        let set = before ^ self.ends;
        // Along a row no tile is passed, and each direction has this branch for itself.
        let order = if self.between == 0 {
            order
        } else {
            let first = (before & self.before).count_ones();
            let passed = (before & self.between).count_ones();
            slid(order, first, passed, self.is_forward)
        };
        u64::from(order) << ORDER_AT | u64::from(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_even_sets_come_first() {
        for (rows, cols, size, count) in
            [(4, 4, 7, 11440), (3, 4, 6, 924), (2, 7, 1, 14), (5, 5, 3, 2300), (3, 3, 0, 1)]
        {
            let grid = Grid { rows, cols };
            let sets = CellSets::new(grid, size);
            assert_eq!(sets.count(), count);
            let mut seen = vec![false; count];
            for set in each_set(grid.cells(), size) {
                let number = sets.number(set);
                assert!(!std::mem::replace(&mut seen[number], true));
                let white =
                    (0..grid.cells()).filter(|&cell| set >> cell & 1 == 1 && grid.is_white(cell)).count();
                assert_eq!(white % 2 == 0, number < sets.count_even());
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

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

    #[test]
    fn slides_and_numbers_are_those_of_orders() {
        for size in 0..=7_usize {
            let ranks = PermutationRanks::new(size);
            let mut all = 0;
            each_choice(size as u8, size, &mut |at, tiles| {
                all += 1;
                assert_eq!(number(tiles), at);
                assert_eq!(ranks.number(packed(tiles)), usize::from(at));
                for place in 0..size {
                    for end in place.saturating_sub(3)..size.min(place + 4) {
                        let mut moved = tiles.to_vec();
                        let tile = moved.remove(place);
                        moved.insert(end, tile);
                        let (first, passed) = (place.min(end) as u32, place.abs_diff(end) as u32);
                        let after = slid(packed(tiles), first, passed, end > place);
                        assert_eq!(after, packed(&moved), "{tiles:?}");
                    }
                }
            });
            assert_eq!(all, ranks.count);
        }
    }
}
