//! A position as shapes.

use super::board::{Board, Freedom, Goal};
use fewest_core::{Role, Scene, Shape};

/// The pieces as shapes; gates are marks where no piece stands.
pub(super) fn scene(board: &Board) -> Scene {
    let mut shapes: Vec<Shape> = board
        .pieces
        .iter()
        .enumerate()
        .map(|(id, piece)| Shape {
            id,
            label: board.names[id].to_string(),
            name: String::new(),
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
        let (label, name) = (String::new(), String::new());
        shapes.push(Shape { id, label, name, role: Role::Mark, cells: vec![(column, row)] });
    }
    let targets = board.goals.iter().filter_map(|goal| target(board, goal)).collect();
    Scene { width: board.columns, height: board.rows, shapes, targets, ..Scene::default() }
}

/// The cells where a goal wants a piece; nothing if it leaves the row open.
fn target(board: &Board, goal: &Goal) -> Option<Shape> {
    let (id, cells) = match *goal {
        Goal::LastColumn => {
            let piece = board.pieces.first().filter(|piece| piece.freedom == Freedom::Horizontal)?;
            let right = board.columns.checked_sub(piece.column + piece.width)?;
            (0, piece.cells().map(|(row, column)| (column + right, row)).collect())
        }
        Goal::PieceAt { piece, row, column } => {
            let cells = board.pieces.get(piece)?.shape();
            (piece, cells.map(|(down, right)| (column + right, row + down)).collect())
        }
        Goal::ShapeAt { row, column, width, height } => {
            let rows = row..row + height;
            let cells = rows.flat_map(|row| (column..column + width).map(move |column| (column, row)));
            (board.pieces.len(), cells.collect())
        }
    };
    let label = board.names.get(id).map(char::to_string).unwrap_or_default();
    Some(Shape { id, label, name: String::new(), role: Role::Goal, cells })
}
