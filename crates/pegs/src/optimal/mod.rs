//! Peg solitaire on any board: what can never be reached, a solution, all that can be won, and the fewest moves.
//!
//! Nothing here knows coordinates or names: a board is its jumps. Layers of positions have the same number of pegs, so
//! nothing is ever seen twice, and each position stands for all its images.

mod backs;
mod beam;
#[cfg(test)]
mod boards;
mod census;
mod counts;
mod endgame;
mod fewest;
mod frame;
mod images;
mod layers;
mod limits;
mod lister;
mod met;
mod natural;
mod packings;
mod pagoda;
mod parity;
mod ranks;
mod reachable;
mod regions;
mod short;
mod sides;
mod simplex;
mod sweeps;
mod symmetry;
mod table;
mod target;
mod taste;
mod trail;
mod valued;
mod weights;
mod won;
mod word;

pub(crate) use beam::{Search, one_solution};
pub(crate) use census::census;
pub(crate) use counts::{still_won, winnable};
pub(crate) use fewest::{Moves, Stopped, fewest_moves};
pub(crate) use frame::{Frame, Job, LARGEST_BOARD, MOST_SYMMETRIC, Way, with_frame};
pub(crate) use images::Name;
pub(crate) use natural::Natural;
pub(crate) use pagoda::pagoda;
pub(crate) use parity::{colouring, invariants};
pub(crate) use reachable::{games, reachable, shortest_game};
pub(crate) use sweeps::Sweeps;
pub(crate) use symmetry::symmetries;
pub(crate) use word::Word;

use super::jumps::Jumps;

/// About how many positions the largest layer of a game can have, up to the symmetries that keep its start.
pub(crate) fn largest_layer(jumps: &Jumps, start: &[u64]) -> f64 {
    let group = symmetry::keeping(&symmetries(jumps), &[start.to_vec()]);
    target::largest_layer(jumps, start, &target::Target::Count(0), group.len())
}
