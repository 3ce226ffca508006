//! Scenes as marks: background, sprites and targets; and the layout of a scene, which has the shape
//! on each cell and the places of cells in a picture.
//!
//! | module | contents |
//! |---|---|
//! | `wires` | the places of shapes on wires |
//! | `sprites` | the marks of background, shapes and targets, and the names of places |

use std::collections::{BTreeSet, HashMap};

use fewest::service::{Context, Grid, Scene, Shape};
use sprites::{PieceColours, Sprite, ground, sprite, targets};

use crate::vector::{Mark, Point};

pub(crate) mod sprites;
pub(crate) mod wires;

/// The marks of a scene, from bottom to top.
pub(crate) struct Drawing {
    pub(crate) size: (f32, f32),
    pub(crate) ground: Vec<Mark>,
    pub(crate) sprites: Vec<Sprite>,
    pub(crate) above: Vec<Mark>,
}

impl Drawing {
    pub(crate) fn of(scene: &Scene, layout: &Layout) -> Self {
        let colours = PieceColours::of(scene);
        Self {
            size: layout.size(),
            ground: ground(scene, layout),
            sprites: scene.shapes.iter().filter_map(|shape| sprite(scene, shape, &colours, layout)).collect(),
            above: targets(scene, layout),
        }
    }

    pub(crate) fn all_marks(&self) -> impl Iterator<Item = &[Mark]> {
        let sprites = self.sprites.iter().map(|sprite| &sprite.marks[..]);
        std::iter::once(&self.ground[..]).chain(sprites).chain(std::iter::once(&self.above[..]))
    }
}

/// The distance of rows on triangular and hexagonal grids, in cells: √3/2.
const ROW: f32 = 0.866;
/// The largest size of a cell, and the longest side to which large boards are scaled down.
const LARGEST_CELL: f32 = 48.0;
const LONGEST: f32 = 1_000.0;
/// The margin around the cells, in cells.
const MARGIN: f32 = 0.3;

/// The layout of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) cell: f32,
    grid: Grid,
    columns: usize,
    rows: usize,
    /// The centres of shapes on wires, in cells.
    spots: HashMap<(usize, usize), Point>,
    /// The upper left corner, margin included.
    left: f32,
    top: f32,
}

impl Layout {
    /// Returns the layout of a picture of its own.
    pub(crate) fn of(scene: &Scene) -> Self {
        let unit = Self::unit(scene);
        let (wide, high) = unit.inside();
        let longest =
            if unit.spots.is_empty() { scene.width.max(scene.height).max(1) as f32 } else { wide.max(high) };
        Self { cell: (LONGEST / longest).min(LARGEST_CELL), ..unit }
    }

    /// Returns the layout within a box of a larger picture: as large as fits, and centred.
    pub(crate) fn within(scene: &Scene, (left, top): Point, (width, height): (f32, f32)) -> Self {
        let unit = Self::unit(scene);
        let size = unit.size();
        let cell = (width / size.0).min(height / size.1).min(LARGEST_CELL);
        let (wide, high) = (size.0 * cell, size.1 * cell);
        Self { cell, left: left + (width - wide) / 2.0, top: top + (height - high) / 2.0, ..unit }
    }

    /// Returns the layout with cells of size 1.
    fn unit(scene: &Scene) -> Self {
        // The default context never stops; a scene has wires only if there are few.
        let spots = wires::place_shapes(scene, &Context::default()).unwrap_or_default();
        let fine = |(right, down): (u32, u32)| (right as f32 / 100.0, down as f32 / 100.0);
        let cells = scene.shapes.iter().filter_map(|shape| shape.cells.first().copied());
        let spots = cells.zip(spots.into_iter().map(fine)).collect();
        let (columns, rows) = (scene.width, scene.height);
        Self { cell: 1.0, grid: scene.grid, columns, rows, spots, left: 0.0, top: 0.0 }
    }

    /// Returns the upper left corner of the first cell.
    pub(crate) fn origin(&self) -> Point {
        (self.left + MARGIN * self.cell, self.top + MARGIN * self.cell)
    }

    /// Returns the centre of a cell.
    pub(crate) fn centre(&self, (column, row): (usize, usize)) -> Point {
        let (right, down) = match self.grid {
            Grid::Square if !self.spots.is_empty() => {
                self.spots.get(&(column, row)).copied().unwrap_or((0.5, 0.5))
            }
            Grid::Square => (column as f32 + 0.5, row as f32 + 0.5),
            Grid::Triangular | Grid::Hexagonal => (column as f32 / 2.0 + 0.5, row as f32 * ROW + 0.5),
        };
        let (left, top) = self.origin();
        (left + right * self.cell, top + down * self.cell)
    }

