//! Moves and solutions as text.
//!
//! | file | what it holds |
//! |---|---|
//! | this file | the notations in which solutions are written |
//! | `parsed_move` | one move as a text states it, and playing a list of these |
//! | `answer` | a solution found in any text |
//! | `readings` | which numbers and letters of a text are moves |
//! | `drawn_boards` | boards drawn in a text |

mod answer;
mod drawn_boards;
pub(crate) mod parsed_move;
mod readings;

use std::io::{self, Write};

use crate::notation::parsed_move::ParsedMove;
use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Direction, Metric, Slide};
pub(crate) use answer::find_answer;
use fewest_core::fault::shortened;
use fewest_core::{Illegal, Notation};

/// The notations of a solution.
pub(crate) const NOTATIONS: &[Notation] = &[
    Notation { id: "numbers", about: "the tiles in the order in which they slide: 2 5 8" },
    Notation { id: "blank-letters", about: "where the blank goes: blank: RDD" },
    Notation { id: "tile-letters", about: "where the tiles go: tiles: LUU" },
    Notation { id: "runs", about: "where the tiles go, with run lengths: tiles: LU2" },
    Notation { id: "boards", about: "every board on the way" },
];

/// Returns the letter of a direction.
fn letter(to: Direction) -> char {
    match to {
        Direction::Up => 'U',
        Direction::Down => 'D',
        Direction::Left => 'L',
        Direction::Right => 'R',
    }
}

/// Writes a move as `5`: the tile that slides, or the farthest of a line.
pub(crate) fn write_move(board: &Board, by: Slide) -> String {
    board.tile_of(by).map_or_else(String::new, |tile| tile.to_string())
}

/// Reads `5`, `tile 5`, `blank U`, `blank down` or `tiles R2`.
pub(crate) fn read_move(board: &Board, text: &str) -> Result<Slide, Illegal> {
    let unknown = || {
        let text = shortened(text.trim());
        Illegal(format!("`{text}` is not a move such as `5` (the tile), `blank U` or `tiles D`"))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let said = match words[..] {
        [number] => number.parse().map(ParsedMove::Tile).map_err(|_| unknown())?,
        [whose, what] => match (whose.to_lowercase().as_str(), what.parse()) {
            ("tile", Ok(tile)) => ParsedMove::Tile(tile),
            ("blank" | "blank:", _) => ParsedMove::letters(what, true).ok_or_else(unknown)?,
            ("tiles" | "tiles:" | "tile", _) => ParsedMove::letters(what, false).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        },
        _ => return Err(unknown()),
    };
    match said.slides(board)?[..] {
        [by] => Ok(by),
        _ => Err(unknown()),
    }
}

/// Writes a solution.
pub(crate) fn write_answer(
    board: &Board,
    answer: &[Slide],
    notation: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    match notation {
        "blank-letters" => {
            writeln!(out, "blank: {}", letters(answer.iter().map(|by| (letter(by.to), by.distance))))
        }
        "tile-letters" => writeln!(out, "tiles: {}", letters(of_tiles(answer))),
        "runs" if board.metric == Metric::Steps => {
            let mut runs: Vec<(char, usize)> = Vec::new();
            for (letter, distance) in of_tiles(answer) {
                match runs.last_mut() {
                    Some(run) if run.0 == letter => run.1 += distance,
                    _ => runs.push((letter, distance)),
                }
            }
            writeln!(out, "tiles: {}", letters(runs.into_iter()))
        }
        "runs" => writeln!(out, "tiles: {}", letters(of_tiles(answer))),
        "boards" => boards(board, answer, out),
        _ => {
            let names = names(board, answer)?;
            let words: Vec<String> = names.iter().map(Tile::to_string).collect();
            writeln!(out, "{}", words.join(" "))
        }
    }
}

fn of_tiles(answer: &[Slide]) -> impl Iterator<Item = (char, usize)> + '_ {
    answer.iter().map(|by| (letter(by.to.opposite()), by.distance))
}

/// Writes `LU2`: a number stands where it is not 1.
fn letters(moves: impl Iterator<Item = (char, usize)>) -> String {
    moves
        .map(|(letter, distance)| match distance {
            1 => letter.to_string(),
            _ => format!("{letter}{distance}"),
        })
        .collect()
}

/// Returns the tiles that name the moves.
pub(crate) fn names(board: &Board, answer: &[Slide]) -> io::Result<Vec<Tile>> {
    let mut at = board.clone();
    let mut name = |&by: &Slide| {
        let tile = at.tile_of(by);
        at.play(by).map_err(io::Error::other)?;
        tile.ok_or_else(|| io::Error::other("a slide moves a tile"))
    };
    answer.iter().map(&mut name).collect()
}

fn boards(board: &Board, answer: &[Slide], out: &mut dyn Write) -> io::Result<()> {
    let mut at = board.clone();
    write_grid(&at, out)?;
    for &by in answer {
        let name = write_move(&at, by);
        at.play(by).map_err(io::Error::other)?;
        writeln!(out, "\ntile {name}")?;
        write_grid(&at, out)?;
    }
    Ok(())
}

/// Writes the tiles in rows, with `.` for the blank.
fn write_grid(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let width = (board.cells().len() - 1).to_string().len();
    for row in board.cells().chunks(board.columns()) {
        let row: Vec<String> = row
            .iter()
            .map(|&tile| if tile == 0 { format!("{:>width$}", ".") } else { format!("{tile:>width$}") })
            .collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}
