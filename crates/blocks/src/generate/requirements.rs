//! What was asked for.

use crate::rules::{Board, Freedom, Metric};
use fewest_core::{Fault, GenerateOptions};

/// What was asked for, checked.
pub(super) struct Requirements {
    pub(super) metric: Metric,
    /// The fewest moves.
    pub(super) moves: u64,
    /// Pieces that may move, and pieces that may not.
    pub(super) pieces: Option<usize>,
    pub(super) walls: usize,
    /// One shortest answer only.
    pub(super) unique: bool,
}

impl Requirements {
    /// Checks what was asked for; `cells` is the number of cells of the grid.
    pub(super) fn new(how: &GenerateOptions, cells: usize) -> Result<Self, Fault> {
        let asked = how.pieces.unwrap_or(1).saturating_add(how.walls.unwrap_or(0));
        if how.pieces == Some(0) || asked > cells {
            return Err(Fault::new(format!("{asked} pieces and walls do not fit on {cells} cells"))
                .remedy("ask for at least one piece, and for fewer"));
        }
        Ok(Self {
            metric: Metric::named(how.metric.as_deref()),
            moves: how.moves.unwrap_or(10),
            pieces: how.pieces,
            walls: how.walls.unwrap_or(0),
            unique: how.unique,
        })
    }

    /// Returns how far a board is from what was asked for; moves count most.
    pub(super) fn distance(&self, board: &Board, difficulty: Difficulty) -> (u64, usize, bool) {
        let (movable, walls) = counts(board);
        let pieces = self.pieces.map_or(0, |pieces| pieces.abs_diff(movable));
        let is_ambiguous = self.unique && difficulty.answers != Some(1);
        (difficulty.moves.abs_diff(self.moves), pieces + walls.abs_diff(self.walls), is_ambiguous)
    }

    /// Returns what a board lacks, in words; None if it is as asked.
    pub(super) fn lacks(&self, board: &Board, difficulty: Difficulty) -> Option<String> {
        let (movable, walls) = counts(board);
        let mut lacks = Vec::new();
        if difficulty.moves != self.moves {
            lacks.push(format!("needs {} moves, not {}", difficulty.moves, self.moves));
        } else if self.unique && difficulty.answers != Some(1) {
            let answers =
                difficulty.answers.map_or_else(|| "very many".to_owned(), |answers| answers.to_string());
            lacks.push(format!("has {answers} shortest answers, not one"));
        }
        if let Some(pieces) = self.pieces.filter(|&pieces| pieces != movable) {
            lacks.push(format!("has {movable} pieces, not {pieces}"));
        }
        if walls != self.walls {
            lacks.push(format!("has {walls} walls, not {}", self.walls));
        }
        (!lacks.is_empty()).then(|| lacks.join(", "))
    }
}

/// What is known of a board that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difficulty {
    /// The fewest moves.
    pub(super) moves: u64,
    /// The number of shortest answers, where it was asked for.
    pub(super) answers: Option<u128>,
}

/// Pieces that may move, and pieces that may not.
fn counts(board: &Board) -> (usize, usize) {
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    (board.pieces.len() - walls, walls)
}
