//! The text formats of boards, one file each, and [`detection`] of the format.

pub mod detection;
pub mod edges;
mod even_rows;
pub mod facts;
pub mod flip;
mod header;
pub mod pbm;
pub mod rules;
pub mod text;

use std::io;

use fewest_core::{Fault, Instance, ReadOptions, Reading, Source, Span, Written};

use crate::rules::{Board, Grid};

/// Reads the boards of all sources.
pub fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
    let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
    let is_facts = match options.format.as_deref() {
        Some(format) => format == facts::ID,
        None => sources.first().is_some_and(facts::looks_like),
    };
    if is_facts {
        match read_facts(sources, options) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => reading.faults.push(fault),
        }
        return reading;
    }
    for (index, source) in sources.iter().enumerate() {
        match read_one(source, options) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => {
                let at = fault.at.map(|span| Span { source: index, ..span });
                reading.faults.push(Fault { at, ..fault });
            }
        }
    }
    reading
}

fn no_goal(options: &ReadOptions) -> Result<(), Fault> {
    options.goal.as_ref().map_or(Ok(()), |goal| {
        Err(Fault::new(format!("`{goal}` is no goal of this family"))
            .remedy("leave it out: the goal is that all lights are off"))
    })
}

/// Reads facts: all sources together are one board.
fn read_facts(sources: &[Source], options: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(options)?;
    let (board, warnings) = facts::read(sources, options.room)?;
    Ok(Instance { board: Board::Graph(board), format: facts::ID, line: None, warnings })
}

fn read_one(source: &Source, options: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(options)?;
    let is_picture = |id: &str| [pbm::ID, pbm::PLAIN_ID].contains(&id);
    if options.format.as_deref().map_or_else(|| pbm::magic(&source.bytes).is_some(), is_picture) {
        options.room.check(pbm::bytes_of_board(source), 1, || "this bitmap".to_owned())?;
        let (cells, format) = pbm::read(source)?;
        return Ok(instance(Board::Grid(Grid::new(cells)), format));
    }
    match options.format.as_deref().or_else(|| detection::other_format(source)) {
        Some(rules::ID) => rules::read(source, options.room).map(|board| instance(board, rules::ID)),
        Some(flip::ID) => {
            options.room.check(source.bytes.len(), flip::PER_BYTE, || "this game".to_owned())?;
            flip::read(source).map(|board| instance(board, flip::ID))
        }
        Some(edges::ID) => {
            options.room.check(source.bytes.len(), edges::PER_BYTE, || "this list of edges".to_owned())?;
            edges::read(source).map(|board| instance(Board::Graph(board), edges::ID))
        }
        _ => {
            options.room.check(text::bytes_of_board(source), 1, || "this board".to_owned())?;
            text::read(source).map(|cells| instance(Board::Grid(Grid::new(cells)), text::ID))
        }
    }
}

fn instance(board: Board, format: &'static str) -> Instance<Board> {
    Instance { board, format, line: None, warnings: Vec::new() }
}

/// Writes a board in a format, or returns why it cannot be written.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    let no = |why: &str| Ok(Written::No(why.to_owned()));
    match (board, format) {
        (_, flip::ID) => flip::write(board, out),
        (Board::Grid(grid), text::ID) => text::write(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(grid), pbm::ID) => pbm::write(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(grid), pbm::PLAIN_ID) => pbm::write_plain(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(_), facts::ID) => {
            no("Blackout facts also say in how many turns; a board of lights does not")
        }
        (Board::Grid(grid), rules::ID) => rules::write_plain(grid, out).map(|()| Written::Yes),
        (Board::Grid(_), _) => no("a plain rectangle is written in rows"),
        (Board::Graph(board), facts::ID) => facts::write(board, out),
        (Board::Graph(board), rules::ID) => rules::write(board, out),
        (Board::Graph(board), edges::ID) => edges::write(board, out),
        (Board::Graph(_), _) => {
            no("rows of lights alone cannot say in how many turns, leave cells out, or give another rule")
        }
    }
}
