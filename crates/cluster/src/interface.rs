//! The options and the result of a search on many hosts.

use std::time::Duration;

use fewest_search::bitmap::LayerCounts;
use serde::{Deserialize, Serialize};

use crate::network::handshake::Secret;

/// The longest time between two heartbeats of a process.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// The processes that take part in a search, and their timeouts.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// The address at which each process listens: `host:port`.
    pub hosts: Vec<String>,
    /// The index of this process in `hosts`.
    pub process: usize,
    /// Timeout of the rendezvous.
    pub patience: Duration,
    /// Timeout of silence or of no progress, after the rendezvous.
    pub stall: Duration,
    /// The shared secret that every process must prove. Without one, only loopback addresses are
    /// used.
    pub secret: Option<Secret>,
    /// The address at which this process listens if it differs from its entry in `hosts`, as behind
    /// a tunnel or a mapped port.
    pub listen: Option<String>,
}

impl ClusterOptions {
    /// Returns the time between two heartbeats.
    pub(crate) fn heartbeat(&self) -> Duration {
        HEARTBEAT.min(self.stall / 4)
    }
}

/// The resources that a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessCost {
    /// CPU seconds.
    pub cpu: f64,
    /// Peak memory in bytes.
    pub memory: u64,
    /// Peak disk use in bytes.
    pub disk: u64,
}

/// The traffic between workers, summed over all workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Successors generated.
    pub generated: u64,
    /// Successors that belong to the partition of another worker.
    pub remote: u64,
    /// Keys sent: the remote successors without duplicates within a chunk.
    pub sent: u64,
    /// Bytes sent.
    pub bytes: u64,
}

/// The result of a search on many hosts.
#[derive(Clone, Debug, Default)]
pub struct ClusterResult {
    /// Layer sizes, goal counts, and the reason for stopping early.
    pub counted: LayerCounts,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
    /// The resources of each process; empty if the search ended early.
    pub costs: Vec<ProcessCost>,
    /// The traffic since this start of the process.
    pub traffic: Traffic,
    /// The number of workers of all processes.
    pub workers: usize,
}

/// The result of one worker.
pub struct WorkerResult {
    /// The smallest keys of the last layer.
    pub farthest: Vec<u64>,
    /// The traffic of all workers.
    pub traffic: Traffic,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
}

impl std::fmt::Debug for WorkerResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerResult").finish_non_exhaustive()
    }
}
