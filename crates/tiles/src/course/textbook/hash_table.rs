//! The boards seen so far, each with its parent: a hash table with chaining that never grows.
//!
//! The capacity is chosen once by the size of the boards, as the text recommends: resizing would
//! hash every board again, and a load above 1 does no harm as long as the chains stay about equally
//! long.

use crate::rules::arrangement::Tile;

/// Marks the end of a chain, and a board without a parent.
const NONE: u32 = u32::MAX;

/// How full the table is: the figures that the text asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Boards inserted.
    pub inserted: usize,
    /// Buckets.
    pub capacity: usize,
    /// Buckets with at least one board.
    pub filled: usize,
}

impl Statistics {
    /// Returns the share of buckets that are filled, in percent.
    pub fn filled_percent(&self) -> f64 {
        100.0 * self.filled as f64 / self.capacity as f64
    }

    /// Returns the mean number of boards in a filled bucket.
    pub fn mean_filled(&self) -> f64 {
        self.inserted as f64 / self.filled.max(1) as f64
    }
}

/// The hash table. Boards stand in the order of their insertion; chains are linked by number.
pub struct SeenBoards {
    length: usize,
    boards: Vec<Tile>,
    parents: Vec<u32>,
    chain: Vec<u32>,
    buckets: Vec<u32>,
}

/// Returns the number of buckets for boards of side k: the text's own choice for 3, 4 and 5.
fn capacity(k: usize) -> usize {
    match k {
        ..=3 => 1 << 12,
        4 => 1 << 14,
        _ => 1 << 16,
    }
}

/// The polynomial of Java's `Arrays.hashCode`, modulo 2^32.
fn hash(board: &[Tile]) -> u32 {
    board.iter().fold(1, |hash: u32, &tile| hash.wrapping_mul(31).wrapping_add(tile))
}

/// What Java's `HashMap` does to a hash before it takes the lowest bits. Without it two thirds of
/// the buckets for the 8-puzzle stay empty: 31 is one less than a power of two, so the lowest bits
/// know little more than sums of the same nine numbers.
fn spread(hash: u32) -> u32 {
    hash ^ hash >> 16
}

impl SeenBoards {
    /// Returns an empty table for boards of side `k` and `cells` cells.
    pub fn new(k: usize, cells: usize) -> Self {
        let buckets = vec![NONE; capacity(k)];
        Self { length: cells, boards: Vec::new(), parents: Vec::new(), chain: Vec::new(), buckets }
    }

    /// The number of boards seen.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns whether no board was seen.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Returns the board of a number.
    pub fn board(&self, number: usize) -> &[Tile] {
        &self.boards[number * self.length..][..self.length]
    }

    /// Returns the parent of a board.
    pub fn parent(&self, number: usize) -> Option<usize> {
        Some(self.parents[number]).filter(|&parent| parent != NONE).map(|parent| parent as usize)
    }

    fn bucket(&self, board: &[Tile]) -> usize {
        spread(hash(board)) as usize & (self.buckets.len() - 1)
    }

    /// Returns whether a board was seen. Boards are compared as whole slices, which is what
    /// `memcmp` does.
    pub fn contains(&self, board: &[Tile]) -> bool {
        let mut at = self.buckets[self.bucket(board)];
        while at != NONE {
            if self.board(at as usize) == board {
                return true;
            }
            at = self.chain[at as usize];
        }
        false
    }

    /// Inserts a board; returns its number.
    pub fn add(&mut self, board: &[Tile], parent: Option<usize>) -> usize {
        debug_assert!(!self.contains(board));
        let (number, bucket) = (self.len(), self.bucket(board));
        self.boards.extend_from_slice(board);
        self.parents.push(parent.map_or(NONE, |parent| parent as u32));
        self.chain.push(std::mem::replace(&mut self.buckets[bucket], number as u32));
        number
    }

    /// Returns how full the table is.
    pub fn statistics(&self) -> Statistics {
        let filled = self.buckets.iter().filter(|&&first| first != NONE).count();
        Statistics { inserted: self.len(), capacity: self.buckets.len(), filled }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_javas() {
        assert_eq!(hash(&[]), 1);
        assert_eq!(hash(&[1, 2, 3]), 30_817, "what Arrays.hashCode(new int[]{{1, 2, 3}}) gives");
    }

    #[test]
    fn boards_are_found_again() {
        let mut seen = SeenBoards::new(2, 4);
        assert!(seen.is_empty() && !seen.contains(&[1, 2, 3, 0]));
        let first = seen.add(&[1, 2, 3, 0], None);
        let second = seen.add(&[1, 2, 0, 3], Some(first));
        assert!(
            seen.contains(&[1, 2, 3, 0]) && seen.contains(&[1, 2, 0, 3]) && !seen.contains(&[0, 2, 1, 3])
        );
        assert_eq!((seen.parent(first), seen.parent(second)), (None, Some(first)));
        let Statistics { inserted, capacity, filled } = seen.statistics();
        assert_eq!((inserted, capacity, filled), (2, 1 << 12, 2));
    }
}
