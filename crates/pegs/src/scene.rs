//! A position as shapes: pegs are pieces, empty holes are marks. Rows of triangles and hexagons are set in by half a hole, so that
//! their columns are half holes.

use super::board::Board;
use super::goal::Goal;
use super::jumps::has_peg;
use super::shape::Geometry;
use fewest_core::{Form, Grid, Ground, Role, Scene, Shape};

/// The position as shapes.
pub fn scene(board: &Board) -> Scene {
    let places = places(board);
    let hole = |(hole, &place): (u16, &(usize, usize))| {
        let (label, role) = if board.shows(hole) { ("x", Role::Piece) } else { ("o", Role::Mark) };
        let (label, name) = (label.to_owned(), board.name(hole));
        Shape { id: usize::from(hole), label, name, role, cells: vec![place] }
    };
    let shapes: Vec<Shape> = (0..).zip(&places).map(hole).collect();
    let goal = board.shown_goal();
    let ends = |hole: &usize| matches!(&goal, Goal::Exactly(end) if has_peg(end, *hole));
    let target = |id| Shape {
        id,
        label: String::new(),
        name: String::new(),
        role: Role::Goal,
        cells: vec![places[id]],
    };
    let grid = match board.shape().geometry() {
        Geometry::Square => Grid::Square,
        Geometry::Triangle => Grid::Triangular,
        Geometry::Hexagon => Grid::Hexagonal,
    };
    let (columns, height) = board.shape().size();
    let widest = places.iter().map(|cell| cell.0 + 1).max();
    Scene {
        width: if grid == Grid::Square { columns } else { widest.unwrap_or(0) },
        height,
        grid,
        ground: Ground::Nothing,
        form: Form::Peg,
        shapes,
        targets: (0..places.len()).filter(ends).map(target).collect(),
        ..Scene::default()
    }
}

/// The cells of the holes.
fn places(board: &Board) -> Vec<(usize, usize)> {
    let places = board.shape().places();
    if board.shape().geometry() == Geometry::Square {
        return places.to_vec();
    }
    let below = |row: usize| board.shape().size().1 - 1 - row;
    let set_in: Vec<(usize, usize)> =
        places.iter().map(|&(column, row)| (2 * column + below(row), row)).collect();
    let least = set_in.iter().map(|cell| cell.0).min().unwrap_or(0);
    set_in.into_iter().map(|(column, row)| (column - least, row)).collect()
}
