//! Headings: the lines above the rows.
//!
//! ```text
//! board: triangle:5       a board with a name; `board:` may be left out
//! grid: triangle          square, triangle or hexagon
//! directions: 8           4, 6, 8, or vectors such as 1,0 -1,0 (right, down)
//! holes: 0                letters (a1, b1, …), numbers from 0 or from 1
//! vacancy: 4              pegs everywhere but here
//! goal: 12                any, stuck, complement, pegs<=2, or the holes with a peg in the end
//! play: backward          jumps are undone until one hole is empty
//! ```
//!
//! Empty lines and lines that begin with `#` are ignored.

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span};

use crate::rules::holes::Naming;
use crate::rules::named;
use crate::rules::shape::{EIGHT, FOUR, Geometry, SIX};

/// A value with its place in the text. None if it is not given.
pub type Located<T> = Option<(T, Span)>;

/// The values of the headings.
#[derive(Debug, Default)]
pub struct Headings {
    pub board: Located<String>,
    pub geometry: Located<Geometry>,
    pub directions: Located<Vec<(i32, i32)>>,
    pub naming: Located<Naming>,
    pub vacancy: Located<String>,
    pub goal: Located<String>,
    pub backward: Located<bool>,
}

const KEYS: [&str; 8] = ["board", "grid", "directions", "dirs", "holes", "vacancy", "goal", "play"];

/// Limits on custom directions: their number and their length.
const MOST_DIRECTIONS: usize = 64;
const LONGEST_DIRECTION: i32 = 1000;

fn says_something(line: &Line<'_>) -> bool {
    !line.bytes.trim_ascii().is_empty() && line.bytes.first() != Some(&b'#')
}

fn key_and_value(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    Some((key.trim(), value.trim()))
}

/// Returns whether the text begins with a heading, and if so whether its board has a name. None if
/// it does not.
pub fn begins(source: &Source) -> Option<bool> {
    let line = source.lines().find(says_something)?;
    let text = std::str::from_utf8(line.bytes).ok()?.trim();
    if text.split_whitespace().next().is_some_and(named::is_name) {
        return Some(true);
    }
    let (key, value) = key_and_value(text)?;
    let key = key.to_ascii_lowercase();
    match key.as_str() {
        "board" => named::is_name(value.split_whitespace().next()?).then_some(true),
        key if KEYS.contains(&key) => {
            // The name may come after other headings.
            let is_board =
                |line: Line<'_>| line.bytes.trim_ascii_start().to_ascii_lowercase().starts_with(b"board:");
            Some(source.lines().any(is_board))
        }
        _ => None,
    }
}

impl Headings {
    /// Splits a text into its headings and its rows.
    ///
    /// # Errors
    /// Returns the first thing that is wrong.
    pub fn read(source: &Source) -> Result<(Self, Vec<Line<'_>>), Fault> {
        let mut headings = Self::default();
        let mut rows: Vec<Line<'_>> = Vec::new();
        // Whether a heading, a comment or an empty line came after the last row.
        let mut is_apart = false;
        for line in source.lines() {
            if !says_something(&line) {
                is_apart = !rows.is_empty();
                continue;
            }
            let text = std::str::from_utf8(line.bytes)
                .map_err(|_| Fault::new("this line is not text").at(line.span()))?;
            if headings.read_heading(text.trim(), line.span())? {
                is_apart = !rows.is_empty();
                continue;
            }
            if is_apart {
                return Err(Fault::new("a second board begins here")
                    .at(line.span())
                    .remedy("a file holds one board"));
            }
            rows.push(line);
        }
        Ok((headings, rows))
    }

