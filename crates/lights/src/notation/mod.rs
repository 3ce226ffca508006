//! Moves and answers as text: written, read, and found inside other text.

pub mod answer;
pub mod find;
pub mod picks;
