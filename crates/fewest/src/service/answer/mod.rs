//! Verdicts on answers of any program, and what `solve` prints around the moves.

mod headline;
pub(super) mod judge;
pub(super) mod printed;
pub(super) mod verdict;
