//! The limits of a search: why it stopped, what it has done so far, and the memory that it may use.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The reason why a search stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit is reached.
    Time,
    /// The memory budget does not allow the next step.
    Memory,
    /// The disk budget does not allow the next step.
    Disk,
    /// The user or the front end interrupted the search.
    Interrupt,
    /// A file of the store cannot be used; the store knows which and why.
    Storage,
}

impl Stop {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Time => 1,
            Self::Memory => 2,
            Self::Disk => 3,
            Self::Interrupt => 4,
            Self::Storage => 5,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        let all = [Self::Time, Self::Memory, Self::Disk, Self::Interrupt, Self::Storage];
        all.into_iter().find(|stop| stop.code() == code)
    }
}

/// Progress counters, updated while a search runs. Any thread may read them at any time.
#[derive(Debug, Default)]
pub struct Counters {
    /// Successors generated, duplicates included.
    pub generated: AtomicU64,
    /// States expanded.
    pub expanded: AtomicU64,
    /// Distinct states found.
    pub positions: AtomicU64,
    /// The depth (breadth-first search) or threshold (IDA\*) in progress.
    pub depth: AtomicU64,
    /// States in the layer being expanded.
    pub frontier: AtomicU64,
    /// Subtrees that the iteration in progress is split into; 0 if it is not split.
    pub trees: AtomicU64,
    /// Finished subtrees of that iteration.
    pub trees_done: AtomicU64,
    /// The number of moves of the best solution known; 0 if there is none.
    pub best: AtomicU64,
}

/// A memory budget in bytes. Memory is leased *before* it is allocated.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    /// Returns a budget of `limit` bytes.
    pub fn of(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// The limit in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The peak of the leased bytes.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// The bytes leased at present.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The bytes that may still be leased.
    pub fn left(&self) -> usize {
        self.limit - self.used()
    }

    /// Leases `bytes`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if fewer are left.
    pub(crate) fn lease(&self, bytes: usize) -> Result<Lease<'_>, Stop> {
        if self.take(bytes) { Ok(Lease { budget: self, bytes }) } else { Err(Stop::Memory) }
    }

    fn take(&self, bytes: usize) -> bool {
        let taken = self
            .used
            .fetch_update(Relaxed, Relaxed, |used| used.checked_add(bytes).filter(|&sum| sum <= self.limit));
        if let Ok(before) = taken {
            self.peak.fetch_max(before + bytes, Relaxed);
        }
        taken.is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }
}

/// A lease of bytes from a [`Budget`], returned when dropped.
#[derive(Debug)]
pub struct Lease<'h> {
    budget: &'h Budget,
    bytes: usize,
}

impl Lease<'_> {
    /// The size of the lease in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the size of the lease to `bytes`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow it; the lease is then unchanged.
    pub fn resize(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes > self.bytes {
            if !self.budget.take(bytes - self.bytes) {
                return Err(Stop::Memory);
            }
        } else {
            self.budget.give_back(self.bytes - bytes);
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.budget.give_back(self.bytes);
    }
}
