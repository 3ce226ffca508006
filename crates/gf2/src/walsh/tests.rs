use super::*;
use crate::coset::lightest_in_coset;
use proptest::prelude::*;

/// A vector and a basis; few positions make dependent vectors and equal columns likely.
fn coset(dimension: usize) -> impl Strategy<Value = (BitVec, Vec<BitVec>)> {
    (1..150_usize, 0..=dimension).prop_flat_map(|(len, dimension)| {
        let bits = prop::collection::vec(any::<bool>(), len).prop_map(|bits| BitVec::from_bools(&bits));
        (bits.clone(), prop::collection::vec(bits, dimension))
    })
}

/// All different sums, by their definition.
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
