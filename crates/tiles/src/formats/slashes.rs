//! One board per line with slashes between its rows, as in the format of speed-solving programs: `8
//! 2 0/4 6 1/3 7 5`.

use std::io;

use crate::formats::builder::arrangement;
use crate::formats::tokens::Token;
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use fewest_core::{Fault, Span};

pub(crate) const ID: &str = "slashes";

/// Reads one line.
pub(crate) fn line(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
    let mut rows: Vec<&[Token<'_>]> = tokens.split(|token| token.bytes == b"/").collect();
    if rows.len() > 1 && rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop(); // a slash at the end begins no row
    }
    let columns = rows[0].len();
    let tiles: Vec<Token<'_>> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        tiles.iter().try_for_each(|token| token.tile().map(|_| ()))?;
        let what = format!("row {} has {} cells, the first has {columns}", row + 1, rows[row].len());
        return Err(Fault::new(what).at(rows[row].first().map_or(place, |token| token.span)));
    }
    arrangement(rows.len(), columns, &tiles, place)
}

/// Writes a board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = board.cells().chunks(board.columns()).map(row).collect();
    writeln!(out, "{}", rows.join("/"))
}