    /// Returns the vector from one cell to another.
    pub(crate) fn between(&self, from: (usize, usize), to: (usize, usize)) -> Point {
        let (from, to) = (self.centre(from), self.centre(to));
        (to.0 - from.0, to.1 - from.1)
    }

    /// Returns the size without the margin.
    pub(crate) fn inside(&self) -> (f32, f32) {
        let (columns, rows) = match self.grid {
            _ if !self.spots.is_empty() => {
                let most = |pick: fn(&Point) -> f32| self.spots.values().map(pick).fold(0.5, f32::max);
                (most(|spot| spot.0) + 0.5, most(|spot| spot.1) + 0.5)
            }
            Grid::Square => (self.columns as f32, self.rows as f32),
            Grid::Triangular | Grid::Hexagonal => {
                ((self.columns.max(1) - 1) as f32 / 2.0 + 1.0, (self.rows.max(1) - 1) as f32 * ROW + 1.0)
            }
        };
        (columns * self.cell, rows * self.cell)
    }

    /// Returns the size with the margin.
    pub(crate) fn size(&self) -> (f32, f32) {
        let (width, height) = self.inside();
        (width + 2.0 * MARGIN * self.cell, height + 2.0 * MARGIN * self.cell)
    }

    /// Returns whether cells are squares that shapes can fill.
    pub(crate) fn is_square(&self) -> bool {
        self.grid == Grid::Square
    }
}

/// The cells of a scene, each with the index of its shape.
pub(crate) struct CellMap<'a> {
    scene: &'a Scene,
    /// Index into the scene's shapes plus one; 0 is empty.
    on: Vec<u32>,
    /// For a bitmap: one shape per distinct character, instead of the shapes of the scene.
    kinds: Vec<Shape>,
    /// Target cells of the goal.
    targets: BTreeSet<(usize, usize)>,
}

impl<'a> CellMap<'a> {
    pub(crate) fn of(scene: &'a Scene) -> Self {
        let mut on = vec![0; scene.width * scene.height];
        let kinds = kinds(scene, &mut on);
        for (number, shape) in (1..).zip(&scene.shapes) {
            for &(column, row) in &shape.cells {
                debug_assert!(column < scene.width && row < scene.height, "a shape leaves the scene");
                if let Some(cell) = on.get_mut(row * scene.width + column) {
                    *cell = number;
                }
            }
        }
        let targets = scene.targets.iter().flat_map(|shape| shape.cells.iter().copied()).collect();
        Self { scene, on, kinds, targets }
    }

    /// Returns whether a cell is a target of the goal.
    pub(crate) fn is_target(&self, column: usize, row: usize) -> bool {
        self.targets.contains(&(column, row))
    }

    /// Returns the number of the shape on a cell, 0 if it is empty. None outside the scene.
    pub(crate) fn at(&self, column: usize, row: usize) -> Option<u32> {
        (column < self.scene.width && row < self.scene.height)
            .then(|| self.on[row * self.scene.width + column])
    }

    /// Returns the shape on a cell. None if it is empty.
    pub(crate) fn shape(&self, column: usize, row: usize) -> Option<&Shape> {
        let number = self.at(column, row)?.checked_sub(1)?;
        let shapes = if self.scene.is_bitmap() { &self.kinds } else { &self.scene.shapes };
        shapes.get(number as usize)
    }
}

/// Returns the shapes of a bitmap and marks their cells in `on`.
fn kinds(scene: &Scene, on: &mut [u32]) -> Vec<Shape> {
    let (mut letters, mut kinds) = (Vec::new(), Vec::new());
    for (row, cells) in scene.bitmap.iter().zip(on.chunks_mut(scene.width.max(1))) {
        for (letter, cell) in row.chars().zip(cells) {
            let known = letters.iter().position(|&other| other == letter);
            let number = known.or_else(|| {
                kinds.push(Shape::of_letter(letter)?);
                letters.push(letter);
                Some(kinds.len() - 1)
            });
            *cell = number.map_or(0, |number| number as u32 + 1);
        }
    }
    kinds
}

/// Returns the terminal columns of the widest label, at least 1. Labels have one column per
/// character by contract of the families.
pub(crate) fn label_width(scene: &Scene) -> usize {
    scene.shapes.iter().map(|shape| shape.label.chars().count()).max().unwrap_or(1).max(1)
}
