//! Tests of proofs: the checker accepts what the prover writes, and no proof of a false bound.

mod false_bounds;
mod foreign;
mod honest;
mod pseudo_boolean;
mod puzzles;
mod testing;
