//! The linear system of a board: `A x = b`, where `A` says which press changes which light, `x`
//! which lights are pressed and `b` which are on, over GF(2) or modulo the number of colours.
//!
//! | board | method | cost |
//! |---|---|---|
//! | plain rectangle | [`row_recurrence`] with [`row_polynomials`] | `w h / 64` words |
//! | plus or king on a rectangle, cylinder or torus | [`lattice`] | the same |
//! | any graph of two colours | [`elimination`] in a chasing order | only open presses are unknowns |
//! | any graph of `m` colours | [`modular`] elimination | the same |
//!
//! Sutner 1989 is the source of the algebraic view, Goldwasser, Klostermeyer and Trapp 1997 of the
//! polynomials, Scherphuis of light chasing and quiet patterns.

pub mod elimination;
pub mod lattice;
pub mod modular;
pub mod row_polynomials;
pub mod row_recurrence;

use fewest_gf2::BitVec;
use fewest_search::{Context, Lease, Stop};

use crate::rules::Graph;
use elimination::Elimination;
use lattice::Lattice;

/// All solutions of a board over GF(2): a particular one, if there is any, and a basis of the quiet
/// patterns, by which solutions differ.
pub struct Solutions<'h> {
    /// Presses that put all lights out.
    pub one: Option<BitVec>,
    /// Linearly independent presses that change nothing.
    pub quiet: Vec<BitVec>,
    /// The memory that both take.
    _lease: Lease<'h>,
}

impl<'h> Solutions<'h> {
    /// Joins solutions with the lease of the memory that they take.
    pub fn new(one: Option<BitVec>, quiet: Vec<BitVec>, lease: Lease<'h>) -> Self {
        Self { one, quiet, _lease: lease }
    }
}

/// Returns the bytes that a vector takes.
pub fn bytes_of(bits: usize) -> usize {
    8 * bits.div_ceil(64) + 32
}

/// Finds all presses that put these lights of a graph out, by the fastest method that applies.
///
/// # Errors
/// If the context stops it.
pub fn solutions<'h>(graph: &Graph, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
    match Lattice::of(graph) {
        Some(lattice) => lattice.all_solutions(lights, cx),
        None => Elimination::new(graph).eliminate(lights, cx),
    }
}
