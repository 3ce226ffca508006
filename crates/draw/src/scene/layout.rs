//! Where the cells of a scene lie on paper.

use std::collections::HashMap;

use fewest::{Context, Grid, Scene};

use super::wires;
use crate::vector::Point;

/// How rows of triangles and hexagons close up.
const ROW: f32 = 0.866;
/// The largest cell, and the longest side that large boards shrink to.
const LARGEST_CELL: f32 = 48.0;
const LONGEST: f32 = 1_000.0;
/// Around the cells, as a share of one.
const MARGIN: f32 = 0.3;

/// Places on paper.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) cell: f32,
    grid: Grid,
    columns: usize,
    rows: usize,
    /// The middles of cells that hang on wires, in cells.
    spots: HashMap<(usize, usize), Point>,
    /// The upper left corner, margin included.
    left: f32,
    top: f32,
}

impl Layout {
    /// A picture of its own.
    pub(crate) fn of(scene: &Scene) -> Self {
        let unit = Self::unit(scene);
        let (wide, high) = unit.inside();
        let longest =
            if unit.spots.is_empty() { scene.width.max(scene.height).max(1) as f32 } else { wide.max(high) };
        Self { cell: (LONGEST / longest).min(LARGEST_CELL), ..unit }
    }

    /// A part of a picture: as large as fits into a box, and in the middle of it.
    pub(crate) fn within(scene: &Scene, (left, top): Point, (width, height): (f32, f32)) -> Self {
        let unit = Self::unit(scene);
        let size = unit.size();
        let cell = (width / size.0).min(height / size.1).min(LARGEST_CELL);
        let (wide, high) = (size.0 * cell, size.1 * cell);
        Self { cell, left: left + (width - wide) / 2.0, top: top + (height - high) / 2.0, ..unit }
    }

    /// A cell is as large as one.
    fn unit(scene: &Scene) -> Self {
        // Nobody stops this host: a scene has wires only if there are few.
        let spots = wires::spots(scene, &Context::default()).unwrap_or_default();
        let fine = |(right, down): (u32, u32)| (right as f32 / 100.0, down as f32 / 100.0);
        let cells = scene.shapes.iter().filter_map(|shape| shape.cells.first().copied());
        let spots = cells.zip(spots.into_iter().map(fine)).collect();
        let (columns, rows) = (scene.width, scene.height);
        Self { cell: 1.0, grid: scene.grid, columns, rows, spots, left: 0.0, top: 0.0 }
    }

    /// The corner of the first cell.
    pub(crate) fn origin(&self) -> Point {
        (self.left + MARGIN * self.cell, self.top + MARGIN * self.cell)
    }

    /// The middle of a cell.
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

    /// From one cell to another.
    pub(crate) fn between(&self, from: (usize, usize), to: (usize, usize)) -> Point {
        let (from, to) = (self.centre(from), self.centre(to));
        (to.0 - from.0, to.1 - from.1)
    }

    /// The cells without the margin.
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

    /// The whole with the margin.
    pub(crate) fn size(&self) -> (f32, f32) {
        let (width, height) = self.inside();
        (width + 2.0 * MARGIN * self.cell, height + 2.0 * MARGIN * self.cell)
    }

    /// Whether cells are squares that shapes can fill.
    pub(crate) fn is_square(&self) -> bool {
        self.grid == Grid::Square
    }
}
