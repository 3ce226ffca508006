//! The moves of the shape that is held, and the choice of one: by arrows, by a click on a place, by
//! dragging.

use fewest::{Gesture, Scene, Shape};

pub type Cell = (usize, usize);

/// The moves of one shape.
pub struct Choices {
    pub options: Vec<(String, Gesture)>,
    /// The index of the one that is shown.
    pub at: usize,
}

/// One of four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

impl Arrow {
    /// Returns the components of a vector along and across this direction.
    fn along(self, (right, down): (isize, isize)) -> (isize, usize) {
        match self {
            Self::Up => (-down, right.unsigned_abs()),
            Self::Down => (down, right.unsigned_abs()),
            Self::Left => (-right, down.unsigned_abs()),
            Self::Right => (right, down.unsigned_abs()),
        }
    }
}

/// Returns the vector from the first to the last cell of a gesture.
fn shift(gesture: &Gesture) -> (isize, isize) {
    match (gesture.way.first(), gesture.way.last()) {
        (Some(from), Some(to)) => between(*from, *to),
        _ => (0, 0),
    }
}

fn between(from: Cell, to: Cell) -> (isize, isize) {
    (to.0.cast_signed() - from.0.cast_signed(), to.1.cast_signed() - from.1.cast_signed())
}

impl Choices {
    /// Returns the choice that is shown.
    pub fn chosen(&self) -> Option<&(String, Gesture)> {
        self.options.get(self.at)
    }

    /// Selects the next choice in a direction: the nearest first, then farther ones.
    pub fn turn(&mut self, arrow: Arrow) {
        let mut there: Vec<(usize, usize, isize)> = Vec::new();
        for (number, (_, gesture)) in self.options.iter().enumerate() {
            let (far, aside) = arrow.along(shift(gesture));
            if far > 0 {
                there.push((number, aside, far));
            }
        }
        there.sort_by_key(|&(_, aside, far)| (aside, far));
        let here = there.iter().position(|choice| choice.0 == self.at);
        let next = here.map_or(0, |here| here + 1);
        if let Some(choice) = there.get(next) {
            self.at = choice.0;
        }
    }

    /// Selects the next choice in the list.
    pub fn next(&mut self) {
        self.at = (self.at + 1) % self.options.len().max(1);
    }

    /// Returns the move that brings the shape over a place; of several the nearest one.
    pub fn over(&self, scene: &Scene, place: Cell) -> Option<&str> {
        let covers = |gesture: &Gesture| cells_after(scene, gesture).contains(&place);
        let fitting = self.options.iter().filter(|(_, gesture)| covers(gesture));
        let near = fitting.min_by_key(|(_, gesture)| {
            let (right, down) = shift(gesture);
            right.unsigned_abs() + down.unsigned_abs()
        });
        near.map(|(by, _)| by.as_str())
    }

    /// Returns the move that is nearest to a drag from one place to another.
    pub fn along(&self, from: Cell, to: Cell) -> Option<&str> {
        let (right, down) = between(from, to);
        let goes_there = |gesture: &Gesture| {
            let (x, y) = shift(gesture);
            x * right + y * down > 0
        };
        let fitting = self.options.iter().filter(|(_, gesture)| goes_there(gesture));
        let near = fitting.min_by_key(|(_, gesture)| {
            let (x, y) = shift(gesture);
            (x - right).pow(2) + (y - down).pow(2)
        });
        near.map(|(by, _)| by.as_str())
    }
}

/// Returns the cells that a shape covers after a gesture; the last cell if no shape is dragged.
pub fn cells_after(scene: &Scene, gesture: &Gesture) -> Vec<Cell> {
    let held: Option<&Shape> = gesture.shape.and_then(|id| scene.shapes.iter().find(|shape| shape.id == id));
    let Some(held) = held else { return gesture.way.last().copied().into_iter().collect() };
    let (right, down) = shift(gesture);
    let moved = |&(column, row): &Cell| column.checked_add_signed(right).zip(row.checked_add_signed(down));
    held.cells.iter().filter_map(moved).collect()
}

/// Returns the next place of a board in a direction.
pub fn step(scene: &Scene, from: Cell, arrow: Arrow) -> Cell {
    if scene.ground == fewest::Ground::Floor {
        let (column, row) = from;
        return match arrow {
            Arrow::Up => (column, row.saturating_sub(1)),
            Arrow::Down => (column, (row + 1).min(scene.height.saturating_sub(1))),
            Arrow::Left => (column.saturating_sub(1), row),
            Arrow::Right => ((column + 1).min(scene.width.saturating_sub(1)), row),
        };
    }
    // Steps to the side cost more, so that the cursor crosses indented rows in every direction.
    let cost = |&to: &Cell| {
        let (far, aside) = arrow.along(between(from, to));
        (far > 0).then(|| far.unsigned_abs() + 3 * aside)
    };
    let places = scene.shapes.iter().flat_map(|shape| &shape.cells);
    places.filter_map(|place| Some((cost(place)?, *place))).min().map_or(from, |(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Choices {
        let option = |text: &str, to: Cell| (text.to_owned(), Gesture::drag(0, vec![(2, 2), to]));
        Choices {
            options: vec![
                option("left", (1, 2)),
                option("right", (3, 2)),
                option("far", (4, 2)),
                option("up", (2, 1)),
            ],
            at: 0,
        }
    }

    #[test]
    fn arrows_choose_the_nearest_and_then_go_farther() {
        let mut choices = choices();
        let mut turned = |arrow| {
            choices.turn(arrow);
            choices.chosen().map(|choice| choice.0.clone()).unwrap_or_default()
        };
        assert_eq!(
            [Arrow::Right, Arrow::Right, Arrow::Right, Arrow::Up, Arrow::Down, Arrow::Left].map(&mut turned),
            ["right", "far", "far", "up", "up", "left"]
        );
    }

    #[test]
    fn a_drag_is_the_move_that_comes_nearest() {
        let choices = choices();
        assert_eq!(choices.along((2, 2), (9, 3)), Some("far"));
        assert_eq!(choices.along((2, 2), (3, 2)), Some("right"));
        assert_eq!(choices.along((2, 2), (2, 5)), None);
    }
}
