//! A position as shapes on a grid, from which pictures, players and pages are drawn, and what is
//! done on it: gestures, strokes of brushes, marks of certificates. Front ends know no rule of any
//! game: they show shapes and offer the listed moves by their gestures.
//!
//! ```text
//!   square           triangular and hexagonal: a column is half a place wide,
//!    0 1 2           and every second row is shifted by one column
//!  0 A A .            0 1 2 3 4
//!  1 . B .          0     A
//!                   1   B   C
//!                   2 D   E   F
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Shapes on a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The kind of grid.
    pub grid: Grid,
    /// The ground where there is no shape.
    pub ground: Ground,
    /// The appearance of shapes.
    pub form: Form,
    /// The names of places.
    pub naming: Naming,
    /// The shapes, which do not overlap.
    pub shapes: Vec<Shape>,
    /// Instead of shapes, if there would be too many: one character per cell, row by row. `#` is a
    /// light that is on, `.` is the ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bitmap: Vec<String>,
    /// The places of shapes in the goal, if the puzzle defines them, each with the id of its shape
    /// or of any shape that fits. They may be covered by shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Shape>,
    /// The goal in words, part by part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Aim>,
    /// The lines between shapes, if neighbourhood does not follow from the cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wires: Vec<Wire>,
    /// With wires, the centre of each shape in the picture, in hundredths of a place; set by the
    /// layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<(u32, u32)>,
}

/// A part of the goal of a puzzle. A front end in another language words it by `id` and the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Aim {
    /// Its constant name, such as `last-column`.
    pub id: &'static str,
    /// One sentence in English.
    pub text: String,
    /// The label of the shape that it is about; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The number that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The labels of the whole board in the goal, row by row, where the goal is one arrangement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Vec<String>>,
}

impl Aim {
    /// Returns an aim that is only a sentence.
    pub fn new(id: &'static str, text: impl Into<String>) -> Self {
        Self { id, text: text.into(), ..Self::default() }
    }
}

/// A line between two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wire {
    /// The id of a shape.
    pub from: usize,
    /// The id of another.
    pub to: usize,
    /// Whether it is directed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
}

/// The names of the places of a scene whose shapes have no names of their own.
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

/// The kind of grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grid {
    /// Columns are vertical.
    #[default]
    Square,
    /// Every place is between two of the row below; columns are half places.
    Triangular,
    /// The same in the form of a hexagon; columns are half places.
    Hexagonal,
}

/// The ground where there is no shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ground {
    /// An empty cell of the board.
    #[default]
    Floor,
    /// Nothing: the board consists of the places of shapes.
    Nothing,
}

/// The appearance of shapes.
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
    /// Returns the shape on a cell.
    pub fn shape_at(&self, cell: (usize, usize)) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.cells.contains(&cell))
    }

    /// Returns the name of a place, as in moves and proofs.
    pub fn name(&self, (column, row): (usize, usize)) -> String {
        let own =
            self.shape_at((column, row)).map(|shape| shape.name.as_str()).filter(|name| !name.is_empty());
        match (own, self.naming) {
            (Some(name), _) => name.to_owned(),
            (None, Naming::Rows) => format!("row {}, column {}", row + 1, column + 1),
            (None, Naming::Pairs) => format!("({column}, {row})"),
        }
    }

    /// Returns the word for a shape: its label, or what its form and role are called.
    pub fn word<'s>(&self, shape: &'s Shape) -> &'s str {
        match (self.form, shape.role) {
            (Form::Light, Role::Mark) => "off",
            (Form::Light, _) if shape.label.parse::<u64>().is_ok() => &shape.label,
            (Form::Light, _) => "on",
            (Form::Peg, Role::Mark) => "hole",
            (Form::Peg, _) => "peg",
            (Form::Block, Role::Wall) => "wall",
            (Form::Block, Role::Mark) => "gate",
            (Form::Block, _) => &shape.label,
        }
    }

    /// Returns the shape with an id.
    pub fn shape(&self, id: usize) -> Option<&Shape> {
        self.shapes.iter().find(|shape| shape.id == id)
    }

    /// Returns every place with wires and their other ends in words: `(0, 0): (1, 0), (4, 0)`.
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

    /// The largest board that can be played or animated, in cells. A larger scene with many shapes
    /// is a bitmap.
    pub const MOST_CELLS: usize = 40_000;

    /// Returns whether it has a bitmap instead of shapes.
    pub fn is_bitmap(&self) -> bool {
        !self.bitmap.is_empty()
    }

    /// Returns a part of a bitmap as a scene with shapes: from a cell on, with at most the given
    /// columns and rows.
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

/// A shape: a piece, a light, a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// Its id, which is constant while the shape moves.
    pub id: usize,
    /// A character or a short word drawn on it.
    pub label: String,
    /// The name of its place; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its role in the game.
    pub role: Role,
    /// Its cells as (column, row), counted from 0.
    pub cells: Vec<(usize, usize)>,
}

impl Shape {
    /// Returns a movable shape.
    pub fn piece(id: usize, label: impl Into<String>, cells: Vec<(usize, usize)>) -> Self {
        Self { id, label: label.into(), name: String::new(), role: Role::Piece, cells }
    }

    /// Returns the shape of a character of a bitmap, without cells. `None` for the ground.
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

/// The role of a shape in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Role {
    /// A movable shape.
    Piece,
    /// The shape that the goal is about.
    Goal,
    /// An immovable shape.
    Wall,
    /// A light that is on.
    Lit,
    /// A mark on the ground.
    Mark,
}

/// A place of a scene as (column, row), counted from 0.
pub type Place = (usize, usize);

/// A move as a player makes it on a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gesture {
    /// The id of the dragged shape; absent for a tap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<usize>,
    /// The places along the path; one for a tap. They are those of the first cell of the shape.
    pub way: Vec<Place>,
}

impl Gesture {
    /// Returns a tap.
    pub fn tap(at: Place) -> Self {
        Self { shape: None, way: vec![at] }
    }

    /// Returns a drag of a shape.
    pub fn drag(shape: usize, way: Vec<Place>) -> Self {
        Self { shape: Some(shape), way }
    }
}

/// A tool of the editor, which changes a board without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    /// Its name in requests.
    pub id: &'static str,
    /// One line of description.
    pub about: &'static str,
}

/// One use of a brush, from one place to another; both may be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stroke {
    /// The brush.
    pub brush: String,
    /// The first place.
    pub from: Place,
    /// The last place.
    pub to: Place,
}

/// A certificate shown as marks over the places of a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// What it shows, in one line.
    pub title: String,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// A mark over a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The place.
    pub at: Place,
    /// A short word or a number; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl Overlay {
    /// Returns marks without text.
    pub fn plain(title: impl Into<String>, places: impl IntoIterator<Item = Place>) -> Self {
        let marks = places.into_iter().map(|at| Mark { at, text: String::new() }).collect();
        Self { title: title.into(), marks }
    }

    /// Returns marks with a text each.
    pub fn words(title: impl Into<String>, words: impl IntoIterator<Item = (Place, String)>) -> Self {
        let marks = words.into_iter().map(|(at, text)| Mark { at, text }).collect();
        Self { title: title.into(), marks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_names_of_the_family() {
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
