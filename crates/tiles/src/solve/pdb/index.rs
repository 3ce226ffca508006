//! The index of a pattern database during a search: the set of cells and the permutation of the
//! tiles on them.
//!
//! A search carries the permutation along as three bits per place. A tile that passes others
//! rotates a few adjacent places, which takes shifts only. The rank of a permutation (see
//! [`permutations`](super::permutations)) is the sum of two lookups, for the first four places and
//! for the others, in tables that stay in the first-level cache.

use crate::solve::pdb::permutations::{factorial, number};

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
