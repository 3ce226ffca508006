//! What a text says about one move, before it is known what lies where.

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Direction, Metric, Slide};
use fewest_core::Illegal;

/// One word of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsedMove {
    /// This tile slides, and those between it and the blank with it.
    Tile(Tile),
    /// The blank goes so many cells.
    Blank(Direction, usize),
}

/// The direction of a letter.
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
    /// A direction said of the blank, or of the tiles.
    pub(crate) fn towards(to: Direction, distance: usize, of_blank: bool) -> Self {
        Self::Blank(if of_blank { to } else { to.opposite() }, distance)
    }

    /// One letter or word for a direction, perhaps with a number: `U`, `r2`, `down`.
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

    /// The moves that this is on a board: several if several tiles are steps.
    ///
    /// # Errors
    /// Why it is none.
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

/// What came of playing what was said.
pub(crate) struct PlayedMoves {
    /// The moves that were legal.
    pub moves: Vec<Slide>,
    /// Their lines, and the line of the first that was not.
    pub lines: Vec<usize>,
    /// Why that one was not.
    pub why: Option<Illegal>,
    /// The board after the legal ones.
    pub end: Board,
}

/// Plays what was said, each on its line, up to the first move that is not legal.
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
