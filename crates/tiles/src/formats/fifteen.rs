//! A game of Fifteen from Simon Tatham's collection, one per line: columns x rows, a colon, the
//! tiles row by row, 0 the blank.
//!
//! ```text
//! 4x4:5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12
//! ```

use std::io;

use crate::formats::builder::arrangement;
use crate::formats::tokens::{Token, tokens};
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use fewest_core::game_id::GameId;
use fewest_core::source::Line;
use fewest_core::{Fault, Source};

pub(crate) const ID: &str = "fifteen";

/// The least number of columns and rows that the game has.
const LEAST_SIDE: usize = 2;

/// Returns whether a text begins with an id without a kind, and the board after it is numbers with
/// commas between them; or is nothing but a size and a seed, for which the reader has an
/// explanation.
pub(crate) fn begins(source: &Source) -> bool {
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

/// Reads one line.
pub(crate) fn line(line: &Line<'_>) -> Result<Arrangement, Fault> {
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

/// Writes a board; returns `false` if the game has none of that size.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<bool> {
    let (rows, columns) = (board.rows(), board.columns());
    if rows < LEAST_SIDE || columns < LEAST_SIDE {
        return Ok(false);
    }
    let tiles: Vec<String> = board.cells().iter().map(u32::to_string).collect();
    writeln!(out, "{columns}x{rows}:{}", tiles.join(","))?;
    Ok(true)
}
