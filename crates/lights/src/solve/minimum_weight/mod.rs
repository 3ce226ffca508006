//! The lightest solution: minimum weight in a coset of the quiet patterns. A board with nullity `d`
//! has `2^d` solutions, which are one solution plus every sum of quiet patterns; all of them are
//! weighed at once by a Walsh-Hadamard transform (crate `fewest-gf2`).

pub mod graph;
pub mod grid;
pub mod modular;

/// The largest nullity for which all solutions are compared, which takes hours.
const LARGEST_NULLITY: usize = 44;

/// The largest number of cells for which solutions are compared: every quiet pattern is held in
/// memory.
const MOST_CELLS: usize = 1 << 26;

/// Whether all solutions of a board of that many places can be compared.
pub fn can_compare(places: usize, nullity: usize) -> bool {
    nullity <= LARGEST_NULLITY && places <= MOST_CELLS
}
