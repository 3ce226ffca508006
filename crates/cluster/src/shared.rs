//! What the workers of a process and the thread that looks after them tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_search::{Counters, Stop};

use crate::run::Cost;
use crate::worker::Walked;

/// Something that the thread which looks after everything must know.
#[derive(Debug)]
pub enum Event {
    /// A worker has come to the end of the walk.
    Walked(Box<Walked>),
    /// A worker was stopped.
    Stopped(Stop),
    /// A worker panicked.
    Panicked(String),
    /// A link for keys was lost.
    Lost(usize),
    /// A link for signs of life has ended.
    Gone(usize),
    /// A process ends before the walk does.
    Leaving(usize, String),
    /// A process is done.
    Done(usize, Cost),
}

impl std::fmt::Debug for Walked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walked").finish_non_exhaustive()
    }
}

/// What workers and their keeper share.
pub struct Shared {
    /// Somebody wants the end.
    pub ended: AtomicBool,
    /// Workers of this process that hold their folders.
    pub at_work: AtomicUsize,
    /// For every worker of this process when it moved last, in milliseconds from the beginning, and what it did.
    pub ticks: Vec<Tick>,
    pub begun: Instant,
    pub layers: Mutex<Layers>,
}

#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub sizes: Vec<u64>,
    pub goals: Vec<u64>,
    pub made: (u64, u64),
}

/// A worker as others see it.
#[derive(Default)]
pub struct Tick {
    pub at: AtomicU64,
    pub expanded: AtomicU64,
    pub generated: AtomicU64,
}

impl Shared {
    pub fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// A worker has moved.
    pub fn tick(&self, worker: usize, counters: &Counters) {
        let tick = &self.ticks[worker];
        tick.at.store(self.now(), Relaxed);
        tick.expanded.store(counters.expanded.load(Relaxed), Relaxed);
        tick.generated.store(counters.generated.load(Relaxed), Relaxed);
    }

    /// For how long the slowest worker has not moved.
    pub fn still(&self) -> Duration {
        let last = self.ticks.iter().map(|tick| tick.at.load(Relaxed)).min().unwrap_or(0);
        Duration::from_millis(self.now().saturating_sub(last))
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
