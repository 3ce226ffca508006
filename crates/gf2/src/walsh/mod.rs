//! The weights of all vectors of a coset at once, by Walsh–Hadamard transform.
//!
//! A coset is `x + u_1 b_1 + ... + u_d b_d` over all `u`. Position `j` of the sum is `x_j` plus
//! those `u_i` whose basis vector is set at `j`: read down the basis, a position is a *column* of
//! `d` bits, and it is set or not by the parity of `u & column`. With `f[column]` = positions of
//! that column clear in `x` minus those set in `x`,
//!
//! ```text
//! F(u) = sum over columns of f[column] · (-1)^|u & column|  =  clear positions - set positions
//! ```
//!
//! so the weight is `(positions - F(u)) / 2`, and `F` is the Walsh-Hadamard transform of `f`. It
//! takes `d` additions for each of the `2^d` sums however long the vectors are, and positions with
//! equal columns cost nothing extra.
//!
//! An array of `2^d` numbers would not fit in memory, but `f` is a short list: one entry for each
//! different column. The top bits of `u` are therefore fixed one after the other, each folding the
//! list (`fold.rs`); what is left, a few thousand sums, is transformed as an array in the cache
//! (`leaf.rs`). The foldings are independent, so threads share them (`threads.rs`), and symmetries
//! of the coset make most of them copies of others (`symmetry.rs`).

mod columns;
mod fold;
mod leaf;
mod sinks;
mod symmetry;
mod threads;

use std::sync::atomic::AtomicI32;

use crate::bits::BitVec;
use columns::Columns;
use fold::Folds;
use sinks::{LargestBalance, WeightDistribution};
use symmetry::TopBits;

/// A coset, prepared for computing the weights of all its vectors.
///
/// ```
/// use fewest_gf2::{BitVec, Coset};
/// let vector = BitVec::from_bools(&[true, true, true, false]);
/// let basis = [BitVec::from_bools(&[true, true, false, false])];
/// let coset = Coset::new(&vector, &basis, &[]);
/// let lightest = coset.lightest(10, 1, |_| true);
/// assert_eq!((lightest.weight, lightest.count, lightest.vectors.len()), (1, 1, 1));
/// assert_eq!(coset.weights(1, |_| true), Some(vec![0, 1, 0, 1, 0]));
/// ```
#[derive(Debug)]
pub struct Coset {
    columns: Columns,
    folds: Folds,
    top_bits: TopBits,
}

/// The result of [`Coset::lightest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightestAll {
    /// Vectors of minimum weight among those weighed: at least one, and all if there are no more
    /// than asked for. They are the same for every number of threads.
    pub vectors: Vec<BitVec>,
    /// Their weight.
    pub weight: usize,
    /// The number of distinct vectors of that weight among those weighed.
    pub count: u64,
    /// Whether all were weighed. If not, `weight` is an upper bound only.
    pub complete: bool,
}

impl Coset {
    /// Prepares the coset of all sums of `vector` and vectors of `basis`, which may be dependent.
    ///
    /// Each of `permutations` gives for every position the one that takes its place. Those that map
    /// the coset onto itself are used to save time; the others are ignored.
    ///
    /// Panics if more than 62 basis vectors are independent, or vectors have different lengths.
    pub fn new(vector: &BitVec, basis: &[BitVec], permutations: &[Vec<u32>]) -> Self {
        let (columns, top_bits) = symmetry::prepare(vector, basis, permutations);
        let folds = Folds::new(columns.list(), columns.dimension(), columns.moving());
        Self { columns, folds, top_bits }
    }

    /// The number of independent basis vectors `d`: the coset has `2^d` vectors.
    pub fn dimension(&self) -> usize {
        self.columns.dimension()
    }

    /// Returns vectors of minimum weight, at most `most` but at least one. `go_on` is called often,
    /// by the calling thread, with the number of sums weighed; if it returns `false` the work ends
    /// early. With one thread nothing is spawned.
    pub fn lightest(&self, most: usize, threads: usize, go_on: impl FnMut(u64) -> bool) -> LightestAll {
        let (light, weight) = self.columns.light_index();
        let shared = AtomicI32::new(self.columns.balance(weight));
        let sink = || LargestBalance::new(&shared, most.max(1));
        let (found, complete) = threads::run(&self.folds, &self.top_bits, threads, go_on, sink);
        let largest = found.into_iter().reduce(LargestBalance::merge).expect("at least one thread");
        if largest.indices.is_empty() {
            return LightestAll { vectors: vec![self.columns.vector(light)], weight, count: 1, complete };
        }
        LightestAll {
            vectors: self.top_bits.vectors(&self.columns, &largest.indices, most.max(1)),
            weight: self.columns.weight(largest.balance),
            count: largest.count,
            complete,
        }
    }

    /// Returns the weight distribution: the number of vectors of each weight, from 0 to the length.
    /// None if `go_on` ended it early.
    pub fn weights(&self, threads: usize, go_on: impl FnMut(u64) -> bool) -> Option<Vec<u64>> {
        let sink = || WeightDistribution::new(self.columns.moving());
        let (found, complete) = threads::run(&self.folds, &self.top_bits, threads, go_on, sink);
        let distribution = found.into_iter().reduce(WeightDistribution::merge).expect("at least one thread");
        complete.then(|| {
            let mut weights = vec![0; self.columns.len() + 1];
            for (set, times) in distribution.times.into_iter().enumerate() {
                weights[self.columns.fixed() + set] = times;
            }
            weights
        })
    }
}

#[cfg(test)]
mod tests;
