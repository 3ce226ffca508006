//! The formats with one board per text: `rows`, `princeton` and `course`.
//!
//! * `rows`: rows and columns, then the rows; without the first line the size follows from the
//!   rows. A goal may follow.
//!
//!   ```text
//!   2 3            or 2x3, or nothing
//!   1 5 2
//!   4 _ 3
//!   goal           or `Goal state:`; also `goal snail`
//!   1 2 3
//!   4 5 0
//!   ```
//!
//! * `princeton`, which many others share: k, then k rows of k numbers.
//! * `course`: `#k`, k, `#initial state`, all numbers on one line with a blank after each. The
//!   lines with `#` are comments in every other format, so this is Princeton's with less choice.

use std::io;

use fewest_core::{Fault, Source, Span};

use crate::formats::builder::{BoardBuilder, Token, arrangement, rows, side, too_large};
use crate::rules::arrangement::{Arrangement, Goal};
use crate::rules::board::Board;

pub(crate) const ROWS: &str = "rows";
pub(crate) const PRINCETON: &str = "princeton";
pub(crate) const COURSE: &str = "course";

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

/// Reads a board of the format `rows`.
pub(crate) fn read_rows(source: &Source, builder: &mut BoardBuilder) -> Result<Board, Fault> {
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
        // Some write the columns first; then the lines say so.
        Some((columns, rows, place))
            if columns != rows && body.len() == rows && body.iter().all(|row| row.len() == columns) =>
        {
            (rows, columns, place)
        }
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

/// Parses the goal section: a name, or an arrangement on the line of the heading and after it.
fn own_goal(
    rows: usize,
    columns: usize,
    heading: &[Token<'_>],
    tokens: &[Token<'_>],
    place: Span,
) -> Result<Arrangement, Fault> {
    if let ([name], []) = (heading, tokens) {
        let named = std::str::from_utf8(name.bytes).ok().and_then(Goal::named);
        let goal = named.ok_or_else(|| {
            let known: Vec<_> = Goal::ALL.iter().map(|goal| goal.name()).collect();
            Fault::new(format!("there is no goal `{}`", name.text()))
                .at(name.span)
                .remedy(format!("known: {}", known.join(", ")))
        })?;
        return goal.arrangement(rows, columns).ok_or_else(|| too_large(rows, columns).at(place));
    }
    let tokens: Vec<Token<'_>> = heading.iter().chain(tokens).copied().collect();
    arrangement(rows, columns, &tokens, place)
}

/// Writes a board, with its goal unless that is the usual one.
pub(crate) fn write_rows(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{} {}", board.rows(), board.columns())?;
    write_aligned(board.now(), out)?;
    match Goal::of(board.goal()) {
        Some(Goal::BlankLast) => Ok(()),
        Some(goal) => writeln!(out, "goal {}", goal.name()),
        None => {
            writeln!(out, "goal")?;
            write_aligned(board.goal(), out)
        }
    }
}

/// Reads a board of the format `princeton` or `course`. Its line breaks do not matter.
pub(crate) fn read_princeton(source: &Source, builder: &mut BoardBuilder) -> Result<Board, Fault> {
    let tokens: Vec<Token<'_>> = rows(source).flatten().collect();
    let (first, tiles) = tokens.split_first().ok_or_else(|| {
        Fault::new("the text is empty").remedy("k on the first line, then k rows of k numbers")
    })?;
    let k = side(first, "k")?;
    builder.board(arrangement(k, k, tiles, first.span)?, None)
}

/// Writes a square board in the format `princeton`.
pub(crate) fn write_princeton(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}", board.rows())?;
    write_aligned(board.now(), out)
}

/// Returns whether a text begins as the course's files do.
pub(crate) fn begins_as_course(source: &Source) -> bool {
    let first = source.lines().find(|line| !line.bytes.trim_ascii().is_empty());
    first.is_some_and(|line| {
        line.bytes.strip_prefix(b"#").is_some_and(|token| token.trim_ascii().eq_ignore_ascii_case(b"k"))
    })
}

/// Writes a square board in the format `course`.
pub(crate) fn write_course(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "#k\n{}\n#initial state", board.rows())?;
    board.cells().iter().try_for_each(|tile| write!(out, "{tile} "))?;
    writeln!(out)
}

/// Writes the rows of an arrangement, aligned in columns.
fn write_aligned(arrangement: &Arrangement, out: &mut dyn io::Write) -> io::Result<()> {
    let width = (arrangement.cells().len() - 1).to_string().len();
    for row in arrangement.cells().chunks(arrangement.columns()) {
        let row: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}
