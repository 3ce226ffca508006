//! The context of a search: threads, memory budget, counters, and the callback that can stop it.
//!
//! A [`Context`] is all that a search knows of the outside world. The front end reads its clock and
//! its signals and draws its progress bar in the callback. The engine itself reads no clock and
//! prints nothing, so it builds for `wasm32` and behaves the same there.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::limits::{Budget, Counters, Lease, Stop};
use crate::storage::{Store, TableCache};

/// How layers are stored, if the caller demands one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// As bitmaps in memory, one bit per state of the space.
    Dense,
    /// As sorted keys, in memory only.
    Sparse,
    /// In the store from the first layer on.
    Disk,
}

/// The callback of a context: `Break` stops the search.
pub type Poll<'a> = dyn Fn(&Counters) -> ControlFlow<Stop> + Sync + 'a;

/// Everything a search is given besides its puzzle: threads, memory, counters, caches, a store and
/// the callback that can stop it.
pub struct Context<'a> {
    /// The maximum number of threads; with 1 no thread is spawned.
    pub threads: usize,
    /// The memory budget.
    pub budget: Budget,
    /// Progress counters.
    pub counters: Counters,
    /// The cache for large tables, if there is one.
    pub table_cache: Option<&'a dyn TableCache>,
    /// The store for layers that do not fit in memory, if there is one.
    pub store: Option<&'a dyn Store>,
    /// How layers are stored. With `None`, memory is used as long as it suffices.
    pub tier: Option<Tier>,
    poll: &'a Poll<'a>,
    /// Whether the overtime is used up as well, see [`Context::is_interrupted`].
    is_overdue: Option<&'a (dyn Fn() -> bool + Sync)>,
    stop: AtomicU8,
    /// The value of `counters.generated` at which the work is stopped, see
    /// [`Context::with_node_limit`].
    node_limit: AtomicU64,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("threads", &self.threads)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

fn never_stop(_: &Counters) -> ControlFlow<Stop> {
    ControlFlow::Continue(())
}

impl Default for Context<'static> {
    /// One thread, 4 GiB (or the whole address space of a 32-bit machine), never stopped.
    fn default() -> Self {
        Self::new(1, usize::try_from(4_u64 << 30).unwrap_or(usize::MAX), &never_stop)
    }
}

impl<'a> Context<'a> {
    /// Returns a context with `threads` threads and `bytes` of memory. `poll` is called often and
    /// decides whether the search continues.
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

    /// Adds a cache for large tables.
    pub fn with_table_cache(self, table_cache: &'a dyn TableCache) -> Self {
        Self { table_cache: Some(table_cache), ..self }
    }

    /// Adds a store for layers that do not fit in memory.
    pub fn with_store(self, store: &'a dyn Store, tier: Option<Tier>) -> Self {
        Self { store: Some(store), tier, ..self }
    }

    /// Adds a second deadline for the overtime, the short period after the time limit in which a
    /// fallback solution may still be found. `is_overdue` returns whether the overtime is over too.
    pub fn with_overtime(self, is_overdue: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { is_overdue: Some(is_overdue), ..self }
    }

