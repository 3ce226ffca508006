//! Encodings of positions as keys of 64-bit words, and the state spaces over them.
//!
//! | file | what it holds |
//! |---|---|
//! | `fields` | the field encoding: one bit field per movable piece |
//! | `cells` | sets of cells as bits of a framed grid |
//! | `expand`, `goal_test`, `field_space` | successors, goals, state space of the field encoding |
//! | `rails` | the encoding for pieces on rails, with tabled successors |
//! | `move_cost` | the cost of a move in slides and steps |

mod cells;
mod expand;
mod field_space;
mod fields;
mod goal_test;
mod move_cost;
mod rails;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use fewest_search::StateSpace;

use crate::rules::{Board, Move};
use cells::{Window, framed_cells};
use field_space::FieldSpace;
pub(crate) use fields::{Field, Layout};
pub(crate) use move_cost::MoveCost;
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
/// fit.
fn fields(board: &Board) -> Box<dyn StateSpace> {
    match framed_cells(board) {
        0..=64 => Box::new(FieldSpace::<u64>::new(board)),
        65..=128 => Box::new(FieldSpace::<u128>::new(board)),
        _ => Box::new(FieldSpace::<Window>::new(board)),
    }
}
