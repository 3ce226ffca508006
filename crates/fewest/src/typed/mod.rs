//! Boards with their types: a bridge between the families and what is the same for all of them. The
//! module of each family is exported at the root of the crate.

#[cfg(feature = "blocks")]
pub mod blocks;
#[cfg(feature = "lights")]
pub mod lights;
#[cfg(feature = "pegs")]
pub mod pegs;
#[cfg(feature = "tiles")]
pub mod tiles;

use std::any::Any;

use crate::Puzzle;
use crate::service::{self, ErasedBoard, Family};

/// A board of one family, with its own type of moves.
///
/// The families implement it; see the modules of the families for examples.
pub trait TypedBoard: Clone + Into<Puzzle> + TryFrom<Puzzle> + sealed::Sealed {
    /// One move.
    type Move;

    #[doc(hidden)]
    fn moves_of(solution: &dyn service::Solution) -> Vec<Self::Move>;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Returns the board of a puzzle, or the puzzle if it is of another family.
pub(crate) fn board_of<F: Family>(puzzle: Puzzle) -> Result<F::Board, Puzzle> {
    let position: &dyn Any = puzzle.position();
    position.downcast_ref::<ErasedBoard<F>>().map(|board| board.0.clone()).ok_or(puzzle)
}

/// Connects the board of a family with [`Puzzle`].
macro_rules! typed_board {
    ($family:ty, $board:ty, $move:ty) => {
        impl $crate::typed::sealed::Sealed for $board {}

        impl $crate::TypedBoard for $board {
            type Move = $move;

            fn moves_of(solution: &dyn $crate::service::Solution) -> Vec<$move> {
                $crate::service::typed_moves::<$family>(solution)
            }
        }

        impl From<$board> for $crate::Puzzle {
            fn from(board: $board) -> Self {
                Self::from_position(Box::new($crate::service::ErasedBoard::<$family>(board)))
            }
        }

        /// Fails with the puzzle itself if it is of another family.
        impl TryFrom<$crate::Puzzle> for $board {
            type Error = $crate::Puzzle;

            fn try_from(puzzle: $crate::Puzzle) -> Result<Self, $crate::Puzzle> {
                $crate::typed::board_of::<$family>(puzzle)
            }
        }
    };
}
pub(crate) use typed_board;
