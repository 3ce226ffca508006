//! A game being played: puzzle + list of moves + cursor. It is a document that its owner keeps; the
//! service keeps no state.

use fewest_search::Context;
use serde::{Deserialize, Serialize};

use super::PuzzleText;
use crate::service::hint::{Hint, hint};
use crate::service::open::opened::Opened;
use crate::service::position::{Bug, Position};
use fewest_core::fault::{Fault, Illegal};
use fewest_core::room::Room;

/// A game being played. Undo and redo move the cursor; a new move drops what was undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Session {
    /// The puzzle at the start.
    #[serde(default)]
    pub puzzle: PuzzleText,
    /// All moves, also the undone ones.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How many of them are played; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<usize>,
}

impl Session {
    /// A new game of a puzzle.
    pub fn new(puzzle: PuzzleText) -> Self {
        Self { puzzle, moves: Vec::new(), cursor: None }
    }

    /// How many moves are played.
    pub fn played(&self) -> usize {
        self.cursor.map_or(self.moves.len(), |cursor| cursor.min(self.moves.len()))
    }

    /// The puzzle as it was read, with its position now.
    ///
    /// # Errors
    /// What is wrong with the puzzle, or the first move that cannot be played.
    pub fn open(&self) -> Result<Opened, Fault> {
        self.open_within(Room::UNLIMITED)
    }

    /// The same if the puzzle takes no more memory than that.
    ///
    /// # Errors
    /// What is wrong with the puzzle, or the first move that cannot be played.
    pub fn open_within(&self, room: Room) -> Result<Opened, Fault> {
        let mut opened = self.puzzle.open_within(room)?;
        for (number, by) in self.moves[..self.played()].iter().enumerate() {
            opened.position.play(by).map_err(|why| Fault::new(format!("move {}: {why}", number + 1)))?;
        }
        Ok(opened)
    }

    /// The position now.
    ///
    /// # Errors
    /// What is wrong with the puzzle, or the first move that cannot be played.
    pub fn position(&self) -> Result<Box<dyn Position>, Fault> {
        self.open().map(|opened| opened.position)
    }

    /// Plays a move; what was undone is gone.
    ///
    /// # Errors
    /// The rule it breaks; the game is then unchanged.
    pub fn play(&mut self, by: &str) -> Result<Box<dyn Position>, Illegal> {
        let mut position = self.position().map_err(|fault| Illegal(fault.to_string()))?;
        position.play(by)?;
        self.moves.truncate(self.played());
        self.moves.push(by.to_owned());
        self.cursor = None;
        Ok(position)
    }

    /// Takes back the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let played = self.played();
        self.cursor = Some(played.saturating_sub(1));
        played > 0
    }

    /// Plays the last undone move again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let played = self.played();
        self.cursor = Some((played + 1).min(self.moves.len()));
        played < self.moves.len()
    }

    /// The moves left and the next move.
    ///
    /// # Errors
    /// What is wrong with the game.
    pub fn hint(&self, cx: &Context<'_>) -> Result<Hint, Fault> {
        hint(self.position()?.as_ref(), cx).map_err(|Bug(what)| Fault::new(what))
    }
}
