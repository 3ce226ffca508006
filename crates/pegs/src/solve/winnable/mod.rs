//! The winnable set: all positions that can be reached from the start and from which an end can be
//! reached; its counts, its backward layers, and the census of small shapes.

pub(crate) mod backward_layers;
pub(crate) mod census;
pub(crate) mod counts;
pub(crate) mod set;
