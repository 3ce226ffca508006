//! A position as shapes on a grid: what pictures, players and pages are drawn from.

use serde::Serialize;

/// Shapes on a square grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The shapes, none over another.
    pub shapes: Vec<Shape>,
}

/// One shape: a piece, a light, a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// Stays the same while the shape moves.
    pub id: usize,
    /// A character or a short word to be read on it.
    pub label: String,
    /// What it is in the game.
    pub role: Role,
    /// Its cells as (column, row), counted from 0.
    pub cells: Vec<(usize, usize)>,
}

/// What a shape is in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Role {
    /// Something that can be moved.
    Piece,
    /// What the puzzle is about.
    Goal,
    /// Something that never moves.
    Wall,
    /// A light that is on.
    Lit,
    /// A mark on the ground.
    Mark,
}
