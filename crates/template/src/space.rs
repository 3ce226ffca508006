//! The same rules packed, written for speed: a key is the set of toads and the set of frogs, one
//! bit a cell. All slides and jumps of one kind are found at once by shifting the sets.

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
    /// Returns the space of what can be reached from a board.
    pub fn of(board: &Board) -> Self {
        Self { cells: board.cells.len(), start: key(&board.cells), goal: key(&board.goal) }
    }
}

/// Returns every bit of a set, the lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl StateSpace for Space {
    fn words(&self) -> usize {
        2
    }

    fn kind(&self) -> EdgeKind {
        // A jump goes twice as far as a slide, so two depths may have the same position.
        EdgeKind::Directed
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for parent in parents.chunks_exact(2) {
            let (toads, frogs) = (parent[0], parent[1]);
            let empty = u64::MAX >> (64 - self.cells) & !(toads | frogs);
            for (set, by) in [(toads & (empty >> 1), 1), (toads & (frogs >> 1) & (empty >> 2), 2)] {
                out.extend(bits(set).flat_map(|bit| [toads ^ bit ^ (bit << by), frogs]));
            }
            for (set, by) in [(frogs & (empty << 1), 1), (frogs & (toads << 1) & (empty << 2), 2)] {
                out.extend(bits(set).flat_map(|bit| [toads, frogs ^ bit ^ (bit >> by)]));
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len() / 2).filter(|&at| keys[2 * at..2 * at + 2] == self.goal));
    }

    fn fingerprint(&self) -> String {
        format!("{} 1 {} {:x?} {:x?}", super::ID, self.cells, self.start, self.goal)
    }
}
