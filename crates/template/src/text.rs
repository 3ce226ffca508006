//! Boards as text: the name of the family, a row of cells, and the goal where it is not the mirror
//! image. Moves as text: `2-4` is the piece on cell 2 going to cell 4, cells counted from 1.
//!
//! ```text
//! template
//! >>.<<
//! ```

use std::io;

use super::ID;
use super::board::{Board, Cell, Move};
use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Found, Illegal, Source, Span, Sure};

/// The name of the format.
pub const FORMAT: &str = "text";

/// Returns a claim on a text that begins with the name of the family.
pub fn detect(source: &Source) -> Vec<Claim> {
    let is_ours = source.lines().next().is_some_and(|line| line.bytes.trim_ascii() == ID.as_bytes());
    is_ours.then_some(Claim { format: FORMAT, sure: Sure::Certain }).into_iter().collect()
}

/// Reads one board.
pub fn read(source: &Source) -> Result<Board, Fault> {
    let mut lines = source.lines().filter(|line| !line.bytes.trim_ascii().is_empty());
    let head = lines.next().filter(|line| line.bytes.trim_ascii() == ID.as_bytes());
    let head = head.ok_or_else(|| Fault::new(format!("the first line is not `{ID}`")))?;
    let line = lines.next().ok_or_else(|| Fault::new("the row of cells is missing").at(head.span()))?;
    let cells = row(&line)?;
    let board = match lines.next() {
        None => Board::mirrored(cells),
        Some(goal) => Board::new(cells, row(&goal)?),
    };
    if let Some(extra) = lines.next() {
        let fault = Fault::new("there is a line too many").at(extra.span());
        return Err(fault.remedy("a row and a goal are all"));
    }
    board.map_err(|what| Fault::new(what).at(line.span()))
}

fn row(line: &Line<'_>) -> Result<Vec<Cell>, Fault> {
    let (word, span) = line.words().next().unwrap_or((b"", line.span()));
    let cell = |(place, &byte): (usize, &u8)| {
        let known = [Cell::Toad, Cell::Frog, Cell::Empty].into_iter();
        let start = span.start + place;
        let fault =
            || Fault::new("this is neither `>` nor `<` nor `.`").at(Span { start, end: start + 1, ..span });
        known.into_iter().find(|cell| cell.letter() == char::from(byte)).ok_or_else(fault)
    };
    word.iter().enumerate().map(cell).collect()
}

/// Writes a board; every board can be written.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let text = |row: &[Cell]| row.iter().map(|cell| cell.letter()).collect::<String>();
    writeln!(out, "{ID}\n{}", text(&board.cells))?;
    if board.cells.iter().rev().eq(&board.goal) { Ok(()) } else { writeln!(out, "{}", text(&board.goal)) }
}

/// Reads one move, or says what is wrong with the text.
pub fn read_move(text: &str) -> Result<Move, Illegal> {
    let cell = |word: &str| word.trim().parse::<usize>().ok()?.checked_sub(1);
    let both = text.split_once('-').and_then(|(from, to)| Some(Move { from: cell(from)?, to: cell(to)? }));
    both.ok_or_else(|| Illegal::new(format!("`{}` is not a move such as 2-4", text.trim())))
}

/// Returns the text of a move.
pub fn write_move(by: &Move) -> String {
    format!("{}-{}", by.from + 1, by.to + 1)
}

/// Finds the moves in any text: every word of digits with a dash between them is one.
pub fn find_moves(text: &str) -> Found<Vec<Move>> {
    let has_shape = |word: &str| word.contains('-') && word.bytes().all(|b| b == b'-' || b.is_ascii_digit());
    Found::words(text, has_shape, read_move)
}
