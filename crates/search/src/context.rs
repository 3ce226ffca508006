//! What a search may use, and how it is told to stop.
//!
//! A [`Context`] is the only thing a search knows of the outside world: how many threads it may use, how many
//! bytes it may hold, and a callback that the front end uses to look at its clock, its signals and its progress
//! bar. The engine itself reads no clock and prints nothing, so it builds for `wasm32` and behaves the same there.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::storage::Store;
use crate::table_cache::TableCache;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time given is used up.
    Time,
    /// The byte budget does not allow the next step.
    Memory,
    /// The disk budget does not allow the next step.
    Disk,
    /// Somebody asked for the end.
    Interrupt,
    /// Something kept in the store cannot be used; the store knows what.
    Storage,
}

impl Stop {
    fn code(self) -> u8 {
        match self {
            Self::Time => 1,
            Self::Memory => 2,
            Self::Disk => 3,
            Self::Interrupt => 4,
            Self::Storage => 5,
        }
    }

    fn from_code(code: u8) -> Option<Self> {
        let all = [Self::Time, Self::Memory, Self::Disk, Self::Interrupt, Self::Storage];
        all.into_iter().find(|stop| stop.code() == code)
    }
}

/// Counters that a search keeps up to date while it runs; anybody may read them at any time.
#[derive(Debug, Default)]
pub struct Counters {
    /// Successors generated, duplicates included.
    pub generated: AtomicU64,
    /// Positions expanded.
    pub expanded: AtomicU64,
    /// Different positions found.
    pub positions: AtomicU64,
    /// Depth (or bound) being worked on.
    pub depth: AtomicU64,
    /// Positions in the layer being expanded.
    pub frontier: AtomicU64,
    /// Trees that the depth being worked on was cut into, if it was, and how many of them are finished.
    pub trees: AtomicU64,
    /// See there.
    pub trees_done: AtomicU64,
    /// The moves of the best solution known so far; 0 if there is none.
    pub best: AtomicU64,
}

/// Bytes that may be held at once. Memory is leased here *before* it is reserved.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    /// A budget of `limit` bytes.
    pub fn of(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// The bytes that may be held at once.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The most bytes that were leased at one time.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// The bytes leased now.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The bytes that may still be leased.
    pub fn left(&self) -> usize {
        self.limit - self.used()
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

/// Bytes taken from a [`Budget`]; given back when dropped.
#[derive(Debug)]
pub struct Lease<'h> {
    budget: &'h Budget,
    bytes: usize,
}

impl Lease<'_> {
    /// The bytes this lease stands for.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the lease to `bytes`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow it; the lease then stays as it was.
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

/// A way to keep layers, where one is asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// As bits in memory, one for every position there is.
    Dense,
    /// Sorted, in memory only.
    Sparse,
    /// In the store from the beginning, however small they are.
    Disk,
}

/// The callback of a host: look around, say whether to go on.
pub type Poll<'a> = dyn Fn(&Counters) -> ControlFlow<Stop> + Sync + 'a;

/// Threads, bytes, counters and the way to be stopped: everything a search is given besides its puzzle.
pub struct Context<'a> {
    /// Threads that may run at once; with 1 nothing is ever spawned.
    pub threads: usize,
    /// Bytes that may be held.
    pub budget: Budget,
    /// What has been done so far.
    pub counters: Counters,
    /// Where large tables are kept from one search to the next, if there is such a place.
    pub table_cache: Option<&'a dyn TableCache>,
    /// Where layers go that memory has no room for, if there is such a place.
    pub store: Option<&'a dyn Store>,
    /// The way to keep layers; if nothing is said, memory is used as long as it lasts.
    pub tier: Option<Tier>,
    poll: &'a Poll<'a>,
    /// Whether even the moment after the time is over, see [`Context::is_interrupted`].
    is_overdue: Option<&'a (dyn Fn() -> bool + Sync)>,
    stop: AtomicU8,
    /// Successors after which the work is stopped, see [`Context::with_node_limit`].
    node_limit: AtomicU64,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("threads", &self.threads)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

fn never_stop(_: &Counters) -> ControlFlow<Stop> {
    ControlFlow::Continue(())
}

impl Default for Context<'static> {
    /// One thread, four gibibytes (or all there is on a 32-bit machine), nobody to stop it.
    fn default() -> Self {
        Self::new(1, usize::try_from(4_u64 << 30).unwrap_or(usize::MAX), &never_stop)
    }
}

impl<'a> Context<'a> {
    /// A host with `threads` threads and `bytes` of memory, which asks `poll` often whether to go on.
    pub fn new(threads: usize, bytes: usize, poll: &'a Poll<'a>) -> Self {
        Self {
            threads: threads.max(1),
            budget: Budget::of(bytes),
            counters: Counters::default(),
            table_cache: None,
            store: None,
            tier: None,
            poll,
            is_overdue: None,
            stop: AtomicU8::new(0),
            node_limit: AtomicU64::new(u64::MAX),
        }
    }

    /// The same host with a place for large tables.
    pub fn with_table_cache(self, table_cache: &'a dyn TableCache) -> Self {
        Self { table_cache: Some(table_cache), ..self }
    }

