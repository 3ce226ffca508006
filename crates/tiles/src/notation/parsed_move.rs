//! A move as a text states it, before it is played on a board.

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Direction, Metric, Slide};
use fewest_core::Illegal;

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
