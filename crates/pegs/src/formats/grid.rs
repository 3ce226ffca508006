//! Format `grid`: headings, and below them rows of characters: `x` peg, `o` empty hole, `.` no
//! hole. Every board can be written in it.
//!
//! ```text
//!   square      triangle       hexagon
//!   ..xxx..         x            x x .
//!   xxxoxxx        x o          x o x
//!   ..xxx..       x x x        . x x
//! ```
//!
//! In triangles and hexagons blanks have no meaning. In square boards they are places without a
//! hole, unless there is one between every two characters.

use std::io;

use fewest_core::fault::shortened;
use fewest_core::room::is_ragged;
use fewest_core::source::Line;
use fewest_core::{Fault, ReadOptions, Span};

use crate::formats::headings::{Filled, Headings, make_board, write_directions, write_shared_headings};
use crate::rules::Board;
use crate::rules::jumps::{PegWords, flip_peg, no_pegs};
use crate::rules::shape::{Geometry, Shape};

/// One place of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCell {
    /// No hole.
    NoHole,
    /// A hole: whether it has a peg, and whether it is marked to have one in the end.
    Hole {
        /// Now.
        peg: bool,
        /// In the end.
        marked: bool,
    },
}

/// Returns what a character stands for. None if it is unknown.
pub fn parse_cell(symbol: char) -> Option<RowCell> {
    let hole = |peg, marked| Some(RowCell::Hole { peg, marked });
    match symbol {
        '.' => Some(RowCell::NoHole),
        'x' | '*' | '@' | '1' | '\u{25cf}' => hole(true, false),
        'o' | '-' | '0' | '\u{25cb}' => hole(false, false),
        'X' => hole(true, true),
        'O' => hole(false, true),
        _ => None,
    }
}

/// A fault in the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RowFault {
    /// The row, counted from 0.
    pub row: usize,
    /// First byte and the byte after the last.
    pub bytes: (usize, usize),
    /// What is wrong.
    pub what: String,
    /// The remedy.
    pub remedy: &'static str,
}

/// Parsed rows, each with as many cells as the geometry asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rows {
    /// Width of the widest row.
    pub width: usize,
    /// The cells of each row.
    pub cells: Vec<Vec<RowCell>>,
}

const SYMBOLS: &str =
    "`x` is a peg, `o` an empty hole, `.` no hole; `X` and `O` are holes that must have a peg in the end";

/// Parses rows.
///
/// # Errors
/// Returns what is wrong, and where.
fn parse_rows(rows: &[&str], geometry: Geometry) -> Result<Rows, RowFault> {
    let blanks = match geometry {
        Geometry::Square if !is_spaced(rows) => Blanks::Places,
        Geometry::Square => Blanks::BetweenPlaces,
        Geometry::Triangle | Geometry::Hexagon => Blanks::Ignored,
    };
    let mut cells = Vec::new();
    let mut uses_blanks = false;
    for (row, text) in rows.iter().enumerate() {
        let text = text.trim_end();
        let mut found = Vec::new();
        let mut is_between = false;
        for (start, symbol) in text.char_indices() {
            let end = start + symbol.len_utf8();
            if symbol == ' ' || symbol == '\t' {
                uses_blanks |= blanks != Blanks::Ignored;
                match blanks {
                    Blanks::Places => found.push(RowCell::NoHole),
                    Blanks::BetweenPlaces if !is_between => found.push(RowCell::NoHole),
                    _ => {}
                }
                is_between = !is_between && blanks == Blanks::BetweenPlaces;
                continue;
            }
            found.push(parse_cell(symbol).ok_or_else(|| RowFault {
                row,
                bytes: (start, end),
                what: format!("`{}` is not a hole", shortened(&symbol.to_string())),
                remedy: SYMBOLS,
            })?);
            is_between = blanks == Blanks::BetweenPlaces;
        }
        cells.push(found);
    }
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    if uses_blanks && is_ragged(width, rows.len(), rows.iter().map(|row| row.len()).sum()) {
        let row = cells.iter().position(|found| found.len() == width).unwrap_or(0);
        return Err(RowFault {
            row,
            bytes: (0, rows[row].trim_end().len()),
            what: format!("row {} has {width} places, far more than the others", row + 1),
            remedy: "write rows of about the same length",
        });
    }
    for (row, found) in cells.iter_mut().enumerate() {
        if uses_blanks {
            // Editors take away blanks at the end of a line.
            found.resize(width, RowCell::NoHole);
        }
        let wanted = if geometry == Geometry::Triangle { row + 1 } else { width };
        if found.len() != wanted {
            let (count, what) = (
                found.len(),
                if geometry == Geometry::Triangle { "in a triangle it has" } else { "the widest has" },
            );
            return Err(RowFault {
                row,
                bytes: (0, rows[row].trim_end().len()),
                what: format!("row {} has {count} places, and {what} {wanted}", row + 1),
                remedy: "write `.` where there is no hole",
            });
        }
    }
    Ok(Rows { width, cells })
}

