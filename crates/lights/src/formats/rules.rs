//! Boards in rows with a neighbourhood, colours or turns:
//!
//! ```text
//! rule king no-self     plus, king or diagonal; no-self: the pressed light stays
//! wrap torus            flat, cylinder (left meets right) or torus
//! colours 3             a light steps 0, 1, 2, 0, ...
//! turns 5               the exact number of presses
//! first 1 1             column and row of the first cell; 0 0 if absent
//! mask                  any other rule instead of a name, up to an empty line:
//! .#.                   # is changed, . is not
//! #@#                   @ is the press and changes its own light; o is the press without it
//! .#.
//!
//! 012                   the lights; with two colours # and 0; ~ where there is no cell
//! 1~0                   with more than ten colours numbers with blanks between them
//! ```
//!
//! Every line above the rows may be left out, but one of them must be there: the format is detected
//! by it.

use std::io::{self, Write as _};
use std::ops::RangeInclusive;

use fewest_core::source::Line;
use fewest_core::{Fault, Room, Source, Span, Written};

use super::header::{self, Header, once, text};
use super::text::value;
use crate::rules::{Board, Cells, Extent, GraphBoard, Grid, NAMED, Neighbourhood, Press, Wrap};

/// The name of the format.
pub const ID: &str = "rules";

/// The mark of a place that is no cell.
pub const NO_CELL: u8 = b'~';

const KEYWORDS: [&[u8]; 7] = [b"rule", b"wrap", b"colours", b"colors", b"turns", b"first", b"mask"];

/// The largest number of colours for which a light is one digit.
const DIGITS: u8 = 10;

/// The largest number of edges: pairs of a press and a light that it may change.
const MOST_EDGES: usize = 1 << 28;

/// The bytes of an edge while it is found and kept.
const PER_EDGE: usize = 16;
/// The most memory that a byte of text takes while it is read: a cell, or a light of a mask.
const PER_BYTE: usize = 48;

/// The largest extent that is written, with or without cells.
const LARGEST_EXTENT: usize = 1 << 26;

fn is_header(line: &Line<'_>) -> bool {
    line.words().next().is_some_and(|(word, _)| KEYWORDS.contains(&word))
}

/// Whether the text begins with one of the lines above the rows.
pub fn looks_like(source: &Source) -> bool {
    source.lines().next().is_some_and(|line| is_header(&line))
}

/// The parsed lines above the rows.
#[derive(Default)]
struct ParsedRules {
    header: Header,
    rule: Option<Vec<(i64, i64)>>,
    wrap: Option<Wrap>,
    first: Option<Press>,
}

/// Reads a board that takes no more than `room`. A plain rectangle is returned as such.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(source: &Source, room: Room) -> Result<Board, Fault> {
    room.check(source.bytes.len(), PER_BYTE, || "this text".to_owned())?;
    let mut parsed = ParsedRules::default();
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next_if(|line| is_header(line) || line.bytes.trim_ascii().is_empty()) {
        if line.words().next().is_some_and(|(word, _)| word == b"mask") {
            let is_mask = |next: &Line<'_>| !next.bytes.trim_ascii().is_empty() && !is_header(next);
            let rows: Vec<Line<'_>> = std::iter::from_fn(|| lines.next_if(is_mask)).collect();
            once(&mut parsed.rule, mask(&line, &rows)?, "the rule", &line)?;
        } else if !line.bytes.is_empty() {
            parsed.read_line(&line)?;
        }
    }
    let mut rows = ColourRows::default();
    let end = source.bytes.trim_ascii_end().len();
    for line in lines.take_while(|line| line.start < end) {
        rows.push(&line, parsed.header.colours())?;
    }
    parsed.board(rows, room)
}

