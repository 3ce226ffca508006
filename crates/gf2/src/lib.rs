//! Linear algebra over GF(2): bit vectors, dense matrices, polynomials, and the minimum weight in a
//! coset; and linear systems modulo any `m` up to 255.
//!
//! Puzzles in which a move undoes itself, such as Lights Out, are linear systems over GF(2): which
//! moves solve the puzzle is [`Matrix::solve`], and the fewest moves are the minimum weight in the
//! coset of solutions ([`lightest_in_coset`], [`Coset`]). If a move repeated `m` times does
//! nothing, [`solve_residues`] and [`lightest_residues`] answer the same questions modulo `m`.
//!
//! # Example: two switches and three lamps
//!
//! Switch 0 changes lamps 0 and 1, switch 1 changes lamps 1 and 2. Which switches change lamps 0
//! and 2?
//!
//! ```
//! use fewest_gf2::{BitVec, Matrix};
//!
//! let lamps = [[true, false], [true, true], [false, true]]; // lamp by switch
//! let matrix = Matrix::new(lamps.iter().map(|row| BitVec::from_bools(row)).collect(), 2);
//!
//! let both = matrix.solve(&BitVec::from_bools(&[true, false, true]));
//! assert_eq!(both, Some(BitVec::from_bools(&[true, true])));
//!
//! let impossible = matrix.solve(&BitVec::from_bools(&[true, false, false]));
//! assert_eq!(impossible, None);
//! ```
#![forbid(unsafe_code)]

mod bits;
mod congruence;
mod coset;
mod matrix;
mod poly;
mod residues;
mod walsh;

pub use bits::{BitVec, WORD_BITS};
pub use congruence::{Congruence, CongruencePair, Pair};
pub use coset::{Lightest, lightest_in_coset, sums_of_weight};
pub use matrix::Matrix;
pub use poly::{Bezout, Polynomial, fibonacci, fibonacci_pair, fibonacci_plus_one};
pub use residues::{
    Generator, LightResidues, ResidueSolutions, add_residues, lightest_residues, residues_of_weight,
    solve_residues, solve_residues_while,
};
pub use walsh::{Coset, LightestAll};
