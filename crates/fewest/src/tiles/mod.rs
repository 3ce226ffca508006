//! Sliding tiles.
#![allow(dead_code)]
pub(crate) mod optimal;
