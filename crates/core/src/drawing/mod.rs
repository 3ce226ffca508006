//! Drawings: boards as people type them, before a family says what the signs mean.
//!
//! [`drawings`] turns a text into rectangles (or triangles, or flat lists) of cells, each a small
//! word with its place in the text. It knows rows of characters, with or without blanks between
//! them; numbers and words; separators with empty cells; frames and boxes, also with merged cells;
//! lists as programs print them; emoji. It knows no puzzle: which sign is a peg, a light or a car
//! is for the families, which also choose where a text allows two drawings.
//!
//! ```
//! use fewest_core::drawing::{Layout, drawings};
//! use fewest_core::Source;
//!
//! let found = drawings(&Source::new("board", "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n"));
//! assert_eq!(found[0].layout, Layout::Rectangle);
//! assert_eq!(found[0].texts(), [["1", "2"], ["3", ""]]);
//! ```
//!
//! Every step is linear in the text, which has at most [`MOST_BYTES`] bytes; larger boards have
//! formats of their own.

use canvas::Canvas;
pub use explain::{brackets, explain};

use crate::fault::Fault;
use crate::info::Format;
use crate::source::{Source, Span};

mod boxes;
mod canvas;
mod explain;
mod labels;
mod lines;
mod list;
mod markup;
mod pair;
mod plain;
mod value;

/// The id of the format of drawings, which every family with
/// [`interpret`](crate::Family::interpret) has.
pub const ID: &str = "drawing";

/// Drawings as a format.
pub const FORMAT: Format = Format {
    id: ID,
    about: "a board as people draw it: rows of signs, numbers, frames, boxes, lists, emoji",
    writes: false,
};

/// The largest text that is looked at.
pub const MOST_BYTES: usize = 1 << 20;

/// The memory that drawings of a text may take, per byte of it.
pub const PER_BYTE: usize = 512;

/// A board as it was typed: cells in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The cells, row by row. All rows of a rectangle have the same length.
    pub rows: Vec<Vec<Cell>>,
    /// What the rows form.
    pub layout: Layout,
    /// How the cells are told apart.
    pub style: Style,
    /// Whether a frame stands round the cells.
    pub framed: bool,
    /// Openings of the frame and arrows beside a row or column.
    pub exits: Vec<Exit>,
    /// The other lines of the text: titles, captions, comments.
    pub notes: Vec<Note>,
    /// The board that the text shows as its goal.
    pub goal: Option<Box<Drawing>>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it says; empty if it is blank.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
    /// Whether no line is drawn between it and its right neighbour, in boxes.
    pub open_right: bool,
    /// Whether no line is drawn between it and the cell below, in boxes.
    pub open_below: bool,
}

/// What the rows of a drawing form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Rows of the same length.
    Rectangle,
    /// Rows of 1, 2, 3 … cells.
    Triangle,
    /// Rows that are shifted by half a cell against each other.
    Staggered,
    /// One list; its rows, if it has any, are not marked.
    Flat,
}

/// How cells are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One character per cell, nothing between.
    Characters,
    /// One character per cell, at regular distances.
    Spaced,
    /// Words with blanks between.
    Words,
    /// Separators between cells.
    Separated,
    /// Boxes round cells.
    Boxes,
    /// A list of values, as in JSON or Python.
    List,
}

/// A side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
    /// Before the first column.
    Left,
    /// Behind the last column.
    Right,
}

/// An opening of the frame, or an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Where it is.
    pub side: Side,
    /// The row (left and right) or column (top and bottom), counted from 0.
    pub index: usize,
}

/// A line that is not part of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, trimmed.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Note {
    /// The value of a line `key: value` or `key = value` with one of these keys, in any case.
    pub fn value_of(&self, keys: &[&str]) -> Option<&str> {
        let line = self.text.trim_start_matches(['#', '%', '/', ';', ' ']);
        let (key, value) = line.split_once([':', '='])?;
        let key = key.trim().trim_matches('"');
        keys.iter().any(|known| key.eq_ignore_ascii_case(known)).then(|| value.trim())
    }
}

impl Cell {
    fn new(text: impl Into<String>, span: Span) -> Self {
        Self { text: text.into(), span, open_right: false, open_below: false }
    }
}

impl Drawing {
    /// A drawing without frame, exits, notes and goal.
    pub(crate) fn new(rows: Vec<Vec<Cell>>, layout: Layout, style: Style) -> Self {
        Self { rows, layout, style, framed: false, exits: Vec::new(), notes: Vec::new(), goal: None }
    }

