//! The peer `pathfinding`: its breadth-first search on a packed board, three bits per car, as its
//! users would write it.

use pathfinding::prelude::bfs;

use super::rush::{Lot, SIDE};

const BITS: usize = 3;

/// The fewest slides until the first car touches the right edge; `None` if it never does.
pub fn fewest(lot: &Lot) -> Option<u64> {
    let start = lot.cars.iter().enumerate().fold(0, |key, (at, car)| key | (car.place as u64) << (BITS * at));
    let path = bfs(&start, |&key| successors(lot, key), |&key| place(key, 0) + lot.cars[0].length == SIDE)?;
    Some(path.len() as u64 - 1)
}

fn place(key: u64, car: usize) -> usize {
    (key >> (BITS * car) & 7) as usize
}

fn successors(lot: &Lot, key: u64) -> Vec<u64> {
    let taken = lot.cars.iter().enumerate().fold(lot.walls, |set, (at, car)| set | car.cells(place(key, at)));
    let mut next = Vec::with_capacity(16);
    for (at, car) in lot.cars.iter().enumerate() {
        let here = place(key, at);
        let moved = |to: usize| key & !(7 << (BITS * at)) | (to as u64) << (BITS * at);
        let free = |along: usize| taken >> car.cell(along) & 1 == 0;
        next.extend((0..here).rev().take_while(|&to| free(to)).map(moved));
        next.extend((here + 1..=SIDE - car.length).take_while(|&to| free(to + car.length - 1)).map(moved));
    }
    next
}