impl ParsedRules {
    fn read_line(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        if self.header.read_line(line)? {
            return Ok(());
        }
        let words: Vec<&[u8]> = line.words().map(|word| word.0).collect();
        let fault = |remedy: &str| {
            Fault::new(format!("`{}` is not understood", text(line.bytes.trim_ascii())))
                .at(line.span())
                .remedy(remedy.to_owned())
        };
        let word = |at: usize| words.get(at).and_then(|word| std::str::from_utf8(word).ok());
        match words.first() {
            Some(&b"rule") => {
                let names: Vec<&str> = NAMED.iter().map(|named| named.0).collect();
                let remedy = format!("one of {}, and perhaps no-self", names.join(", "));
                let rule = word(1).and_then(|name| Neighbourhood::named(name, Wrap::Flat));
                let rule = rule.ok_or_else(|| fault(&remedy))?;
                let rule = match words[2..] {
                    [] => rule,
                    [b"no-self"] => rule.without_self(),
                    _ => return Err(fault(&remedy)),
                };
                once(&mut self.rule, rule.offsets().to_vec(), "the rule", line)
            }
            Some(&b"wrap") => {
                let wrap = Wrap::ALL.iter().find(|wrap| words.len() == 2 && word(1) == Some(wrap.0));
                let wrap = wrap.ok_or_else(|| fault("one of flat, cylinder, torus"))?;
                once(&mut self.wrap, wrap.1, "which edges meet", line)
            }
            _ => {
                // 32 bits, so that coordinates of rows and columns cannot overflow.
                let number = |at| word(at)?.parse().ok().map(|at: i32| i64::from(at));
                let place = number(1).zip(number(2)).filter(|_| words.len() == 3);
                let (x, y) = place.ok_or_else(|| fault("column and row, as in `first 1 1`"))?;
                once(&mut self.first, Press { x, y }, "the first cell", line)
            }
        }
    }

    fn board(self, rows: ColourRows, room: Room) -> Result<Board, Fault> {
        let ColourRows { width: Some(width), height, cells } = rows else {
            return Err(Fault::new("there are no rows of lights")
                .remedy("below the rule, one line per row: # on, 0 off, ~ no cell"));
        };
        let first = self.first.unwrap_or(Press { x: 0, y: 0 });
        let rule = Neighbourhood::new(
            self.rule.unwrap_or_else(|| Neighbourhood::plus().offsets().to_vec()),
            self.wrap.unwrap_or_default(),
        );
        let (colours, turns) = (self.header.colours(), self.header.turns());
        let plain =
            rule == Neighbourhood::plus() && colours == 2 && turns.is_none() && first == Press { x: 0, y: 0 };
        if plain && cells.iter().all(Option::is_some) {
            let mut lit = Cells::none(width, height);
            let on = (0..cells.len()).filter(|&index| cells[index] == Some(1));
            on.for_each(|index| lit.flip(index % width, index / width));
            return Ok(Board::Grid(Grid::new(lit)));
        }
        let edges = cells.len().saturating_mul(rule.offsets().len());
        room.check(edges, PER_EDGE, || {
            format!("a board of {width} x {height} where a press changes {} lights", rule.offsets().len())
        })?;
        if edges > MOST_EDGES {
            return Err(
                Fault::new("the mask and the board are too large together").remedy("make one smaller")
            );
        }
        let place =
            |index: usize| Press { x: first.x + (index % width) as i64, y: first.y + (index / width) as i64 };
        let (mut places, mut levels) = (Vec::new(), Vec::new());
        for (index, level) in cells.into_iter().enumerate().filter_map(|(at, level)| Some((at, level?))) {
            places.push(place(index));
            levels.push(level);
        }
        let extent = Extent { first, width, height };
        let graph = rule.graph(places, extent).with_colours(colours);
        Ok(Board::Graph(GraphBoard::with_levels(graph, levels, turns).drawn_by(rule, Some(extent))))
    }
}

/// Returns the offsets that a mask draws.
fn mask(name: &Line<'_>, rows: &[Line<'_>]) -> Result<Vec<(i64, i64)>, Fault> {
    let remedy = "# is changed, . is not; one @ is the press itself, or o if its own light stays";
    let (mut press, mut changed) = (None, Vec::new());
    for (y, line) in (0..).zip(rows) {
        for (x, &byte) in (0..).zip(line.bytes.trim_ascii_end()) {
            let start = line.start + x as usize;
            let here = Fault::new("").at(Span { source: 0, start, end: start + 1 }).remedy(remedy);
            match byte {
                b'.' => {}
                b'#' => changed.push((x, y)),
                b'@' | b'o' if press.is_some() => {
                    return Err(Fault { what: "a mask has one press".to_owned(), ..here });
                }
                b'@' | b'o' => {
                    press = Some((x, y));
                    changed.extend(press.filter(|_| byte == b'@'));
                }
                _ => return Err(Fault { what: "this is no part of a mask".to_owned(), ..here }),
            }
        }
    }
    let Some((at_x, at_y)) = press else {
        return Err(Fault::new("the mask has no press in it").at(name.span()).remedy(remedy));
    };
    Ok(changed.into_iter().map(|(x, y): (i64, i64)| (x - at_x, y - at_y)).collect())
}

