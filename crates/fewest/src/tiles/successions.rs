//! Answers given as boards, one after the other.

use super::arrangement::{Arrangement, Tile};
use super::board::{Board, Slide};

/// The slides from each board to the next, if the text holds a row of boards that begins with the position or the one after it,
/// and each follows from the one before by one move.
pub(super) fn slides_between_boards(board: &Board, text: &str) -> Option<Vec<Slide>> {
    let mut all = arrangements(board, text);
    if all.first().is_some_and(|first| first == board.now()) {
        all.remove(0);
    }
    if all.is_empty() {
        return None;
    }
    let mut at = board.clone();
    let mut slides = Vec::new();
    for next in all {
        let by = at.moves().into_iter().find(|&by| {
            let mut after = at.clone();
            after.play(by).is_ok() && *after.now() == next
        })?;
        at.play(by).ok()?;
        slides.push(by);
    }
    Some(slides)
}

/// Every place in the text where as many lines as the board has rows are an arrangement.
fn arrangements(board: &Board, text: &str) -> Vec<Arrangement> {
    let mut all = Vec::new();
    let mut cells: Vec<Tile> = Vec::new();
    for line in text.lines() {
        match row(line).filter(|row| row.len() == board.columns()) {
            Some(row) => cells.extend(row),
            None => cells.clear(),
        }
        if cells.len() == board.cells().len() {
            all.extend(Arrangement::new(board.rows(), board.columns(), std::mem::take(&mut cells)));
        }
    }
    all
}

fn row(line: &str) -> Option<Vec<Tile>> {
    let tile = |word: &str| if word == "." || word == "_" { Some(0) } else { word.parse().ok() };
    line.split_whitespace().map(tile).collect()
}
