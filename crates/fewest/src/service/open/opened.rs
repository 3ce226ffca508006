//! Puzzles that were read, of any family.

use crate::service::position::Position;
use fewest_core::drawing::Fit;
use fewest_core::fault::Fault;

/// A puzzle that was read.
#[derive(Debug)]
pub struct Opened {
    /// The position.
    pub position: Box<dyn Position>,
    /// What was understood, for a person to check at a glance.
    pub understood: String,
    /// The format it was in.
    pub format: &'static str,
    /// Which line it was on, where a file holds many.
    pub line: Option<usize>,
    /// What was wrong with the text but could be mended.
    pub warnings: Vec<Fault>,
}

/// One reading of a drawing.
#[derive(Debug)]
pub(crate) struct Reading {
    pub family: &'static str,
    pub fit: Fit,
    pub choice: Option<String>,
    pub opened: Opened,
}
