//! A position as shapes: pegs are pieces, empty holes are marks. Rows of triangles and hexagons are set in by half a hole, so that
//! their columns are half holes.

use super::board::Board;
use super::shape::Geometry;
use crate::{Role, Scene, Shape};

/// The position as shapes.
pub fn scene(board: &Board) -> Scene {
    let (width, height) = board.shape().size();
    let is_square = board.shape().geometry() == Geometry::Square;
    let place = |(column, row): (usize, usize)| match is_square {
        true => (column, row),
        false => (2 * column + (height - 1 - row), row),
    };
    let hole = |(hole, &at): (u16, &(usize, usize))| {
        let (label, role) = if board.has(hole) { ("x", Role::Piece) } else { ("o", Role::Mark) };
        Shape { id: usize::from(hole), label: label.to_owned(), role, cells: vec![place(at)] }
    };
    let shapes: Vec<Shape> = (0..).zip(board.shape().places()).map(hole).collect();
    let widest = shapes.iter().flat_map(|shape| &shape.cells).map(|cell| cell.0 + 1).max();
    Scene { width: if is_square { width } else { widest.unwrap_or(0) }, height, shapes }
}
