//! What the workers of a process and the thread that looks after them tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_search::{Counters, Stop};
use serde::{Deserialize, Serialize};

use crate::interface::{ProcessCost, WorkerResult};

/// Something that the thread which looks after everything must know.
#[derive(Debug)]
pub enum Event {
    /// A worker has come to the end of the walk.
    Finished(Box<WorkerResult>),
    /// A worker was stopped.
    Stopped(Stop),
    /// A worker panicked.
    Panicked(String),
    /// Keys that a worker got from a process cannot be what was made for it.
    Foreign(usize),
    /// What came from a process is not what it sent.
    Damaged(usize),
    /// A link for keys was lost.
    Lost(usize),
    /// A link for signs of life has ended.
    Gone(usize),
    /// A process ends before the walk does.
    Leaving(usize, String),
    /// A process is done.
    Done(usize, ProcessCost),
}

/// What workers and their keeper share.
pub struct Shared {
    /// Somebody wants the end.
    pub ended: AtomicBool,
    /// Workers of this process that hold their folders.
    pub at_work: AtomicUsize,
    /// For every worker of this process when it moved last, in milliseconds from the beginning, and what it did.
    pub ticks: Vec<WorkerProgress>,
    pub begun: Instant,
    pub layers: Mutex<Layers>,
}

#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub sizes: Vec<u64>,
    pub goals: Vec<u64>,
    pub made: (u64, u64),
}

/// When the workers of a process have moved, in milliseconds.
///
/// A worker that computes moves whenever it polls. One that waits for others moves when a message
/// or the end of an epoch comes, and by nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// For how long the slowest worker that computes has not polled.
    still: u64,
    /// For how long nothing has come while all workers waited; 0 if one computes.
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

/// A worker as others see it.
#[derive(Default)]
pub struct WorkerProgress {
    /// When it moved last.
    pub at: AtomicU64,
    /// Whether it waits for others.
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

    /// A worker has moved.
    pub fn advance(&self, worker: usize) {
        self.ticks[worker].at.store(self.now(), Relaxed);
    }

    /// A worker waits for others from now on, or does so no more. Returns whether it waited before.
    pub fn wait(&self, worker: usize, waits: bool) -> bool {
        self.advance(worker);
        self.ticks[worker].waits.swap(waits, Relaxed)
    }

    /// A worker polls, which is a move unless it waits.
    pub fn tick(&self, worker: usize, counters: &Counters) {
        let tick = &self.ticks[worker];
        if !tick.waits.load(Relaxed) {
            self.advance(worker);
        }
        tick.expanded.store(counters.expanded.load(Relaxed), Relaxed);
        tick.generated.store(counters.generated.load(Relaxed), Relaxed);
    }

    /// When the workers of this process have moved.
    pub fn activity(&self) -> Activity {
        let now = self.now();
        let since = |tick: &WorkerProgress| now.saturating_sub(tick.at.load(Relaxed));
        let waits = |tick: &&WorkerProgress| tick.waits.load(Relaxed);
        let still = self.ticks.iter().filter(|tick| !waits(tick)).map(since).max();
        let idle = self.ticks.iter().map(since).min();
        Activity { still: still.unwrap_or(0), idle: if still.is_none() { idle.unwrap_or(0) } else { 0 } }
    }

    /// Notes what is complete and committed.
    pub fn note_layers(&self, sizes: &[u64], goals: &[u64], made: (u64, u64)) {
        let mut layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        if sizes.len() > layers.sizes.len() {
            *layers = Layers { sizes: sizes.to_vec(), goals: goals.to_vec(), made };
        }
    }

    pub fn layers(&self) -> Layers {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_of_a_worker_that_waits_are_no_progress() {
        let shared = Shared {
            ended: AtomicBool::new(false),
            at_work: AtomicUsize::new(2),
            ticks: (0..2).map(|_| WorkerProgress::default()).collect(),
            begun: Instant::now().checked_sub(Duration::from_secs(100)).expect("a clock"),
            layers: Mutex::default(),
        };
        let counters = Counters::default();
        let seconds = |time: Duration| time.as_secs();
        assert!(seconds(shared.activity().still()) >= 100 && seconds(shared.activity().idle()) == 0);
        // Both compute.
        (0..2).for_each(|worker| shared.tick(worker, &counters));
        assert!(seconds(shared.activity().still()) < 50 && seconds(shared.activity().idle()) == 0);
        // One waits since long, and polls; the other computes.
        let waits = |worker: usize| {
            shared.wait(worker, true);
            shared.ticks[worker].at.store(10_000, Relaxed);
            shared.tick(worker, &counters);
        };
        waits(0);
        shared.tick(1, &counters);
        assert!(seconds(shared.activity().still()) < 50 && seconds(shared.activity().idle()) == 0);
        // Both wait.
        waits(1);
        assert!(seconds(shared.activity().still()) == 0 && seconds(shared.activity().idle()) >= 90);
        // A message comes.
        shared.advance(1);
        assert!(seconds(shared.activity().idle()) < 50);
    }
}