    /// Reads a heading. Returns false if the line is none.
    fn read_heading(&mut self, text: &str, span: Span) -> Result<bool, Fault> {
        if text.split_whitespace().next().is_some_and(named::is_name) {
            self.read_board_name(text, span)?;
            return Ok(true);
        }
        let Some((key, value)) = key_and_value(text) else { return Ok(false) };
        let unknown = |remedy: &str| {
            Fault::new(format!("`{}` is not understood", shortened(text))).at(span).remedy(remedy.to_owned())
        };
        match key.to_ascii_lowercase().as_str() {
            "board" => self.read_board_name(value, span)?,
            "grid" => {
                let known = Geometry::ALL.iter().find(|(word, _)| word.starts_with(value) && value.len() > 2);
                let geometry = known.ok_or_else(|| unknown("square, triangle or hexagon"))?.1;
                once(&mut self.geometry, geometry, "the grid", span)?;
            }
            "directions" | "dirs" => {
                let read =
                    directions(value).ok_or_else(|| unknown("4, 6, 8, or vectors such as `1,0 -1,0 0,1`"))?;
                once(&mut self.directions, read, "the directions", span)?;
            }
            "holes" => {
                let known = Naming::ALL.iter().find(|(word, _)| *word == value);
                let naming = known.ok_or_else(|| unknown("letters, 0 or 1"))?.1;
                once(&mut self.naming, naming, "how holes are called", span)?;
            }
            "vacancy" => once(&mut self.vacancy, value.to_owned(), "the vacancy", span)?,
            "goal" => once(&mut self.goal, value.to_owned(), "the goal", span)?,
            "play" => {
                let backward = match value {
                    "backward" | "backwards" => true,
                    "forward" | "forwards" => false,
                    _ => return Err(unknown("forward or backward")),
                };
                once(&mut self.backward, backward, "how it is played", span)?;
            }
            _ => return Err(unknown(&format!("headings are {}", KEYS.join(", ")))),
        }
        Ok(true)
    }

    /// Reads the name of a board, which `--vacancy` and `--goal` may follow as on the command line.
    fn read_board_name(&mut self, text: &str, span: Span) -> Result<(), Fault> {
        let mut parts = text.split(" --");
        once(&mut self.board, parts.next().unwrap_or_default().trim().to_owned(), "the board", span)?;
        for part in parts {
            let (option, value) = part.trim().split_once([' ', '=']).unwrap_or((part, ""));
            match option {
                "vacancy" => once(&mut self.vacancy, value.trim().to_owned(), "the vacancy", span)?,
                "goal" => once(&mut self.goal, value.trim().to_owned(), "the goal", span)?,
                _ => {
                    return Err(Fault::new(format!("`--{}` is not understood", shortened(option)))
                        .at(span)
                        .remedy("--vacancy and --goal may follow a name"));
                }
            }
        }
        Ok(())
    }
}

fn once<T>(slot: &mut Located<T>, value: T, what: &str, span: Span) -> Result<(), Fault> {
    if slot.is_some() {
        return Err(Fault::new(format!("{what} is said twice")).at(span).remedy("take one of the lines out"));
    }
    *slot = Some((value, span));
    Ok(())
}

fn directions(text: &str) -> Option<Vec<(i32, i32)>> {
    match text {
        "4" => return Some(FOUR.to_vec()),
        "6" => return Some(SIX.to_vec()),
        "8" => return Some(EIGHT.to_vec()),
        _ => {}
    }
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let (right, down) = word.split_once(',')?;
        let part = |text: &str| text.parse().ok().filter(|part: &i32| part.abs() <= LONGEST_DIRECTION);
        let direction = (part(right)?, part(down)?);
        if direction == (0, 0) || all.contains(&direction) || all.len() == MOST_DIRECTIONS {
            return None;
        }
        all.push(direction);
    }
    (!all.is_empty()).then_some(all)
}

/// Writes directions in the form that is read.
pub fn write_directions(all: &[(i32, i32)]) -> String {
    match all {
        _ if all == FOUR => "4".to_owned(),
        _ if all == SIX => "6".to_owned(),
        _ if all == EIGHT => "8".to_owned(),
        _ => all.iter().map(|(right, down)| format!("{right},{down}")).collect::<Vec<_>>().join(" "),
    }
}
