//! Linear systems.

pub mod elimination;
pub mod lattice;
pub mod modular;
pub mod row_polynomials;
pub mod row_recurrence;
