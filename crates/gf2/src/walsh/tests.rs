use super::*;
use crate::coset::{lightest_in_coset, sums_of_weight};
use proptest::prelude::*;

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
    let quarters =
        (0..8).map(|first| BitVec::from_bools(&(0..len).map(|at| at % 32 / 4 == first).collect::<Vec<_>>()));
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