    /// The number of cells of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flatten()
    }

    /// The texts of the cells, row by row.
    pub fn texts(&self) -> Vec<Vec<&str>> {
        self.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect()
    }

    /// The different texts with how often each occurs, in order of their first occurrence.
    pub fn text_counts(&self) -> Vec<(&str, usize)> {
        let mut numbers = std::collections::HashMap::new();
        let mut signs: Vec<(&str, usize)> = Vec::new();
        for cell in self.cells() {
            let number = *numbers.entry(cell.text.as_str()).or_insert_with(|| {
                signs.push((&cell.text, 0));
                signs.len() - 1
            });
            signs[number].1 += 1;
        }
        signs
    }

    /// The cells of a flat list as rows of that width; None if they do not fill them.
    pub fn in_rows(&self, width: usize) -> Option<Vec<Vec<Cell>>> {
        let cells: Vec<&Cell> = self.cells().collect();
        let fits = width > 0 && !cells.is_empty() && cells.len().is_multiple_of(width);
        fits.then(|| cells.chunks(width).map(|row| row.iter().map(|&cell| cell.clone()).collect()).collect())
    }

    /// Takes names of rows and columns away, and writes values as they are in other texts: 1.0 as
    /// 1, NaN as nothing.
    fn tidy(&mut self) {
        let numbers = self.cells().filter(|cell| cell.text.parse::<i64>().is_ok()).count();
        let has_floats = self.cells().any(|cell| value::whole(&cell.text).is_some());
        for cell in self.rows.iter_mut().flatten() {
            if let Some(whole) = value::whole(&cell.text).filter(|_| has_floats) {
                cell.text = whole;
            } else if value::is_nothing(&cell.text) && (has_floats || numbers > 0 || cell.text.len() > 3) {
                cell.text.clear();
            }
        }
        if let Some(inside) = labels::without(self) {
            *self = inside;
        }
        if let Some(goal) = &mut self.goal {
            goal.tidy();
        }
    }

    /// The value of the first note with one of these keys.
    pub fn note(&self, keys: &[&str]) -> Option<&str> {
        self.notes.iter().find_map(|note| note.value_of(keys))
    }

    /// What the notes say about the goal: `goal: d4`.
    pub fn said_goal(&self) -> Option<&str> {
        self.note(&["goal", "target", "goal state", "target state", "final state"])
            .filter(|value| !value.is_empty())
    }

    fn is_board(&self) -> bool {
        self.cells().nth(1).is_some() && self.cells().any(|cell| !cell.text.is_empty())
    }
}

/// Every drawing that a text may be, the most natural first. Empty if it is none.
pub fn drawings(source: &Source) -> Vec<Drawing> {
    if source.bytes.len() > MOST_BYTES {
        return Vec::new();
    }
    let Some(canvas) = Canvas::new(source) else { return Vec::new() };
    let mut found = match markup::table(&canvas) {
        Some(found) => found,
        None => {
            let plain = markup::without_indices(&canvas);
            on_canvas(plain.as_ref().unwrap_or(&canvas), true)
        }
    };
    for drawing in &mut found {
        drawing.tidy();
    }
    found.retain(Drawing::is_board);
    found.dedup();
    found
}

/// The drawings of a text in which a goal may be shown, too.
fn on_canvas(canvas: &Canvas, has_goal: bool) -> Vec<Drawing> {
    if let Some((inside, around)) = markup::fenced(canvas) {
        let mut found = on_canvas(&inside, has_goal);
        for drawing in &mut found {
            drawing.notes.extend(around.iter().filter(|row| !row.is_blank()).map(canvas::Row::note));
        }
        return found;
    }
    if let Some(inside) = markup::assigned(canvas) {
        return on_canvas(&inside, has_goal);
    }
    if has_goal && let Some((start, goal)) = pair::split(&canvas.rows) {
        let (start, goal) = (Canvas { rows: start }, Canvas { rows: goal });
        let (start, goal) = (on_canvas(&start, false), on_canvas(&goal, false));
        if !start.is_empty() && !goal.is_empty() {
            return pair::joined(start, &goal);
        }
    }
    if let Some(bracketed) = plain::bracketed(canvas) {
        return vec![bracketed];
    }
    list::drawings(canvas).unwrap_or_else(|| in_blocks(canvas))
}

/// The drawings of a text of lines: of its largest block of lines. The others are notes, unless one
/// of them is as tall, which makes the text more than one board.
fn in_blocks(canvas: &Canvas) -> Vec<Drawing> {
    let (block, notes) = lines::board_lines(canvas);
    if block.is_empty() {
        return Vec::new();
    }
    let outside = labels::outside_of_frame(&block);
    let block = outside.as_ref().unwrap_or(&block);
    let mut found = boxes::drawings(block).unwrap_or_else(|| {
        let inside = labels::without_in_lines(block);
        plain::drawings(inside.as_ref().unwrap_or(block))
    });
    for drawing in &mut found {
        drawing.notes.extend(notes.iter().cloned());
    }
    found
}

#[cfg(test)]
mod tests;

/// How well a board fits the drawing that it was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The signs could mean this.
    Possible,
    /// The signs are used so, but another puzzle may use them, too.
    Likely,
    /// A person would see this puzzle at once.
    Clear,
}

/// A board that a drawing may be.
#[derive(Clone, Debug)]
pub struct Interpretation<B> {
    /// The board.
    pub board: B,
    /// How well it fits.
    pub fit: Fit,
    /// What the signs were taken for, where that is not plain: `# is on`.
    pub signs: Option<String>,
    /// The options that choose this reading among others of the family: `--on=O`.
    pub choice: Option<String>,
}

/// What a family makes of a drawing.
#[derive(Clone, Debug)]
pub struct Interpretations<B> {
    /// The boards that it may be. Several of them are a question.
    pub boards: Vec<Interpretation<B>>,
    /// What is wrong, if the drawing is nearly a board of the family.
    pub fault: Option<Fault>,
}

impl<B> Default for Interpretations<B> {
    fn default() -> Self {
        Self { boards: Vec::new(), fault: None }
    }
}

impl<B> Interpretations<B> {
    /// One board.
    pub fn one(board: B, fit: Fit) -> Self {
        Self { boards: vec![Interpretation { board, fit, signs: None, choice: None }], fault: None }
    }

    /// A mistake in what would be a board.
    pub fn fault(fault: Fault) -> Self {
        Self { boards: Vec::new(), fault: Some(fault) }
    }
}
