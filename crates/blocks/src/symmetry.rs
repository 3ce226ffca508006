//! Symmetry: mirror images of positions, on boards whose walls, gates and goals are symmetric.
//!
//! The image of a piece on a rail would lie on the rail of another piece, so boards with such
//! pieces have no images.

use std::collections::BTreeSet;

use fewest_core::Images;

use crate::encoding::Encoding;
use crate::rules::{Board, Freedom, Goal, Piece};

/// A mirror: upside down, left for right, or both.
#[derive(Clone, Copy, Debug)]
struct Mirror {
    upside_down: bool,
    left_for_right: bool,
}

const MIRRORS: [Mirror; 3] = [
    Mirror { upside_down: true, left_for_right: false },
    Mirror { upside_down: false, left_for_right: true },
    Mirror { upside_down: true, left_for_right: true },
];

impl Mirror {
    /// Returns the corner of the image of a rectangle. None if the rectangle reaches beyond the
    /// board.
    fn corner(
        self,
        board: &Board,
        (row, column): (usize, usize),
        (width, height): (usize, usize),
    ) -> Option<(usize, usize)> {
        let below = board.rows.checked_sub(row.checked_add(height)?)?;
        let right = board.columns.checked_sub(column.checked_add(width)?)?;
        let row = if self.upside_down { below } else { row };
        Some((row, if self.left_for_right { right } else { column }))
    }

    /// Returns whether a shape is symmetric.
    fn keeps_shape(self, piece: &Piece) -> bool {
        let turned = |(row, column): (usize, usize)| {
            let row = if self.upside_down { piece.height - 1 - row } else { row };
            (row, if self.left_for_right { piece.width - 1 - column } else { column })
        };
        let cells: BTreeSet<_> = piece.shape().collect();
        piece.shape().all(|cell| cells.contains(&turned(cell)))
    }

    /// Returns whether everything but the places of the pieces is symmetric.
    fn keeps(self, board: &Board) -> bool {
        let cell = |at| self.corner(board, at, (1, 1));
        let walls: BTreeSet<_> = board
            .pieces
            .iter()
            .filter(|piece| piece.freedom == Freedom::None)
            .flat_map(Piece::cells)
            .collect();
        let pieces = board.pieces.iter().all(|piece| match piece.freedom {
            Freedom::Both => self.keeps_shape(piece),
            Freedom::None => true,
            Freedom::Horizontal | Freedom::Vertical => false,
        });
        pieces
            && walls.iter().all(|&wall| cell(wall).is_some_and(|image| walls.contains(&image)))
            && board.gates.iter().all(|&gate| cell(gate).is_some_and(|image| board.gates.contains(&image)))
            && board
                .goals
                .iter()
                .all(|goal| self.goal(board, goal).is_some_and(|image| board.goals.contains(&image)))
    }

    fn goal(self, board: &Board, goal: &Goal) -> Option<Goal> {
        Some(match *goal {
            Goal::LastColumn if self.left_for_right => return None,
            Goal::LastColumn => Goal::LastColumn,
            Goal::PieceAt { piece, row, column } => {
                let it = board.pieces.get(piece)?;
                let (row, column) = self.corner(board, (row, column), (it.width, it.height))?;
                Goal::PieceAt { piece, row, column }
            }
            Goal::ShapeAt { row, column, width, height } => {
                let (row, column) = self.corner(board, (row, column), (width, height))?;
                Goal::ShapeAt { row, column, width, height }
            }
        })
    }
}

/// Returns the function from a key to the keys of its images. None if the board has no symmetry.
pub(super) fn images(board: &Board) -> Option<Images<'_>> {
    let mirrors: Vec<Mirror> = MIRRORS.into_iter().filter(|mirror| mirror.keeps(board)).collect();
    if mirrors.is_empty() {
        return None;
    }
    let encoding = Encoding::new(board);
    Some(Box::new(move |key, out| {
        let position = encoding.position(board, key);
        for mirror in &mirrors {
            let mut image = position.clone();
            for piece in image.pieces.iter_mut().filter(|piece| piece.freedom == Freedom::Both) {
                let size = (piece.width, piece.height);
                if let Some(corner) = mirror.corner(board, (piece.row, piece.column), size) {
                    (piece.row, piece.column) = corner;
                }
            }
            out.extend(encoding.key(&image));
        }
    }))
}
