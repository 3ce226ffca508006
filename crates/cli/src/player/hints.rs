//! Hints in degrees: each says a little more than the one before.

use fewest::{Form, Position, Scene};

use super::advice::Known;

/// How much a hint says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    /// Nothing was asked.
    #[default]
    Nothing,
    /// Whether it can still be solved.
    Solvable,
    /// How many moves are left.
    Left,
    /// Which piece moves next.
    Piece,
    /// The next move.
    Move,
}

impl Degree {
    /// The next degree; the last stays.
    #[must_use]
    pub fn more(self) -> Self {
        match self {
            Self::Nothing => Self::Solvable,
            Self::Solvable => Self::Left,
            Self::Left => Self::Piece,
            Self::Piece | Self::Move => Self::Move,
        }
    }
}

/// A hint in words. `place` says what the next move takes hold of.
pub fn say(degree: Degree, known: &Known, position: &dyn Position, place: Option<&str>) -> String {
    if position.is_goal() {
        return "it is solved".to_owned();
    }
    let next = known.line.as_ref().and_then(|line| line.first());
    match (degree, next) {
        (Degree::Nothing, _) => String::new(),
        _ if known.is_lost() => "there is no way to the end from here; undo helps".to_owned(),
        (Degree::Solvable, Some(_)) => "it can still be solved".to_owned(),
        (Degree::Left, _) | (_, None) => known.left(position.metric()),
        (Degree::Piece, Some(_)) => match place {
            Some(place) => format!("next is {place}"),
            None => known.left(position.metric()),
        },
        (Degree::Move, Some(next)) => format!("next: {next}"),
    }
}

/// What lies on a cell as people say it: its label if it has one, else column and row from 1.
pub fn describe(scene: &Scene, (column, row): (usize, usize)) -> String {
    let label = scene.shape_at((column, row)).map(|shape| shape.label.trim()).unwrap_or_default();
    match scene.form {
        Form::Block if !label.is_empty() => label.to_owned(),
        _ => format!("column {}, row {}", column + 1, row + 1),
    }
}
