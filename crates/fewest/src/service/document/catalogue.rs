//! What there is, as a document: families, formats, metrics, goals, brushes, examples.

use serde::Serialize;

use crate::service::registry::families;
use fewest_core::info::{Example, Format, GoalName, Metric};
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
    /// Goals that have a name.
    pub goals: &'static [GoalName],
    /// Brushes that change a board.
    pub brushes: &'static [Brush],
    /// Whether new boards can be made by a rule of their own.
    pub rules: bool,
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
        goals: entry.info.goals,
        brushes: entry.brushes,
        rules: entry.has_rules,
        examples: entry.info.examples,
    };
    families().map(document).collect()
}
