//! The text formats of boards, one file each.

mod even_rows;
pub mod facts;
pub mod pbm;
pub mod text;
