//! Finding the fewest presses. [`solve`] chooses the solver for a board:
//!
//! | board | solver |
//! |---|---|
//! | a plain rectangle | [`grid`]: light chasing with polynomials, no elimination |
//! | a graph of two colours | [`graph`]: a lattice recurrence or elimination over GF(2) |
//! | a graph of `m` colours | [`modular`]: elimination modulo `m` |
//!
//! Each finds all solutions of the linear system ([`linear`]) and then the lightest of them
//! ([`minimum_weight`]). Boards with a number of turns are answered by [`sequences`] of picks.

pub mod graph;
pub mod grid;
pub mod linear;
pub mod minimum_weight;
pub mod modular;
pub mod sequences;

use fewest_core::{Outcome, SolveOptions};
use fewest_search::Context;

use crate::proof::Certificate;
use crate::rules::{Board, Presses};

/// The result of solving a board.
pub type Solution = Outcome<Presses, Certificate>;

/// Solves a board, as far as the context allows.
pub fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> Solution {
    match board {
        Board::Grid(grid) => grid::solve_grid(grid, options, cx),
        Board::Graph(board) if board.graph().colours() > 2 => modular::solve_modular(board, options, cx),
        Board::Graph(board) => graph::solve_graph(board, options, cx),
    }
}
