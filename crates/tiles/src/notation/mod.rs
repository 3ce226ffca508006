//! Moves and solutions as text: the notations in which solutions are written, and moves as a text
//! states them, before they are played on a board.
//!
//! | file | what it holds |
//! |---|---|
//! | `find` | a solution found in any text |
//! | `readings` | which numbers and letters of a text are moves |

mod find;
mod readings;

use std::io::{self, Write};

use fewest_core::fault::shortened;
use fewest_core::{Illegal, Notation};

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Direction, Metric, Slide};

pub(crate) use find::find_answer;

/// The notations of a solution.
pub(crate) const NOTATIONS: &[Notation] = &[
    Notation { id: "numbers", about: "the tiles in the order in which they slide: 2 5 8" },
    Notation { id: "blank-letters", about: "where the blank goes: blank: RDD" },
    Notation { id: "tile-letters", about: "where the tiles go: tiles: LUU" },
    Notation { id: "runs", about: "where the tiles go, with run lengths: tiles: LU2" },
    Notation { id: "boards", about: "every board on the path" },
];

/// Returns the letter of a direction.
fn direction_letter(to: Direction) -> char {
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
            writeln!(
                out,
                "blank: {}",
                letters(answer.iter().map(|by| (direction_letter(by.to), by.distance)))
            )
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
    answer.iter().map(|by| (direction_letter(by.to.opposite()), by.distance))
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

/// A parsed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsedMove {
    /// This tile slides, and those between it and the blank with it.
    Tile(Tile),
    /// The blank goes this number of cells.
    Blank(Direction, usize),
}

/// Returns the direction of a letter.
pub(crate) fn direction(letter: char) -> Option<Direction> {
    match letter.to_ascii_uppercase() {
        'U' => Some(Direction::Up),
        'D' => Some(Direction::Down),
        'L' => Some(Direction::Left),
        'R' => Some(Direction::Right),
        _ => None,
    }
}

impl ParsedMove {
    /// Returns the move for a direction of the blank, or of the tiles.
    pub(crate) fn towards(to: Direction, distance: usize, of_blank: bool) -> Self {
        Self::Blank(if of_blank { to } else { to.opposite() }, distance)
    }

    /// Parses one letter or word for a direction, with or without a number: `U`, `r2`, `down`.
    pub(crate) fn letters(word: &str, of_blank: bool) -> Option<Self> {
        let end = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (name, number) = word.split_at(end);
        let mut letters = name.chars();
        let to = direction(letters.next()?)?;
        let is_word = ["up", "down", "left", "right"].iter().any(|word| name.eq_ignore_ascii_case(word));
        if !is_word && letters.next().is_some() {
            return None;
        }
        let distance = if number.is_empty() { 1 } else { number.parse().ok()? };
        Some(Self::towards(to, distance, of_blank))
    }

    /// Returns the moves that this is on a board: several in the metric of steps if several tiles
    /// move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub(crate) fn slides(self, board: &Board) -> Result<Vec<Slide>, Illegal> {
        let (to, distance) = match self {
            Self::Tile(tile) => return board.slide_of(tile).map(|by| vec![by]),
            Self::Blank(to, distance) => (to, distance),
        };
        if distance == 0 || distance > board.room(to) {
            return Err(Illegal::new("the blank would leave the board"));
        }
        Ok(match board.metric {
            Metric::Lines => vec![Slide { to, distance }],
            Metric::Steps => vec![Slide { to, distance: 1 }; distance],
        })
    }
}

/// The result of playing parsed moves.
pub(crate) struct PlayedMoves {
    /// The legal moves.
    pub moves: Vec<Slide>,
    /// Their lines, and the line of the first illegal one.
    pub lines: Vec<usize>,
    /// Why that one is illegal.
    pub why: Option<Illegal>,
    /// The board after the legal ones.
    pub end: Board,
}

/// Plays parsed moves, each with its line, up to the first illegal one.
pub(crate) fn play(board: &Board, said: &[(ParsedMove, usize)]) -> PlayedMoves {
    let mut played = PlayedMoves { moves: Vec::new(), lines: Vec::new(), why: None, end: board.clone() };
    for (word, line) in said {
        let slides = word.slides(&played.end).and_then(|slides| {
            for by in slides {
                played.end.play(by)?;
                played.moves.push(by);
                played.lines.push(*line);
            }
            Ok(())
        });
        if let Err(why) = slides {
            played.lines.push(*line);
            played.why = Some(why);
            break;
        }
    }
    played
}
