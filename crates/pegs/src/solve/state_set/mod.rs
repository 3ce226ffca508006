//! Sets of positions: hash tables, bitmaps by rank, and complete layers made of them.

pub(crate) mod hash_table;
pub(crate) mod layers;
pub(crate) mod ranking;
