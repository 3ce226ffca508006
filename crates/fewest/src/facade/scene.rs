//! A position as shapes on a grid: what pictures, players and pages are drawn from.
//!
//! ```text
//!   square           triangular and hexagonal: a column is half a place wide,
//!    0 1 2           and the rows are set in by one of them
//!  0 A A .            0 1 2 3 4
//!  1 . B .          0     A
//!                   1   B   C
//!                   2 D   E   F
//! ```

use serde::Serialize;

/// Shapes on a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How rows lie beside each other.
    pub grid: Grid,
    /// What is where no shape is.
    pub ground: Ground,
    /// What shapes look like.
    pub form: Form,
    /// The shapes, none over another.
    pub shapes: Vec<Shape>,
    /// Where shapes must lie at the end, if the puzzle names places: each with the id of the shape that comes there, or of any
    /// that fits. They may lie under shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Shape>,
}

/// How rows lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grid {
    /// Columns stand upright.
    #[default]
    Square,
    /// Every place lies between two of the row below; columns are half places.
    Triangular,
    /// The same in the form of a hexagon; columns are half places.
    Hexagonal,
}

/// What is where no shape is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ground {
    /// An empty cell of the board.
    #[default]
    Floor,
    /// Nothing: the board is where shapes are.
    Nothing,
}

/// What shapes look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Form {
    /// They fill their cells.
    #[default]
    Block,
    /// They stand in holes; marks are the empty ones.
    Peg,
    /// They are lights that are on; marks and the floor are lights that are off.
    Light,
}

impl Scene {
    /// The shape on a cell.
    pub fn shape_at(&self, cell: (usize, usize)) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.cells.contains(&cell))
    }
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
