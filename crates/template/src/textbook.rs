//! The plain algorithm: a queue, a set of rows already seen, nothing clever.
//!
//! It is teaching text and the oracle of the tests, so it uses `board.rs` only and shares nothing
//! with `space.rs`.

use std::collections::{HashSet, VecDeque};

use super::board::Board;

/// Longer strips are left to `solve`; this keeps the tests quick.
pub const LONGEST: usize = 11;

/// The fewest moves, or nothing if there is no solution.
pub fn fewest(start: &Board) -> Option<u64> {
    let mut seen = HashSet::from([row(start)]);
    let mut queue = VecDeque::from([(start.clone(), 0)]);
    while let Some((board, depth)) = queue.pop_front() {
        if board.is_goal() {
            return Some(depth);
        }
        for by in board.moves() {
            let mut next = board.clone();
            next.play(by).expect("a listed move is legal");
            if seen.insert(row(&next)) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    None
}

fn row(board: &Board) -> String {
    board.cells().iter().map(|cell| cell.letter()).collect()
}
