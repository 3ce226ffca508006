//! One square board per line, with or without a number before it, as in Korf's list of a hundred.

use std::io;

use crate::formats::builder::{arrangement, square_side};
use crate::formats::tokens::Token;
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use fewest_core::{Fault, Span};

pub(crate) const ID: &str = "lines";
/// The same with commas between the numbers, also in brackets: `[1, 2, 3, 4, 5, 6, 7, 8, 0]`.
/// Commas and brackets separate tokens as blanks do, so only writing differs.
pub(crate) const WITH_COMMAS: &str = "commas";

/// Reads one line.
pub(crate) fn line(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
    let count = tokens.len();
    let (side, tiles) = match (square_side(count), square_side(count - 1)) {
        (Some(side), _) => (side, tokens),
        (None, Some(side)) => (side, &tokens[1..]),
        (None, None) => {
            tokens.iter().try_for_each(|token| token.tile().map(|_| ()))?;
            let (less, more) = (count.isqrt().pow(2), (count.isqrt() + 1).pow(2));
            let what = format!("{count} numbers are no square board");
            return Err(Fault::new(what).at(place).remedy(format!("{less} or {more} would be one")));
        }
    };
    arrangement(side, side, tiles, place)
}

/// Writes a square board with `between` between the numbers.
pub(crate) fn write(board: &Board, between: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let tiles: Vec<String> = board.cells().iter().map(u32::to_string).collect();
    writeln!(out, "{}", tiles.join(between))
}