/// What blanks in a row mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blanks {
    Places,
    BetweenPlaces,
    Ignored,
}

/// Returns whether there is a blank between every two characters of every row.
fn is_spaced(rows: &[&str]) -> bool {
    let is_spaced = |row: &&str| {
        let text = row.trim_end();
        let first = text.chars().take_while(|c| *c == ' ').count();
        first % 2 == 0 && text.chars().skip(first).enumerate().all(|(at, c)| at % 2 == 0 || c == ' ')
    };
    let is_long = |row: &&str| row.trim().chars().count() > 1;
    rows.iter().all(is_spaced) && rows.iter().any(is_long)
}

/// Returns the rows of a board as text, one line per row.
pub fn rows_as_text(board: &Board) -> String {
    draw(board.shape(), |hole| if board.shows(hole) { "x" } else { "o" }.to_owned())
}

/// Writes a board with any text in its holes. Texts longer than one character are separated by
/// blanks.
pub fn draw(shape: &Shape, symbol: impl Fn(u16) -> String) -> String {
    let (width, height) = shape.size();
    let symbols: Vec<String> = (0..shape.holes()).map(|hole| symbol(hole as u16)).collect();
    let cell = symbols.iter().map(|symbol| symbol.chars().count()).max().unwrap_or(1);
    let is_square = shape.geometry() == Geometry::Square;
    let gap = if is_square && cell == 1 { "" } else { " " };
    let mut text = String::new();
    for row in 0..height {
        let count = if shape.geometry() == Geometry::Triangle { row + 1 } else { width };
        let at = |column| shape.hole_at(column, row).map_or(".", |hole| symbols[usize::from(hole)].as_str());
        let cells: Vec<String> = (0..count).map(|column| format!("{:>cell$}", at(column))).collect();
        if !is_square {
            // A row is indented by half a hole against the one below.
            text += &" ".repeat((height - 1 - row) * (cell + 1) / 2);
        }
        text += &cells.join(gap);
        text.push('\n');
    }
    text
}

/// Finds the positions of a board that are drawn among these lines, in order, each with its line
/// numbers, counted from 0.
pub fn find_positions(board: &Board, lines: &[&str]) -> Vec<(PegWords, Vec<usize>)> {
    let height = board.shape().size().1;
    let mut found = Vec::new();
    let mut at = 0;
    while at + height <= lines.len() {
        match position(board, &lines[at..at + height]) {
            Some(pegs) => {
                found.push((pegs, (at..at + height).collect()));
                at += height;
            }
            None => at += 1,
        }
    }
    found
}

fn position(board: &Board, lines: &[&str]) -> Option<PegWords> {
    let shape = board.shape();
    let rows = parse_rows(lines, shape.geometry()).ok()?;
    let mut pegs = no_pegs(shape.holes());
    let mut holes = 0;
    for (row, cells) in rows.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if let RowCell::Hole { peg, .. } = cell {
                let hole = usize::from(shape.hole_at(column, row)?);
                holes += 1;
                if *peg {
                    flip_peg(&mut pegs, hole);
                }
            }
        }
    }
    (holes == shape.holes()).then_some(pegs)
}

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
    let rows = parse_rows(&texts, geometry).map_err(|wrong| {
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
    make_board(shape, filled, headings, options)
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
    write!(out, "{}", rows_as_text(board))
}
