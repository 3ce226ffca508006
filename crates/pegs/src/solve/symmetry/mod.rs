//! Positions up to symmetry: the images of a position under the symmetries of its board, and the
//! packed rules that use them. The symmetries themselves are found in `rules::automorphisms`.

pub(crate) mod images;
pub(crate) mod packed_rules;
