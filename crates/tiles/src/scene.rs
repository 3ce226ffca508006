//! A position as shapes: one a tile.

use super::board::Board;
use fewest_core::{Role, Scene, Shape};

/// The tiles as shapes; the blank is where there is none.
pub(super) fn scene(board: &Board) -> Scene {
    let columns = board.columns();
    let tiles = board.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let shape = |(cell, &tile): (usize, &u32)| Shape {
        id: tile as usize,
        label: tile.to_string(),
        name: String::new(),
        role: Role::Piece,
        cells: vec![(cell % columns, cell / columns)],
    };
    Scene { width: columns, height: board.rows(), shapes: tiles.map(shape).collect(), ..Scene::default() }
}
