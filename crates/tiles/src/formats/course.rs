//! The course's format: `#k`, k, `#initial state`, all numbers on one line with a blank after each.
//!
//! The lines with `#` are comments in every other format, so this is Princeton's with less choice.

use std::io;

use crate::formats::builder::BoardBuilder;
use crate::formats::princeton;
use crate::rules::board::Board;
use fewest_core::{Fault, Source};

pub(crate) const ID: &str = "course";

/// Returns whether a text begins as the course's files do.
pub(crate) fn begins(source: &Source) -> bool {
    let first = source.lines().find(|line| !line.bytes.trim_ascii().is_empty());
    first.is_some_and(|line| {
        line.bytes.strip_prefix(b"#").is_some_and(|token| token.trim_ascii().eq_ignore_ascii_case(b"k"))
    })
}

/// Reads one board.
pub(crate) fn read(source: &Source, builder: &mut BoardBuilder) -> Result<Board, Fault> {
    princeton::read(source, builder)
}

/// Writes a square board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "#k\n{}\n#initial state", board.rows())?;
    board.cells().iter().try_for_each(|tile| write!(out, "{tile} "))?;
    writeln!(out)
}
