//! Hints in degrees: each says more than the one before.

use fewest::{Form, Position, Scene};

use super::analysis::Analysis;

/// How much a hint says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    /// No hint.
    #[default]
    Nothing,
    /// Whether it can still be solved.
    Solvable,
    /// The number of moves left.
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

/// Returns a hint as text. `place` describes what the next move takes hold of.
pub fn say(degree: Degree, analysis: &Analysis, position: &dyn Position, place: Option<&str>) -> String {
    if position.is_goal() {
        return "it is solved".to_owned();
    }
    match (degree, analysis.next()) {
        (Degree::Nothing, _) => String::new(),
        _ if analysis.is_lost() => "there is no way to the end from here".to_owned(),
        (Degree::Solvable, Some(_)) if analysis.line.is_some() => "it can still be solved".to_owned(),
        (Degree::Solvable | Degree::Left, _) | (_, None) => analysis.left(position.metric()),
        (Degree::Piece, Some(_)) => match place {
            Some(place) => format!("next is {place}"),
            None => analysis.left(position.metric()),
        },
        (Degree::Move, Some(next)) if analysis.line.is_none() => format!("what looks best: {next}"),
        (Degree::Move, Some(next)) => format!("next: {next}"),
    }
}

/// Returns the description of what lies on a cell: its label if it has one, else the name of the
/// place.
pub fn describe(scene: &Scene, cell: (usize, usize)) -> String {
    let label = scene.shape_at(cell).map(|shape| shape.label.trim()).unwrap_or_default();
    if scene.form == Form::Block && !label.is_empty() { label.to_owned() } else { scene.name(cell) }
}
