//! Text formats of sliding-block puzzles, one file each.

pub(super) mod course;
pub(super) mod course_line;
pub(super) mod rush;
