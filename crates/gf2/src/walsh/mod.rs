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
//! list; what is left, a few thousand sums, is transformed as an array in the cache
//! (`transform.rs`). The foldings are independent, so threads share them (`threads.rs`), and
//! symmetries of the coset make most of them copies of others (`symmetry.rs`).

use std::sync::atomic::AtomicI32;

use symmetry::TopBits;
use threads::{LargestBalance, WeightDistribution};
use transform::Folds;

use crate::bits::BitVec;

mod symmetry;
mod threads;
mod transform;

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

/// A basis in which every vector has a *pivot*, a position where it alone is set, and the vector of
/// the coset that is clear at all pivots. The bits of a sum at the pivots are then the set of basis
/// vectors in it: its index, with the first pivot as the highest bit.
#[derive(Debug)]
pub struct Columns {
    start: BitVec,
    basis: Vec<BitVec>,
    pivots: Vec<usize>,
    /// Set positions of `start` that no basis vector touches.
    fixed: usize,
    /// Positions that some basis vector touches.
    moving: usize,
    /// Distinct columns with the number of clear minus set positions of `start`, where that is not
    /// 0, ascending.
    list: Vec<(u64, i32)>,
}

impl Columns {
    /// Brings the coset into systematic form; pivots are taken as early as possible in `order`.
    /// Calls `met` after each position with the number of pivots so far.
    pub fn new(
        vector: &BitVec,
        basis: &[BitVec],
        order: impl Iterator<Item = usize>,
        mut met: impl FnMut(usize),
    ) -> Self {
        assert!(basis.iter().all(|other| other.len() == vector.len()), "a basis of equally long vectors");
        let (mut start, mut basis, mut pivots) = (vector.clone(), basis.to_vec(), Vec::new());
        for position in order {
            let free = pivots.len()..basis.len();
            if free.is_empty() {
                break;
            }
            if let Some(found) = free.clone().find(|&index| basis[index].get(position)) {
                basis.swap(free.start, found);
                let pivot_row = basis[free.start].clone();
                for (index, row) in basis.iter_mut().enumerate() {
                    if index != free.start && row.get(position) {
                        row.xor_assign(&pivot_row);
                    }
                }
                if start.get(position) {
                    start.xor_assign(&pivot_row);
                }
                pivots.push(position);
            }
            met(pivots.len());
        }
        // A vector without a pivot depends on the others and has become zero.
        basis.truncate(pivots.len());
        assert!(pivots.len() <= 62, "2^{} sums cannot be weighed", pivots.len());
        let mut columns = Self { start, basis, pivots, fixed: 0, moving: 0, list: Vec::new() };
        columns.read_down();
        columns
    }

    /// Computes the fields that depend on the columns.
    fn read_down(&mut self) {
        let mut columns = vec![0_u64; self.start.len()];
        for (index, row) in self.basis.iter().enumerate() {
            let bit = 1 << (self.basis.len() - 1 - index);
            row.ones().for_each(|position| columns[position] |= bit);
        }
        let mut list = Vec::new();
        for (position, column) in columns.into_iter().enumerate() {
            let set = self.start.get(position);
            if column == 0 {
                self.fixed += usize::from(set);
            } else {
                list.push((column, if set { -1 } else { 1 }));
            }
        }
        self.moving = list.len();
        list.sort_unstable();
        list.dedup_by(|later, first| {
            let equal = later.0 == first.0;
            first.1 += if equal { later.1 } else { 0 };
            equal
        });
        list.retain(|&(_, value)| value != 0);
        self.list = list;
    }

    /// The number of independent basis vectors.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// The length of the vectors.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// The position of each bit of an index, the highest first.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// The column of a position: the bits of an index that change it.
    pub fn column(&self, position: usize) -> u64 {
        self.basis.iter().fold(0, |column, row| column << 1 | u64::from(row.get(position)))
    }

    /// Whether the position is set in the vector of index 0.
    pub fn start(&self, position: usize) -> bool {
        self.start.get(position)
    }

    /// Distinct columns with the number of clear minus set positions, where that is not 0.
    pub fn list(&self) -> &[(u64, i32)] {
        &self.list
    }

    /// The number of positions that are not equal in all vectors; no balance is larger.
    pub fn moving(&self) -> usize {
        self.moving
    }

    /// The number of positions that are set in all vectors.
    pub fn fixed(&self) -> usize {
        self.fixed
    }

    /// The weight of vectors that have `balance` more of the moving positions clear than set.
    pub fn weight(&self, balance: i32) -> usize {
        let twice = self.moving as i64 - i64::from(balance);
        self.fixed + usize::try_from(twice / 2).expect("no balance above the number of positions")
    }

