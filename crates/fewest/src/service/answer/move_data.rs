//! Moves as data, for programs that would otherwise take words apart: which piece, from where to
//! where, in which direction and how far.

use fewest_core::scene::{Place, Scene};
use serde::{Deserialize, Serialize};

use crate::service::position::Position;

/// A move as data. Places are (column, row), counted from 0, as in the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveData {
    /// The piece that moves, by its name or label; absent for a press.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Where it begins; of a piece of several cells the first. For a press the light.
    pub from: Place,
    /// Where it ends, if it moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
    /// `up`, `down`, `left` or `right`, if it moves straight along a row or column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// The number of cells of a straight move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<usize>,
    /// All places that it passes, if it turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Place>,
}

/// The most moves that are told as data: each is looked up among all legal moves.
const MOST_MOVES: usize = 2_000;

/// The moves of an answer as data. Empty where there are too many, the board is too large for gestures,
/// or one cannot be played.
pub fn move_data(position: &dyn Position, moves: &[String]) -> Vec<MoveData> {
    let scene = position.scene();
    if moves.len() > MOST_MOVES || scene.width.saturating_mul(scene.height) > Scene::MOST_CELLS {
        return Vec::new();
    }
    let mut position = position.copy();
    let mut data = Vec::new();
    for by in moves {
        let number = position.moves().iter().position(|other| other == by);
        let gesture = number.and_then(|number| position.gestures().into_iter().nth(number));
        let Some(one) = gesture.and_then(|gesture| of_way(&position.scene(), gesture.way)) else {
            return Vec::new();
        };
        data.push(one);
        if position.play(by).is_err() {
            return Vec::new();
        }
    }
    data
}

fn of_way(scene: &Scene, way: Vec<Place>) -> Option<MoveData> {
    let from = *way.first()?;
    let to = way.last().copied().filter(|_| way.len() > 1);
    let piece = to.and_then(|_| {
        let shape = scene.shapes.iter().rev().find(|shape| shape.cells.contains(&from))?;
        let name = if shape.label.is_empty() { &shape.name } else { &shape.label };
        Some(name.clone()).filter(|name| !name.is_empty())
    });
    let (direction, distance) = match to.map(|to| straight(from, to)) {
        Some(Some((direction, distance))) if is_one_line(&way) => {
            (Some(direction.to_owned()), Some(distance))
        }
        _ => (None, None),
    };
    let way = if to.is_some() && direction.is_none() { way } else { Vec::new() };
    Some(MoveData { piece, from, to, direction, distance, way })
}

/// Whether no turn is between the places.
fn is_one_line(way: &[Place]) -> bool {
    way.iter().all(|place| place.0 == way[0].0) || way.iter().all(|place| place.1 == way[0].1)
}

/// Direction and distance of a move along a row or column.
fn straight(from: Place, to: Place) -> Option<(&'static str, usize)> {
    match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Some(("right", to.0 - from.0)),
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Some(("left", from.0 - to.0)),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Some(("down", to.1 - from.1)),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Some(("up", from.1 - to.1)),
        _ => None,
    }
}
