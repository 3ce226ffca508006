//! The options and the result of a search on many hosts.

use std::time::Duration;

use fewest_search::bitmap::Counted;
use serde::{Deserialize, Serialize};

use crate::network::handshake::Secret;

/// The longest time between two heartbeats of a process.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// Who takes part, and how long to wait for whom.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// Where every process listens: `cx:port`.
    pub hosts: Vec<String>,
    /// The number of this process in the list.
    pub process: usize,
    /// How long to wait for the others at the beginning.
    pub patience: Duration,
    /// How long somebody may be silent later.
    pub stall: Duration,
    /// What all processes must prove to have; without it only loopback is used.
    pub secret: Option<Secret>,
    /// Where this process listens, if not at its place in the list: behind a tunnel, or a port that
    /// is mapped.
    pub listen: Option<String>,
}

impl ClusterOptions {
    /// Returns the time between two heartbeats.
    pub(crate) fn heartbeat(&self) -> Duration {
        HEARTBEAT.min(self.stall / 4)
    }
}

/// What a process took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessCost {
    /// CPU seconds.
    pub cpu: f64,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The most disk, in bytes.
    pub disk: u64,
}

/// What went from worker to worker, all workers together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Successors generated.
    pub generated: u64,
    /// Of these, other workers keep so many.
    pub remote: u64,
    /// Keys sent: the same without repeats in a chunk.
    pub sent: u64,
    /// Bytes sent.
    pub bytes: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct ClusterResult {
    /// Layers, goals, and why it ended early.
    pub counted: Counted,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
    /// What every process took; empty if it ended early.
    pub costs: Vec<ProcessCost>,
    /// What went from worker to worker since this start.
    pub traffic: Traffic,
    /// Workers, all processes together.
    pub workers: usize,
}

/// What a worker knows at the end.
pub struct WorkerResult {
    /// The least keys of the last layer.
    pub farthest: Vec<u64>,
    /// What all workers sent.
    pub traffic: Traffic,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
}

impl std::fmt::Debug for WorkerResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walked").finish_non_exhaustive()
    }
}
