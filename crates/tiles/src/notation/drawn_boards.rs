//! Boards that are drawn in a text: their lines hold no moves, and a sequence of boards is a
//! solution.
//!
//! A board is drawn on as many lines as it has rows, or on one line; with a number for every tile,
//! and 0, `.` or `_` for the blank, which may be left out where the board has eight cells or more.
//! Lines of a frame (`+---+`) may stand between rows, and the size of the board on the line above.

use crate::rules::arrangement::{Arrangement, Tile};
use crate::rules::board::{Board, Slide};

/// A text with drawn boards.
pub(crate) struct DrawnBoards<'t> {
    /// The lines of the text; those of boards are empty.
    pub lines: Vec<&'t str>,
    /// The moves that the boards show; None if no board but the position itself is drawn.
    pub chain: Option<BoardChain>,
}

/// The moves from board to board.
pub(crate) struct BoardChain {
    pub moves: Vec<Slide>,
    /// The lines of the boards that these lead to, and of the first board that no move leads to.
    pub lines: Vec<usize>,
    /// Whether no move leads to that last board.
    pub is_broken: bool,
}

/// The fewest cells of a board whose blank may be left out: a short list of tiles looks alike.
const WITHOUT_BLANK: usize = 8;

/// Finds the drawn boards.
pub(crate) fn find<'t>(board: &Board, text: &'t str) -> DrawnBoards<'t> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut boards: Vec<(Arrangement, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((end, arrangement)) = drawn_at(board, &lines[at..]) else {
            at += 1;
            continue;
        };
        if at > 0 && is_size(board, lines[at - 1]) {
            lines[at - 1] = "";
        }
        boards.extend(arrangement.map(|arrangement| (arrangement, at + 1)));
        lines[at..at + end].fill("");
        at += end;
    }
    DrawnBoards { chain: chain(board, boards), lines }
}

fn chain(board: &Board, mut boards: Vec<(Arrangement, usize)>) -> Option<BoardChain> {
    if boards.first().is_some_and(|(first, _)| first == board.now()) {
        boards.remove(0);
    }
    let mut at = board.clone();
    let mut chain = BoardChain { moves: Vec::new(), lines: Vec::new(), is_broken: false };
    for (next, line) in &boards {
        chain.lines.push(*line);
        let by = at.moves().into_iter().find(|&by| {
            let mut after = at.clone();
            after.play(by).is_ok() && after.now() == next
        });
        let Some(by) = by.filter(|&by| at.play(by).is_ok()) else {
            chain.is_broken = true;
            break;
        };
        chain.moves.push(by);
    }
    (!boards.is_empty()).then_some(chain)
}

/// Returns the number of lines of a board that begins on the first of these lines, and the board,
/// if its blank is drawn.
fn drawn_at(board: &Board, lines: &[&str]) -> Option<(usize, Option<Arrangement>)> {
    let (rows, columns, count) = (board.rows(), board.columns(), board.cells().len());
    let arrangement = |cells| Arrangement::new(rows, columns, cells).ok();
    let first = row(lines.first()?)?;
    if first.len() == count
        && let Some(found) = arrangement(first.clone())
    {
        return Some((1, Some(found)));
    }
    let (mut cells, mut read) = (first, 1);
    if !(columns - 1..=columns).contains(&cells.len()) {
        return None;
    }
    for (number, line) in lines.iter().enumerate().skip(1) {
        if read == rows {
            break;
        }
        if !is_frame(line) {
            let row = row(line).filter(|row| (columns - 1..=columns).contains(&row.len()))?;
            cells.extend(row);
            read += 1;
        }
        if read == rows && cells.len() == count {
            return Some((number + 1, Some(arrangement(cells)?)));
        }
        if read == rows && cells.len() + 1 == count && count >= WITHOUT_BLANK {
            cells.push(0);
            return arrangement(cells).map(|_| (number + 1, None));
        }
    }
    None
}

fn row(line: &str) -> Option<Vec<Tile>> {
    let is_between = |c: char| c.is_whitespace() || "|,[]{}".contains(c);
    let tile = |word: &str| if word == "." || word == "_" { Some(0) } else { word.parse().ok() };
    let row: Option<Vec<Tile>> = line.split(is_between).filter(|word| !word.is_empty()).map(tile).collect();
    row.filter(|row| !row.is_empty())
}

fn is_frame(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| "+-=|".contains(c) || c.is_whitespace())
}

/// Returns whether a line is the number of rows, or of rows and columns, and nothing else.
fn is_size(board: &Board, line: &str) -> bool {
    let numbers: Option<Vec<usize>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers == [board.rows()] || numbers == [board.rows(), board.columns()])
}
