//! The graph of everything that can be reached: for pictures, and for programs that read graphs.
//!
//! | file | what it holds |
//! |---|---|
//! | `numbering` | keys as numbers, in the order in which they are met |
//! | `graph` | the walk, and the ways to the goals |
//! | `chart` | the graph with the board it is of |
//! | `sample` | a part that can still be looked at |

mod chart;
mod graph;
mod numbering;
mod sample;
#[cfg(test)]
mod tests;

use fewest_search::Stop;
use serde::{Deserialize, Serialize};

pub(crate) use chart::Chart;
use fewest_core::fault::Fault;

/// What is wanted of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MapOptions {
    /// More positions than this are no map any more.
    pub most: usize,
    /// Symmetric positions are one.
    pub merge: bool,
    /// Map a random sample of this number of positions, each with a shortest path from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
}

impl MapOptions {
    /// What can be laid out in seconds and still be looked at.
    pub const MOST: usize = 30_000;
}

impl Default for MapOptions {
    fn default() -> Self {
        Self { most: Self::MOST, merge: false, sample: None }
    }
}

/// The positions that can be reached from a position, which is the first of them, and the moves between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Map {
    /// All positions that can be reached, also those that a sample leaves out.
    pub positions: u64,
    /// How many of them are solved.
    pub solved: u64,
    /// How many of them have no way to a goal.
    pub lost: u64,
    /// Whether only a part of them is here.
    pub sample: bool,
    /// Whether symmetric positions are one.
    pub merged: bool,
    /// Whether moves are one-way.
    pub directed: bool,
    /// The fewest moves from the start to each position.
    pub from_start: Vec<u32>,
    /// The fewest moves from each position to a goal; None if there is no way.
    pub to_goal: Vec<Option<u32>>,
    /// The moves, as pairs of positions. One that can be undone by a move stands here once, unless moves are one-way.
    pub edges: Vec<(u32, u32)>,
    /// The positions of a shortest solution; empty if there is none.
    pub path: Vec<u32>,
    /// The positions of a game so far, where one was played; None for those that are not on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub game: Vec<Option<u32>>,
    /// Where each position lies on paper, right and down; filled in by the layout, in `fewest-draw`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(f32, f32)>,
}

impl Map {
    /// The positions that are here.
    pub fn len(&self) -> usize {
        self.from_start.len()
    }

    /// Whether nothing is here.
    pub fn is_empty(&self) -> bool {
        self.from_start.is_empty()
    }

    /// Whether a position is solved.
    pub fn is_goal(&self, position: usize) -> bool {
        self.to_goal.get(position) == Some(&Some(0))
    }
}

/// Why there is no map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmapped {
    /// A limit was met.
    Stopped(Stop),
    /// More positions can be reached than a map may have.
    TooLarge {
        /// The number that is allowed.
        most: usize,
        /// Whether there would be fewer with symmetric ones merged.
        can_merge: bool,
    },
    /// It cannot be had so.
    Fault(Fault),
}

impl From<Stop> for Unmapped {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
