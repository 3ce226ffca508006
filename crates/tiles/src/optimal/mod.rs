//! Fewest moves of a sliding-tile board: lower bounds from pattern tables, depth-first search with a rising limit.
//!
//! | file | what it holds |
//! |---|---|
//! | `grid.rs` | cells, neighbours, ways to turn the board |
//! | `partition.rs` | which tiles make a pattern |
//! | `sets.rs`, `orders.rs`, `ranks.rs` | numbers for where the tiles of a pattern lie, and for their order there |
//! | `pattern.rs`, `sliced.rs`, `manhattan.rs`, `table.rs` | building the table of a pattern |
//! | `regions.rs`, `compact.rs` | the same with the blank in it, one bit a position |
//! | `shelved.rs`, `compounds.rs` | tables kept from one search to the next, of one partition and of several |
//! | `slides.rs` | positions for the search |
//! | `lines.rs`, `patterns.rs`, `compound.rs` | the bounds: without tables, with those of a partition, with those of several |
//! | `placed.rs` | what a slide makes of the tiles of a pattern |
//! | `walking.rs`, `pushes.rs` | the same for runs of tiles pushed at once |
//! | `words.rs` | sequences of moves that need not be searched |
//! | `long.rs`, `ends.rs`, `answers.rs` | the long search, from either end, and answers for it |
//! | `ladder.rs` | which of these for which board |

mod answers;
mod compact;
mod compound;
mod compounds;
mod ends;
mod fetch;
mod grid;
mod ladder;
mod lines;
mod long;
mod manhattan;
mod method;
mod orders;
mod partition;
mod pattern;
mod patterns;
mod placed;
mod pushes;
mod ranks;
mod regions;
mod sets;
mod shelved;
mod sliced;
mod slides;
mod table;
mod walking;
mod words;

#[cfg(test)]
mod tests;

use fewest_search::ida::{AllShortest, Iteration};
use fewest_search::{Context, Stop};

use fewest_core::Tables;

pub(crate) use grid::{Direction, Grid};
pub(crate) use lines::lines_bound;
pub(crate) use pushes::Push;

/// A board relabelled so that only the goal matters: `home[cell]` is the goal cell of what lies on `cell`, the blank included;
/// `blank_home` is that of the blank. The board must be solvable; at most 255 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    pub(crate) home: Vec<u8>,
    pub(crate) blank_home: u8,
}

impl Placement {
    fn grid(&self) -> Grid {
        Grid { rows: usize::from(self.rows), cols: usize::from(self.cols) }
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    /// The moves of the blank, the fewest if nothing stopped it; of several shortest ways always the same.
    pub(crate) trail: Option<Vec<M>>,
    /// No solution has fewer.
    pub(crate) at_least: u32,
    /// Why it ended before that was proven.
    pub(crate) stop: Option<Stop>,
    /// The limits that were searched to the end, without a solution.
    pub(crate) iterations: Vec<Iteration>,
}

/// Finds the fewest moves. If that takes long, `known` is asked for the moves of some solution, for those who wait.
pub(crate) fn solve(
    placement: &Placement,
    tables: Tables,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> Found<Direction> {
    ladder::solve(placement, tables, known, cx)
}

/// Counts the solutions of `length` moves, the fewest there are, and lists the first `most` of them.
///
/// # Errors
/// Why the host stopped it.
pub(crate) fn every(
    placement: &Placement,
    length: u32,
    most: usize,
    tables: Tables,
    cx: &Context<'_>,
) -> Result<AllShortest<Direction>, Stop> {
    ladder::every(placement, length, most, tables, cx)
}

/// Whether [`solve_pushes`] takes a board: up to 4 x 4.
pub(crate) fn takes_pushes(placement: &Placement) -> bool {
    pushes::fits(placement)
}

/// Finds the fewest moves where a run of tiles may be pushed at once.
pub(crate) fn solve_pushes(placement: &Placement, cx: &Context<'_>) -> Found<Push> {
    pushes::solve(placement, cx)
}

/// Counts and lists the shortest solutions of pushes, as [`every`] does for single tiles.
///
/// # Errors
/// Why the host stopped it.
pub(crate) fn every_push(
    placement: &Placement,
    length: u32,
    most: usize,
    cx: &Context<'_>,
) -> Result<AllShortest<Push>, Stop> {
    pushes::every(placement, length, most, cx)
}
