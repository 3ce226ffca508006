//! Scoped worker threads. With one thread nothing is spawned.

use std::sync::{Mutex, PoisonError};

use crate::context::Context;
use crate::limits::Stop;

/// Runs `work` in as many threads as the context allows and as are `useful`. The argument is true
/// in the leading thread, which is the caller's and the only one that may [poll](Context::poll).
/// The first stop of any thread stops all of them.
pub(crate) fn run<T: Send>(
    cx: &Context<'_>,
    useful: usize,
    work: impl Fn(bool) -> Result<T, Stop> + Sync,
) -> Result<Vec<T>, Stop> {
    let guarded = |leads| work(leads).map_err(|stop| cx.stop(stop));
    let helpers = cx.threads.min(useful).saturating_sub(1);
    // A browser has no threads: known at compile time, the code that spawns them is left out.
    if cfg!(target_family = "wasm") || helpers == 0 {
        return guarded(true).map(|result| vec![result]);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..helpers).map(|_| scope.spawn(|| guarded(false))).collect();
        let mut results = vec![guarded(true)];
        for thread in threads {
            results.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results.into_iter().collect()
    })
}

/// Hands every item to some thread, in the order of the iterator, and returns the sum of the
/// results.
///
/// # Errors
/// The reason to stop; items may then be unprocessed.
pub fn sum_over<I: Send>(
    cx: &Context<'_>,
    items: impl ExactSizeIterator<Item = I> + Send,
    work: impl Fn(I) -> u64 + Sync,
) -> Result<u64, Stop> {
    try_sum_over(cx, items, |item, _| Ok(work(item)))
}

/// Lets a thread that works on a long item ask whether to continue.
pub struct ThreadPoll<'a> {
    cx: &'a Context<'a>,
    leads: bool,
}

impl<'a> ThreadPoll<'a> {
    /// Returns the handle of a single thread.
    pub fn alone(cx: &'a Context<'a>) -> Self {
        Self { cx, leads: true }
    }

    /// The context that the thread works for.
    pub fn cx(&self) -> &'a Context<'a> {
        self.cx
    }

    /// Polls (in the leading thread) or checks (in the others).
    ///
    /// # Errors
    /// The reason to stop.
    pub fn ask(&self) -> Result<(), Stop> {
        if self.leads { self.cx.poll() } else { self.cx.check() }
    }
}

/// Like [`sum_over`], for items that may take long: `work` asks its [`ThreadPoll`] whether to
/// continue.
///
/// # Errors
/// The reason to stop, or the error of `work`; items may then be unprocessed.
pub fn try_sum_over<I: Send>(
    cx: &Context<'_>,
    items: impl ExactSizeIterator<Item = I> + Send,
    work: impl Fn(I, &ThreadPoll<'_>) -> Result<u64, Stop> + Sync,
) -> Result<u64, Stop> {
    let useful = items.len();
    let queue = Mutex::new(items);
    let sums = run(cx, useful, |leads| {
        let (mut sum, turn) = (0, ThreadPoll { cx, leads });
        loop {
            let item = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = item else { return Ok(sum) };
            sum += work(item, &turn)?;
            turn.ask()?;
        }
    })?;
    Ok(sums.into_iter().sum())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in 1..4 {
            let cx = Context::new(threads, 0, &|_| ControlFlow::Continue(()));
            let mut seen = [0_u64; 100];
            let sum = sum_over(&cx, seen.iter_mut().enumerate(), |(at, seen)| {
                *seen += 1;
                at as u64
            });
            assert_eq!(sum, Ok(4950));
            assert_eq!(seen, [1; 100]);
        }
    }

    #[test]
    fn a_stop_ends_it() {
        for threads in 1..4 {
            let cx = Context::new(threads, 0, &|_| ControlFlow::Break(Stop::Interrupt));
            // More items than the helpers can process before the leader polls for the first time.
            assert_eq!(sum_over(&cx, 0..usize::MAX, |_| 1), Err(Stop::Interrupt));
        }
    }

    #[test]
    fn a_stop_ends_an_item_that_would_never_end() {
        for threads in 1..4 {
            let cx = Context::new(threads, 0, &|_| ControlFlow::Break(Stop::Interrupt));
            let endless = |_, turn: &ThreadPoll<'_>| loop {
                turn.ask()?;
            };
            assert_eq!(try_sum_over(&cx, 0..3, endless), Err(Stop::Interrupt));
        }
    }
}
