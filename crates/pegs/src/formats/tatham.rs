//! Format of Simon Tatham's Pegs: columns x rows and the kind of board, a colon, and one letter per
//! place: `P` peg, `H` hole, `O` neither.
//!
//! ```text
//! 5x5random:OPPPOPPPPPPPHPPPPPPPOPPPO
//! 5x5:OPPPOPPPPPPPHPPPPPPPOPPPO            the same, as the game itself writes it
//! ```

use std::io;

use fewest_core::game_id::GameId;
use fewest_core::{Fault, ReadOptions, Source, Span, Written};

use crate::formats::headings::{Filled, Headings, make_board};
use crate::rules::jumps::{flip_peg, no_pegs};
use crate::rules::shape::{FOUR, Geometry, Naming, Shape};
use crate::rules::{Board, Goal};

/// The name of the format.
pub const ID: &str = "tatham";

const KINDS: [&str; 3] = ["cross", "octagon", "random"];

/// Returns whether the text is a game id with a known kind, or without a kind and with these
/// letters only, as Pegs itself writes it.
pub fn looks_like(source: &Source) -> bool {
    GameId::first(source).is_some_and(|id| match (id.kind, id.board()) {
        ("", Ok((places, _))) => !places.is_empty() && places.bytes().all(|place| b"PHO".contains(&place)),
        (kind, _) => KINDS.iter().any(|known| kind.starts_with(known)),
    })
}

/// Reads a game.
///
/// # Errors
/// Returns what is wrong with it, and where.
pub fn read(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let id = GameId::only(source, "7x7cross:OOPPPOO…")?;
    let (places, start) = id.board()?;
    let (width, height) = (id.columns, id.rows);
    if let Some((at, symbol)) = places.char_indices().find(|(_, symbol)| !"PHO".contains(*symbol)) {
        let (start, end) = (start + at, start + at + symbol.len_utf8());
        return Err(Fault::new(format!("`{symbol}` is not a place"))
            .at(Span { source: 0, start, end })
            .remedy("P is a peg, H a hole, O neither"));
    }
    if id.cells(places.len()) != Some(places.len()) {
        let cells = width as u64 * height as u64;
        let what = format!("{width} x {height} places are {cells}, but there are {}", places.len());
        return Err(Fault::new(what).at(Span { start, ..id.span() }));
    }
    let holes = places.bytes().enumerate().filter(|(_, byte)| *byte != b'O');
    let (places, pegs): (Vec<_>, Vec<_>) =
        holes.map(|(at, byte)| ((at % width, at / width), byte == b'P')).unzip();
    let shape = Shape::new(Geometry::Square, FOUR, (width, height), places)
        .map_err(|what| Fault::new(what).at(id.span()))?;
    let mut filled = no_pegs(shape.holes());
    (0..pegs.len()).filter(|&hole| pegs[hole]).for_each(|hole| flip_peg(&mut filled, hole));
    let filled = Filled { pegs: Some(filled), marked: None };
    make_board(shape, filled, &Headings::default(), options)
}

/// Writes a game.
///
/// # Errors
/// Returns the writer's errors.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let shape = board.shape();
    if shape.geometry() != Geometry::Square || shape.directions() != FOUR {
        return Ok(Written::No("Pegs is played on square boards in four directions".to_owned()));
    }
    if board.backward || board.goal != Goal::OnePeg || board.naming != Naming::Letters {
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
