//! Minimum weight in a coset: of all sums of a given vector and some of the basis vectors, one with
//! the fewest set bits.
//!
//! In coding theory this is decoding a received word. No fast algorithm is known for general bases,
//! so all `2^d` sums are enumerated: for small bases in Gray code order, where neighbours differ by
//! one basis vector, so a step costs one addition and one population count; for larger ones by
//! Walsh transform, see [`Coset`], which also uses threads.

use crate::bits::{BitVec, weight};
use crate::walsh::{Coset, LightestAll};

/// The largest basis for which preparing a transform costs more than it saves.
const SMALL: usize = 8;

/// The result of [`lightest_in_coset`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// A vector of minimum weight among those visited, the same one every time.
    pub vector: BitVec,
    /// Its weight.
    pub weight: usize,
    /// The number of vectors of that weight among those visited (each counted once if the basis is
    /// independent).
    pub count: u64,
    /// Whether all were visited. If not, `weight` is an upper bound only.
    pub complete: bool,
}

/// Steps between two calls of `go_on`.
const STRIDE: u64 = 1 << 12;

/// Finds a vector of minimum weight among all sums of `vector` and vectors of `basis`. `go_on` is
/// called every few thousand steps with the number of sums visited; if it returns `false` the
/// search ends early. Large cosets are divided among `threads` threads.
///
/// Takes about `2^d` steps. Panics if `basis` has more than 62 vectors, which would take too long,
/// or vectors have different lengths.
///
/// ```
/// use fewest_gf2::{BitVec, lightest_in_coset};
/// let vector = BitVec::from_bools(&[true, true, true, false]);
/// let basis = [BitVec::from_bools(&[true, true, false, false])];
/// let lightest = lightest_in_coset(&vector, &basis, 1, |_| true);
/// assert_eq!((lightest.weight, lightest.count), (1, 1));
/// ```
pub fn lightest_in_coset(
    vector: &BitVec,
    basis: &[BitVec],
    threads: usize,
    mut go_on: impl FnMut(u64) -> bool,
) -> Lightest {
    assert!(basis.len() <= 62, "2^{} sums cannot be visited", basis.len());
    assert!(basis.iter().all(|other| other.len() == vector.len()), "a basis of equally long vectors");
    if basis.len() > SMALL {
        let coset = Coset::new(vector, basis, &[]);
        let LightestAll { mut vectors, weight, count, complete } = coset.lightest(1, threads, go_on);
        // The transform counts vectors, this function sums: a vector is as many sums as there are
        // sums that vanish.
        let count = count << (basis.len() - coset.dimension());
        return Lightest { vector: vectors.swap_remove(0), weight, count, complete };
    }
    let mut current = vector.words().to_vec();
    let mut best = (weight(&current), 0, 1);
    let mut complete = true;
    for step in 1..1_u64 << basis.len() {
        if step % STRIDE == 0 && !go_on(step) {
            complete = false;
            break;
        }
        let now = add_and_weigh(&mut current, basis[step.trailing_zeros() as usize].words());
        if now < best.0 {
            best = (now, step, 1);
        } else if now == best.0 {
            best.2 += 1;
        }
    }
    let (weight, step, count) = best;
    Lightest { vector: at_step(vector, basis, step), weight, count, complete }
}

/// Returns the sums of `vector` and vectors of `basis` that have exactly `weight` set bits, in Gray
/// code order, at most `most` of them. Takes `2^d` steps of `len / 64` words each; `go_on` may end
/// it early.
pub fn sums_of_weight(
    vector: &BitVec,
    basis: &[BitVec],
    weight: usize,
    most: usize,
    mut go_on: impl FnMut(u64) -> bool,
) -> Vec<BitVec> {
    assert!(basis.len() <= 62, "2^{} sums cannot be visited", basis.len());
    let mut current = vector.words().to_vec();
    let mut found = Vec::new();
    for step in 0..1_u64 << basis.len() {
        if found.len() >= most || (step % STRIDE == STRIDE - 1 && !go_on(step)) {
            break;
        }
        if step > 0 {
            add_and_weigh(&mut current, basis[step.trailing_zeros() as usize].words());
        }
        if crate::bits::weight(&current) == weight {
            found.push(BitVec::from_words(current.clone(), vector.len()));
        }
    }
    found
}

fn add_and_weigh(current: &mut [u64], addend: &[u64]) -> usize {
    let mut ones = 0;
    for (word, &with) in current.iter_mut().zip(addend) {
        *word ^= with;
        ones += word.count_ones() as usize;
    }
    ones
}

/// Returns the sum visited at `step`: the Gray code of the step is the set of basis vectors in it.
fn at_step(vector: &BitVec, basis: &[BitVec], step: u64) -> BitVec {
    let gray = step ^ step >> 1;
    let mut sum = vector.clone();
    for (index, addend) in basis.iter().enumerate() {
        if gray >> index & 1 == 1 {
            sum.xor_assign(addend);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All sums, by recursion on the basis.
    fn all_sums(vector: BitVec, basis: &[BitVec]) -> Vec<BitVec> {
        let Some((first, rest)) = basis.split_first() else { return vec![vector] };
        let mut with_first = vector.clone();
        with_first.xor_assign(first);
        let mut sums = all_sums(vector, rest);
        sums.extend(all_sums(with_first, rest));
        sums
    }

    #[test]
    fn stops_when_told() {
        let basis: Vec<BitVec> = (0..20).map(|index| BitVec::from_words(vec![1 << index], 20)).collect();
        let full = BitVec::from_words(vec![u64::MAX], 20);
        let stopped = lightest_in_coset(&full, &basis, 2, |visited| visited < 10_000);
        assert!(!stopped.complete);
        assert_eq!(stopped.vector.count_ones(), stopped.weight);
        let whole = lightest_in_coset(&full, &basis, 2, |_| true);
        assert!(whole.complete && whole.vector.is_zero());
    }

    proptest! {
        #[test]
        fn agrees_with_brute_force(
            (vector, basis) in (1..100_usize).prop_flat_map(|len| {
                let bits = prop::collection::vec(any::<bool>(), len).prop_map(|bits| BitVec::from_bools(&bits));
                (bits.clone(), prop::collection::vec(bits, 0..12))
            })
        ) {
            let sums = all_sums(vector.clone(), &basis);
            let lightest = lightest_in_coset(&vector, &basis, 1, |_| true);
            let weight = sums.iter().map(BitVec::count_ones).min().expect("at least the vector itself");
            prop_assert_eq!(lightest.weight, weight);
            prop_assert_eq!(lightest.vector.count_ones(), weight);
            prop_assert!(sums.contains(&lightest.vector));
            prop_assert_eq!(lightest.count, sums.iter().filter(|sum| sum.count_ones() == weight).count() as u64);
            prop_assert!(lightest.complete);

            let listed = sums_of_weight(&vector, &basis, weight, usize::MAX, |_| true);
            prop_assert_eq!(listed.len() as u64, lightest.count);
            prop_assert!(listed.contains(&lightest.vector));
            prop_assert!(listed.iter().all(|sum| sums.contains(sum) && sum.count_ones() == weight));
            prop_assert_eq!(sums_of_weight(&vector, &basis, weight, 1, |_| true).len(), 1);
        }
    }
}
