//! The text format: the name of the family, a row of cells, and the goal where it is not the mirror
//! image.
//!
//! ```text
//! template
//! >>.<<
//! ```

use std::io;

use super::super::ID;
use super::super::board::{Board, Cell};
use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Reading, Source, Sure};

/// The name of the format.
pub const FORMAT: &str = "text";

/// Sure of a text that begins with the name of the family; the others are not ours.
pub fn claim(source: &Source) -> Option<Claim> {
    let first = source.lines().next()?;
    (first.bytes.trim_ascii() == ID.as_bytes()).then_some(Claim { format: FORMAT, sure: Sure::Certain })
}

/// Reads one board.
pub fn read(source: &Source) -> Reading<Board> {
    Reading::of(board(source), FORMAT)
}

fn board(source: &Source) -> Result<Board, Fault> {
    let mut lines = source.lines().filter(|line| !line.bytes.trim_ascii().is_empty());
    let head =
        lines.next().ok_or_else(|| Fault::new("the text is empty").remedy(format!("begin with `{ID}`")))?;
    if head.bytes.trim_ascii() != ID.as_bytes() {
        return Err(Fault::new(format!("the first line is not `{ID}`")).at(head.span()));
    }
    let line = lines.next().ok_or_else(|| Fault::new("the row of cells is missing").at(head.span()))?;
    let cells = row(&line)?;
    let board = match lines.next() {
        None => Board::mirrored(cells),
        Some(goal) => Board::new(cells, row(&goal)?),
    };
    if let Some(extra) = lines.next() {
        return Err(Fault::new("there is a line too many")
            .at(extra.span())
            .remedy("a row and a goal are all"));
    }
    board.map_err(|what| Fault::new(what).at(line.span()))
}

fn row(line: &Line<'_>) -> Result<Vec<Cell>, Fault> {
    let (word, span) = line.words().next().unwrap_or((b"", line.span()));
    let cell = |(place, &byte): (usize, &u8)| match byte {
        b'>' => Ok(Cell::Toad),
        b'<' => Ok(Cell::Frog),
        b'.' => Ok(Cell::Empty),
        _ => {
            let start = span.start + place;
            let fault = Fault::new("this is neither `>` nor `<` nor `.`");
            Err(fault.at(fewest_core::Span { start, end: start + 1, ..span }))
        }
    };
    word.iter().enumerate().map(cell).collect()
}

/// Writes a board; every board can be written.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let text = |row: &[Cell]| row.iter().map(|cell| cell.letter()).collect::<String>();
    writeln!(out, "{ID}\n{}", text(board.cells()))?;
    if board.cells().iter().rev().ne(board.goal()) {
        writeln!(out, "{}", text(board.goal()))?;
    }
    Ok(())
}
