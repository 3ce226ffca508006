//! Where the cells of a scene lie on paper.

use fewest::{Grid, Scene};

use crate::vector::Point;

/// How rows of triangles and hexagons close up.
const ROW: f32 = 0.866;
/// The largest cell, and the longest side that large boards shrink to.
const LARGEST_CELL: f32 = 48.0;
const LONGEST: f32 = 1_000.0;
/// Around the cells, as a share of one.
const MARGIN: f32 = 0.3;

/// Places on paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) cell: f32,
    grid: Grid,
    columns: usize,
    rows: usize,
    /// The upper left corner, margin included.
    left: f32,
    top: f32,
}

impl Layout {
    /// A picture of its own.
    pub(crate) fn of(scene: &Scene) -> Self {
        let longest = scene.width.max(scene.height).max(1) as f32;
        Self::new(scene, (LONGEST / longest).min(LARGEST_CELL), (0.0, 0.0))
    }

    /// A part of a picture: as large as fits into a box, and in the middle of it.
    pub(crate) fn within(scene: &Scene, (left, top): Point, (width, height): (f32, f32)) -> Self {
        let unit = Self::new(scene, 1.0, (0.0, 0.0)).size();
        let cell = (width / unit.0).min(height / unit.1).min(LARGEST_CELL);
        let (wide, high) = (unit.0 * cell, unit.1 * cell);
        Self::new(scene, cell, (left + (width - wide) / 2.0, top + (height - high) / 2.0))
    }

    fn new(scene: &Scene, cell: f32, (left, top): Point) -> Self {
        Self { cell, grid: scene.grid, columns: scene.width, rows: scene.height, left, top }
    }

    /// The corner of the first cell.
    pub(crate) fn origin(&self) -> Point {
        (self.left + MARGIN * self.cell, self.top + MARGIN * self.cell)
    }

    /// The middle of a cell.
    pub(crate) fn centre(&self, (column, row): (usize, usize)) -> Point {
        let (right, down) = match self.grid {
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
