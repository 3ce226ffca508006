//! Headings of a text, the boards that they name (format `named`), and the board that headings
//! and rows make: vacancy, goal and names of holes mean the same in every format.
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

use std::io;
use std::sync::Arc;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, ReadOptions, Source, Span, Written};

use crate::rules::jumps::{PegWords, flip_peg, no_pegs, pegged};
use crate::rules::shape::{self, EIGHT, FOUR, Geometry, HoleName, Naming, SIX, Shape};
use crate::rules::{self, Board, Goal, Metric, hole_names, named};

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

/// Where pegs are, and where they must be in the end.
#[derive(Default)]
pub struct Filled {
    /// Pegs now. None: everywhere but in the centre.
    pub pegs: Option<PegWords>,
    /// Pegs in the end, if marked.
    pub marked: Option<PegWords>,
}

/// Makes a board. Options of the command line override the text.
///
/// # Errors
/// Returns what is wrong with vacancy or goal.
pub fn make_board(
    shape: Shape,
    filled: Filled,
    headings: &Headings,
    options: &ReadOptions,
) -> Result<Board, Fault> {
    let asked = |text: &Option<String>| text.as_ref().map(|text| (text.clone(), None));
    let said = |said: &Located<String>| said.as_ref().map(|(text, span)| (text.clone(), Some(*span)));
    let vacancy = asked(&options.start).or_else(|| said(&headings.vacancy));
    let wanted = asked(&options.goal).or_else(|| said(&headings.goal));
    // If a vacancy or goal is given in numbers, holes are named by numbers.
    let in_numbers = |text: &Option<(String, Option<Span>)>| {
        let first = text
            .as_ref()
            .and_then(|(text, _)| text.split([' ', ',']).next().and_then(shape::parse_hole_name));
        matches!(first, Some(HoleName::Number(_)))
    };
    let naming = match &headings.naming {
        Some((naming, _)) => *naming,
        None if in_numbers(&vacancy) || in_numbers(&wanted) => Naming::FromZero,
        None => Naming::Letters,
    };
    let shape = Arc::new(shape);
    let at = |span: Option<Span>| {
        move |what: String| match span {
            Some(span) => Fault::new(what).at(span),
            None => Fault::new(what),
        }
    };
    let mut board = match (&vacancy, filled.pegs) {
        (Some((text, span)), _) => {
            let empty = rules::parse_holes(text, &shape, naming).map_err(at(*span))?;
            Board::with_vacancies(shape, &empty, Goal::OnePeg)
        }
        (None, Some(pegs)) => Board::new(shape, pegs, Goal::OnePeg),
        (None, None) => {
            let mut empty = no_pegs(shape.holes());
            flip_peg(&mut empty, usize::from(shape.centre()));
            Board::with_vacancies(shape, &empty, Goal::OnePeg)
        }
    };
    board.metric = Metric::named(options.metric.as_deref());
    if let (Some((true, span)), Metric::Moves) = (headings.backward, board.metric) {
        return Err(Fault::new("a game that is played backward is counted in jumps, not in moves")
            .at(span)
            .remedy("leave `--metric moves` out"));
    }
    let goal = match (&wanted, filled.marked) {
        (Some((text, span)), _) => {
            Goal::read(text, board.shape(), board.pegs(), naming).map_err(at(*span))?
        }
        (None, Some(marked)) => Goal::Exactly(marked),
        (None, None) => Goal::OnePeg,
    };
    board.backward = headings.backward.is_some_and(|(backward, _)| backward);
    board.goal = match goal {
        Goal::Exactly(end) => Goal::Exactly(board.as_shown(&end)),
        other => other,
    };
    board = board.with_pegs(board.as_shown(board.pegs()));
    board.naming = naming;
    Ok(board)
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

/// The name of the format of boards that have a name.
pub const NAMED: &str = "named";

/// Makes the board of that name.
///
/// # Errors
/// Returns that there is no such board, or what is wrong with vacancy or goal.
pub fn read_named(
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
    make_board(shape, Filled::default(), headings, options)
}

/// Writes a board by its name.
///
/// # Errors
/// Returns the writer's errors.
pub fn write_named(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
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
