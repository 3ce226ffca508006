//! Sinks for the numbers of a transform: the largest ones, or how often each occurs.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use super::leaf::{Lane, Leaf};

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