/// The rows read so far: the colour of each cell, None where there is none.
#[derive(Default)]
struct ColourRows {
    width: Option<usize>,
    height: usize,
    cells: Vec<Option<u8>>,
}

impl ColourRows {
    fn push(&mut self, line: &Line<'_>, colours: u8) -> Result<(), Fault> {
        let before = self.cells.len();
        if colours > DIGITS {
            line.words().try_for_each(|(word, at)| self.light(word, at, colours))?;
        } else {
            let row = line.bytes.trim_ascii_end();
            for (at, byte) in row.chunks(1).enumerate() {
                let start = line.start + at;
                self.light(byte, Span { source: 0, start, end: start + 1 }, colours)?;
            }
        }
        let (found, expected) = (self.cells.len() - before, *self.width.get_or_insert(self.cells.len()));
        if found != expected || found == 0 {
            return Err(Fault::new(format!("this row has {found} cells, the first one {expected}"))
                .at(line.span())
                .remedy("make all rows equally long; ~ is a place without a cell"));
        }
        self.height += 1;
        Ok(())
    }

    fn light(&mut self, word: &[u8], at: Span, colours: u8) -> Result<(), Fault> {
        let remedy = || {
            match colours {
            2 => "# is on, 0 is off, ~ no cell; lines above the rows begin with rule, wrap, colours, turns, first or mask"
                .to_owned(),
            _ => format!("colours are 0 to {}, ~ is no cell", colours - 1),
        }
        };
        self.cells.push(cell(word, colours).ok_or_else(|| {
            Fault::new(format!("`{}` is no colour of a light", text(word))).at(at).remedy(remedy())
        })?);
        Ok(())
    }
}

/// Reads a character or a number of a row: a colour, or `Some(None)` for no cell; None if it is
/// neither.
fn cell(word: &[u8], colours: u8) -> Option<Option<u8>> {
    match (word, colours) {
        (&[NO_CELL], _) => Some(None),
        (&[byte], 2) => value(byte).map(|lit| Some(u8::from(lit))),
        _ => std::str::from_utf8(word)
            .ok()
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .filter(|&level| level < colours)
            .map(Some),
    }
}

/// Reads a line of any text as a row; None if it is none.
pub fn read_row(line: &str, colours: u8) -> Option<Vec<Option<u8>>> {
    if colours > DIGITS {
        return line.split_ascii_whitespace().map(|word| cell(word.as_bytes(), colours)).collect();
    }
    line.as_bytes().chunks(1).map(|byte| cell(byte, colours)).collect()
}

/// Writes a board.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &GraphBoard, out: &mut dyn io::Write) -> io::Result<Written> {
    let Some((rule, extent)) = board.drawing() else {
        return Ok(Written::No("the places of this board do not lie in rows".to_owned()));
    };
    let fits = |at: i64| i32::try_from(at).is_ok();
    if extent.width.saturating_mul(extent.height) > LARGEST_EXTENT
        || !fits(extent.first.x)
        || !fits(extent.first.y)
    {
        return Ok(Written::No("the places of this board lie too far apart for rows".to_owned()));
    }
    if mask_size(rule) > LARGEST_EXTENT {
        return Ok(Written::No("the lights that a press changes lie too far apart for a mask".to_owned()));
    }
    match rule.name() {
        Some((name, no_self)) => writeln!(out, "rule {name}{}", if no_self { " no-self" } else { "" })?,
        None => write_mask(rule, out)?,
    }
    if let Some((name, _)) = Wrap::ALL.iter().find(|wrap| wrap.1 == rule.wrap && rule.wrap != Wrap::Flat) {
        writeln!(out, "wrap {name}")?;
    }
    header::write(board, out)?;
    let Press { x, y } = extent.first;
    if (x, y) != (0, 0) {
        writeln!(out, "first {x} {y}")?;
    }
    write_rows(board, board.levels(), [b'0', b'#'], out)?;
    Ok(Written::Yes)
}

/// Writes a plain rectangle with its rule, as a start for another rule.
///
/// # Errors
/// Those of the writer.
pub fn write_plain(grid: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "rule plus")?;
    super::text::write(grid.lit(), out)
}

