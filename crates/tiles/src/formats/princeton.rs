//! Princeton's format, which many others share: k, then k rows of k numbers.

use std::io;

use crate::formats::builder::{BoardBuilder, arrangement, side};
use crate::formats::tokens::{Token, rows};
use crate::formats::write_rows;
use crate::rules::board::Board;
use fewest_core::{Fault, Source};

pub(crate) const ID: &str = "princeton";

/// Reads one board. Its line breaks do not matter.
pub(crate) fn read(source: &Source, builder: &mut BoardBuilder) -> Result<Board, Fault> {
    let tokens: Vec<Token<'_>> = rows(source).flatten().collect();
    let (first, tiles) = tokens.split_first().ok_or_else(|| {
        Fault::new("the text is empty").remedy("k on the first line, then k rows of k numbers")
    })?;
    let k = side(first, "k")?;
    builder.board(arrangement(k, k, tiles, first.span)?, None)
}

/// Writes a square board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}", board.rows())?;
    write_rows(board.now(), out)
}
