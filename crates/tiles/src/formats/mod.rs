//! One file per text format. They share `tokens` (numbers with their places), `builder` (from
//! numbers to boards) and `detect` (which format is it?).

mod builder;
mod course;
mod detect;
mod fifteen;
mod hex;
mod lines;
mod princeton;
mod rows;
mod slashes;
mod tokens;

use std::io;

use crate::rules::arrangement::Arrangement;
use crate::rules::board::Board;
use crate::rules::goal::Goal;
use builder::BoardBuilder;
use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Format, Instance, ReadOptions, Reading, Source, Span, Written};
use tokens::{Token, tokens};

/// The formats; the first can express every board.
pub(crate) const FORMATS: &[Format] = &[
    Format {
        id: rows::ID,
        about: "rows and columns, then the rows; `goal` and its name or rows",
        writes: true,
    },
    Format { id: course::ID, about: "#k, k, #initial state, then all numbers on a line", writes: true },
    Format { id: princeton::ID, about: "k, then k rows", writes: true },
    Format { id: lines::ID, about: "one square board a line, perhaps a number before it", writes: true },
    Format {
        id: lines::WITH_COMMAS,
        about: "one square board a line, with commas: 1,2,3,4,5,6,7,8,0",
        writes: true,
    },
    Format {
        id: slashes::ID,
        about: "one board a line, slashes between rows: 8 2 0/4 6 1/3 7 5",
        writes: true,
    },
    Format {
        id: hex::ID,
        about: "one square board a line, one digit a tile: fe169b4c0a73d852",
        writes: true,
    },
    Format {
        id: fifteen::ID,
        about: "games of Simon Tatham's Fifteen, one a line: 3x3:1,2,3,4,0,5,7,8,6",
        writes: true,
    },
];

/// Returns the format that a text seems to be in.
pub(crate) fn claims(source: &Source) -> Vec<Claim> {
    detect::claim(source).into_iter().collect()
}

/// The most memory per byte of text while it is read: a board of four cells is a short line.
const PER_BYTE: usize = 64;

/// Reads all boards of a text.
pub(crate) fn read(source: &Source, how: &ReadOptions) -> Reading<Board> {
    if let Err(fault) = how.room.check(source.bytes.len(), PER_BYTE, || "this text".to_owned()) {
        return Reading::failed(fault);
    }
    let mut builder = match BoardBuilder::new(how) {
        Ok(builder) => builder,
        Err(fault) => return Reading::failed(fault),
    };
    let format = how.format.as_deref().or_else(|| detect::claim(source).map(|claim| claim.format));
    let one = |read: Result<Board, Fault>, format| match read {
        Ok(board) => {
            let instance = Instance { board, format, line: None, warnings: Vec::new() };
            Reading { instances: vec![instance], faults: Vec::new() }
        }
        Err(fault) => Reading::failed(fault),
    };
    match format {
        Some(course::ID) => one(course::read(source, &mut builder), course::ID),
        Some(princeton::ID) => one(princeton::read(source, &mut builder), princeton::ID),
        Some(lines::ID) => builder.each_line(source, lines::ID, by_tokens(lines::line)),
        Some(lines::WITH_COMMAS) => builder.each_line(source, lines::WITH_COMMAS, by_tokens(lines::line)),
        Some(slashes::ID) => builder.each_line(source, slashes::ID, by_tokens(slashes::line)),
        Some(hex::ID) => builder.each_line(source, hex::ID, by_tokens(hex::line)),
        Some(fifteen::ID) => builder.each_line(source, fifteen::ID, fifteen::line),
        _ => one(rows::read(source, &mut builder), rows::ID),
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
    if format != rows::ID && Goal::of(board.goal()) != Some(Goal::BlankLast) {
        return no("is for boards whose goal has the blank last; `rows` writes any goal");
    }
    if ![rows::ID, slashes::ID, fifteen::ID].contains(&format) && !is_square {
        return no("is for square boards");
    }
    match format {
        rows::ID => rows::write(board, out)?,
        course::ID => course::write(board, out)?,
        princeton::ID => princeton::write(board, out)?,
        lines::ID => lines::write(board, " ", out)?,
        lines::WITH_COMMAS => lines::write(board, ",", out)?,
        slashes::ID => slashes::write(board, out)?,
        hex::ID if board.cells().len() > 16 => return no("has sixteen digits"),
        hex::ID => hex::write(board, out)?,
        fifteen::ID if fifteen::write(board, out)? => {}
        fifteen::ID => return no("has two rows and two columns at least"),
        _ => return no("is none of tiles"),
    }
    Ok(Written::Yes)
}

/// Writes the rows of an arrangement, aligned in columns.
fn write_rows(arrangement: &Arrangement, out: &mut dyn io::Write) -> io::Result<()> {
    let width = (arrangement.cells().len() - 1).to_string().len();
    for row in arrangement.cells().chunks(arrangement.columns()) {
        let row: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