/// Returns rows and columns of the smallest mask that draws a neighbourhood.
fn mask_sides(rule: &Neighbourhood) -> [RangeInclusive<i64>; 2] {
    let around = || rule.offsets().iter().chain([&(0, 0)]);
    let ends = |of: fn(&(i64, i64)) -> i64| {
        around().map(of).min().unwrap_or(0)..=around().map(of).max().unwrap_or(0)
    };
    [ends(|offset| offset.1), ends(|offset| offset.0)]
}

/// Returns the number of characters of that mask.
fn mask_size(rule: &Neighbourhood) -> usize {
    let length =
        |side: &RangeInclusive<i64>| usize::try_from(side.end() - side.start() + 1).unwrap_or(usize::MAX);
    mask_sides(rule).iter().map(length).fold(1, usize::saturating_mul)
}

fn write_mask(rule: &Neighbourhood, out: &mut dyn io::Write) -> io::Result<()> {
    let [rows, columns] = mask_sides(rule);
    writeln!(out, "mask")?;
    for dy in rows {
        let mark = |dx: i64| match (rule.offsets().contains(&(dx, dy)), (dx, dy)) {
            (true, (0, 0)) => '@',
            (false, (0, 0)) => 'o',
            (true, _) => '#',
            (false, _) => '.',
        };
        writeln!(out, "{}", columns.clone().map(mark).collect::<String>())?;
    }
    writeln!(out)
}

