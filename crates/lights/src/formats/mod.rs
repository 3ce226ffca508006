//! The text formats of boards, one file each.

pub mod edges;
mod even_rows;
pub mod facts;
pub mod flip;
mod header;
pub mod pbm;
pub mod rules;
pub mod text;
