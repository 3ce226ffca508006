//! The cell map of a scene: the shape on each cell.

use std::collections::BTreeSet;

use fewest::{Scene, Shape};

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
