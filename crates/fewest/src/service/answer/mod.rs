//! Verdicts on answers of any program with remarks for their authors, moves typed as text, and what `solve` prints around the moves.

mod headline;
pub(super) mod judge;
pub(super) mod move_data;
pub(super) mod play_text;
pub(super) mod printed;
pub(super) mod remarks;
pub(super) mod verdict;
