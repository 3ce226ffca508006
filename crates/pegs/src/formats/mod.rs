//! The text formats, one file each. They share `headings` (the lines above the rows), `rows`
//! (boards drawn in characters) and `make` (from parsed values to boards).

mod debian;
mod grid;
mod headings;
mod make;
mod named;
pub(crate) mod rows;
mod tatham;

use std::io;

use fewest_core::{Claim, Fault, Format, Instance, ReadOptions, Reading, Source, Sure, Written};

use crate::formats::rows::{RowCell, parse_cell};
use crate::rules::board::Board;
use headings::Headings;

/// The formats; the first can express every board.
pub(super) const FORMATS: &[Format] = &[
    Format {
        id: grid::ID,
        about: "rows: x peg, o empty, . no hole; headings such as `grid: triangle`, `directions: 8`, `goal: d4`",
        writes: true,
    },
    Format { id: named::ID, about: "a name such as english or triangle:5, and `vacancy: d4`", writes: true },
    Format { id: tatham::ID, about: "a game of Simon Tatham's Pegs: 7x7cross:OOPPPOO…", writes: true },
    Format {
        id: debian::ID,
        about: "Debian's peg-solitaire: the kind, then rows of -1 none, 0 empty, 1 peg, 10 and 11 to be filled",
        writes: true,
    },
];

/// Returns the format that a text seems to be in.
pub(super) fn claims(source: &Source) -> Vec<Claim> {
    claim(source).into_iter().collect()
}

fn claim(source: &Source) -> Option<Claim> {
    let sure = |format| Some(Claim { format, sure: Sure::Certain });
    if tatham::looks_like(source) {
        return sure(tatham::ID);
    }
    if debian::looks_like(source) {
        return sure(debian::ID);
    }
    match headings::begins(source) {
        Some(true) => return sure(named::ID),
        Some(false) => return sure(grid::ID),
        None => {}
    }
    let is_sure = bare_grid(source)?;
    Some(Claim { format: grid::ID, sure: if is_sure { Sure::Certain } else { Sure::Possible } })
}

/// Bytes of a text that are examined.
const PREFIX: usize = 1 << 16;
/// Boards with fewer holes could be of any family.
const FEW: usize = 7;

/// Returns whether rows of holes can only be a board of pegs; None if the text is anything else
/// than rows of holes. Lights Out is drawn with dots or with `o`, not with both, and its dots are
/// everywhere, not only outside.
fn bare_grid(source: &Source) -> Option<bool> {
    let (mut pegs, mut empty, mut outside, mut inside) = (0, 0, 0, 0);
    for line in source.lines().take_while(|line| line.start < PREFIX) {
        if line.bytes.first() == Some(&b'#') {
            continue;
        }
        let text = std::str::from_utf8(line.bytes).ok()?;
        let is_nothing = |symbol: char| symbol == '.' || symbol == ' ';
        let holes = text.trim_matches(is_nothing);
        outside += text.len() - holes.len();
        for symbol in holes.chars() {
            match parse_cell(symbol) {
                Some(RowCell::Hole { peg: true, .. }) => pegs += 1,
                Some(RowCell::Hole { peg: false, .. }) => empty += 1,
                _ if is_nothing(symbol) => inside += 1,
                _ => return None,
            }
        }
    }
    let usual = |bytes: &[u8]| bytes.iter().all(|byte| b".xoXO \n\r".contains(byte));
    (pegs > 0 && pegs + empty >= FEW).then(|| {
        empty > 0 && outside > 0 && inside == 0 && usual(&source.bytes[..source.bytes.len().min(PREFIX)])
    })
}

/// Upper bound on the memory per byte of text while it is read: a short line has a list of its own.
const PER_BYTE: usize = 64;

/// Reads the board of a text.
pub(super) fn read(source: &Source, options: &ReadOptions) -> Reading<Board> {
    if let Err(fault) = options.room.check(source.bytes.len(), PER_BYTE, || "this text".to_owned()) {
        return Reading::failed(fault);
    }
    let format = options.format.as_deref().or_else(|| claim(source).map(|claim| claim.format));
    let (board, format) = match format {
        Some(tatham::ID) => (tatham::read(source, options), tatham::ID),
        Some(debian::ID) => (debian::read(source, options), debian::ID),
        Some(named::ID) => (with_headings(source, options), named::ID),
        _ => (with_headings(source, options), grid::ID),
    };
    match board {
        Ok(board) => {
            let instance = Instance { board, format, line: None, warnings: Vec::new() };
            Reading { instances: vec![instance], faults: Vec::new() }
        }
        Err(fault) => Reading::failed(fault),
    }
}

/// Reads headings, then rows unless the board has a name.
fn with_headings(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let (headings, rows) = Headings::read(source)?;
    match (&headings.board, &rows[..]) {
        (Some(name), []) => named::read(name, &headings, options),
        (Some(_), [row, ..]) => Err(Fault::new("a board with a name has no rows")
            .at(row.span())
            .remedy("take the rows out, or the line with the name")),
        (None, rows) => grid::read(rows, &headings, options),
    }
}

/// Writes a board.
pub(super) fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    match format {
        grid::ID => grid::write(board, out).map(|()| Written::Yes),
        named::ID => named::write(board, out),
        tatham::ID => tatham::write(board, out),
        debian::ID => debian::write(board, out),
        _ => Ok(Written::No(format!("`{format}` is no format of pegs"))),
    }
}

#[cfg(test)]
mod tests;
