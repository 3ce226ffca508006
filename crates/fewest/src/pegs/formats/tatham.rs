//! A game of Pegs from Simon Tatham's collection: columns x rows and the kind of board, a colon, and a letter a place: `P` peg, `H`
//! hole, `O` neither.
//!
//! ```text
//! 5x5random:OPPPOPPPPPPPHPPPPPPPOPPPO
//! ```

use std::io;

use super::super::board::Board;
use super::super::goal::Goal;
use super::super::holes::Naming;
use super::super::jumps::{flip_peg, no_pegs};
use super::super::shape::{FOUR, Geometry, MOST_HOLES, Shape};
use super::headings::Headings;
use super::make::{self, Filled};
use crate::facade::source::Line;
use crate::{Fault, ReadHow, Source, Span, Written};

/// The name of the format.
pub const ID: &str = "tatham";

const KINDS: [&str; 3] = ["cross", "octagon", "random"];

/// Columns, rows, and where the rest of the word begins.
fn size(word: &str) -> Option<(usize, usize, usize)> {
    let across = word.find('x')?;
    let rest = &word[across + 1..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_HOLES).contains(number));
    Some((number(&word[..across])?, number(&rest[..digits])?, across + 1 + digits))
}

fn game(source: &Source) -> Option<(&str, Line<'_>)> {
    let line = source.lines().find(|line| !line.bytes.trim_ascii().is_empty())?;
    Some((std::str::from_utf8(line.bytes).ok()?.trim(), line))
}

/// Whether the text begins with a size and one of the kinds.
pub fn looks_like(source: &Source) -> bool {
    let kind = |word: &str| {
        let (_, _, rest) = size(word)?;
        KINDS.iter().find(|kind| word[rest..].starts_with(**kind)).copied()
    };
    game(source).is_some_and(|(word, _)| kind(word).is_some())
}

/// Reads a game.
///
/// # Errors
/// What is wrong with it.
pub fn read(source: &Source, how: &ReadHow) -> Result<Board, Fault> {
    let (word, line) = game(source).ok_or_else(|| Fault::new("there is no game in this text"))?;
    let begin = line.start + line.bytes.len() - line.bytes.trim_ascii_start().len();
    let span = |start: usize, end: usize| Span { source: 0, start: begin + start, end: begin + end };
    let whole = span(0, word.len());
    if let Some(more) =
        source.lines().find(|next| next.number > line.number && !next.bytes.trim_ascii().is_empty())
    {
        return Err(Fault::new("a second board begins here")
            .at(more.span())
            .remedy("a file holds one board"));
    }
    let (width, height, _) = size(word).ok_or_else(|| {
        Fault::new("the columns and rows are missing").at(whole).remedy("a game is like 7x7cross:OOPPPOO…")
    })?;
    let Some((_, places)) = word.split_once(':') else {
        return Err(Fault::new("there is no board in this game, only the way to make one")
            .at(whole)
            .remedy("use the game's own description, which has a colon and letters"));
    };
    let start = word.len() - places.len();
    if let Some((at, symbol)) = places.char_indices().find(|(_, symbol)| !"PHO".contains(*symbol)) {
        return Err(Fault::new(format!("`{symbol}` is not a place"))
            .at(span(start + at, start + at + symbol.len_utf8()))
            .remedy("P is a peg, H a hole, O neither"));
    }
    if places.len() != width * height {
        let what =
            format!("{width} x {height} places are {}, but there are {}", width * height, places.len());
        return Err(Fault::new(what).at(span(start, word.len())));
    }
    let holes = places.bytes().enumerate().filter(|(_, byte)| *byte != b'O');
    let (places, pegs): (Vec<_>, Vec<_>) =
        holes.map(|(at, byte)| ((at % width, at / width), byte == b'P')).unzip();
    let shape = Shape::new(Geometry::Square, FOUR, (width, height), places)
        .map_err(|what| Fault::new(what).at(whole))?;
    let mut filled = no_pegs(shape.holes());
    (0..pegs.len()).filter(|&hole| pegs[hole]).for_each(|hole| flip_peg(&mut filled, hole));
    let filled = Filled { pegs: Some(filled), marked: None };
    make::board(shape, filled, &Headings::default(), how)
}

/// Writes a game.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let shape = board.shape();
    if shape.geometry() != Geometry::Square || shape.directions() != FOUR {
        return Ok(Written::No("Pegs is played on square boards in four directions".to_owned()));
    }
    if board.goal != Goal::OnePeg || board.naming != Naming::Letters {
        return Ok(Written::No("a game of Pegs says neither goal nor names of holes".to_owned()));
    }
    let (width, height) = shape.size();
    let letter = |at: usize| match shape.hole_at(at % width, at / width).map(|hole| board.has(hole)) {
        None => 'O',
        Some(true) => 'P',
        Some(false) => 'H',
    };
    writeln!(out, "{width}x{height}random:{}", (0..width * height).map(letter).collect::<String>())?;
    Ok(Written::Yes)
}
