//! What somebody says about one move, before it is known what lies where.

use super::arrangement::Tile;
use super::board::{Board, Direction, Metric, Slide};
use crate::Illegal;

/// One word of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// This tile slides, and those between it and the blank with it.
    Tile(Tile),
    /// The blank goes so many cells.
    Blank(Direction, usize),
}

/// The direction of a letter.
pub(super) fn direction(letter: char) -> Option<Direction> {
    match letter.to_ascii_uppercase() {
        'U' => Some(Direction::Up),
        'D' => Some(Direction::Down),
        'L' => Some(Direction::Left),
        'R' => Some(Direction::Right),
        _ => None,
    }
}

impl Said {
    /// A direction said of the blank, or of the tiles.
    pub(super) fn towards(to: Direction, distance: usize, of_blank: bool) -> Self {
        Self::Blank(if of_blank { to } else { to.opposite() }, distance)
    }

    /// One letter or word for a direction, perhaps with a number: `U`, `r2`, `down`.
    pub(super) fn letters(word: &str, of_blank: bool) -> Option<Self> {
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
    pub(super) fn slides(self, board: &Board) -> Result<Vec<Slide>, Illegal> {
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

/// Plays what was said.
///
/// # Errors
/// The moves that were legal, and why the next is not.
pub(super) fn play(board: &Board, said: &[Said]) -> Result<(Vec<Slide>, Board), (Vec<Slide>, Illegal)> {
    let mut at = board.clone();
    let mut played = Vec::new();
    for word in said {
        let slides = match word.slides(&at) {
            Ok(slides) => slides,
            Err(why) => return Err((played, why)),
        };
        for by in slides {
            if let Err(why) = at.play(by) {
                return Err((played, why));
            }
            played.push(by);
        }
    }
    Ok((played, at))
}
