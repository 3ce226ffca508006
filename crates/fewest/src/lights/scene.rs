//! The board as shapes: one for each light that is on.

use super::board::Board;
use crate::{Role, Scene, Shape};

/// The position as shapes.
pub fn scene(board: &Board) -> Scene {
    let shape = |(x, y)| Shape {
        id: board.width() * y + x,
        label: "#".to_owned(),
        role: Role::Lit,
        cells: vec![(x, y)],
    };
    Scene { width: board.width(), height: board.height(), shapes: board.lit().iter().map(shape).collect() }
}