    /// The store for layers that do not fit in memory, if there is one. In a browser there are no
    /// files, and the code for them is left out of the module.
    pub(crate) fn layer_store(&self) -> Option<&'a dyn Store> {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) { None } else { self.store }
    }

    /// Asks the front end whether to continue. Call it every few milliseconds from the leading
    /// thread.
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

    /// Polls once per 2^16 words of work; `done` counts the words since the last poll.
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

    /// Returns whether the front end wants the work to end for a reason other than its time limit,
    /// or the overtime is over. For work that continues for a moment after the time limit.
    pub fn is_interrupted(&self) -> bool {
        let says = (self.poll)(&self.counters);
        matches!(says, ControlFlow::Break(stop) if stop != Stop::Time)
            || self.check() == Err(Stop::Interrupt)
            || self.is_overdue()
    }

    /// Runs `work` in a child context, for a part of the work with a limit of its own: at most
    /// `threads` threads, the memory that is left, the same table cache, new counters. Whatever
    /// stops this context stops the child; `limit` sees the counters of the child and can stop the
    /// child alone.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::Ordering::Relaxed;
    /// use fewest_search::{Context, Stop};
    ///
    /// let cx = Context::default();
    /// let few = |seen: &fewest_search::Counters| match seen.generated.load(Relaxed) {
    ///     0..100 => ControlFlow::Continue(()),
    ///     _ => ControlFlow::Break(Stop::Time),
    /// };
    /// let ended = cx.child(1, few, |child| {
    ///     child.counters.generated.fetch_add(100, Relaxed);
    ///     child.poll()
    /// });
    /// assert_eq!((ended, cx.poll()), (Err(Stop::Time), Ok(())));
    /// ```
    pub fn child<R>(
        &self,
        threads: usize,
        limit: impl Fn(&Counters) -> ControlFlow<Stop> + Sync,
        work: impl FnOnce(&Context<'_>) -> R,
    ) -> R {
        self.run_child(threads, work, &|counters| match self.poll() {
            Err(stop) => ControlFlow::Break(stop),
            Ok(()) => limit(counters),
        })
    }

    /// The same for a fallback that is still wanted when the time is up or the work was
    /// interrupted, and takes a moment: the child ends with the overtime, at an interrupt that
    /// comes while it runs, or at its own limit.
    pub fn child_in_overtime<R>(
        &self,
        limit: impl Fn(&Counters) -> ControlFlow<Stop> + Sync,
        work: impl FnOnce(&Context<'_>) -> R,
    ) -> R {
        let was_interrupted = self.check() == Err(Stop::Interrupt);
        self.run_child(1, work, &|counters| {
            let ends = if was_interrupted { self.is_overdue() } else { self.is_interrupted() };
            if ends { ControlFlow::Break(Stop::Interrupt) } else { limit(counters) }
        })
    }

    fn run_child<R>(
        &self,
        threads: usize,
        work: impl FnOnce(&Context<'_>) -> R,
        poll: &(dyn Fn(&Counters) -> ControlFlow<Stop> + Sync),
    ) -> R {
        let child = Context::new(threads, self.budget.left(), poll);
        work(&Context { table_cache: self.table_cache, ..child })
    }

    fn is_overdue(&self) -> bool {
        self.is_overdue.is_some_and(|is_overdue| is_overdue())
    }

    fn is_over_node_limit(&self) -> bool {
        self.counters.generated.load(Relaxed) >= self.node_limit.load(Relaxed)
    }

    /// Runs `work` with a node limit: it is stopped with [`Stop::Time`] after `successors`
    /// generated successors. Returns its result and whether the limit was reached. The context
    /// stays usable.
    pub fn with_node_limit<R>(&self, successors: u64, work: impl FnOnce() -> R) -> (R, bool) {
        let before = self.counters.generated.load(Relaxed);
        self.node_limit.store(before.saturating_add(successors), Relaxed);
        let result = work();
        let was_limited = self.is_over_node_limit() && self.check() == Err(Stop::Time);
        self.node_limit.store(u64::MAX, Relaxed);
        if was_limited {
            // If the time limit is really reached, the next poll reports it again.
            self.clear_stop(Stop::Time);
        }
        (result, was_limited)
    }

    /// Whether the search was stopped. Cheap enough for every batch in every thread.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        Stop::from_code(self.stop.load(Relaxed)).map_or(Ok(()), Err)
    }

    /// Tells every thread to stop. Returns the first reason that was given.
    pub fn stop(&self, why: Stop) -> Stop {
        match self.stop.compare_exchange(0, why.code(), Relaxed, Relaxed) {
            Ok(_) => why,
            Err(earlier) => Stop::from_code(earlier).unwrap_or(why),
        }
    }

    /// Takes back a reason to stop that the caller can work around.
    pub(crate) fn clear_stop(&self, why: Stop) {
        let _ = self.stop.compare_exchange(why.code(), 0, Relaxed, Relaxed);
    }

    /// Leases `bytes` from the budget.
    ///
    /// # Errors
    /// [`Stop::Memory`] if fewer are left.
    pub fn lease(&self, bytes: usize) -> Result<Lease<'_>, Stop> {
        self.budget.lease(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(cx: &Context<'_>) -> Result<(), Stop> {
        cx.poll()
    }

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
    fn a_child_stops_with_its_parent_and_alone() {
        let go_on = |_: &Counters| ControlFlow::Continue(());
        let cx = Context::new(2, 100, &never_stop);
        let lease = cx.lease(60).unwrap();
        cx.child(1, go_on, |child| {
            assert_eq!((child.threads, child.budget.limit()), (1, 40));
            assert_eq!(child.poll(), Ok(()));
            cx.stop(Stop::Memory);
            assert_eq!(child.poll(), Err(Stop::Memory));
        });
        drop(lease);
        let cx = Context::default();
        let alone = |_: &Counters| ControlFlow::Break(Stop::Time);
        assert_eq!(cx.child(1, alone, ask), Err(Stop::Time));
        assert_eq!(cx.poll(), Ok(()));
    }

    #[test]
    fn a_fallback_runs_after_the_time_limit_until_the_overtime_is_over() {
        let go_on = |_: &Counters| ControlFlow::Continue(());
        for (why, while_it_runs) in [(Stop::Time, true), (Stop::Interrupt, false)] {
            let stops = move |_: &Counters| ControlFlow::Break(why);
            let cx = Context::new(1, 100, &stops);
            assert_eq!(cx.child_in_overtime(go_on, ask).is_ok(), while_it_runs);
            assert_eq!(cx.poll(), Err(why));
            assert_eq!(cx.child_in_overtime(go_on, ask), Ok(()), "it was told before");
            let cx = cx.with_overtime(&|| true);
            assert_eq!(cx.child_in_overtime(go_on, ask), Err(Stop::Interrupt));
        }
    }

    #[test]
    fn a_node_limit_ends_the_work_and_the_context_stays_usable() {
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
