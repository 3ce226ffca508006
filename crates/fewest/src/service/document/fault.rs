//! Faults in documents: with line and column instead of bytes.

use serde::{Deserialize, Serialize};

use fewest_core::fault::{Fault, PossibleReading};
use fewest_core::source::Source;

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultDocument {
    /// What is wrong.
    pub what: String,
    /// Line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// How to mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The ways in which the text can be read, where they are several and none was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<PossibleReading>,
}

impl FaultDocument {
    /// The documents of many faults, without counting the lines anew for each.
    pub fn all(faults: &[Fault], sources: &[Source]) -> Vec<Self> {
        let mut starts: Vec<Option<Vec<usize>>> = vec![None; sources.len()];
        let document = |fault: &Fault| {
            let place = fault.at.and_then(|span| {
                let (source, starts) = (sources.get(span.source)?, starts.get_mut(span.source)?);
                let starts = starts.get_or_insert_with(|| source.line_starts());
                let line = starts.partition_point(|&start| start <= span.start);
                let before = source.bytes.get(starts[line - 1]..span.start).unwrap_or_default();
                Some((line, 1 + String::from_utf8_lossy(before).chars().count()))
            });
            Self {
                line: place.map(|(line, _)| line),
                column: place.map(|(_, column)| column),
                ..Self::of(&Fault { at: None, ..fault.clone() }, sources)
            }
        };
        faults.iter().map(document).collect()
    }

    /// The document of a fault in one of the sources.
    pub fn of(fault: &Fault, sources: &[Source]) -> Self {
        let place = fault.at.and_then(|span| Some(sources.get(span.source)?.line_and_column(span.start)));
        Self {
            what: fault.what.clone(),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            remedy: fault.remedy.clone(),
            readings: fault.readings.clone(),
        }
    }
}
