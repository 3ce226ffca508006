//! A game with undo and redo: all positions and the number of moves played.

use fewest::{Gesture, Illegal, Position};

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

    /// Returns the moves of the shape on a cell with their gestures.
    pub fn gestures_at(&self, cell: (usize, usize)) -> Vec<(String, Gesture)> {
        let position = self.position();
        let scene = position.scene();
        let held = scene.shape_at(cell).map(|shape| shape.id);
        let takes_hold = |gesture: &Gesture| match gesture.shape {
            Some(shape) => held == Some(shape),
            None => gesture.way.first() == Some(&cell),
        };
        // Texts of moves are made only if needed: boards of a million lights have a million moves.
        let numbers: Vec<usize> = position
            .touches()
            .iter()
            .enumerate()
            .filter(|(_, gesture)| takes_hold(gesture))
            .map(|(number, _)| number)
            .collect();
        if numbers.is_empty() {
            return Vec::new();
        }
        let all: Vec<(String, Gesture)> = position.moves().into_iter().zip(position.touches()).collect();
        numbers.into_iter().filter_map(|number| all.get(number).cloned()).collect()
    }
}
