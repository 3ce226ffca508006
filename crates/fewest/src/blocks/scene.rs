//! A position as shapes.

use super::board::{Board, Freedom};
use crate::{Role, Scene, Shape};

/// The pieces as shapes; gates are marks where no piece stands.
pub(super) fn scene(board: &Board) -> Scene {
    let mut shapes: Vec<Shape> = board
        .pieces
        .iter()
        .enumerate()
        .map(|(id, piece)| Shape {
            id,
            label: board.names[id].to_string(),
            role: match piece.freedom {
                _ if id == 0 && board.has_goal_piece() => Role::Goal,
                Freedom::None => Role::Wall,
                _ => Role::Piece,
            },
            cells: piece.cells().map(|(row, column)| (column, row)).collect(),
        })
        .collect();
    let cover = board.cover();
    let open = board.gates.iter().filter(|&&(row, column)| cover[row * board.columns + column].is_none());
    for (number, &(row, column)) in open.enumerate() {
        let id = board.pieces.len() + number;
        shapes.push(Shape { id, label: String::new(), role: Role::Mark, cells: vec![(column, row)] });
    }
    Scene { width: board.columns, height: board.rows, shapes }
}
