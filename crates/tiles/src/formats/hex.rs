//! One square board per line, one hexadecimal digit per tile: `fe169b4c0a73d852`. Boards up to 4 x
//! 4.

use std::io;

use crate::formats::builder::{arrangement, square_side};
use crate::formats::tokens::Token;
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use fewest_core::{Fault, Span};

pub(crate) const ID: &str = "hex";

/// Decimal names of the digits, so that they can be read as tokens.
const NAMES: [&[u8]; 16] =
    [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"10", b"11", b"12", b"13", b"14", b"15"];

/// Reads one line.
pub(crate) fn line(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
    if let [_, more, ..] = tokens {
        return Err(Fault::new("there is more than one word on the line").at(more.span));
    }
    let token = tokens.first().ok_or_else(|| Fault::new("the line is empty").at(place))?;
    let digit = |(at, &byte): (usize, &u8)| {
        let start = token.span.start + at;
        let span = Span { start, end: start + 1, ..token.span };
        let mark = Token { bytes: &token.bytes[at..=at], span };
        match char::from(byte).to_digit(16) {
            Some(value) => Ok(Token { bytes: NAMES[value as usize], span }),
            None if mark.is_blank_mark() => Ok(Token { bytes: NAMES[0], span }),
            None => Err(Fault::new(format!("`{}` is not a hexadecimal digit", mark.text())).at(span)),
        }
    };
    let tiles: Vec<Token<'_>> = token.bytes.iter().enumerate().map(digit).collect::<Result<_, _>>()?;
    let side = square_side(tiles.len()).filter(|side| *side <= 4).ok_or_else(|| {
        Fault::new(format!("{} digits are no square board", tiles.len()))
            .at(place)
            .remedy("1, 4, 9 or 16 are")
    })?;
    arrangement(side, side, &tiles, place)
}

/// Writes a square board of at most 16 cells.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let digits: String = board.cells().iter().filter_map(|&tile| char::from_digit(tile, 16)).collect();
    writeln!(out, "{digits}")
}
