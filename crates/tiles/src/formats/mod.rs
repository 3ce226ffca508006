//! The text formats of boards, and detection of the format.
//!
//! | file | what it holds |
//! |---|---|
//! | `rows` | formats with one board per text |
//! | `lines` | formats with one board per line |
//! | `drawn` | boards as people draw them |
//! | `builder` | from texts to boards: numbers with their places, goals, faults |
//!
//! Numbers are also texts of other families, so only numbers that are an arrangement are certain; a
//! text that is nearly one is possible, so that the reader can point to the mistake.

mod builder;
pub(crate) mod drawn;
mod lines;
mod rows;

use std::io;
use std::sync::Arc;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Format, ReadOptions, Reading, Source, Span, Sure, Written};

use crate::formats::builder::{BoardBuilder, RequestedGoal, Token, tokens};
use crate::formats::lines::{
    COMMAS, FIFTEEN, HEX, LINES, SLASHES, begins_as_fifteen, read_fifteen, read_hex, read_numbers,
    read_slashes, write_fifteen, write_hex, write_numbers, write_slashes,
};
use crate::formats::rows::{
    COURSE, PRINCETON, ROWS, begins_as_course, heading, read_princeton, read_rows, write_course,
    write_princeton, write_rows,
};
use crate::rules::arrangement::{Arrangement, Goal};
use crate::rules::board::{Board, Metric};

/// The formats; the first can express every board.
pub(crate) const FORMATS: &[Format] = &[
    Format { id: ROWS, about: "rows and columns, then the rows; `goal` and its name or rows", writes: true },
    Format { id: COURSE, about: "#k, k, #initial state, then all numbers on a line", writes: true },
    Format { id: PRINCETON, about: "k, then k rows", writes: true },
    Format { id: LINES, about: "one square board per line, optionally after a number", writes: true },
    Format { id: COMMAS, about: "one square board per line, with commas: 1,2,3,4,5,6,7,8,0", writes: true },
    Format {
        id: SLASHES,
        about: "one board per line, slashes between rows: 8 2 0/4 6 1/3 7 5",
        writes: true,
    },
    Format {
        id: HEX,
        about: "one square board per line, one digit per tile: fe169b4c0a73d852",
        writes: true,
    },
    Format {
        id: FIFTEEN,
        about: "games of Simon Tatham's Fifteen, one per line: 3x3:1,2,3,4,0,5,7,8,6",
        writes: true,
    },
    fewest_core::drawing::FORMAT,
];

/// Returns the format that a text seems to be in.
pub(crate) fn claims(source: &Source) -> Vec<Claim> {
    claim(source).into_iter().collect()
}

/// The most memory per byte of text while it is read: a board of four cells is a short line.
const PER_BYTE: usize = 64;

/// Reads all boards of a text.
pub(crate) fn read(source: &Source, how: &ReadOptions) -> Reading<Board> {
    if let Err(fault) = how.room.check(source.bytes.len(), PER_BYTE, || "this text".to_owned()) {
        return Reading::failed(fault);
    }
    let mut builder = match board_builder(how) {
        Ok(builder) => builder,
        Err(fault) => return Reading::failed(fault),
    };
    let format = how.format.as_deref().or_else(|| claim(source).map(|claim| claim.format));
    match format {
        Some(COURSE) => Reading::of(read_princeton(source, &mut builder), COURSE),
        Some(PRINCETON) => Reading::of(read_princeton(source, &mut builder), PRINCETON),
        Some(LINES) => builder.each_line(source, LINES, by_tokens(read_numbers)),
        Some(COMMAS) => builder.each_line(source, COMMAS, by_tokens(read_numbers)),
        Some(SLASHES) => builder.each_line(source, SLASHES, by_tokens(read_slashes)),
        Some(HEX) => builder.each_line(source, HEX, by_tokens(read_hex)),
        Some(FIFTEEN) => builder.each_line(source, FIFTEEN, read_fifteen),
        _ => Reading::of(read_rows(source, &mut builder), ROWS),
    }
}

