//! Format of Debian's peg-solitaire: the kind of game on a line of its own (1 direct, 2 inverse, 3
//! diagonal), then the rows: -1 no hole, 0 empty, 1 peg; 10 and 11 the same where there must be a
//! peg in the end.
//!
//! ```text
//! 1
//! -1  1 -1
//!  1 10  1
//! -1  1 -1
//! ```

use std::io;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, ReadOptions, Source, Written};

use crate::formats::headings::{Filled, Headings, make_board};
use crate::rules::jumps::{flip_peg, has_peg, no_pegs};
use crate::rules::shape::{EIGHT, FOUR, Geometry, Naming, Shape};
use crate::rules::{Board, Goal};

/// The name of the format.
pub const ID: &str = "debian";

const PLACES: [&[u8]; 5] = [b"-1", b"0", b"1", b"10", b"11"];
/// Bytes of a text that are examined.
const PREFIX: usize = 1 << 16;

fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.lines().filter(|line| !line.bytes.trim_ascii().is_empty())
}

fn kind<'a>(line: &Line<'a>) -> Option<&'a [u8]> {
    let mut words = line.words();
    let (word, _) = words.next()?;
    (words.next().is_none() && matches!(word, b"1" | b"2" | b"3")).then_some(word)
}

/// Returns whether the text is such numbers, with at least one place without a hole.
pub fn looks_like(source: &Source) -> bool {
    let mut rows = lines(source).take_while(|line| line.start < PREFIX).peekable();
    rows.next_if(|line| kind(line).is_some());
    let mut without_hole = 0;
    let mut count = 0;
    for line in rows {
        for (word, _) in line.words() {
            if !PLACES.contains(&word) {
                return false;
            }
            without_hole += usize::from(word == b"-1");
            count += 1;
        }
    }
    without_hole > 0 && count > 6
}

/// Reads a board.
///
/// # Errors
/// Returns what is wrong with the numbers, and where.
pub fn read(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let mut rows = lines(source).peekable();
    let mut headings = Headings::default();
    let mut directions = FOUR;
    if let Some(line) = rows.next_if(|line| kind(line).is_some()) {
        match kind(&line) {
            Some(b"2") => headings.backward = Some((true, line.span())),
            Some(b"3") => directions = EIGHT,
            _ => {}
        }
    }
    let (mut places, mut pegs, mut marked) = (Vec::new(), Vec::new(), Vec::new());
    let (mut width, mut height) = (None, 0);
    for line in rows {
        let mut count = 0;
        for (word, span) in line.words() {
            match word {
                b"-1" => {}
                b"0" | b"1" | b"10" | b"11" => {
                    places.push((count, height));
                    pegs.push(word.ends_with(b"1"));
                    marked.push(word.len() == 2);
                }
                _ => {
                    let word = shortened(&String::from_utf8_lossy(word));
                    return Err(Fault::new(format!("`{word}` is not a place"))
                        .at(span)
                        .remedy("-1 no hole, 0 empty, 1 peg, 10 and 11 with a peg in the end"));
                }
            }
            count += 1;
        }
        if *width.get_or_insert(count) != count {
            let what =
                format!("row {} has {count} places, and the first has {}", height + 1, width.unwrap_or(0));
            return Err(Fault::new(what).at(line.span()).remedy("write -1 where there is no hole"));
        }
        height += 1;
    }
    let shape = Shape::new(Geometry::Square, directions, (width.unwrap_or(0), height), places)
        .map_err(|what| Fault::new(what).remedy("rows of -1, 0, 1, 10 and 11 are wanted"))?;
    let set = |wanted: &[bool]| {
        let mut set = no_pegs(shape.holes());
        (0..wanted.len()).filter(|&hole| wanted[hole]).for_each(|hole| flip_peg(&mut set, hole));
        set
    };
    let marks = marked.contains(&true).then(|| set(&marked));
    let filled = Filled { pegs: Some(set(&pegs)), marked: marks };
    make_board(shape, filled, &headings, options)
}

/// Writes a board.
///
/// # Errors
/// Returns the writer's errors.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let shape = board.shape();
    let kind = match shape.directions() {
        _ if shape.geometry() != Geometry::Square => None,
        four if four == FOUR => Some(if board.backward { 2 } else { 1 }),
        eight if eight == EIGHT && !board.backward => Some(3),
        _ => None,
    };
    let Some(kind) = kind else {
        return Ok(Written::No("these numbers are for square boards with 4 or 8 directions".to_owned()));
    };
    let none = no_pegs(shape.holes());
    let goal = board.shown_goal();
    let marked = match &goal {
        Goal::OnePeg => &none,
        Goal::Exactly(end) if *end != none => end,
        _ => return Ok(Written::No("the goal cannot be said in these numbers".to_owned())),
    };
    if board.naming != Naming::Letters {
        return Ok(Written::No("these numbers do not say how holes are called".to_owned()));
    }
    writeln!(out, "{kind}")?;
    let (width, height) = shape.size();
    for row in 0..height {
        let place = |column| match shape.hole_at(column, row) {
            None => "-1",
            Some(hole) => match (board.shows(hole), has_peg(marked, usize::from(hole))) {
                (false, false) => " 0",
                (true, false) => " 1",
                (false, true) => "10",
                (true, true) => "11",
            },
        };
        writeln!(out, "{}", (0..width).map(place).collect::<Vec<_>>().join(" "))?;
    }
    Ok(Written::Yes)
}
