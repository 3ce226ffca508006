//! The same rules packed, written for speed: a key is the set of toads and the set of frogs, one
//! bit a cell.
//!
//! All slides and jumps of one kind are found at once by shifting the sets; the loops below only
//! unpack them.

use fewest_search::{EdgeKind, StateSpace};

use super::board::{Board, Cell};

/// The space of a board.
pub struct Space {
    cells: usize,
    start: [u64; 2],
    goal: [u64; 2],
}

/// The key of a row.
pub fn key(row: &[Cell]) -> [u64; 2] {
    [Cell::Toad, Cell::Frog].map(|kind| Board::places(row, kind).fold(0, |set, place| set | 1 << place))
}

impl Space {
    /// The space of everything that can be reached from a board.
    pub fn of(board: &Board) -> Self {
        Self { cells: board.cells().len(), start: key(board.cells()), goal: key(board.goal()) }
    }

    fn strip(&self) -> u64 {
        u64::MAX >> (64 - self.cells)
    }
}

/// Calls `visit` for every bit of a set, lowest first.
fn each_bit(mut set: u64, mut visit: impl FnMut(u64)) {
    while set != 0 {
        let bit = set & set.wrapping_neg();
        visit(bit);
        set ^= bit;
    }
}

impl StateSpace for Space {
    fn words(&self) -> usize {
        2
    }

    fn kind(&self) -> EdgeKind {
        // A jump goes twice as far as a slide, so positions of different depths may be equal, and
        // nothing goes back.
        EdgeKind::Directed
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for parent in parents.chunks_exact(2) {
            let (toads, frogs) = (parent[0], parent[1]);
            let empty = self.strip() & !(toads | frogs);
            for (set, by) in [(toads & (empty >> 1), 1), (toads & (frogs >> 1) & (empty >> 2), 2)] {
                each_bit(set, |bit| out.extend([toads ^ bit ^ (bit << by), frogs]));
            }
            for (set, by) in [(frogs & (empty << 1), 1), (frogs & (toads << 1) & (empty << 2), 2)] {
                each_bit(set, |bit| out.extend([toads, frogs ^ bit ^ (bit >> by)]));
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(
            keys.chunks_exact(2).enumerate().filter(|(_, key)| *key == self.goal).map(|(index, _)| index),
        );
    }

    fn fingerprint(&self) -> String {
        format!("{} 1 {} {:x?} {:x?}", super::ID, self.cells, self.start, self.goal)
    }
}
