//! Work in several threads. With one thread nothing is ever spawned.

use std::sync::{Mutex, PoisonError};

use crate::host::{Host, Stop};

/// Runs `work` in as many threads as the host allows and as are `useful`; the argument tells the thread that leads, which
/// is the caller's and the one that may [poll](Host::poll). The first stop of any thread stops all of them.
pub(crate) fn run<T: Send>(
    host: &Host<'_>,
    useful: usize,
    work: impl Fn(bool) -> Result<T, Stop> + Sync,
) -> Result<Vec<T>, Stop> {
    let guarded = |leads| work(leads).map_err(|stop| host.stop(stop));
    let helpers = host.threads.min(useful).saturating_sub(1);
    if helpers == 0 {
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

/// Gives every item to some thread, in the order of the iterator, and adds up what comes of them.
///
/// # Errors
/// Why the host stopped it; items may then be left over.
pub fn sum_over<I: Send>(
    host: &Host<'_>,
    items: impl ExactSizeIterator<Item = I> + Send,
    work: impl Fn(I) -> u64 + Sync,
) -> Result<u64, Stop> {
    try_sum_over(host, items, |item, _| Ok(work(item)))
}

/// What a thread that works on something long asks now and then.
pub struct Turn<'a> {
    host: &'a Host<'a>,
    leads: bool,
}

impl<'a> Turn<'a> {
    /// That of the only thread.
    pub fn alone(host: &'a Host<'a>) -> Self {
        Self { host, leads: true }
    }

    /// Whom the thread works for.
    pub fn host(&self) -> &'a Host<'a> {
        self.host
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn ask(&self) -> Result<(), Stop> {
        if self.leads { self.host.poll() } else { self.host.check() }
    }
}

/// The same for items that may take long: work on them asks its turn whether to go on.
///
/// # Errors
/// Why the host or the work stopped it; items may then be left over.
pub fn try_sum_over<I: Send>(
    host: &Host<'_>,
    items: impl ExactSizeIterator<Item = I> + Send,
    work: impl Fn(I, &Turn<'_>) -> Result<u64, Stop> + Sync,
) -> Result<u64, Stop> {
    let useful = items.len();
    let queue = Mutex::new(items);
    let sums = run(host, useful, |leads| {
        let (mut sum, turn) = (0, Turn { host, leads });
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
            let host = Host::new(threads, 0, &|_| ControlFlow::Continue(()));
            let mut seen = [0_u64; 100];
            let sum = sum_over(&host, seen.iter_mut().enumerate(), |(at, seen)| {
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
            let host = Host::new(threads, 0, &|_| ControlFlow::Break(Stop::Interrupt));
            // More items than the helpers could work off before the leader asks for the first time.
            assert_eq!(sum_over(&host, 0..usize::MAX, |_| 1), Err(Stop::Interrupt));
        }
    }

    #[test]
    fn a_stop_ends_an_item_that_would_never_end() {
        for threads in 1..4 {
            let host = Host::new(threads, 0, &|_| ControlFlow::Break(Stop::Interrupt));
            let endless = |_, turn: &Turn<'_>| loop {
                turn.ask()?;
            };
            assert_eq!(try_sum_over(&host, 0..3, endless), Err(Stop::Interrupt));
        }
    }
}
