//! The layout of a scene: the places of its cells in a picture.

use std::collections::HashMap;

use fewest::{Context, Grid, Scene};

use super::wires;
use crate::vector::Point;

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
    /// The centres of lights on wires, in cells.
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
        let spots = wires::place_lights(scene, &Context::default()).unwrap_or_default();
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
