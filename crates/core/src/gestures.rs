//! What hands and eyes do with a scene: where a move begins and goes, brushes that change a board, marks laid over it.
//!
//! Players and pages know no rule of any game. They show shapes, and offer the listed moves by the way a hand takes.

use serde::{Deserialize, Serialize};

/// A place of a scene as (column, row), counted from 0.
pub type Place = (usize, usize);

/// A move as a hand makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gesture {
    /// The shape that is taken hold of, by its id in the scene; absent where a place is only tapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<usize>,
    /// The places that the hand comes through; one for a tap. Where the shape has several cells these are the places of
    /// its first.
    pub way: Vec<Place>,
}

impl Gesture {
    /// A tap.
    pub fn tap(at: Place) -> Self {
        Self { shape: None, way: vec![at] }
    }

    /// A shape that is dragged.
    pub fn drag(shape: usize, way: Vec<Place>) -> Self {
        Self { shape: Some(shape), way }
    }
}

/// A way to change a board that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    /// Its name in requests.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// One use of a brush, from one place to another; both are the same for a dab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stroke {
    /// The brush.
    pub brush: String,
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
}

/// A certificate as a picture: marks over the places of a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// What is to be seen, in one line.
    pub title: String,
    /// The marks; where one has no text the place itself is what counts.
    pub marks: Vec<Mark>,
}

/// A mark over a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The place.
    pub at: Place,
    /// A short word or a number; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl Overlay {
    /// Marks without text.
    pub fn plain(title: impl Into<String>, places: impl IntoIterator<Item = Place>) -> Self {
        let marks = places.into_iter().map(|at| Mark { at, text: String::new() }).collect();
        Self { title: title.into(), marks }
    }

    /// Marks with a text each.
    pub fn words(title: impl Into<String>, words: impl IntoIterator<Item = (Place, String)>) -> Self {
        let marks = words.into_iter().map(|(at, text)| Mark { at, text }).collect();
        Self { title: title.into(), marks }
    }
}