/// Writes a number for every place of a drawn board, by rows: two characters for 0 and 1 if there
/// are two colours, digits or numbers otherwise. Writes nothing if the board was not drawn.
///
/// # Errors
/// Those of the writer.
pub fn write_rows(
    board: &GraphBoard,
    numbers: &[u8],
    characters: [u8; 2],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let Some((_, extent)) = board.drawing() else { return Ok(()) };
    let colours = board.graph().colours();
    let wide = if colours > DIGITS { (colours - 1).to_string().len() } else { 1 };
    let mut places = board.graph().places().iter().zip(numbers).peekable();
    for y in (extent.first.y..).take(extent.height) {
        let mut row = Vec::with_capacity(extent.width * (wide + 1));
        for x in (extent.first.x..).take(extent.width) {
            let number = places.next_if(|(place, _)| **place == Press { x, y }).map(|(_, &number)| number);
            if wide > 1 && !row.is_empty() {
                row.push(b' ');
            }
            match number {
                None => write!(row, "{:>wide$}", char::from(NO_CELL))?,
                Some(number) if colours == 2 => row.push(characters[usize::from(number != 0)]),
                Some(number) => write!(row, "{number:>wide$}")?,
            }
        }
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Result<Board, Fault> {
        read(&Source::new("rules", text), Room::UNLIMITED)
    }

    fn graph(text: &str) -> GraphBoard {
        match read_text(text) {
            Ok(Board::Graph(graph)) => graph,
            other => panic!("no graph: {other:?}"),
        }
    }

    fn written(board: &GraphBoard) -> String {
        let mut text = Vec::new();
        assert_eq!(write(board, &mut text).unwrap(), Written::Yes);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn what_is_written_in_full_reads_back_letter_by_letter() {
        for text in [
            "rule king no-self\nwrap torus\ncolours 3\nturns 5\nfirst 1 -1\n012\n1~0\n",
            "mask\n.#.\n#o#\n..#\n\nwrap cylinder\n#0#\n0~0\n",
            "rule diagonal\n#\n",
            "rule plus\ncolours 12\n 0 11  ~\n 1  2  3\n",
        ] {
            assert_eq!(written(&graph(text)), text);
        }
    }

    #[test]
    fn lines_above_the_rows_stand_in_any_order() {
        let board = graph("colors 3\r\nwrap torus\n\nmask\n#@#\nturns 2\n000\n012\n\n");
        assert_eq!(
            (board.graph().colours(), board.turns(), board.levels()),
            (3, Some(2), &[0, 0, 0, 0, 1, 2][..])
        );
        assert_eq!(board.graph().changed_by(0), [0, 1, 2]);
    }

    #[test]
    fn a_plain_rectangle_is_one() {
        assert!(matches!(read_text("rule plus\n#0\n0#\n"), Ok(Board::Grid(_))));
        assert!(matches!(read_text("wrap flat\ncolours 2\n#0\n0#\n"), Ok(Board::Grid(_))));
        assert!(matches!(read_text("rule plus\n#0\n0~\n"), Ok(Board::Graph(_))));
        assert!(matches!(read_text("rule plus\nturns 0\n#0\n00\n"), Ok(Board::Graph(_))));
    }

    #[test]
    fn bad_rules_have_a_place_and_a_remedy() {
        for (text, what, place) in [
            ("rule queen\n#\n", "`rule queen` is not understood", "rule queen"),
            ("rule\n#\n", "`rule` is not understood", "rule"),
            ("rule plus self\n#\n", "`rule plus self` is not understood", "rule plus self"),
            ("wrap ball\n#\n", "`wrap ball` is not understood", "wrap ball"),
            ("wrap torus torus\n#\n", "`wrap torus torus` is not understood", "wrap torus torus"),
            ("colours 1\n#\n", "`1` is no number of colours from 2 to 255", "1"),
            ("colours 256\n#\n", "`256` is no number of colours from 2 to 255", "256"),
            ("turns many\n#\n", "`many` is no number of turns from 0 to 10000000", "many"),
            ("turns\n#\n", "one number is needed here", "turns"),
            ("first 1\n#\n", "`first 1` is not understood", "first 1"),
            ("first 1 99999999999\n#\n", "`first 1 99999999999` is not understood", "first 1 99999999999"),
            ("rule king\nrule plus\n#\n", "the rule is said twice", "rule plus"),
            ("rule king\nmask\n@\n\n#\n", "the rule is said twice", "mask"),
            ("mask\n##\n\n#\n", "the mask has no press in it", "mask"),
            ("mask\n@@\n\n#\n", "a mask has one press", "@"),
            ("mask\n@x\n\n#\n", "this is no part of a mask", "x"),
            ("rule king\n##\n#\n", "this row has 1 cells, the first one 2", "#"),
            ("rule king\n#\n\n#\n", "this row has 0 cells, the first one 1", ""),
            ("rule king\nrlue\n", "`r` is no colour of a light", "r"),
            ("colours 3\n03\n", "`3` is no colour of a light", "3"),
            ("colours 11\n0 11\n", "`11` is no colour of a light", "11"),
        ] {
            let fault = read_text(text).unwrap_err();
            assert_eq!(fault.what, what, "{text:?}");
            let at = fault.at.unwrap_or_else(|| panic!("{text:?} has no place"));
            assert_eq!(&text[at.start..at.end], place, "{text:?}");
            assert!(fault.remedy.is_some(), "{text:?}");
        }
        for text in ["rule king\n", "rule king\n\n\n", "mask\n@\n"] {
            assert_eq!(read_text(text).unwrap_err().what, "there are no rows of lights", "{text:?}");
        }
        let wide = format!("mask\n@{0}\n\n{0}\n", "#".repeat(20_000));
        assert_eq!(read_text(&wide).unwrap_err().what, "the mask and the board are too large together");
    }

    #[test]
    fn islands_far_apart_are_not_written_in_rows() {
        let places = vec![Press { x: i64::MIN, y: 0 }, Press { x: i64::MAX, y: i64::MAX }];
        let graph = crate::rules::Graph::plus(places);
        let board = GraphBoard::new(graph, &[true, true], None).drawn_by(Neighbourhood::plus(), None);
        assert!(matches!(write(&board, &mut Vec::new()).unwrap(), Written::No(_)));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            name in prop::sample::select(vec!["rule plus", "rule king no-self", "rule diagonal", "mask\n#..\n.@#\n\nwrap flat"]),
            wrap in prop::sample::select(vec!["", "wrap torus\n", "wrap cylinder\n"]),
            colours in 2..14_u8,
            cells in prop::collection::vec(prop::option::weighted(0.8, 0..14_u8), 1..30),
            width in 1..6_usize,
        ) {
            let wrap = if name.contains("wrap") { "" } else { wrap };
            let mut text = format!("{name}\n{wrap}colours {colours}\nturns 3\n");
            for row in cells.chunks_exact(width) {
                let word = |cell: &Option<u8>| cell.map_or("~".to_owned(), |level| (level % colours).to_string());
                let words: Vec<String> = row.iter().map(word).collect();
                text += &words.join(if colours > 10 { " " } else { "" });
                text.push('\n');
            }
            if cells.len() >= width {
                let board = graph(&text);
                let again = graph(&written(&board));
                prop_assert_eq!(&again, &board);
                prop_assert_eq!(again.drawing(), board.drawing());
            }
        }
    }
}
