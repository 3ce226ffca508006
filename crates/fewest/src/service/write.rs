//! Writes positions in the formats of their family.

use std::io;

use super::open::{AsWhat, open};
use super::position::Position;
use fewest_core::family::{ReadOptions, Written};
use fewest_core::fault::Fault;
use fewest_core::info::Info;
use fewest_core::room::Room;
use fewest_core::source::Source;

/// Returns the formats to try: the one that is wished for, or else all that the family writes.
fn formats(info: &'static Info, wish: Option<&str>) -> Result<Vec<&'static str>, Fault> {
    let known: Vec<_> = info.formats.iter().filter(|format| format.writes).map(|format| format.id).collect();
    match wish {
        None => Ok(known),
        Some(wish) => known.iter().find(|id| **id == wish).map(|&id| vec![id]).ok_or_else(|| {
            Fault::new(format!("{} cannot be written as `{wish}`", info.id))
                .remedy(format!("known: {}", known.join(", ")))
        }),
    }
}

/// Writes a position in the format that is wished for, or else in the first of its family that can
/// represent it. Returns the format, or why there is none; nothing is written then.
///
/// # Errors
/// Those of the writer.
pub fn write(
    position: &dyn Position,
    wish: Option<&str>,
    out: &mut dyn io::Write,
) -> io::Result<Result<&'static str, Fault>> {
    let formats = match formats(position.info(), wish) {
        Ok(formats) => formats,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut first = None;
    for format in formats {
        match position.write(format, out)? {
            Written::Yes => return Ok(Ok(format)),
            Written::No(why) => first = first.or(Some(Fault::new(why))),
        }
    }
    Ok(Err(first.unwrap_or_else(|| Fault::new("there is no text for this board"))))
}

/// Returns the format in which [`write()`] writes a position if a text in it holds one puzzle only:
/// the position written twice is not read as two.
pub fn holds_one_puzzle(position: &dyn Position, wish: Option<&str>, room: Room) -> Option<&'static str> {
    let mut text = Vec::new();
    let format = write(position, wish, &mut text).ok()?.ok()?;
    text.extend_from_within(..);
    let what = AsWhat::parse(&format!("{}:{format}", position.info().id)).ok()?;
    let read =
        open(&[Source::new("twice", text)], Some(what), &ReadOptions { room, ..ReadOptions::default() });
    (!read.is_ok_and(|opening| opening.puzzles.len() == 2)).then_some(format)
}
