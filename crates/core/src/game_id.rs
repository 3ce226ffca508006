//! Game ids of Simon Tatham's Portable Puzzle Collection: columns x rows and the kind of game, a
//! colon, the board. Several families read them.
//!
//! ```text
//! 4x4:5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12     Fifteen
//! 7x7cross:OOPPPOO…                             Pegs; the games themselves leave the kind out
//! 7x7cross#181376                               a random seed, without the board
//! ```
//!
//! The notation of the board differs between games and is left to the families.

use super::fault::Fault;
use super::source::{Line, Source, Span};

/// The longest side that is accepted.
const MOST_SIDE: usize = 1 << 24;
/// More digits than such a side has.
const DIGITS: usize = 20;

/// A parsed game id.
#[derive(Debug)]
pub struct GameId<'a> {
    /// Number of columns, at least 1.
    pub columns: usize,
    /// Number of rows, at least 1.
    pub rows: usize,
    /// The text between the size and the colon.
    pub kind: &'a str,
    /// The text after the colon. `None` if there is no colon, as in a seed.
    board: Option<&'a str>,
    whole: Span,
}

impl<'a> GameId<'a> {
    /// Parses a line. `None` if it does not begin with a size.
    pub fn of(line: &Line<'a>) -> Option<Self> {
        // Most texts are not ids; the beginning of the line, which may be very long, shows it.
        let begin = line.bytes.trim_ascii_start();
        let digits = begin.iter().take(DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
        if begin.get(digits) != Some(&b'x') {
            return None;
        }
        let word = std::str::from_utf8(line.bytes).ok()?;
        let start = line.start + word.len() - word.trim_start().len();
        let word = word.trim();
        let (columns, rest) = side(word)?;
        let (rows, rest) = side(rest.strip_prefix('x')?)?;
        let end = rest.find([':', '#']).unwrap_or(rest.len());
        let (kind, rest) = rest.split_at(end);
        let whole = Span { source: 0, start, end: start + word.len() };
        Some(Self { columns, rows, kind, board: rest.strip_prefix(':'), whole })
    }

    /// Parses the first line that is not empty.
    pub fn first(source: &'a Source) -> Option<Self> {
        Self::of(&source.lines().find(is_not_empty)?)
    }

    /// Parses a text that consists of one id.
    ///
    /// # Errors
    /// If there is no id, or more than one line.
    pub fn only(source: &'a Source, example: &str) -> Result<Self, Fault> {
        let mut lines = source.lines().filter(is_not_empty);
        let line = lines.next().ok_or_else(|| Fault::new("the text holds no game id"))?;
        if let Some(more) = lines.next() {
            let fault = Fault::new("a second board begins here").at(more.span());
            return Err(fault.remedy("a file holds one board"));
        }
        Self::of(&line).ok_or_else(|| {
            let fault = Fault::new("the columns and rows are missing").at(line.span());
            fault.remedy(format!("a game id is like {example}"))
        })
    }

    /// Returns the span of the id.
    pub fn span(&self) -> Span {
        self.whole
    }

    /// Returns the board and the byte at which it begins in the text.
    ///
    /// # Errors
    /// If there is none.
    pub fn board(&self) -> Result<(&'a str, usize), Fault> {
        let board = self.board.ok_or_else(|| {
            Fault::new("this game id has a seed instead of a board")
                .at(self.whole)
                .remedy("use the description of the game, which has the board after a colon")
        })?;
        Ok((board, self.whole.end - board.len()))
    }

    /// Returns the number of cells. `None` if there are more than `most`.
    pub fn cells(&self, most: usize) -> Option<usize> {
        self.columns.checked_mul(self.rows).filter(|&cells| cells <= most)
    }
}

fn is_not_empty(line: &Line<'_>) -> bool {
    !line.bytes.trim_ascii().is_empty()
}

/// Parses a number of columns or rows. Returns it and the text after it.
fn side(text: &str) -> Option<(usize, &str)> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let side = digits.parse().ok().filter(|side| (1..=MOST_SIDE).contains(side))?;
    Some((side, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_parsed() {
        let source = Source::new("id", "\n  7x5cross:OOPP \n");
        let id = GameId::only(&source, "").expect("an id");
        assert_eq!(
            (id.columns, id.rows, id.kind, id.cells(35), id.cells(34)),
            (7, 5, "cross", Some(35), None)
        );
        let (board, at) = id.board().expect("a board");
        assert_eq!((board, &source.bytes[at..at + 4]), ("OOPP", b"OOPP".as_slice()));
        let seed = Source::new("id", "4x4#12:3");
        let id = GameId::first(&seed).expect("an id");
        assert!(id.board().is_err_and(|fault| fault.at == Some(id.span())));
        for other in ["", "4:1", "x4:1", "4x:1", "0x4:1", "4x99999999999999999999:1", "4 x 4:1", "a4x4:1"] {
            assert!(GameId::first(&Source::new("id", other)).is_none(), "{other:?}");
        }
    }
}
