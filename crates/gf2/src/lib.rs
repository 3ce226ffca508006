//! Linear algebra where 1 + 1 = 0: bit vectors, matrices and polynomials over GF(2), and the lightest vector of a
//! coset. Puzzles where doing something twice is doing nothing, such as Lights Out, become questions about these. Where doing it
//! `m` times is doing nothing, [`solve_residues`] and [`lightest_residues`] answer the same questions modulo `m`.
//!
//! # Example: two switches and three lamps
//!
//! Switch 0 changes lamps 0 and 1, switch 1 changes lamps 1 and 2. Which switches change lamps 0 and 2?
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
mod elimination;
mod fibonacci;
mod matrix;
mod poly;
mod residues;
mod walsh;

pub use bits::{BitVec, WORD_BITS};
pub use congruence::{Congruence, CongruencePair, Pair};
pub use coset::{Lightest, lightest_in_coset, sums_of_weight};
pub use fibonacci::{fibonacci, fibonacci_pair, fibonacci_plus_one};
pub use matrix::Matrix;
pub use poly::{Bezout, Polynomial};
pub use residues::{
    Generator, LightResidues, ResidueSolutions, add_residues, lightest_residues, residues_of_weight,
    solve_residues, solve_residues_while,
};
pub use walsh::{Coset, LightestAll};
