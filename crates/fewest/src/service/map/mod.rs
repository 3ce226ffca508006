//! The graph of everything that can be reached: for pictures, and for programs that read graphs.
//!
//! Keys are numbered in the order of the breadth-first search by which they are first reached
//! (`graph`). Of a graph that is too large to look at, a random sample that is connected is kept;
//! its distances are those of the whole graph.

pub(crate) use graph::Chart;

use super::words;
use fewest_core::fault::Fault;
use fewest_search::Stop;
use fewest_search::hash::{SplitMix64, hash_key};
use graph::Graph;
use serde::{Deserialize, Serialize};

mod graph;
#[cfg(test)]
mod tests;

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

impl Unmapped {
    /// Returns the reason as a fault.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Stopped(stop) => {
                let what = format!("stopped by {}; there is no map", words::limit(*stop));
                Fault { limit: Some(*stop), ..Fault::new(what) }
            }
            Self::TooLarge { most, .. } => {
                let what = format!("more than {most} positions can be reached, too many for a map");
                Fault::new(what).remedy("ask for a sample")
            }
            Self::Fault(fault) => fault.clone(),
        }
    }
}

impl From<Stop> for Unmapped {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The numbers of keys.
pub(super) struct Numbering {
    words: usize,
    keys: Vec<u64>,
    slots: Vec<u32>,
}

/// A slot without a key.
const FREE: u32 = u32::MAX;

impl Numbering {
    pub(super) fn new(words: usize) -> Self {
        Self { words, keys: Vec::new(), slots: vec![FREE; 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    pub(super) fn key(&self, number: usize) -> &[u64] {
        &self.keys[number * self.words..][..self.words]
    }

    /// All keys, one after the other.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        8 * self.keys.capacity() + 4 * self.slots.capacity()
    }

    /// The number of a key; the next one if it is new.
    pub(super) fn number(&mut self, key: &[u64]) -> u32 {
        if 2 * self.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if self.slots[slot] == FREE {
            self.slots[slot] = self.len() as u32;
            self.keys.extend_from_slice(key);
        }
        self.slots[slot]
    }

    /// The number of a key, if it was met.
    pub(super) fn find(&self, key: &[u64]) -> Option<u32> {
        Some(self.slots[self.slot(key)]).filter(|&number| number != FREE)
    }

    /// The slot of a key, or the free one where it belongs.
    fn slot(&self, key: &[u64]) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash_key(key) as usize & last;
        while self.slots[slot] != FREE && self.key(self.slots[slot] as usize) != key {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for number in 0..self.len() {
            let slot = self.slot(self.key(number));
            self.slots[slot] = number as u32;
        }
    }
}

/// At most `most` positions, in rising order; the start is among them.
fn sample(graph: &Graph, most: usize) -> Result<Vec<u32>, Fault> {
    let path = graph.path();
    let least = path.len().max(2);
    if least > most {
        let what = format!("a sample of {most} has no room for a shortest solution");
        return Err(Fault::new(what).remedy(format!("ask for {least} at least")));
    }
    let mut is_chosen = vec![false; graph.len()];
    let mut chosen = if path.is_empty() { vec![0] } else { path };
    chosen.iter().for_each(|&position| is_chosen[position as usize] = true);
    let mut lots: Vec<u32> = (0..graph.len() as u32).collect();
    lots.sort_by_cached_key(|&position| SplitMix64::at(position.into()));
    for position in lots {
        let way_back = std::iter::successors(Some(position), |&here| Some(graph.parent(here)));
        let way: Vec<u32> = way_back.take_while(|&here| !is_chosen[here as usize]).collect();
        if chosen.len() + way.len() > most {
            break;
        }
        way.iter().for_each(|&here| is_chosen[here as usize] = true);
        chosen.extend(way);
    }
    chosen.sort_unstable();
    Ok(chosen)
}
