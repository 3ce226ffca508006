//! The format `rows`: rows and columns, then the rows; without the first line the size follows from
//! the rows. A goal may follow.
//!
//! ```text
//! 2 3            or 2x3, or nothing
//! 1 5 2
//! 4 _ 3
//! goal           or `Goal state:`; also `goal snail`
//! 1 2 3
//! 4 5 0
//! ```

use std::io;

use crate::formats::builder::{BoardBuilder, arrangement, own_goal, side};
use crate::formats::tokens::{Token, rows};
use crate::formats::write_rows;
use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use crate::rules::goal::Goal;
use fewest_core::{Fault, Source, Span};

pub(crate) const ID: &str = "rows";

/// What a heading begins: the board or the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    Start,
    Goal,
}

/// Returns what a line is the heading of: `Initial state:`, `start`, `goal snail`, `Goal state:`.
pub(crate) fn heading(row: &[Token<'_>]) -> Option<Heading> {
    let first = row.first()?.bytes.to_ascii_lowercase();
    match first.strip_suffix(b":").unwrap_or(&first) {
        b"goal" | b"target" => Some(Heading::Goal),
        b"initial" | b"start" | b"board" => Some(Heading::Start),
        _ => None,
    }
}

/// Returns the tokens of a heading that are not part of the phrase.
fn after_heading<'w, 'a>(row: &'w [Token<'a>]) -> &'w [Token<'a>] {
    let phrase = |token: &Token<'_>| {
        let lower = token.bytes.to_ascii_lowercase();
        matches!(lower.strip_suffix(b":").unwrap_or(&lower), b"state" | b"board" | b"position" | b"")
    };
    let skipped = 1 + row[1..].iter().take_while(|token| phrase(token)).count();
    &row[skipped..]
}

/// Returns the size that the first line gives, if it gives one: `2 3`, `2x3`, or `3` for a square.
/// Numbers may also be the first row of a board that is one or two cells wide; then all lines are
/// as wide, and it would not be the right size.
fn size(first: &[Token<'_>], rest: &[&Vec<Token<'_>>]) -> Option<Result<(usize, usize, Span), Fault>> {
    let cells = rest.iter().map(|row| row.len()).sum::<usize>();
    let is_row = |product: Option<i64>| {
        rest.iter().all(|row| row.len() == first.len())
            && product.is_none_or(|product| usize::try_from(product) != Ok(cells))
    };
    let both = |rows: Token<'_>, columns: Token<'_>| {
        let span = Span { end: columns.span.end, ..rows.span };
        Ok((side(&rows, "the number of rows")?, side(&columns, "the number of columns")?, span))
    };
    match *first {
        [token] if token.is_blank_mark() => None,
        [token] => match token.bytes.iter().position(|byte| matches!(byte, b'x' | b'X')) {
            Some(middle) => {
                let part = |from: usize, to: usize| Token {
                    bytes: &token.bytes[from..to],
                    span: Span { start: token.span.start + from, end: token.span.start + to, ..token.span },
                };
                Some(both(part(0, middle), part(middle + 1, token.bytes.len())))
            }
            None if is_row(token.number().and_then(|k| k.checked_mul(k))) => None,
            None => Some(side(&token, "the size").map(|side| (side, side, token.span))),
        },
        [rows, columns] => {
            let product =
                rows.number().zip(columns.number()).and_then(|(rows, columns)| rows.checked_mul(columns));
            (!is_row(product)).then(|| both(rows, columns))
        }
        _ => None,
    }
}

/// Reads one board.
pub(crate) fn read(source: &Source, builder: &mut BoardBuilder) -> Result<Board, Fault> {
    let all: Vec<Vec<Token<'_>>> = rows(source).collect();
    let goal_at = all.iter().position(|row| heading(row) == Some(Heading::Goal)).unwrap_or(all.len());
    let is_heading = |row: &&Vec<Token<'_>>| heading(row) == Some(Heading::Start);
    let mut body: Vec<&Vec<Token<'_>>> = all[..goal_at].iter().filter(|row| !is_heading(row)).collect();
    let first = body.first().ok_or_else(|| {
        Fault::new("the text has no board").remedy("rows and columns on the first line, then the rows")
    })?;
    let given = size(first, &body[1..]).transpose()?;
    if given.is_some() {
        body.remove(0);
    }
    let tokens: Vec<Token<'_>> = body.iter().flat_map(|row| row.iter().copied()).collect();
    let (height, width, place) = match given {
        Some(size) => size,
        None => {
            let width = body[0].len();
            let ragged = body.iter().position(|row| row.len() != width);
            if let Some(row) = ragged {
                let what = format!("row {} has {} cells, the first has {width}", row + 1, body[row].len());
                // A token that is no tile is the likelier mistake.
                tokens.iter().try_for_each(|token| token.tile().map(|_| ()))?;
                return Err(Fault::new(what).at(body[row][0].span));
            }
            (body.len(), width, body[0][0].span)
        }
    };
    let now = arrangement(height, width, &tokens, place)?;
    let own = match all.get(goal_at) {
        None => None,
        Some(row) => {
            let tokens: Vec<Token<'_>> = all[goal_at + 1..].iter().flatten().copied().collect();
            Some(own_goal(height, width, after_heading(row), &tokens, row[0].span)?)
        }
    };
    builder.board(now, own)
}

/// Returns an arrangement from the tokens on the line of the heading and after it.
pub(crate) fn all(
    heading: &[Token<'_>],
    tokens: &[Token<'_>],
    rows: usize,
    columns: usize,
    place: Span,
) -> Result<Arrangement, Fault> {
    let tokens: Vec<Token<'_>> = heading.iter().chain(tokens).copied().collect();
    arrangement(rows, columns, &tokens, place)
}

/// Writes a board, with its goal unless that is the usual one.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{} {}", board.rows(), board.columns())?;
    write_rows(board.now(), out)?;
    match Goal::of(board.goal()) {
        Some(Goal::BlankLast) => Ok(()),
        Some(goal) => writeln!(out, "goal {}", goal.name()),
        None => {
            writeln!(out, "goal")?;
            write_rows(board.goal(), out)
        }
    }
}
