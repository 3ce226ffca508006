//! Peg solitaire on any board: what can never be reached, a solution, all that can be won, and the fewest moves.

mod backs;
mod beam;
#[cfg(test)]
pub(crate) mod boards;
mod counts;
mod frame;
mod layers;
mod natural;
mod parity;
mod ranks;
mod sweeps;
mod symmetry;
mod table;
mod target;
mod taste;
mod trail;
mod won;
mod word;

pub(crate) use beam::{Search, one_solution};
pub(crate) use counts::{Winnable, winnable};
pub(crate) use natural::Natural;
pub(crate) use parity::{colouring, invariants};
pub(crate) use sweeps::{Moves, fewest_moves};
pub(crate) use symmetry::symmetries;