/// Returns a builder of boards with the goal and the metric that the options ask for.
fn board_builder(how: &ReadOptions) -> Result<BoardBuilder, Fault> {
    let asked = match how.goal.as_deref().map(str::trim) {
        None => RequestedGoal::Usual,
        Some(token) => match Goal::named(token) {
            Some(goal) => RequestedGoal::Named(goal),
            None => RequestedGoal::Given(Arc::new(read_goal(token)?)),
        },
    };
    let metric = match how.metric.as_deref() {
        Some("lines") => Metric::Lines,
        _ => Metric::Steps,
    };
    Ok(BoardBuilder::new(asked, metric))
}

/// Parses a goal that is written out: a text in any format with one board.
fn read_goal(text: &str) -> Result<Arrangement, Fault> {
    let source = Source::new("goal", text);
    let fault = |what: String| {
        let names: Vec<_> = Goal::ALL.iter().map(|goal| goal.name()).collect();
        Fault::new(what).remedy(format!("a goal is {}, or a file with an arrangement", names.join(", ")))
    };
    let format = claim(&source).map(|claim| claim.format.to_owned());
    if format.is_none() {
        return Err(fault(format!("there is no goal `{}`", shortened(text))));
    }
    let how = ReadOptions { format, ..ReadOptions::default() };
    let mut reading = read(&source, &how);
    match (reading.faults.first(), &reading.instances[..]) {
        (Some(wrong), _) => Err(fault(format!("in the goal: {}", wrong.what))),
        (None, [_]) => Ok(reading.instances.remove(0).board.now().clone()),
        (None, many) => Err(fault(format!("the goal is {} arrangements", many.len()))),
    }
}

/// Returns a reader of lines, given a reader of their tokens.
fn by_tokens(
    read: fn(&[Token<'_>], Span) -> Result<Arrangement, Fault>,
) -> impl Fn(&Line<'_>) -> Result<Arrangement, Fault> {
    move |line| read(&tokens(line).collect::<Vec<_>>(), line.span())
}

/// Writes a board.
pub(crate) fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    let is_square = board.rows() == board.columns();
    let no = |why: &str| Ok(Written::No(format!("the format `{format}` {why}")));
    if format != ROWS && Goal::of(board.goal()) != Some(Goal::BlankLast) {
        return no("is for boards whose goal has the blank last; `rows` writes any goal");
    }
    if ![ROWS, SLASHES, FIFTEEN].contains(&format) && !is_square {
        return no("is for square boards");
    }
    match format {
        ROWS => write_rows(board, out)?,
        COURSE => write_course(board, out)?,
        PRINCETON => write_princeton(board, out)?,
        LINES => write_numbers(board, " ", out)?,
        COMMAS => write_numbers(board, ",", out)?,
        SLASHES => write_slashes(board, out)?,
        HEX if board.cells().len() > 16 => return no("has sixteen digits"),
        HEX => write_hex(board, out)?,
        FIFTEEN if write_fifteen(board, out)? => {}
        FIFTEEN => return no("has two rows and two columns at least"),
        _ => return no("is none of tiles"),
    }
    Ok(Written::Yes)
}

/// How much of a text is examined: enough to tell families apart.
const PREFIX: usize = 1 << 16;
/// Boards of fewer cells could be anything.
const FEW: usize = 4;

/// Returns the format that a text seems to be in, None if it is no board of tiles.
fn claim(source: &Source) -> Option<Claim> {
    if begins_as_course(source) {
        return Some(Claim { format: COURSE, sure: Sure::Certain });
    }
    if begins_as_fifteen(source) {
        let sure = if reads_well(source, FIFTEEN) { Sure::Certain } else { Sure::Possible };
        return Some(Claim { format: FIFTEEN, sure });
    }
    let rows = beginning(source);
    if is_answer(source) || !(is_hex(&rows) || is_least(&rows) || mostly_tiles(&rows)) {
        return None;
    }
    let format = detect(&rows, source);
    let sure = match source.bytes.len() > PREFIX {
        true => rows.iter().flatten().all(is_tile),
        false => reads_well(source, format),
    };
    Some(Claim { format, sure: if sure { Sure::Certain } else { Sure::Possible } })
}

/// The moves of a solution are numbers too.
fn is_answer(source: &Source) -> bool {
    source.bytes.strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"moves"))
}

