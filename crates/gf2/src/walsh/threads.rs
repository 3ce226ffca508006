//! Folding from the top, in one thread or several, and the sinks for the numbers of the transform.
//!
//! Every assignment of the top bits is a task. Tasks are handed out in ascending order. Each thread
//! has its own sink, which keeps the largest numbers or how often each occurs; the sinks are merged
//! in a way that does not depend on which thread had which task.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::symmetry::TopBits;
use super::transform::{Folds, Lane, Leaf};

/// Runs all tasks in `threads` threads, one of which is the caller's and calls `go_on`. Returns the
/// sink of each thread, and whether all tasks are done.
pub fn run<S: Sink>(
    folds: &Folds,
    top_bits: &TopBits,
    threads: usize,
    mut go_on: impl FnMut(u64) -> bool,
    sink: impl Fn() -> S + Sync,
) -> (Vec<S>, bool) {
    let go_on: &mut dyn FnMut(u64) -> bool = &mut go_on;
    // Narrow numbers are for wide registers, which a browser's module does without.
    if !cfg!(target_family = "wasm") && folds.bound() <= i16::MAX as usize {
        run_with::<i16, S>(folds, top_bits, threads, go_on, sink)
    } else {
        run_with::<i32, S>(folds, top_bits, threads, go_on, sink)
    }
}

fn run_with<T: Lane, S: Sink>(
    folds: &Folds,
    top_bits: &TopBits,
    threads: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
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
    // A browser has no threads: known at compile time, the code that spawns them is left out.
    if cfg!(target_family = "wasm") || helpers == 0 {
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

/// Receives one array after the other; each thread has its own sink.
pub trait Sink: Send {
    /// Whether sums whose numbers are at most `bound` can be skipped.
    fn skips(&self, bound: i32) -> bool;
    /// Receives an array that stands for `times` equivalent ones; its first sum has index `first`.
    /// `most` is its largest number.
    fn take<T: Lane>(&mut self, leaf: &mut Leaf<T>, most: T, first: u64, times: u64);
}

/// The largest balance, which is that of the vectors of minimum weight.
pub struct LargestBalance<'a> {
    /// The largest balance that any thread has found.
    shared: &'a AtomicI32,
    /// The largest balance found here.
    pub balance: i32,
    /// The number of sums with it.
    pub count: u64,
    /// The smallest indices with it, ascending.
    pub indices: Vec<u64>,
    most: usize,
}

impl<'a> LargestBalance<'a> {
    /// Keeps at most `most` indices. Balances below `shared` are ignored.
    pub fn new(shared: &'a AtomicI32, most: usize) -> Self {
        Self { shared, balance: i32::MIN, count: 0, indices: Vec::new(), most }
    }

    /// Merges the sink of another thread.
    pub fn merge(mut self, mut other: Self) -> Self {
        if other.balance > self.balance {
            std::mem::swap(&mut self, &mut other);
        }
        if other.balance == self.balance {
            self.count += other.count;
            self.indices.append(&mut other.indices);
            self.indices.sort_unstable();
            self.indices.truncate(self.most);
        }
        self
    }
}

impl Sink for LargestBalance<'_> {
    fn skips(&self, bound: i32) -> bool {
        bound < self.shared.load(Relaxed)
    }

    fn take<T: Lane>(&mut self, leaf: &mut Leaf<T>, most: T, first: u64, times: u64) {
        let balance: i32 = most.into();
        if self.skips(balance) {
            return;
        }
        if balance > self.balance {
            self.shared.fetch_max(balance, Relaxed);
            (self.balance, self.count) = (balance, 0);
            self.indices.clear();
        }
        leaf.finish();
        leaf.each(|index, number| {
            if number == most {
                self.count += times;
                if self.indices.len() < self.most {
                    self.indices.push(first + index);
                }
            }
        });
    }
}

/// How often each balance occurs.
pub struct WeightDistribution {
    moving: usize,
    /// Indexed by the number of moving positions that are set.
    pub times: Vec<u64>,
}

impl WeightDistribution {
    /// Returns a distribution over balances of `moving` positions.
    pub fn new(moving: usize) -> Self {
        Self { moving, times: vec![0; moving + 1] }
    }

    /// Merges the sink of another thread.
    pub fn merge(mut self, other: Self) -> Self {
        self.times.iter_mut().zip(other.times).for_each(|(sum, times)| *sum += times);
        self
    }
}

impl Sink for WeightDistribution {
    fn skips(&self, _: i32) -> bool {
        false
    }

    fn take<T: Lane>(&mut self, leaf: &mut Leaf<T>, _: T, _: u64, times: u64) {
        leaf.finish();
        leaf.each(|_, number| {
            let balance: i32 = number.into();
            self.times[(self.moving as i64 - i64::from(balance)) as usize / 2] += times;
        });
    }
}
