//! Pattern databases (Culberson and Schaeffer 1998): the distance of some tiles from their goal
//! cells, tabled for every way in which they can lie.
//!
//! | file | what it holds |
//! |---|---|
//! | `pattern` | the tiles of a pattern, regions of the blank, positions as blocks of bits |
//! | `partition` | the tiles of each pattern, and the tables of one partition, cached |
//! | `index` | the index of an entry: ranks of cell sets and permutations |
//! | `build` | half a byte per entry: the distance beyond Manhattan distance |
//! | `bit_pdb` | one bit per entry, the region of the blank included, for several partitions |

pub(crate) mod bit_pdb;
mod build;
pub(crate) mod index;
pub(crate) mod partition;
pub(crate) mod pattern;
