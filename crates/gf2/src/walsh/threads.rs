//! Folding from the top, in one thread or several.
//!
//! Every assignment of the top bits is a task. Tasks are handed out in ascending order; the sinks
//! of the threads are merged in a way that does not depend on which thread had which task.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::fold::Folds;
use super::leaf::{Lane, Leaf};
use super::sinks::Sink;
use super::symmetry::TopBits;

/// Runs all tasks in `threads` threads, one of which is the caller's and calls `go_on`. Returns the
/// sink of each thread, and whether all tasks are done.
pub fn run<S: Sink>(
    folds: &Folds,
    top_bits: &TopBits,
    threads: usize,
    go_on: impl FnMut(u64) -> bool,
    sink: impl Fn() -> S + Sync,
) -> (Vec<S>, bool) {
    if folds.bound() <= i16::MAX as usize {
        run_with::<i16, S>(folds, top_bits, threads, go_on, sink)
    } else {
        run_with::<i32, S>(folds, top_bits, threads, go_on, sink)
    }
}

fn run_with<T: Lane, S: Sink>(
    folds: &Folds,
    top_bits: &TopBits,
    threads: usize,
    mut go_on: impl FnMut(u64) -> bool,
    sink: impl Fn() -> S + Sync,
) -> (Vec<S>, bool) {
    let (next, weighed, stop) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = |ask: &mut dyn FnMut(u64) -> bool| {
        let mut worker = Worker::<T, S>::new(folds, sink());
        while let Some(&(top, times)) = top_bits.tasks().get(next.fetch_add(1, Relaxed)) {
            let finished = worker.task(top, top_bits.bits(), times, &mut |sums| {
                let sum = weighed.fetch_add(sums * times, Relaxed) + sums * times;
                ask(sum)
            });
            if !finished {
                break;
            }
        }
        worker.sink
    };
    let mut lead = |sum| {
        if !go_on(sum) {
            stop.store(true, Relaxed);
        }
        !stop.load(Relaxed)
    };
    let helpers = threads.clamp(1, top_bits.tasks().len()) - 1;
    if helpers == 0 {
        return (vec![work(&mut lead)], !stop.load(Relaxed));
    }
    let sinks = std::thread::scope(|scope| {
        let help = || work(&mut |_| !stop.load(Relaxed));
        let helping: Vec<_> = (0..helpers).map(|_| scope.spawn(help)).collect();
        let own = work(&mut lead);
        let others = helping.into_iter().map(|helper| helper.join().expect("a helper does not panic"));
        std::iter::once(own).chain(others).collect()
    });
    (sinks, !stop.load(Relaxed))
}

/// One thread's lists and array.
struct Worker<'a, T, S> {
    folds: &'a Folds,
    /// The values before any folding.
    root: Vec<T>,
    /// The values after each level, with its bit 0 and 1.
    lists: Vec<[Vec<T>; 2]>,
    leaf: Leaf<T>,
    sink: S,
}

impl<'a, T: Lane, S: Sink> Worker<'a, T, S> {
    fn new(folds: &'a Folds, sink: S) -> Self {
        let lists = (0..folds.levels()).map(|_| [Vec::new(), Vec::new()]).collect();
        Self { folds, root: folds.values(), lists, leaf: Leaf::new(folds.leaf_bits()), sink }
    }

    /// Fixes the top `bits` bits to `top` and visits all sums below. `done` is told of sums that
    /// are processed, and returns whether to continue.
    fn task(&mut self, top: u64, bits: usize, times: u64, done: &mut dyn FnMut(u64) -> bool) -> bool {
        let (above, below) = self.lists.split_at_mut(bits);
        let mut values = &self.root;
        for (level, lists) in above.iter_mut().enumerate() {
            self.folds.fold(level, values, lists);
            values = &lists[(top >> (bits - 1 - level) & 1) as usize];
        }
        let mut visit = Visit { folds: self.folds, leaf: &mut self.leaf, sink: &mut self.sink, times, done };
        visit.below(bits, values, top, below)
    }
}

/// What a visit needs besides the values.
struct Visit<'v, T, S> {
    folds: &'v Folds,
    leaf: &'v mut Leaf<T>,
    sink: &'v mut S,
    times: u64,
    done: &'v mut dyn FnMut(u64) -> bool,
}

impl<T: Lane, S: Sink> Visit<'_, T, S> {
    /// Visits all sums whose index begins with `prefix`, given the values with those bits fixed.
    fn below(&mut self, level: usize, values: &[T], prefix: u64, lists: &mut [[Vec<T>; 2]]) -> bool {
        let sums = self.leaf.sums() << lists.len();
        // No number below exceeds the sum of the absolute values.
        if self.sink.skips(values.iter().map(|&value| value.into().abs()).sum()) {
            return (self.done)(sums);
        }
        let Some((here, deeper)) = lists.split_first_mut() else {
            let most = self.leaf.load(values, self.folds.places());
            self.sink.take(self.leaf, most, prefix * sums, self.times);
            return (self.done)(sums);
        };
        self.folds.fold(level, values, here);
        self.below(level + 1, &here[0], prefix << 1, deeper)
            && self.below(level + 1, &here[1], prefix << 1 | 1, deeper)
    }
}
