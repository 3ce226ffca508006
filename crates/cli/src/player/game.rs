//! A game with its choices of moves, with undo and redo, and the playback of an animation with
//! pause, step and speed.

use std::time::{Duration, Instant};

use fewest::service::{Gesture, Illegal, Position, Scene, Shape};

use crate::show::Step;

pub struct Game {
    /// The name of the puzzle.
    pub name: String,
    /// The start and the position after each move, including undone ones.
    positions: Vec<Box<dyn Position>>,
    moves: Vec<String>,
    played: usize,
}

impl Game {
    pub fn new(name: &str, start: Box<dyn Position>) -> Self {
        Self { name: name.to_owned(), positions: vec![start], moves: Vec::new(), played: 0 }
    }

    pub fn position(&self) -> &dyn Position {
        self.positions[self.played].as_ref()
    }

    pub fn start(&self) -> &dyn Position {
        self.positions[0].as_ref()
    }

    /// Returns the number of moves played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Plays a move and drops undone ones.
    pub fn play(&mut self, by: &str) -> Result<(), Illegal> {
        let mut next = self.position().copy();
        next.play(by)?;
        self.moves.truncate(self.played);
        self.positions.truncate(self.played + 1);
        self.moves.push(by.to_owned());
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Takes back a move and returns it. `None` at the start.
    pub fn undo(&mut self) -> Option<&str> {
        self.played = self.played.checked_sub(1)?;
        self.moves.get(self.played).map(String::as_str)
    }

    /// Plays the last undone move again and returns it. `None` if there is none.
    pub fn redo(&mut self) -> Option<&str> {
        let by = self.moves.get(self.played)?;
        self.played += 1;
        Some(by)
    }

    /// Returns to the start; the moves can be redone.
    pub fn restart(&mut self) {
        self.played = 0;
    }

    /// Whether single cells fill the board but for one: then a direction names a move.
    pub fn has_one_gap(&self) -> bool {
        let scene = self.position().scene();
        scene.form == fewest::service::Form::Block
            && !scene.is_bitmap()
            && scene.shapes.len() + 1 == scene.width * scene.height
            && scene.shapes.iter().all(|shape| shape.cells.len() == 1)
    }

    /// The shortest move in a direction.
    pub fn to_gap(&self, arrow: Arrow) -> Option<String> {
        let position = self.position();
        let moves = position.moves().into_iter().zip(position.gestures());
        let there = moves.filter_map(|(by, gesture)| {
            let (far, aside) = arrow.along(shift(&gesture));
            (far > 0 && aside == 0).then_some((far, by))
        });
        there.min().map(|(_, by)| by)
    }

    /// Returns the moves of the shape on a cell with their gestures.
    pub fn gestures_at(&self, cell: (usize, usize)) -> Vec<(String, Gesture)> {
        let position = self.position();
        let scene = position.scene();
        let held = scene.shape_at(cell).map(|shape| shape.id);
        let takes_hold = |gesture: &Gesture| match gesture.shape {
            Some(shape) => held == Some(shape),
            None => gesture.way.first() == Some(&cell),
        };
        // Texts of moves are made only if needed: large boards have a million moves.
        let numbers: Vec<usize> = position
            .gestures()
            .iter()
            .enumerate()
            .filter(|(_, gesture)| takes_hold(gesture))
            .map(|(number, _)| number)
            .collect();
        if numbers.is_empty() {
            return Vec::new();
        }
        let all: Vec<(String, Gesture)> = position.moves().into_iter().zip(position.gestures()).collect();
        numbers.into_iter().filter_map(|number| all.get(number).cloned()).collect()
    }
}

const SLOWEST: f32 = 0.25;
const FASTEST: f32 = 32.0;

pub struct Playback {
    pub steps: Vec<Step>,
    pub at: usize,
    pub is_paused: bool,
    /// Moves per second.
    pub speed: f32,
    turned: Instant,
}

impl Playback {
    pub fn new(steps: Vec<Step>, speed: f32) -> Self {
        Self { steps, at: 0, is_paused: false, speed: speed.clamp(SLOWEST, FASTEST), turned: Instant::now() }
    }

    pub fn current(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    pub fn is_over(&self) -> bool {
        self.at + 1 >= self.steps.len()
    }

    /// Advances if the next move is due. Returns whether it did.
    pub fn tick(&mut self) -> bool {
        let due = !self.is_paused && !self.is_over() && self.left().is_zero();
        if due {
            self.at += 1;
            self.turned = Instant::now();
        }
        due
    }

    /// Returns the time until the next move.
    pub fn left(&self) -> Duration {
        Duration::from_secs_f32(1.0 / self.speed).saturating_sub(self.turned.elapsed())
    }

    /// Pauses and goes `by` moves forward or back.
    pub fn step(&mut self, by: isize) {
        self.is_paused = true;
        self.at = self.at.saturating_add_signed(by).min(self.steps.len().saturating_sub(1));
    }

    /// Pauses or resumes; at the end it starts again.
    pub fn pause(&mut self) {
        if self.is_over() {
            self.at = 0;
            self.is_paused = false;
        } else {
            self.is_paused = !self.is_paused;
        }
        self.turned = Instant::now();
    }

    pub fn faster(&mut self, factor: f32) {
        self.speed = (self.speed * factor).clamp(SLOWEST, FASTEST);
    }
}

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
    if scene.ground == fewest::service::Ground::Floor {
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
