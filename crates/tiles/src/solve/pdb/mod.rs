//! Pattern databases (Culberson and Schaeffer 1998): the distance of some tiles from their goal
//! cells, tabled for every way in which they can lie.
//!
//! | file | what it holds |
//! |---|---|
//! | `pattern` | the tiles of a pattern, and its positions as blocks of bits |
//! | `partition` | which tiles make a pattern, for boards of every size |
//! | `cell_sets`, `permutations`, `index` | the index of an entry: ranks of cells and orders |
//! | `blank_regions` | the index of the region in which the blank is |
//! | `build`, `bit_sliced` | half a byte per entry: the distance beyond Manhattan distance |
//! | `bit_pdb` | one bit per entry, the region of the blank included |
//! | `cache`, `collection` | the tables of one partition and of several, from the table cache |

pub(crate) mod bit_pdb;
mod bit_sliced;
pub(crate) mod blank_regions;
mod build;
pub(crate) mod cache;
pub(crate) mod cell_sets;
pub(crate) mod collection;
pub(crate) mod index;
pub(crate) mod partition;
pub(crate) mod pattern;
mod permutations;
