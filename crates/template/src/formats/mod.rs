//! One file per text format, each with reader and writer.

pub mod text;
