//! Encodings of positions as keys of 64-bit words, and the state spaces over them.
//!
//! | file | what it holds |
//! |---|---|
//! | `fields` | the field encoding: one bit field per movable piece; the cost of a move |
//! | `cells` | sets of cells as bits of a framed grid |
//! | `expand` | state space of the field encoding: successors and goals |
//! | `rails` | the encoding for pieces on rails, with tabled successors |

mod cells;
mod expand;
mod fields;
mod rails;

use std::sync::Arc;

use fewest_search::StateSpace;

use crate::rules::{Board, Move};
use cells::{Window, framed_cells};
use expand::FieldSpace;
pub(crate) use fields::{Field, Layout, MoveCost};
use rails::Rails;

/// The encoding of the positions of a board.
#[derive(Clone)]
pub(crate) enum Encoding {
    /// One arrangement number per segment of rail.
    Rails(Arc<Rails>),
    /// One field per piece.
    Fields(Layout),
}

impl Encoding {
    pub(crate) fn new(board: &Board) -> Self {
        Rails::new(board)
            .map_or_else(|| Self::Fields(Layout::new(board)), |rails| Self::Rails(Arc::new(rails)))
    }

    /// Returns the key of a position of this puzzle.
    pub(crate) fn key(&self, position: &Board) -> Vec<u64> {
        match self {
            Self::Rails(rails) => rails.key(position),
            Self::Fields(layout) => layout.key(position),
        }
    }

    /// Returns the position of a key.
    pub(crate) fn position(&self, board: &Board, key: &[u64]) -> Board {
        match self {
            Self::Rails(rails) => rails.board(board, key),
            Self::Fields(layout) => layout.board(board, key),
        }
    }

    /// Moves the pieces of a position to where a key has them.
    pub(crate) fn put(&self, position: &mut Board, key: &[u64]) {
        match self {
            Self::Rails(rails) => rails.put(position, key),
            Self::Fields(layout) => layout.put(position, key),
        }
    }

    /// Returns the moves between consecutive keys, from a position on.
    pub(crate) fn label_path(&self, position: &Board, path: &[u64]) -> Vec<Move> {
        match self {
            Self::Rails(rails) => rails.label_path(path),
            Self::Fields(layout) => layout.label_path(position, path),
        }
    }

    /// Returns the cost of the move between two keys.
    pub(crate) fn move_cost(&self, board: &Board, from: &[u64], to: &[u64]) -> MoveCost {
        match self {
            Self::Rails(rails) => rails.move_cost(from[0], to[0]),
            Self::Fields(layout) => layout.move_cost(board, from, to),
        }
    }

    /// Returns the state space for the search engine.
    pub(crate) fn state_space(&self, board: &Board) -> Box<dyn StateSpace> {
        match self {
            Self::Rails(rails) => Box::new(rails::RailSpace::new(board, Arc::clone(rails))),
            Self::Fields(_) => fields(board),
        }
    }
}

/// Returns the state space of the field encoding, with the cells in one machine word where they
/// fit. Each kind of cells is all of the expansion once more, so the module for browsers does
/// without one.
fn fields(board: &Board) -> Box<dyn StateSpace> {
    match framed_cells(board) {
        0..=64 => Box::new(FieldSpace::<u64>::new(board)),
        65..=128 if !cfg!(target_family = "wasm") => Box::new(FieldSpace::<u128>::new(board)),
        _ => Box::new(FieldSpace::<Window>::new(board)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{any_board, board_on_rails};

    /// Returns the successors of the start as places of the pieces, sorted.
    fn successors(space: &dyn StateSpace, encoding: &Encoding, board: &Board) -> Vec<Vec<(usize, usize)>> {
        let (mut roots, mut out) = (Vec::new(), Vec::new());
        space.initial_states(&mut roots);
        space.expand(&roots, &mut out);
        let places = |key| {
            let after = encoding.position(board, key);
            after.pieces.iter().map(|piece| (piece.row, piece.column)).collect()
        };
        let mut all: Vec<Vec<(usize, usize)>> = out.chunks(space.words()).map(places).collect();
        all.sort_unstable();
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn rails_give_the_same_successors_as_fields(board in board_on_rails()) {
            let rails = Arc::new(rails::Rails::new(&board).expect("everything is on rails"));
            let layout = Layout::new(&board);
            let by_rails = successors(&rails::RailSpace::new(&board, Arc::clone(&rails)), &Encoding::Rails(rails), &board);
            let by_fields = successors(&FieldSpace::<u64>::new(&board), &Encoding::Fields(layout), &board);
            prop_assert_eq!(by_rails, by_fields);
        }

        #[test]
        fn every_way_to_hold_cells_gives_the_same_successors(board in any_board()) {
            let spaces: [Box<dyn StateSpace>; 3] = [
                Box::new(FieldSpace::<u64>::new(&board)),
                Box::new(FieldSpace::<u128>::new(&board)),
                Box::new(FieldSpace::<Window>::new(&board)),
            ];
            let results = spaces.map(|space| {
                let (mut roots, mut out) = (Vec::new(), Vec::new());
                space.initial_states(&mut roots);
                space.expand(&roots, &mut out);
                (space.words(), roots, out)
            });
            prop_assert_eq!(&results[0], &results[1]);
            prop_assert_eq!(&results[0], &results[2]);
        }
    }
}
