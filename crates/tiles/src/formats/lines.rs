//! The formats with one board per line.
//!
//! | format | a line |
//! |---|---|
//! | `lines` | a square board, with or without a number before it, as in Korf's list of a hundred |
//! | `commas` | the same with commas, also in brackets: `[1, 2, 3, 4, 5, 6, 7, 8, 0]` |
//! | `slashes` | slashes between rows, as in speed-solving programs: `8 2 0/4 6 1/3 7 5` |
//! | `hex` | a square board up to 4 x 4, one hexadecimal digit per tile: `fe169b4c0a73d852` |
//! | `fifteen` | a game of Fifteen from Simon Tatham's collection: `3x2:1,2,3,4,0,5` |
//!
//! Commas and brackets separate numbers as blanks do, so `lines` and `commas` differ only in
//! writing. A game of Fifteen is columns x rows, a colon, the tiles row by row, 0 the blank.

use std::io;

use fewest_core::game_id::GameId;
use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span};

use crate::formats::builder::{Token, arrangement, square_side, tokens};
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;

pub(crate) const LINES: &str = "lines";
pub(crate) const COMMAS: &str = "commas";
pub(crate) const SLASHES: &str = "slashes";
pub(crate) const HEX: &str = "hex";
pub(crate) const FIFTEEN: &str = "fifteen";

/// Reads a line of numbers, with or without a number before the board.
pub(crate) fn read_numbers(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
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
pub(crate) fn write_numbers(board: &Board, between: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let tiles: Vec<String> = board.cells().iter().map(u32::to_string).collect();
    writeln!(out, "{}", tiles.join(between))
}

/// Reads a line with slashes between rows.
pub(crate) fn read_slashes(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
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

/// Writes a board with slashes between rows.
pub(crate) fn write_slashes(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = board.cells().chunks(board.columns()).map(row).collect();
    writeln!(out, "{}", rows.join("/"))
}

/// Decimal names of the digits, so that they can be read as tokens.
const DIGITS: [&[u8]; 16] =
    [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"10", b"11", b"12", b"13", b"14", b"15"];

/// Reads a line of hexadecimal digits.
pub(crate) fn read_hex(tokens: &[Token<'_>], place: Span) -> Result<Arrangement, Fault> {
    if let [_, more, ..] = tokens {
        return Err(Fault::new("there is more than one word on the line").at(more.span));
    }
    let token = tokens.first().ok_or_else(|| Fault::new("the line is empty").at(place))?;
    let digit = |(at, &byte): (usize, &u8)| {
        let start = token.span.start + at;
        let span = Span { start, end: start + 1, ..token.span };
        let mark = Token { bytes: &token.bytes[at..=at], span };
        match char::from(byte).to_digit(16) {
            Some(value) => Ok(Token { bytes: DIGITS[value as usize], span }),
            None if mark.is_blank_mark() => Ok(Token { bytes: DIGITS[0], span }),
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

/// Writes a square board of at most 16 cells as hexadecimal digits.
pub(crate) fn write_hex(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let digits: String = board.cells().iter().filter_map(|&tile| char::from_digit(tile, 16)).collect();
    writeln!(out, "{digits}")
}

/// The least number of columns and rows that the game has.
const LEAST_SIDE: usize = 2;

/// Returns whether a text begins with an id without a kind, and the board after it is numbers with
/// commas between them; or is nothing but a size and a seed, for which the reader has an
/// explanation.
pub(crate) fn begins_as_fifteen(source: &Source) -> bool {
    GameId::first(source).is_some_and(|id| match id.board() {
        Ok((tiles, _)) => {
            let is_tile = |byte: u8| byte.is_ascii_digit() || byte == b',' || byte.is_ascii_whitespace();
            id.kind.is_empty() && tiles.bytes().all(is_tile) && tiles.matches(',').count() > 1
        }
        Err(_) => is_seed(&source.bytes),
    })
}

/// Returns whether the text is like `4x4#181376`. A text with no other characters than `0`, `1`,
/// `x` and `#` may be a row of lights.
fn is_seed(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    text.iter().all(|byte| byte.is_ascii_digit() || b"x#".contains(byte))
        && text.iter().any(|byte| matches!(byte, b'2'..=b'9'))
        && text.iter().filter(|&&byte| byte == b'#').count() == 1
        && text.last().is_some_and(u8::is_ascii_digit)
}

/// Reads a game of Fifteen.
pub(crate) fn read_fifteen(line: &Line<'_>) -> Result<Arrangement, Fault> {
    let id = GameId::of(line).ok_or_else(|| {
        Fault::new("the columns and rows are missing")
            .at(line.span())
            .remedy("a game is like 3x2:1,2,3,4,0,5")
    })?;
    let (tiles, start) = id.board()?;
    let tiles: Vec<Token<'_>> = tokens(&Line { start, bytes: tiles.as_bytes(), ..*line }).collect();
    let is_full = id.cells(tiles.len()) == Some(tiles.len());
    if is_full && !tiles.iter().any(|token| token.tile() == Ok(0)) {
        return Err(Fault::new(
            "there is no blank, so this is a game of Sixteen, where rows and columns turn",
        )
        .at(id.span())
        .remedy("a game of Fifteen has a 0 for the blank"));
    }
    arrangement(id.rows, id.columns, &tiles, id.span())
}

/// Writes a game of Fifteen; returns `false` if there is none of that size.
pub(crate) fn write_fifteen(board: &Board, out: &mut dyn io::Write) -> io::Result<bool> {
    let (rows, columns) = (board.rows(), board.columns());
    if rows < LEAST_SIDE || columns < LEAST_SIDE {
        return Ok(false);
    }
    let tiles: Vec<String> = board.cells().iter().map(u32::to_string).collect();
    writeln!(out, "{columns}x{rows}:{}", tiles.join(","))?;
    Ok(true)
}
