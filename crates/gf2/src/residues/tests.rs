use std::collections::HashSet;

use super::*;
use proptest::prelude::*;

fn product(modulus: u8, rows: &[Vec<u8>], vector: &[u8]) -> Vec<u8> {
    let dot = |row: &Vec<u8>| {
        let sum: u32 = row.iter().zip(vector).map(|(&a, &b)| u32::from(a) * u32::from(b)).sum();
        (sum % u32::from(modulus)) as u8
    };
    rows.iter().map(dot).collect()
}

/// All vectors of numbers below the modulus.
fn all_vectors(modulus: u8, length: usize) -> Vec<Vec<u8>> {
    (0..length).fold(vec![Vec::new()], |vectors, _| {
        let longer = |vector: &Vec<u8>| {
            let vector = vector.clone();
            (0..modulus).map(move |number| [vector.as_slice(), &[number]].concat())
        };
        vectors.iter().flat_map(longer).collect()
    })
}

fn all_sums(modulus: u8, one: &[u8], quiet: &[Generator]) -> Vec<Vec<u8>> {
    quiet.iter().fold(vec![one.to_vec()], |sums, Generator { vector, order }| {
        let multiples = |sum: &Vec<u8>| {
            std::iter::successors(Some(sum.clone()), |sum| {
                let mut next = sum.clone();
                add_residues(&mut next, vector, modulus);
                Some(next)
            })
            .take(usize::from(*order))
            .collect::<Vec<_>>()
        };
        sums.iter().flat_map(multiples).collect()
    })
}

fn systems() -> impl Strategy<Value = (u8, usize, Vec<Vec<u8>>, Vec<u8>)> {
    (2..=12_u8, 1..=3_usize, 0..=4_usize).prop_flat_map(|(modulus, columns, rows)| {
        let number = prop_oneof![Just(0), 0..modulus];
        let row = prop::collection::vec(number.clone(), columns);
        (Just(modulus), Just(columns), prop::collection::vec(row, rows), prop::collection::vec(number, rows))
    })
}

#[test]
fn prime_powers_of_a_number() {
    let powers = |number| PrimePower::all_in(number).len();
    assert_eq!([2, 4, 6, 12, 30, 251, 210].map(powers), [1, 1, 2, 2, 3, 1, 4]);
    for modulus in 2..=255 {
        let all = PrimePower::all_in(modulus);
        let sum: u32 = all.iter().map(|part| part.idempotent(modulus)).sum();
        assert_eq!(sum % u32::from(modulus), 1, "idempotents of {modulus} make one");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn exactly_the_solutions((modulus, columns, rows, values) in systems()) {
        let found = solve_residues(modulus, &rows, columns, &values);
        let expected: HashSet<Vec<u8>> = all_vectors(modulus, columns)
            .into_iter()
            .filter(|vector| product(modulus, &rows, vector) == values)
            .collect();
        let zero = vec![0; rows.len()];
        for Generator { vector, order } in &found.quiet {
            prop_assert_eq!(&product(modulus, &rows, vector), &zero);
            prop_assert!(*order > 1);
        }
        match found.one {
            None => prop_assert!(expected.is_empty()),
            Some(one) => {
                let sums = all_sums(modulus, &one, &found.quiet);
                prop_assert_eq!(sums.len(), expected.len(), "every choice is a different solution");
                prop_assert_eq!(&sums.into_iter().collect::<HashSet<_>>(), &expected);

                let light = lightest_residues(modulus, &one, &found.quiet, |_| true).expect("not ended");
                for (class, light) in light.iter().enumerate() {
                    let weights = || expected.iter().map(|sum| sum.iter().map(|&n| u64::from(n)).sum::<u64>())
                        .filter(|weight| weight % u64::from(modulus) == class as u64);
                    prop_assert_eq!(light.as_ref().map(|light| light.weight), weights().min());
                    if let Some(light) = light {
                        prop_assert!(expected.contains(&light.vector));
                        let ways = weights().filter(|&weight| weight == light.weight).count();
                        prop_assert_eq!(light.count, ways as u64);
                        let listed = residues_of_weight(modulus, &one, &found.quiet, light.weight, 99_999, |_| true);
                        prop_assert_eq!(listed.len(), ways);
                    }
                }
            }
        }
    }

    /// If there is no solution, some vector is a reason: its product with every column is zero, and
    /// with the values is not.
    #[test]
    fn an_unsolvable_system_has_a_reason((modulus, columns, rows, values) in systems()) {
        let columns_as_rows: Vec<Vec<u8>> =
            (0..columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        let back = solve_residues(modulus, &columns_as_rows, rows.len(), &vec![0; columns]);
        let says_why = back.quiet.iter().any(|quiet| product(modulus, std::slice::from_ref(&quiet.vector), &values) != [0]);
        prop_assert_eq!(solve_residues(modulus, &rows, columns, &values).one.is_none(), says_why);
    }
}

#[test]
fn stops_when_told() {
    let generators: Vec<Generator> = (0..12)
        .map(|at| Generator { vector: (0..12).map(|place| u8::from(place == at)).collect(), order: 3 })
        .collect();
    assert_eq!(lightest_residues(3, &[1; 12], &generators, |visited| visited < 10_000), None);
    assert!(lightest_residues(3, &[1; 12], &generators, |_| true).is_some());
}
