//! What the workers and listeners of a process share with its supervisor: results, events and
//! progress.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Counters, Stop};
use serde::{Deserialize, Serialize};

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
#[derive(Debug)]
pub struct WorkerResult {
    /// The smallest keys of the last layer.
    pub farthest: Vec<u64>,
    /// The traffic of all workers.
    pub traffic: Traffic,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
}

/// An event for the supervisor.
#[derive(Debug)]
pub enum Event {
    /// A worker has finished the search.
    Finished(Box<WorkerResult>),
    /// A worker was stopped.
    Stopped(Stop),
    /// A worker panicked.
    Panicked(String),
    /// A worker received an invalid key message from a process.
    Foreign(usize),
    /// A frame of a process failed authentication.
    Damaged(usize),
    /// A link for keys was lost.
    Lost(usize),
    /// A heartbeat link has ended.
    Gone(usize),
    /// A process ends before the search does, with the reason.
    Leaving(usize, String),
    /// A process has finished.
    Done(usize, ProcessCost),
}

/// The state that workers and supervisor share.
pub struct Shared {
    /// Whether the search must end.
    pub ended: AtomicBool,
    /// The number of workers that still use their folders.
    pub at_work: AtomicUsize,
    /// The progress of each worker of this process.
    pub workers: Vec<WorkerProgress>,
    pub begun: Instant,
    /// The committed layers.
    pub layers: Mutex<CommittedLayers>,
}

#[derive(Clone, Debug, Default)]
pub struct CommittedLayers {
    pub sizes: Vec<u64>,
    pub goals: Vec<u64>,
    pub made: (u64, u64),
}

/// The activity of the workers of a process, in milliseconds.
///
/// A computing worker makes progress whenever it polls. A waiting worker makes progress only when a
/// message or the end of an epoch arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// The longest time since the last poll of a computing worker.
    still: u64,
    /// The time without a message while all workers wait; 0 if one computes.
    idle: u64,
}

impl Activity {
    pub fn still(self) -> Duration {
        Duration::from_millis(self.still)
    }

    pub fn idle(self) -> Duration {
        Duration::from_millis(self.idle)
    }
}

/// The progress of a worker.
#[derive(Default)]
pub struct WorkerProgress {
    /// The time of its last progress, in milliseconds since the start.
    pub at: AtomicU64,
    /// Whether it waits for other workers.
    pub waits: AtomicBool,
    pub expanded: AtomicU64,
    pub generated: AtomicU64,
}

impl Shared {
    pub fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// Records progress of a worker.
    pub fn advance(&self, worker: usize) {
        self.workers[worker].at.store(self.now(), Relaxed);
    }

    /// Sets whether a worker waits for other workers. Returns the previous value.
    pub fn wait(&self, worker: usize, waits: bool) -> bool {
        self.advance(worker);
        self.workers[worker].waits.swap(waits, Relaxed)
    }

    /// Records a poll of a worker, which is progress unless the worker waits.
    pub fn record_poll(&self, worker: usize, counters: &Counters) {
        let progress = &self.workers[worker];
        if !progress.waits.load(Relaxed) {
            self.advance(worker);
        }
        progress.expanded.store(counters.expanded.load(Relaxed), Relaxed);
        progress.generated.store(counters.generated.load(Relaxed), Relaxed);
    }

    /// Returns the activity of the workers of this process.
    pub fn activity(&self) -> Activity {
        let now = self.now();
        let since = |progress: &WorkerProgress| now.saturating_sub(progress.at.load(Relaxed));
        let waits = |progress: &&WorkerProgress| progress.waits.load(Relaxed);
        let still = self.workers.iter().filter(|progress| !waits(progress)).map(since).max();
        let idle = self.workers.iter().map(since).min();
        Activity { still: still.unwrap_or(0), idle: if still.is_none() { idle.unwrap_or(0) } else { 0 } }
    }

    /// Records the committed layers.
    pub fn note_layers(&self, sizes: &[u64], goals: &[u64], made: (u64, u64)) {
        let mut layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        if sizes.len() > layers.sizes.len() {
            *layers = CommittedLayers { sizes: sizes.to_vec(), goals: goals.to_vec(), made };
        }
    }

    pub fn layers(&self) -> CommittedLayers {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_of_a_waiting_worker_are_no_progress() {
        let shared = Shared {
            ended: AtomicBool::new(false),
            at_work: AtomicUsize::new(2),
            workers: (0..2).map(|_| WorkerProgress::default()).collect(),
            begun: Instant::now().checked_sub(Duration::from_secs(100)).expect("a clock"),
            layers: Mutex::default(),
        };
        let counters = Counters::default();
        let seconds = |time: Duration| time.as_secs();
        assert!(seconds(shared.activity().still()) >= 100 && seconds(shared.activity().idle()) == 0);
        // Both compute.
        (0..2).for_each(|worker| shared.record_poll(worker, &counters));
        assert!(seconds(shared.activity().still()) < 50 && seconds(shared.activity().idle()) == 0);
        // One has waited for long and polls; the other computes.
        let waits = |worker: usize| {
            shared.wait(worker, true);
            shared.workers[worker].at.store(10_000, Relaxed);
            shared.record_poll(worker, &counters);
        };
        waits(0);
        shared.record_poll(1, &counters);
        assert!(seconds(shared.activity().still()) < 50 && seconds(shared.activity().idle()) == 0);
        // Both wait.
        waits(1);
        assert!(seconds(shared.activity().still()) == 0 && seconds(shared.activity().idle()) >= 90);
        // A message arrives.
        shared.advance(1);
        assert!(seconds(shared.activity().idle()) < 50);
    }
}
