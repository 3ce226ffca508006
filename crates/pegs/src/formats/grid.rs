//! Format of rows of holes below headings; see `headings` and `rows`. Every board can be written in
//! it.

use std::io;

use fewest_core::source::Line;
use fewest_core::{Fault, ReadOptions, Span};

use super::headings::{Headings, write_directions};
use super::make::{self, Filled};
use crate::formats::rows::{self, RowCell};
use crate::rules::board::Board;
use crate::rules::goal::Goal;
use crate::rules::holes::Naming;
use crate::rules::jumps::{flip_peg, no_pegs};
use crate::rules::shape::Shape;

/// The name of the format.
pub const ID: &str = "grid";

/// Reads a board.
///
/// # Errors
/// Returns what is wrong with the rows, and where.
pub fn read(lines: &[Line<'_>], headings: &Headings, options: &ReadOptions) -> Result<Board, Fault> {
    if lines.is_empty() {
        return Err(Fault::new("there is no board in this text")
            .remedy("rows of `x` (peg), `o` (empty hole) and `.` (no hole), or a name such as english"));
    }
    let texts: Vec<&str> =
        lines.iter().map(|line| std::str::from_utf8(line.bytes).unwrap_or_default()).collect();
    let geometry = headings.geometry.map(|(geometry, _)| geometry).unwrap_or_default();
    let rows = rows::read(&texts, geometry).map_err(|wrong| {
        let start = lines[wrong.row].start;
        let span = Span { source: 0, start: start + wrong.bytes.0, end: start + wrong.bytes.1 };
        Fault::new(wrong.what).at(span).remedy(wrong.remedy)
    })?;
    let directions = headings.directions.as_ref().map_or(geometry.directions(), |(all, _)| all);
    let holes = rows.cells.iter().enumerate().flat_map(|(row, places)| {
        places.iter().enumerate().filter_map(move |(column, place)| match *place {
            RowCell::NoHole => None,
            RowCell::Hole { peg, marked } => Some(((column, row), peg, marked)),
        })
    });
    let holes: Vec<_> = holes.collect();
    let places = holes.iter().map(|hole| hole.0).collect();
    let shape = Shape::new(geometry, directions, (rows.width, rows.cells.len()), places)
        .map_err(|what| Fault::new(what).at(lines[0].span()))?;
    let mut filled = Filled { pegs: Some(no_pegs(holes.len())), marked: None };
    for (hole, &(_, peg, marked)) in holes.iter().enumerate() {
        if let Some(pegs) = filled.pegs.as_mut().filter(|_| peg) {
            flip_peg(pegs, hole);
        }
        if marked {
            flip_peg(filled.marked.get_or_insert_with(|| no_pegs(holes.len())), hole);
        }
    }
    make::board(shape, filled, headings, options)
}

/// Writes the headings that all formats with headings share: holes, goal, play.
///
/// # Errors
/// Returns the writer's errors.
pub fn write_shared_headings(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    if board.naming != Naming::Letters {
        writeln!(out, "holes: {}", board.naming.word())?;
    }
    if board.goal != Goal::OnePeg {
        writeln!(out, "goal: {}", board.shown_goal().write(board.shape(), board.naming))?;
    }
    if board.backward {
        writeln!(out, "play: backward")?;
    }
    Ok(())
}

/// Writes a board.
///
/// # Errors
/// Returns the writer's errors.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<()> {
    let shape = board.shape();
    writeln!(out, "grid: {}", shape.geometry().word())?;
    if shape.directions() != shape.geometry().directions() {
        writeln!(out, "directions: {}", write_directions(shape.directions()))?;
    }
    write_shared_headings(board, out)?;
    write!(out, "{}", rows::write(board))
}
