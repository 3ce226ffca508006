//! What was asked for.

use fewest_search::Host;

use super::stock::Stock;
use crate::blocks::board::{Board, Freedom, Metric};
use crate::blocks::thin::fewest;
use crate::{Fault, GenerateHow};

/// What was asked for, checked.
pub(super) struct Order {
    pub(super) stock: Stock,
    pub(super) metric: Metric,
    /// The fewest moves.
    pub(super) moves: u64,
    /// Pieces that may move, and pieces that may not.
    pub(super) pieces: Option<usize>,
    pub(super) walls: usize,
    /// One shortest answer only.
    pub(super) unique: bool,
}

impl Order {
    pub(super) fn new(how: &GenerateHow) -> Result<Self, Fault> {
        let stock = Stock::new(how.rule.as_deref(), how.size)?;
        let cells = stock.rows * stock.columns;
        let asked = how.pieces.unwrap_or(1).saturating_add(how.walls.unwrap_or(0));
        if how.pieces == Some(0) || asked > cells {
            return Err(Fault::new(format!("{asked} pieces and walls do not fit on {cells} cells"))
                .remedy("ask for at least one piece, and for fewer"));
        }
        Ok(Self {
            stock,
            metric: Metric::named(how.metric.as_deref()),
            moves: how.moves.unwrap_or(10),
            pieces: how.pieces,
            walls: how.walls.unwrap_or(0),
            unique: how.unique,
        })
    }

    /// How far a board with so many fewest moves is from what was asked for: moves count most.
    pub(super) fn distance(&self, board: &Board, moves: u64, unique: bool) -> (u64, usize, bool) {
        let (movable, walls) = counts(board);
        let pieces = self.pieces.map_or(0, |pieces| pieces.abs_diff(movable));
        (moves.abs_diff(self.moves), pieces + walls.abs_diff(self.walls), self.unique && !unique)
    }

    /// What a board lacks, in words; nothing if it is as asked.
    pub(super) fn lacks(&self, board: &Board, host: &Host<'_>) -> Option<String> {
        let (movable, walls) = counts(board);
        let mut lacks = Vec::new();
        match fewest(board, self.unique, host) {
            Err(_) => {
                lacks.push(format!("is not known to need {} moves: there was no time to count", self.moves));
            }
            Ok(None) => lacks.push("has no solution".to_owned()),
            Ok(Some((moves, _))) if moves != self.moves => {
                lacks.push(format!("needs {moves} moves, not {}", self.moves));
            }
            Ok(Some((_, ways))) if self.unique && ways != Some(1) => {
                let ways = ways.map_or_else(|| "very many".to_owned(), |ways| ways.to_string());
                lacks.push(format!("has {ways} shortest answers, not one"));
            }
            Ok(Some(_)) => {}
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

/// Pieces that may move, and pieces that may not.
fn counts(board: &Board) -> (usize, usize) {
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    (board.pieces.len() - walls, walls)
}
