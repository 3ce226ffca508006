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

use std::collections::BTreeMap;

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
    /// What places are called.
    pub naming: Naming,
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
    /// Where the cells do not say who belongs to whom: lines between shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wires: Vec<Wire>,
    /// Where there are wires, the middle of every shape in the picture, in hundredths of a place; the layout fills them in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<(u32, u32)>,
}

/// A line between two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wire {
    /// The id of a shape.
    pub from: usize,
    /// The id of another.
    pub to: usize,
    /// Whether it leads one way only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
}

/// What the places of a scene are called, where their shapes have no names of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Naming {
    /// `row 1, column 2`: counted from 1.
    #[default]
    Rows,
    /// `(1, 0)`: column and row, counted from 0.
    Pairs,
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

    /// What people call a place, as moves and proofs call it too.
    pub fn name(&self, (column, row): (usize, usize)) -> String {
        let own =
            self.shape_at((column, row)).map(|shape| shape.name.as_str()).filter(|name| !name.is_empty());
        match (own, self.naming) {
            (Some(name), _) => name.to_owned(),
            (None, Naming::Rows) => format!("row {}, column {}", row + 1, column + 1),
            (None, Naming::Pairs) => format!("({column}, {row})"),
        }
    }

    /// The shape with an id.
    pub fn shape(&self, id: usize) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.id == id)
    }

    /// Every place with wires and where they lead, in words: `(0, 0): (1, 0), (4, 0)`.
    pub fn wiring(&self) -> Vec<String> {
        let mut ends: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for wire in &self.wires {
            ends.entry(wire.from).or_default().push(wire.to);
            if !wire.one_way {
                ends.entry(wire.to).or_default().push(wire.from);
            }
        }
        if ends.is_empty() {
            return Vec::new();
        }
        let names: BTreeMap<usize, &str> =
            self.shapes.iter().map(|shape| (shape.id, shape.name.as_str())).collect();
        let name = |id: &usize| names.get(id).copied().unwrap_or_default();
        let wired = self.shapes.iter().filter_map(|shape| Some((shape.name.as_str(), ends.get(&shape.id)?)));
        wired
            .map(|(from, ends)| {
                let mut ends = ends.clone();
                ends.sort_unstable();
                format!("{from}: {}", ends.iter().map(name).collect::<Vec<_>>().join(", "))
            })
            .collect()
    }

    /// Boards with more cells than this are not played or watched, and are bitmaps where a family has many shapes.
    pub const MOST_CELLS: usize = 40_000;

    /// Whether it has a bitmap instead of shapes.
    pub fn is_bitmap(&self) -> bool {
        !self.bitmap.is_empty()
    }

    /// A part of a bitmap as a scene with shapes, from a cell on and with at most the given columns and rows.
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
            naming: self.naming,
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
    /// What its place is called; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is in the game.
    pub role: Role,
    /// Its cells as (column, row), counted from 0.
    pub cells: Vec<(usize, usize)>,
}

impl Shape {
    /// What a character of a bitmap stands for, without a place.
    pub fn of_letter(letter: char) -> Option<Self> {
        (letter != '.').then(|| Self {
            id: 0,
            label: letter.to_string(),
            name: String::new(),
            role: Role::Lit,
            cells: Vec::new(),
        })
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
    fn places_are_called_as_the_family_calls_them() {
        let shape = |id, name: &str| Shape {
            id,
            label: String::new(),
            name: name.to_owned(),
            role: Role::Mark,
            cells: vec![(id, 0)],
        };
        let rows =
            Scene { width: 3, height: 1, shapes: vec![shape(0, "a1"), shape(1, "")], ..Scene::default() };
        assert_eq!(
            [(0, 0), (1, 0), (2, 0)].map(|at| rows.name(at)),
            ["a1", "row 1, column 2", "row 1, column 3"]
        );
        let pairs = Scene { naming: Naming::Pairs, ..rows };
        assert_eq!([(0, 0), (1, 0)].map(|at| pairs.name(at)), ["a1", "(1, 0)"]);
    }

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
