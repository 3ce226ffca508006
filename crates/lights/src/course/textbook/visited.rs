//! The visited boards, each with the move that led to it: a hash table with chaining.
//!
//! All boards of a search have one size, so the bit array alone is the key.

use super::bit_array::BitArray;
use super::board::Move;

/// Marks the end of a chain.
const END: u32 = u32::MAX;

struct Entry {
    board: BitArray,
    by: Move,
    /// The next entry of the same chain.
    next: u32,
}

/// The hash table from boards to moves.
///
/// Entries stand in one list in the order of insertion; a chain is linked through it by index, so
/// that growing the table moves no entry.
pub struct VisitedTable {
    /// For each hash value the first entry of its chain.
    chains: Vec<u32>,
    entries: Vec<Entry>,
}

/// Hashes a key by one step of the course's pseudorandom number generator, so that boards that
/// differ in one light land far apart.
fn hash(board: BitArray) -> u32 {
    let (a, b) = (1_664_525, 1_013_904_223);
    board.wrapping_mul(a).wrapping_add(b)
}

impl Default for VisitedTable {
    fn default() -> Self {
        Self { chains: vec![END; 1023], entries: Vec::new() }
    }
}

impl VisitedTable {
    /// Number of boards visited.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no board was visited.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the boards and moves in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (BitArray, Move)> + '_ {
        self.entries.iter().map(|entry| (entry.board, entry.by))
    }

    fn chain_of(&self, board: BitArray) -> usize {
        hash(board) as usize % self.chains.len()
    }

    /// Returns the move that led to the board; None if it was not visited.
    pub fn get(&self, board: BitArray) -> Option<Move> {
        let mut at = self.chains[self.chain_of(board)];
        while at != END {
            let entry = &self.entries[at as usize];
            if entry.board == board {
                return Some(entry.by);
            }
            at = entry.next;
        }
        None
    }

    /// Records the move that led to a board which was not visited before.
    pub fn add(&mut self, board: BitArray, by: Move) {
        debug_assert!(self.get(board).is_none());
        if self.entries.len() >= self.chains.len() {
            self.grow();
        }
        let chain = self.chain_of(board);
        self.entries.push(Entry { board, by, next: self.chains[chain] });
        self.chains[chain] = (self.entries.len() - 1) as u32;
    }

    /// Doubles the number of chains, so that they stay about one entry long. The number stays odd,
    /// because the remainder by an even number would ignore part of the hash value.
    fn grow(&mut self) {
        self.chains = vec![END; 2 * self.chains.len() + 1];
        for index in 0..self.entries.len() {
            let chain = self.chain_of(self.entries[index].board);
            self.entries[index].next = self.chains[chain];
            self.chains[chain] = index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn neighbouring_boards_spread_over_the_chains() {
        let mut visited = VisitedTable::default();
        for board in 0..100_000 {
            visited.add(board, Move { x: 0, y: 0 });
        }
        let mut longest = 0;
        for &first in &visited.chains {
            let chain =
                std::iter::successors(Some(first), |&at| visited.entries.get(at as usize).map(|e| e.next));
            longest = longest.max(chain.take_while(|&at| at != END).count());
        }
        assert!(longest <= 12, "a chain of {longest} entries");
    }

    proptest! {
        #[test]
        fn agrees_with_the_standard_map(keys in prop::collection::hash_map(any::<u32>(), any::<(u8, u8)>(), 0..3000)) {
            let mut visited = VisitedTable::default();
            for (&board, &(x, y)) in &keys {
                visited.add(board, Move { x, y });
            }
            let listed: HashMap<u32, (u8, u8)> = visited.iter().map(|(board, by)| (board, (by.x, by.y))).collect();
            prop_assert_eq!(&listed, &keys);
            for board in keys.keys().flat_map(|&key| [key, key ^ 1, key.rotate_left(7)]) {
                prop_assert_eq!(visited.get(board).map(|by| (by.x, by.y)), keys.get(&board).copied());
            }
        }
    }
}
