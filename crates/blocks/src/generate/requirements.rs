//! Requirements on a new board.

use crate::rules::{Board, Freedom, Metric};
use fewest_core::{Fault, GenerateOptions};

/// The requirements, checked.
pub(super) struct Requirements {
    pub(super) metric: Metric,
    /// The fewest moves.
    pub(super) moves: u64,
    /// Number of movable pieces and of walls.
    pub(super) pieces: Option<usize>,
    pub(super) walls: usize,
    /// Whether there must be exactly one shortest solution.
    pub(super) unique: bool,
}

impl Requirements {
    /// Checks the options; `cells` is the number of cells of the grid.
    ///
    /// # Errors
    /// If the pieces do not fit on the grid.
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

    /// Returns the distance of a board to the requirements; moves count most.
    pub(super) fn distance(&self, board: &Board, difficulty: Difficulty) -> (u64, usize, bool) {
        let (movable, walls) = counts(board);
        let pieces = self.pieces.map_or(0, |pieces| pieces.abs_diff(movable));
        let is_ambiguous = self.unique && difficulty.answers != Some(1);
        (difficulty.moves.abs_diff(self.moves), pieces + walls.abs_diff(self.walls), is_ambiguous)
    }

    /// Returns what a board lacks, in words. None if it meets the requirements.
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

/// The measured difficulty of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difficulty {
    /// The fewest moves.
    pub(super) moves: u64,
    /// The number of shortest solutions, if it was required.
    pub(super) answers: Option<u128>,
}

/// Returns the number of movable pieces and of walls.
fn counts(board: &Board) -> (usize, usize) {
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    (board.pieces.len() - walls, walls)
}
