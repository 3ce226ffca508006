//! Finding the fewest presses. [`solve_board`] chooses the solver for a board:
//!
//! | board | solver |
//! |---|---|
//! | a plain rectangle | [`grid`]: light chasing with polynomials, no elimination |
//! | a graph of two colours | [`graph`]: a lattice recurrence or elimination over GF(2) |
//! | a graph of `m` colours | [`graph`]: elimination modulo `m` |
//!
//! Each finds all solutions of the linear system ([`linear`]) and then the lightest of them
//! ([`minimum_weight`]). Boards with a number of turns are answered by [`sequences`] of picks.

pub mod graph;
pub mod grid;
pub mod linear;
pub mod minimum_weight;
pub mod sequences;

use fewest_core::SolveOptions;
use fewest_search::Context;

use crate::proof::Report;
use crate::rules::Board;

/// Solves a board, as far as the context allows.
pub fn solve_board(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> Report {
    match board {
        Board::Grid(grid) => grid::solve_grid(grid, options, cx),
        Board::Graph(board) => graph::solve_on_graph(board, options, cx),
    }
}

#[cfg(test)]
mod tests;
