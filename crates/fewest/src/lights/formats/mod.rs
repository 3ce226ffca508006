//! The text formats of boards, one file each.

pub mod facts;
pub mod text;
