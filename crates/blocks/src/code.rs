//! Which of the two ways of packing a board takes, and the meaning of its keys.

use std::sync::Arc;

use fewest_search::StateSpace;

use super::bits::Window;
use super::board::{Board, Move};
use super::framed::framed_cells;
use super::hop::Hop;
use super::layout::Layout;
use super::rails::{self, Rails};
use super::space::Space;

/// How the positions of a board are packed.
#[derive(Clone)]
pub(super) enum Code {
    /// An arrangement a stretch of rail.
    Rails(Arc<Rails>),
    /// A field a piece.
    Fields(Layout),
}

impl Code {
    pub(super) fn new(board: &Board) -> Self {
        Rails::new(board)
            .map_or_else(|| Self::Fields(Layout::new(board)), |rails| Self::Rails(Arc::new(rails)))
    }

    /// The key of a position of this puzzle.
    pub(super) fn key(&self, position: &Board) -> Vec<u64> {
        match self {
            Self::Rails(rails) => rails.key(position),
            Self::Fields(layout) => layout.key(position),
        }
    }

    /// The position of a key.
    pub(super) fn position(&self, board: &Board, key: &[u64]) -> Board {
        match self {
            Self::Rails(rails) => rails.board(board, key),
            Self::Fields(layout) => layout.board(board, key),
        }
    }

    /// Puts the pieces of a position where a key has them.
    pub(super) fn put(&self, position: &mut Board, key: &[u64]) {
        match self {
            Self::Rails(rails) => rails.put(position, key),
            Self::Fields(layout) => layout.put(position, key),
        }
    }

    /// The moves from key to key, from a position on.
    pub(super) fn label_path(&self, position: &Board, trail: &[u64]) -> Vec<Move> {
        match self {
            Self::Rails(rails) => rails.label_path(trail),
            Self::Fields(layout) => layout.label_path(position, trail),
        }
    }

    /// What a move from key to key is and counts.
    pub(super) fn hop(&self, board: &Board, from: &[u64], to: &[u64]) -> Hop {
        match self {
            Self::Rails(rails) => rails.hop(from[0], to[0]),
            Self::Fields(layout) => layout.hop(board, from, to),
        }
    }

    /// The space for the engine.
    pub(super) fn state_space(&self, board: &Board) -> Box<dyn StateSpace> {
        match self {
            Self::Rails(rails) => Box::new(rails::Space::new(board, Arc::clone(rails))),
            Self::Fields(_) => fields(board),
        }
    }
}

/// A field a piece, with cells in one number where they fit.
fn fields(board: &Board) -> Box<dyn StateSpace> {
    match framed_cells(board) {
        0..=64 => Box::new(Space::<u64>::new(board)),
        65..=128 => Box::new(Space::<u128>::new(board)),
        _ => Box::new(Space::<Window>::new(board)),
    }
}
