//! MINWEIGHT

pub mod graph;
pub mod grid;
pub mod modular;
