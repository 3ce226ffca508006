//! Orders that slides can change, and their numbers.
//!
//! A search carries the order of the tiles of a pattern along as three bits a place. A tile that passes others turns a few neighbouring
//! places round, which is a matter of shifts. For the number of an order (see [`super::orders`]) the first four places and
//! the others are looked up in two tables that stay in the first cache.

use crate::solve::pdb::permutations::{factorial, number};

/// Bits of a place, and places of the first table.
const BITS: u32 = 3;
const HEAD: usize = 4;
const ENTRIES: usize = 1 << (BITS as usize * HEAD);

/// The numbers of the orders of some tiles.
pub(crate) struct PermutationRanks {
    /// By the first four places: the number of the first order that begins like this.
    head: Box<[u16; ENTRIES]>,
    /// By the other places: how many orders of the same tiles come before.
    tail: Box<[u16; ENTRIES]>,
    /// How many orders there are.
    pub(crate) count: usize,
}

/// An order, given by the tiles 0, 1, 2, … place by place.
pub(crate) fn packed(tiles: &[u8]) -> u32 {
    tiles.iter().rev().fold(0, |order, &tile| order << BITS | u32::from(tile))
}

/// The order after a tile passed some others, forward from the place `first` or back to it. With none passed it stays as it is.
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

    /// The number of an order.
    #[inline(always)]
    pub(crate) fn number(&self, order: u32) -> usize {
        let (head, tail) = (order as usize % ENTRIES, (order >> (BITS * HEAD as u32)) as usize % ENTRIES);
        usize::from(self.head[head] + self.tail[tail])
    }
}

/// Every way to choose `places` different ones of `size` tiles in turn, alphabetically, with its number.
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

/// How the tiles of a pattern lie: the set of cells, the order there, and what they need, as far as it is known. In one number,
/// since parts that are written apart and read together make the processor wait.
///
/// ```text
///   63   56 55        32 31         0
///   | need |   order    |    set    |
/// ```
pub(crate) type PatternIndex = u64;

pub(crate) const ORDER_AT: u32 = 32;
pub(crate) const VALUE_AT: u32 = 56;

/// How tiles lie on cells, but for what they need; the cells in the order of the tiles' homes.
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
    /// Those before both.
    before: u32,
    /// Those between the two; next to each other in a row there are none.
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

    /// How tiles lie after it, but for what they need then.
    #[inline(always)]
    pub(crate) fn after(&self, placed: PatternIndex) -> PatternIndex {
        let (before, order) =
            (placed as u32, (placed >> ORDER_AT) as u32 & ((1 << (VALUE_AT - ORDER_AT)) - 1));
        let set = before ^ self.ends;
        // Along a row nothing is passed, and each direction has this branch for itself.
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