    /// The same host with a place for layers that memory has no room for.
    pub fn with_store(self, store: &'a dyn Store, tier: Option<Tier>) -> Self {
        Self { store: Some(store), tier, ..self }
    }

    /// The same host with a second clock, for the moment after the time is up in which a fallback may still be found: `is_overdue`
    /// says that this moment is over too.
    pub fn with_overtime(self, is_overdue: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_overdue: Some(is_overdue), ..self }
    }

    /// Asks the front end whether to go on. Call it from the thread that leads the work, every few milliseconds.
    ///
    /// # Errors
    /// The reason to stop, now and on every later call.
    pub fn poll(&self) -> Result<(), Stop> {
        self.check()?;
        if self.is_over_node_limit() {
            return Err(self.stop(Stop::Time));
        }
        match (self.poll)(&self.counters) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(self.stop(stop)),
        }
    }

    /// Polls once every 2^16 words of work; `done` counts them from one poll to the next.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub(crate) fn poll_after(&self, done: &mut usize, words: usize) -> Result<(), Stop> {
        *done += words + 1;
        if *done < 1 << 16 {
            return Ok(());
        }
        *done = 0;
        self.poll()
    }

    /// Whether the front end wants the work to end for another reason than its time, or its overtime is over: for what goes on for a
    /// moment after the time is up.
    pub fn is_interrupted(&self) -> bool {
        let says = (self.poll)(&self.counters);
        matches!(says, ControlFlow::Break(stop) if stop != Stop::Time)
            || self.check() == Err(Stop::Interrupt)
            || self.is_overdue.is_some_and(|is_overdue| is_overdue())
    }

    fn is_over_node_limit(&self) -> bool {
        self.counters.generated.load(Relaxed) >= self.node_limit.load(Relaxed)
    }

    /// Does `work`, which is stopped as if its time were up once it has generated so many successors. Says whether it had to be; the
    /// host can be used further.
    pub fn with_node_limit<R>(&self, successors: u64, work: impl FnOnce() -> R) -> (R, bool) {
        let before = self.counters.generated.load(Relaxed);
        self.node_limit.store(before.saturating_add(successors), Relaxed);
        let result = work();
        let was_limited = self.is_over_node_limit() && self.check() == Err(Stop::Time);
        self.node_limit.store(u64::MAX, Relaxed);
        if was_limited {
            // If the time is really up, the front end will say so again.
            self.clear_stop(Stop::Time);
        }
        (result, was_limited)
    }

    /// Whether somebody has stopped the work; cheap enough for every batch in every thread.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        Stop::from_code(self.stop.load(Relaxed)).map_or(Ok(()), Err)
    }

    /// Tells every thread to stop, and gives back the first reason that was told.
    pub fn stop(&self, why: Stop) -> Stop {
        match self.stop.compare_exchange(0, why.code(), Relaxed, Relaxed) {
            Ok(_) => why,
            Err(earlier) => Stop::from_code(earlier).unwrap_or(why),
        }
    }

    /// Takes back a reason to stop that somebody knows a way round.
    pub(crate) fn clear_stop(&self, why: Stop) {
        let _ = self.stop.compare_exchange(why.code(), 0, Relaxed, Relaxed);
    }

    /// Takes `bytes` from the budget.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they are not there.
    pub fn lease(&self, bytes: usize) -> Result<Lease<'_>, Stop> {
        if self.budget.take(bytes) { Ok(Lease { budget: &self.budget, bytes }) } else { Err(Stop::Memory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_never_exceeded_and_comes_back() {
        let cx = Context::new(1, 100, &never_stop);
        let mut first = cx.lease(60).unwrap();
        assert_eq!(cx.lease(41).unwrap_err(), Stop::Memory);
        assert_eq!(first.resize(101), Err(Stop::Memory));
        assert_eq!(first.bytes(), 60);
        first.resize(10).unwrap();
        let second = cx.lease(90).unwrap();
        assert_eq!(cx.budget.used(), 100);
        drop((first, second));
        assert_eq!((cx.budget.used(), cx.budget.peak()), (0, 100));
    }

    #[test]
    fn the_first_reason_to_stop_is_kept() {
        let cx = Context::default();
        assert_eq!(cx.poll(), Ok(()));
        assert_eq!(cx.stop(Stop::Time), Stop::Time);
        assert_eq!(cx.stop(Stop::Memory), Stop::Time);
        assert_eq!(cx.poll(), Err(Stop::Time));
    }

    #[test]
    fn a_while_ends_and_work_goes_on() {
        let cx = Context::default();
        let work = |successors| {
            cx.counters.generated.fetch_add(successors, Relaxed);
            cx.poll()
        };
        assert_eq!(work(100), Ok(()));
        assert_eq!(cx.with_node_limit(50, || work(49)), (Ok(()), false));
        assert_eq!(cx.with_node_limit(50, || work(50)), (Err(Stop::Time), true));
        assert_eq!(work(100), Ok(()));
        let stopped = Context::new(1, 0, &|_| ControlFlow::Break(Stop::Interrupt));
        assert_eq!(stopped.with_node_limit(50, || stopped.poll()), (Err(Stop::Interrupt), false));
        assert_eq!(stopped.check(), Err(Stop::Interrupt));
    }
}