    /// The number of clear minus set moving positions in vectors of a weight.
    pub fn balance(&self, weight: usize) -> i32 {
        self.moving as i32 - 2 * (weight - self.fixed) as i32
    }

    /// The vector of an index.
    pub fn vector(&self, index: u64) -> BitVec {
        let mut sum = self.start.clone();
        for (place, row) in self.basis.iter().rev().enumerate() {
            if index >> place & 1 == 1 {
                sum.xor_assign(row);
            }
        }
        sum
    }

    /// The index of a vector. None if it is not in the coset.
    pub fn index(&self, vector: &BitVec) -> Option<u64> {
        let bits = self.pivots.iter().fold(0, |index, &pivot| index << 1 | u64::from(vector.get(pivot)));
        (self.vector(bits) == *vector).then_some(bits)
    }

    /// Returns the index and weight of a light vector, by hill climbing: from index 0, basis
    /// vectors are added as long as one helps. With it, much of the coset is known to be heavier
    /// without weighing it.
    pub fn light_index(&self) -> (u64, usize) {
        let (mut vector, mut index) = (self.start.clone(), 0);
        let mut weight = vector.count_ones();
        loop {
            let before = weight;
            for (place, row) in self.basis.iter().rev().enumerate() {
                vector.xor_assign(row);
                if vector.count_ones() < weight {
                    weight = vector.count_ones();
                    index ^= 1 << place;
                } else {
                    vector.xor_assign(row);
                }
            }
            if weight == before {
                return (index, weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::coset::{lightest_in_coset, sums_of_weight};

    /// A vector and a basis; few positions make dependent vectors and equal columns likely.
    fn coset(dimension: usize) -> impl Strategy<Value = (BitVec, Vec<BitVec>)> {
        (1..150_usize, 0..=dimension).prop_flat_map(|(len, dimension)| {
            let bits = prop::collection::vec(any::<bool>(), len).prop_map(|bits| BitVec::from_bools(&bits));
            (bits.clone(), prop::collection::vec(bits, dimension))
        })
    }

    /// All distinct sums, by definition.
    fn all_sums(vector: &BitVec, basis: &[BitVec]) -> Vec<BitVec> {
        let mut sums = vec![vector.clone()];
        for addend in basis {
            let rank_grows = !sums.iter().any(|sum| {
                let mut with = sums[0].clone();
                with.xor_assign(addend);
                *sum == with
            });
            if rank_grows {
                let mut more = sums.clone();
                more.iter_mut().for_each(|sum| sum.xor_assign(addend));
                sums.append(&mut more);
            }
        }
        sums
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn agrees_with_the_definition((vector, basis) in coset(10)) {
            let sums = all_sums(&vector, &basis);
            let coset = Coset::new(&vector, &basis, &[]);
            prop_assert_eq!(1 << coset.dimension(), sums.len());
            let weight = sums.iter().map(BitVec::count_ones).min().unwrap();
            let mut lightest: Vec<_> = sums.iter().filter(|sum| sum.count_ones() == weight).collect();
            let found = coset.lightest(usize::MAX, 1, |_| true);
            prop_assert!(found.complete);
            prop_assert_eq!((found.weight, found.count), (weight, lightest.len() as u64));
            let mut listed: Vec<_> = found.vectors.iter().collect();
            listed.sort_by_key(|vector| vector.words());
            lightest.sort_by_key(|vector| vector.words());
            prop_assert_eq!(listed, lightest);
            prop_assert_eq!(&coset.lightest(0, 1, |_| true).vectors, &found.vectors[..1]);

            let mut weights = vec![0; vector.len() + 1];
            sums.iter().for_each(|sum| weights[sum.count_ones()] += 1);
            prop_assert_eq!(coset.weights(1, |_| true), Some(weights));
        }
    }

    /// A code that some permutations map onto itself: every vector comes with its images under
    /// mirroring and rotating the positions by half.
    fn symmetric(len: usize, words: &[u64]) -> (BitVec, Vec<BitVec>, Vec<Vec<u32>>) {
        let places = len as u32;
        let mirror: Vec<u32> = (0..places).rev().collect();
        let turn: Vec<u32> = (0..places).map(|place| (place + places / 2) % places).collect();
        let reverse: Vec<u32> = mirror.iter().map(|&place| turn[place as usize]).collect();
        let image = |vector: &BitVec, by: &[u32]| {
            BitVec::from_bools(&by.iter().map(|&from| vector.get(from as usize)).collect::<Vec<_>>())
        };
        let basis = words.iter().flat_map(|&word| {
            let mixed = [word, word.rotate_left(21).wrapping_mul(0x9e37_79b9_7f4a_7c15)].to_vec();
            let vector = BitVec::from_words(mixed, len);
            [vector.clone(), image(&vector, &mirror), image(&vector, &turn), image(&vector, &reverse)]
        });
        let all = BitVec::from_words(vec![u64::MAX; 2], len);
        (all, basis.collect(), vec![mirror, turn, reverse])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn agrees_with_gray_code_order((vector, basis) in coset(14)) {
            let coset = Coset::new(&vector, &basis, &[]);
            let found = coset.lightest(5, 1, |_| true);
            let lightest = lightest_in_coset(&vector, &basis[..basis.len().min(8)], 1, |_| true);
            prop_assert!(found.weight <= lightest.weight);
            let sums = sums_of_weight(&vector, &basis, found.weight, usize::MAX, |_| true);
            prop_assert_eq!(found.count << (basis.len() - coset.dimension()), sums.len() as u64);
            prop_assert!(found.vectors.iter().all(|vector| sums.contains(vector)));
            if found.weight > 0 {
                prop_assert!(sums_of_weight(&vector, &basis, found.weight - 1, 1, |_| true).is_empty());
            }
        }

        #[test]
        fn symmetries_and_threads_change_nothing(words in prop::collection::vec(any::<u64>(), 5), half in 40..60_usize) {
            let (vector, basis, permutations) = symmetric(2 * half, &words);
            let plain = Coset::new(&vector, &basis, &[]);
            let symmetric = Coset::new(&vector, &basis, &permutations);
            prop_assert!(symmetric.top_bits.tasks().len() < 1 << symmetric.top_bits.bits(), "symmetry is used");
            let expected = plain.lightest(usize::MAX, 1, |_| true);
            let first = symmetric.lightest(3, 1, |_| true);
            for threads in 1..=3 {
                let found = symmetric.lightest(usize::MAX, threads, |_| true);
                prop_assert_eq!((found.weight, found.count), (expected.weight, expected.count));
                prop_assert_eq!(found.vectors.len(), expected.vectors.len());
                prop_assert!(found.vectors.iter().all(|vector| expected.vectors.contains(vector)));
                prop_assert_eq!(&symmetric.lightest(3, threads, |_| true), &first);
                prop_assert_eq!(plain.lightest(usize::MAX, threads, |_| true), expected.clone());
                prop_assert_eq!(plain.weights(threads, |_| true), symmetric.weights(1, |_| true));
            }
        }
    }

    #[test]
    fn permutations_that_are_no_symmetries_are_ignored() {
        let basis: Vec<BitVec> = (0..17).map(|index| BitVec::from_words(vec![0b1011 << index], 24)).collect();
        let vector = BitVec::from_words(vec![0xff], 24);
        let wrong = [vec![0; 24], (0..24).map(|place| (place + 5) % 24).collect(), vec![1, 0], vec![99; 24]];
        let expected = Coset::new(&vector, &basis, &[]).lightest(100, 1, |_| true);
        assert_eq!(Coset::new(&vector, &basis, &wrong).lightest(100, 1, |_| true), expected);
    }

    #[test]
    fn long_vectors_need_wider_numbers() {
        // 40,000 positions: one basis vector sets them all, eight more set a quarter each.
        let len = 40_000;
        let all = BitVec::from_words(vec![u64::MAX; len / 64], len);
        let quarters = (0..8)
            .map(|first| BitVec::from_bools(&(0..len).map(|at| at % 32 / 4 == first).collect::<Vec<_>>()));
        let basis: Vec<BitVec> = std::iter::once(all.clone()).chain(quarters).collect();
        let coset = Coset::new(&BitVec::zeros(len), &basis, &[]);
        let weights = coset.weights(1, |_| true).unwrap();
        assert_eq!((coset.dimension(), weights[0], weights[len], weights[len / 2]), (8, 1, 1, 70));
        let found = coset.lightest(9, 1, |_| true);
        assert!(found.weight == 0 && found.vectors == [BitVec::zeros(len)]);
    }

    #[test]
    fn ends_when_told_and_keeps_what_is_light() {
        // Enough that no thread is done before another is stopped.
        let basis: Vec<BitVec> = (0..38).map(|index| BitVec::from_words(vec![0b111 << index], 40)).collect();
        let full = BitVec::from_words(vec![u64::MAX], 40);
        let coset = Coset::new(&full, &basis, &[]);
        for threads in [1, 2] {
            let stopped = coset.lightest(1, threads, |_| false);
            assert!(!stopped.complete);
            assert_eq!(stopped.vectors[0].count_ones(), stopped.weight);
            assert_eq!(coset.weights(threads, |_| false), None);
        }
    }
}
