//! Orders that slides can change, and their numbers.
//!
//! A search carries the order of the tiles of a pattern along as three bits a place. A tile that passes others turns a few neighbouring
//! places round, which is a matter of shifts. For the number of an order (see [`super::orders`]) the first four places and
//! the others are looked up in two tables that stay in the first cache.

use super::orders::{factorial, number};

/// Bits of a place, and places of the first table.
const BITS: u32 = 3;
const HEAD: usize = 4;
const ENTRIES: usize = 1 << (BITS as usize * HEAD);

/// The numbers of the orders of some tiles.
pub(super) struct Ranks {
    /// By the first four places: the number of the first order that begins like this.
    head: Box<[u16; ENTRIES]>,
    /// By the other places: how many orders of the same tiles come before.
    tail: Box<[u16; ENTRIES]>,
    /// How many orders there are.
    pub(super) count: usize,
}

/// An order, given by the tiles 0, 1, 2, … place by place.
pub(super) fn packed(tiles: &[u8]) -> u32 {
    tiles.iter().rev().fold(0, |order, &tile| order << BITS | u32::from(tile))
}

/// The order after a tile passed some others, forward from the place `first` or back to it. With none passed it stays as it is.
#[inline(always)]
pub(super) fn slid(order: u32, first: u32, passed: u32, forward: bool) -> u32 {
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

impl Ranks {
    pub(super) fn new(size: usize) -> Self {
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
    pub(super) fn number(&self, order: u32) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_and_numbers_are_those_of_orders() {
        for size in 0..=7_usize {
            let ranks = Ranks::new(size);
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
