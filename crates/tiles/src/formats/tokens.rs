//! The numbers of a text with their places. Commas, semicolons and brackets separate as blanks do;
//! what follows `#` is a comment.

use crate::rules::arrangement::Tile;
use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span};

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) span: Span,
}

impl Token<'_> {
    /// Returns the token for messages.
    pub(crate) fn text(&self) -> String {
        shortened(&String::from_utf8_lossy(self.bytes))
    }

    /// Returns the token as a number, possibly negative.
    pub(crate) fn number(&self) -> Option<i64> {
        std::str::from_utf8(self.bytes).ok()?.parse().ok()
    }

    /// Returns whether it is one of the marks for the blank.
    pub(crate) fn is_blank_mark(&self) -> bool {
        matches!(self.bytes, b"_" | b"x" | b"X" | b"." | b"*")
    }

    /// Returns the tile that it stands for; 0 is the blank.
    pub(crate) fn tile(&self) -> Result<Tile, Fault> {
        if self.is_blank_mark() {
            return Ok(0);
        }
        let number = self.number().ok_or_else(|| {
            Fault::new(format!("`{}` is not the number of a tile", self.text()))
                .at(self.span)
                .remedy("tiles are numbered from 1; the blank is 0, _, x, . or *")
        })?;
        if number < 0 {
            let fault = Fault::new(format!("{number} is negative, and no tile is")).at(self.span);
            return Err(fault.remedy("tiles are numbered from 1; the blank is 0"));
        }
        Tile::try_from(number)
            .map_err(|_| Fault::new(format!("{number} is too large for a tile")).at(self.span))
    }
}

/// The tokens of a line, without its comment. A slash is a token of its own.
pub(crate) fn tokens<'a>(line: &Line<'a>) -> impl Iterator<Item = Token<'a>> + use<'a> {
    let end = line.bytes.iter().position(|&byte| byte == b'#').unwrap_or(line.bytes.len());
    let (bytes, start) = (&line.bytes[..end], line.start);
    let between = |byte: u8| byte.is_ascii_whitespace() || b",;[](){}".contains(&byte);
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(|&byte| !between(byte))?;
        let length = match bytes[at] {
            b'/' => 1,
            _ => {
                let stop = |&byte: &u8| between(byte) || byte == b'/';
                bytes[at..].iter().position(stop).unwrap_or(bytes.len() - at)
            }
        };
        let span = Span { source: 0, start: start + at, end: start + at + length };
        let token = Token { bytes: &bytes[at..at + length], span };
        at += length;
        Some(token)
    })
}

/// The lines that are not empty, as tokens.
pub(crate) fn rows(source: &Source) -> impl Iterator<Item = Vec<Token<'_>>> {
    source.lines().map(|line| tokens(&line).collect::<Vec<_>>()).filter(|row| !row.is_empty())
}
