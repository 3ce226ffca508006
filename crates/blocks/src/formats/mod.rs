//! Text formats of sliding-block puzzles, one file each.

pub(super) mod course;
pub(super) mod drawn;
pub(super) mod grids;
pub(super) mod levels;
pub(super) mod map;
mod picture;
pub(super) mod rush;
pub(super) mod slide;
#[cfg(test)]
mod tests;
pub(super) mod tray;

use std::io;

use fewest_core::{Claim, Fault, ReadOptions, Reading, Source, Written};

use crate::rules::Board;
use picture::reading;
use tray::Dialect;

/// Returns the formats that one text may be in.
pub(super) fn claims(source: &Source) -> Vec<Claim> {
    let one = std::slice::from_ref(source);
    let mut claims: Vec<Claim> = [course::claim(source), rush::claim(source), map::claim(source)]
        .into_iter()
        .chain([grids::claim(one), levels::claim(source), slide::claim(source)])
        .flatten()
        .collect();
    claims.extend(tray::claims(one));
    claims
}

/// Returns whether two texts are a start and its goal.
pub(super) fn are_one(sources: &[Source]) -> bool {
    // A goal alone is in none of these formats, so two puzzles are never taken for one.
    sources.len() == 2
        && claims(&sources[1]).is_empty()
        && (!tray::claims(sources).is_empty() || grids::claim(sources).is_some())
}

/// The most memory per byte of text while it is read: a line of nine bytes may be a piece.
const PER_BYTE: usize = 32;
/// The same for a drawing, whose lines are padded to the longest, and where every letter may span
/// the whole drawing.
const PER_DRAWN_BYTE: usize = 512;

/// Reads boards in the given or recognised format.
pub(super) fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
    if how.goal.is_some() {
        let fault = Fault::new("a sliding-block puzzle brings its goal along");
        return Reading::failed(fault.remedy("leave the goal out, or write a `goal` line into the file"));
    }
    let recognised = || match sources {
        [source] => claims(source).iter().rev().max_by_key(|claim| claim.sure).map(|claim| claim.format),
        _ => tray::claims(sources).into_iter().chain(grids::claim(sources)).map(|claim| claim.format).next(),
    };
    let format = how.format.as_deref().or_else(recognised).unwrap_or(course::ID);
    let bytes = sources.iter().map(|source| source.bytes.len()).sum();
    let per_byte = if [map::ID, grids::ID].contains(&format) { PER_DRAWN_BYTE } else { PER_BYTE };
    if let Err(fault) = how.room.check(bytes, per_byte, || "this text".to_owned()) {
        return Reading::failed(fault);
    }
    if let Some(dialect) = Dialect::ALL.into_iter().find(|dialect| dialect.id() == format) {
        return reading(dialect.read(sources), dialect.id(), how);
    }
    if format == grids::ID {
        return reading(grids::read(sources), grids::ID, how);
    }
    let [source] = sources else {
        return Reading::failed(Fault::new("a sliding-block puzzle is one text, or a start and its goal"));
    };
    match format {
        rush::ID => rush::read(source, how),
        map::ID => reading(map::read(source), map::ID, how),
        slide::ID => reading(slide::read(source), slide::ID, how),
        levels::ID => levels::read(source, how),
        _ => course::read(source, how),
    }
}

/// Writes a board in one of the formats.
pub(super) fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    match format {
        course::ID => course::write(board, out),
        rush::ID => rush::write(board, out),
        map::ID => map::write(board, out),
        grids::ID => grids::write(board, out),
        levels::ID => levels::write(board, out),
        slide::ID => slide::write(board, out),
        _ => match Dialect::ALL.into_iter().find(|dialect| dialect.id() == format) {
            Some(dialect) => dialect.write(board, out),
            None => Ok(Written::No(format!("blocks has no format `{format}`"))),
        },
    }
}
