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
    /// Instead of shapes, where there would be too many: a character a cell, row by row. `#` is a light that is on, `.` is
    /// the ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bitmap: Vec<String>,
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

    /// Boards with more cells than this are not played or watched, and are bitmaps where a family has many shapes.
    pub const MOST_CELLS: usize = 40_000;

    /// Whether it has a bitmap instead of shapes.
    pub fn is_bitmap(&self) -> bool {
        !self.bitmap.is_empty()
    }

    /// A part of a bitmap as a scene with shapes, from a cell on and with at most so many columns and rows.
    #[must_use]
    pub fn detail(&self, (left, top): (usize, usize), (wide, high): (usize, usize)) -> Self {
        let rows = || self.bitmap.iter().skip(top).take(high);
        let cells = rows().enumerate().flat_map(|(y, row)| {
            row.chars().skip(left).take(wide).enumerate().map(move |(x, letter)| ((x, y), letter))
        });
        let shape = |((x, y), letter): ((usize, usize), char)| {
            let cells = vec![(x, y)];
            Some(Shape { id: (top + y) * self.width + left + x, cells, ..Shape::of_letter(letter)? })
        };
        Self {
            width: wide.min(self.width.saturating_sub(left)),
            height: rows().count(),
            grid: self.grid,
            ground: self.ground,
            form: self.form,
            shapes: cells.filter_map(shape).collect(),
            ..Self::default()
        }
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

impl Shape {
    /// What a character of a bitmap stands for, without a place.
    pub fn of_letter(letter: char) -> Option<Self> {
        (letter != '.').then(|| Self { id: 0, label: letter.to_string(), role: Role::Lit, cells: Vec::new() })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_bitmap_has_shapes_with_the_ids_of_the_whole() {
        let bitmap = ["..#.", ".#.#", "#.#."].map(str::to_owned).to_vec();
        let scene = Scene { width: 4, height: 3, form: Form::Light, bitmap, ..Scene::default() };
        let part = scene.detail((1, 1), (2, 9));
        assert_eq!((part.width, part.height), (2, 2));
        let shapes: Vec<_> = part.shapes.iter().map(|shape| (shape.id, shape.role, shape.cells[0])).collect();
        assert_eq!(shapes, [(5, Role::Lit, (0, 0)), (10, Role::Lit, (1, 1))]);
    }
}
