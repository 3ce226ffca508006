//! The crate `pathfinding`: IDA* with Manhattan distance, as its users write it.

use pathfinding::prelude::idastar;

use super::boards::Fifteen;

pub fn fewest(board: &Fifteen) -> u64 {
    let successors = |board: &Fifteen| {
        let blank = board.iter().position(|&tile| tile == 0).unwrap_or(0);
        let (row, col) = (blank / 4, blank % 4);
        let mut next = Vec::with_capacity(4);
        let mut go = |cell: usize| {
            let mut board = *board;
            board.swap(blank, cell);
            next.push((board, 1_u64));
        };
        if row > 0 {
            go(blank - 4);
        }
        if row < 3 {
            go(blank + 4);
        }
        if col > 0 {
            go(blank - 1);
        }
        if col < 3 {
            go(blank + 1);
        }
        next
    };
    let manhattan = |board: &Fifteen| {
        let steps = |(cell, &tile): (usize, &u8)| match usize::from(tile) {
            0 => 0,
            tile => ((tile - 1) / 4).abs_diff(cell / 4) + ((tile - 1) % 4).abs_diff(cell % 4),
        };
        board.iter().enumerate().map(steps).sum::<usize>() as u64
    };
    let solved: Fifteen = std::array::from_fn(|cell| ((cell + 1) % 16) as u8);
    idastar(board, successors, manhattan, |board| *board == solved).map_or(0, |(_, moves)| moves)
}
