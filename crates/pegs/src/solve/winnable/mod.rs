//! The winnable set: the positions that can be reached from the start and from which an end can be reached.

pub(crate) mod backward_layers;
pub(crate) mod census;
pub(crate) mod counts;
pub(crate) mod set;
