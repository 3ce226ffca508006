//! What work takes: counted while it runs, and at its end.

use serde::{Deserialize, Serialize};

/// What an answer took. Seconds are filled in by the front end, which has a clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Positions expanded.
    pub expanded: u64,
    /// Wall time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// CPU time of all threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The most memory held at once.
    pub peak_bytes: u64,
    /// The most that a work folder held at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_bytes: Option<u64>,
}

/// A sign of life of a long piece of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// Depth or bound being worked on.
    pub depth: u64,
    /// Positions in the layer being expanded.
    pub frontier: u64,
    /// Different positions found.
    pub positions: u64,
    /// Successors generated.
    pub generated: u64,
    /// Bytes held now.
    pub bytes: u64,
}

impl Progress {
    /// What the counters of a context say now.
    pub fn of(counters: &fewest_search::Counters, bytes: usize) -> Self {
        use std::sync::atomic::Ordering::Relaxed;
        Self {
            depth: counters.depth.load(Relaxed),
            frontier: counters.frontier.load(Relaxed),
            positions: counters.positions.load(Relaxed),
            generated: counters.generated.load(Relaxed),
            bytes: bytes as u64,
        }
    }
}
