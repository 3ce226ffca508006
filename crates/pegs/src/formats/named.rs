//! A board that has a name, and which holes are empty:
//!
//! ```text
//! triangle:5
//! vacancy: 4
//! ```

use std::io;

use fewest_core::fault::shortened;
use fewest_core::{Fault, ReadOptions, Span, Written};

use super::grid::write_shared_headings;
use super::headings::Headings;
use super::make::{self, Filled};
use crate::rules::board::Board;
use crate::rules::goal::hole_names;
use crate::rules::jumps::{flip_peg, pegged};
use crate::rules::named;

/// The name of the format.
pub const ID: &str = "named";

/// Makes the board of that name.
///
/// # Errors
/// Returns that there is no such board, or what is wrong with vacancy or goal.
pub fn read(
    (name, span): &(String, Span),
    headings: &Headings,
    options: &ReadOptions,
) -> Result<Board, Fault> {
    for (said, what) in [
        (headings.geometry.map(|said| said.1), "its grid"),
        (headings.directions.as_ref().map(|said| said.1), "its directions"),
    ] {
        if let Some(span) = said {
            return Err(Fault::new(format!("the name of a board says {what} already")).at(span));
        }
    }
    let shape = named::shape(name).ok_or_else(|| {
        Fault::new(format!("there is no board `{}`", shortened(name)))
            .at(*span)
            .remedy(format!("boards are {}", named::NAMES))
    })?;
    make::board(shape, Filled::default(), headings, options)
}

/// Writes a board.
///
/// # Errors
/// Returns the writer's errors.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let Some(name) = named::name(board.shape()) else {
        return Ok(Written::No("this board has no name".to_owned()));
    };
    let mut empty = board.as_shown(board.pegs());
    (0..board.shape().holes()).for_each(|hole| flip_peg(&mut empty, hole));
    if pegged(&empty).next().is_none() {
        return Ok(Written::No("a board with a name has an empty hole".to_owned()));
    }
    writeln!(out, "{name}\nvacancy: {}", hole_names(&empty, board.shape(), board.naming))?;
    write_shared_headings(board, out)?;
    Ok(Written::Yes)
}