/// Returns the first lines that are not empty, as tokens.
fn beginning(source: &Source) -> Vec<Vec<Token<'_>>> {
    let lines = source.lines().take_while(|line| line.start < PREFIX);
    let rows = lines.map(|line| tokens(&line).take(PREFIX).collect::<Vec<_>>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns whether a token is a number as tiles are written: rows of noughts and ones are lights.
fn is_tile(token: &Token<'_>) -> bool {
    let is_plain = token.bytes.len() < 8 && (token.bytes == b"0" || !token.bytes.starts_with(b"0"));
    token.is_blank_mark() || is_plain && token.number().is_some_and(|number| number >= 0)
}

fn is_size(token: &Token<'_>) -> bool {
    let mut parts = token.bytes.split(|byte| matches!(byte, b'x' | b'X'));
    let mut number =
        || parts.next().is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    number() && number() && parts.next().is_none()
}

/// Returns whether the text is the smallest board: k is 1, and there is the blank.
fn is_least(rows: &[Vec<Token<'_>>]) -> bool {
    matches!(rows, [k, tiles] if matches!((&k[..], &tiles[..]), ([k], [blank]) if k.bytes == b"1" && blank.bytes == b"0"))
}

/// Returns whether nearly every token is a number of some sort, some of them side by side, and no
/// line is a piece of the sliding blocks: four numbers and a letter.
fn mostly_tiles(rows: &[Vec<Token<'_>>]) -> bool {
    let is_piece = |row: &Vec<Token<'_>>| {
        row.len() >= 5
            && matches!(row[4].bytes, [letter] if letter.is_ascii_alphabetic())
            && row[..4].iter().all(|token| token.number().is_some())
    };
    let counted = || rows.iter().filter(|row| heading(row).is_none()).flatten();
    let tiles =
        counted().filter(|token| is_tile(token) || token.number().is_some_and(|number| number < 0)).count();
    let strange = counted().filter(|token| token.bytes != b"/" && !is_size(token)).count() - tiles;
    tiles >= FEW && 4 * strange < tiles && rows.iter().any(|row| row.len() > 1) && !rows.iter().any(is_piece)
}

fn is_hex_word(token: &Token<'_>) -> bool {
    let mut seen = 0_u32;
    let digits = token.bytes.iter().map(|&byte| char::from(byte).to_digit(16));
    matches!(token.bytes.len(), 4 | 9 | 16)
        && digits.into_iter().all(|digit| {
            digit.is_some_and(|digit| {
                let new = seen & 1 << digit == 0 && (digit as usize) < token.bytes.len();
                seen |= 1 << digit;
                new
            })
        })
}

fn is_hex(rows: &[Vec<Token<'_>>]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.len() == 1 && is_hex_word(&row[0]))
}

/// Returns the format that the shape of the lines suggests.
fn detect(rows: &[Vec<Token<'_>>], source: &Source) -> &'static str {
    if is_hex(rows) {
        return HEX;
    }
    if rows.iter().flatten().any(|token| token.bytes == b"/") {
        return SLASHES;
    }
    if rows.iter().any(|row| heading(row).is_some()) {
        return ROWS;
    }
    if let [token] = rows[0][..]
        && rows.len() > 1
    {
        return if is_size(&token) { ROWS } else { PRINCETON };
    }
    let is_board = |row: &Vec<Token<'_>>| {
        let count = row.len();
        count >= FEW && read_numbers(row, row[0].span).is_ok()
    };
    // A row may happen to look like a board of its own, so the lines are one board first if they
    // can be.
    if rows.len() > 1 && reads_well(source, ROWS) {
        return ROWS;
    }
    let boards = rows.iter().filter(|row| is_board(row)).count();
    if rows.len() == 1 || 2 * boards >= rows.len() {
        let has_commas = source.lines().find(|line| tokens(line).next().is_some());
        return match has_commas.is_some_and(|line| line.bytes.contains(&b',')) {
            true => COMMAS,
            false => LINES,
        };
    }
    ROWS
}

/// Returns whether the text reads without a fault, and its first board has at least [`FEW`] cells.
fn reads_well(source: &Source, format: &str) -> bool {
    let how = ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() };
    let reading = read(source, &how);
    let cells = reading.instances.first().map_or(0, |instance| instance.board.cells().len());
    reading.faults.is_empty() && cells >= FEW
}

#[cfg(test)]
mod tests;
