//! What there is, as a document: families, formats, metrics, goals, brushes, examples.

use serde::Serialize;

use crate::service::registry::families;
use fewest_core::info::{Example, Format, Metric, OptionSpec};
use fewest_core::scene::Brush;

/// A family as it introduces itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyDocument {
    /// Its name.
    pub id: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// What is too large, in one line.
    pub limits: &'static str,
    /// The text formats, the usual one first.
    pub formats: &'static [Format],
    /// The metrics, the usual one first.
    pub metrics: &'static [Metric],
    /// What may be asked for when a text is read or a board is made.
    pub options: &'static [OptionSpec],
    /// What the family can do that not every family can: `generator`, `collections`, `editor`,
    /// `facts`, `pairs`, `reference` (the textbook algorithm), `proofs` (for the checker of proofs),
    /// `courses`.
    pub capabilities: Vec<&'static str>,
    /// Brushes that change a board.
    pub brushes: &'static [Brush],
    /// Puzzles that come with the program.
    pub examples: &'static [Example],
}

/// All families.
pub fn catalogue() -> Vec<FamilyDocument> {
    let document = |entry: &'static crate::service::registry::Entry| FamilyDocument {
        id: entry.info.id,
        title: entry.info.title,
        limits: entry.info.limits,
        formats: entry.info.formats,
        metrics: entry.info.metrics,
        options: entry.info.options,
        capabilities: entry.capabilities().collect(),
        brushes: entry.brushes,
        examples: entry.info.examples,
    };
    families().map(document).collect()
}
