//! Game ids of Simon Tatham's Portable Puzzle Collection: columns x rows and the kind of game, a colon, the board.
//!
//! ```text
//! 4x4:5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12     Fifteen
//! 7x7cross:OOPPPOO…                             Pegs; the games themselves leave the kind out
//! 7x7cross#181376                               a random seed: the way to make a board, but no board
//! ```
//!
//! What the board looks like is different in every game, so that is left to the families.

use super::fault::Fault;
use super::source::{Line, Source, Span};

/// Sides of more cells are taken for a mistake.
const MOST_SIDE: usize = 1 << 24;
/// Such a number has fewer digits than this.
const DIGITS: usize = 20;

/// An id, taken apart.
#[derive(Debug)]
pub struct GameId<'a> {
    /// Number of columns, at least 1.
    pub columns: usize,
    /// Number of rows, at least 1.
    pub rows: usize,
    /// What stands between the size and the colon.
    pub kind: &'a str,
    /// What stands after the colon; `None` if there is no colon, as in a seed.
    board: Option<&'a str>,
    whole: Span,
}

impl<'a> GameId<'a> {
    /// The id that a line consists of; `None` if it does not begin with a size.
    pub fn of(line: &Line<'a>) -> Option<Self> {
        // Most texts are no ids; that is seen without looking at the whole line, which may be very long.
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

    /// The id on the first line that holds something.
    pub fn first(source: &'a Source) -> Option<Self> {
        Self::of(&source.lines().find(holds_something)?)
    }

    /// The id, if it is all there is in the text.
    ///
    /// # Errors
    /// That there is no id, or more than one line.
    pub fn only(source: &'a Source, example: &str) -> Result<Self, Fault> {
        let mut lines = source.lines().filter(holds_something);
        let line = lines.next().ok_or_else(|| Fault::new("there is no game in this text"))?;
        if let Some(more) = lines.next() {
            let fault = Fault::new("a second board begins here").at(more.span());
            return Err(fault.remedy("a file holds one board"));
        }
        Self::of(&line).ok_or_else(|| {
            let fault = Fault::new("the columns and rows are missing").at(line.span());
            fault.remedy(format!("a game is like {example}"))
        })
    }

    /// Where the whole id stands.
    pub fn span(&self) -> Span {
        self.whole
    }

    /// The board and where it begins in the text.
    ///
    /// # Errors
    /// That there is none.
    pub fn board(&self) -> Result<(&'a str, usize), Fault> {
        let board = self.board.ok_or_else(|| {
            Fault::new("there is no board in this game, only the way to make one")
                .at(self.whole)
                .remedy("use the game's own description, which has a colon and the board after it")
        })?;
        Ok((board, self.whole.end - board.len()))
    }

    /// Number of cells; `None` if there are more than `most`.
    pub fn cells(&self, most: usize) -> Option<usize> {
        self.columns.checked_mul(self.rows).filter(|&cells| cells <= most)
    }
}

fn holds_something(line: &Line<'_>) -> bool {
    !line.bytes.trim_ascii().is_empty()
}

/// A number of columns or rows, and the text after it.
fn side(text: &str) -> Option<(usize, &str)> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let side = digits.parse().ok().filter(|side| (1..=MOST_SIDE).contains(side))?;
    Some((side, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_taken_apart() {
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
