//! The text formats of boards, one file each.

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

use crate::rules::board::Board;
use crate::rules::grid::Grid;

/// Reads the boards of all sources.
pub fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
    let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
    let is_facts = match how.format.as_deref() {
        Some(format) => format == facts::ID,
        None => sources.first().is_some_and(facts::looks_like),
    };
    if is_facts {
        match read_facts(sources, how) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => reading.faults.push(fault),
        }
        return reading;
    }
    for (index, source) in sources.iter().enumerate() {
        match read_one(source, how) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => {
                let at = fault.at.map(|span| Span { source: index, ..span });
                reading.faults.push(Fault { at, ..fault });
            }
        }
    }
    reading
}

fn no_goal(how: &ReadOptions) -> Result<(), Fault> {
    how.goal.as_ref().map_or(Ok(()), |goal| {
        Err(Fault::new(format!("`{goal}` is no goal of this family"))
            .remedy("leave it out: the goal is that all lights are off"))
    })
}

/// Facts: all sources together are one board.
fn read_facts(sources: &[Source], how: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(how)?;
    let (board, warnings) = facts::read(sources, how.room)?;
    Ok(Instance { board: Board::Net(board), format: facts::ID, line: None, warnings })
}

fn read_one(source: &Source, how: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(how)?;
    let is_picture = |id: &str| [pbm::ID, pbm::PLAIN_ID].contains(&id);
    if how.format.as_deref().map_or_else(|| pbm::magic(&source.bytes).is_some(), is_picture) {
        how.room.check(pbm::bytes_of_board(source), 1, || "this bitmap".to_owned())?;
        let (cells, format) = pbm::read(source)?;
        return Ok(instance(Board::Grid(Grid::new(cells)), format));
    }
    match how.format.as_deref().or_else(|| detection::other_format(source)) {
        Some(rules::ID) => rules::read(source, how.room).map(|board| instance(board, rules::ID)),
        Some(flip::ID) => {
            how.room.check(source.bytes.len(), flip::PER_BYTE, || "this game".to_owned())?;
            flip::read(source).map(|board| instance(board, flip::ID))
        }
        Some(edges::ID) => {
            how.room.check(source.bytes.len(), edges::PER_BYTE, || "this list of edges".to_owned())?;
            edges::read(source).map(|board| instance(Board::Net(board), edges::ID))
        }
        _ => {
            how.room.check(text::bytes_of_board(source), 1, || "this board".to_owned())?;
            text::read(source).map(|cells| instance(Board::Grid(Grid::new(cells)), text::ID))
        }
    }
}

fn instance(board: Board, format: &'static str) -> Instance<Board> {
    Instance { board, format, line: None, warnings: Vec::new() }
}

/// Writes a board in a format, or says why it cannot be.
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
        (Board::Net(net), facts::ID) => facts::write(net, out),
        (Board::Net(net), rules::ID) => rules::write(net, out),
        (Board::Net(net), edges::ID) => edges::write(net, out),
        (Board::Net(_), _) => {
            no("rows of lights alone cannot say in how many turns, leave cells out, or give another rule")
        }
    }
}
