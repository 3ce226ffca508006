//! Linear systems modulo any `m` from 2 to 255: one solution, and generators of the differences of
//! solutions.
//!
//! Modulo a composite number most of what elimination rests on is missing: 2 has no inverse modulo
//! 6, and 2 · 3 is 0. Two steps avoid that. By the Chinese remainder theorem a system modulo `m` is
//! one system per prime power in `m`; and modulo a prime power `p^k` every number is a power of `p`
//! times a unit, so of any two numbers one divides the other, and elimination works if the pivot is
//! always a number with as few factors `p` as possible.
//!
//! That pivot divides everything that is left: its column is cleared, and its row reads
//! `p^v (x_pivot + c_1 x_1 + ...) = b`. If `p^v` does not divide `b` there is no solution.
//! Otherwise the pivot unknown is determined by later ones up to multiples of `p^(k-v)`, of which
//! there are `p^v`.
//!
//! Vectors are lists of bytes below `m`. The *weight* of a vector is the sum of its entries.
//!
//! The minimum weight of all solutions is found by enumeration. The choices of multiples are
//! enumerated like the digits of an odometer. A digit that wraps around leaves the sum unchanged,
//! because `order` times its generator is zero; a step is therefore one addition, rarely two.

/// A generator of a cyclic group: its multiples from 0 to `order - 1` are distinct, and `order`
/// times it is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The vector.
    pub vector: Vec<u8>,
    /// The number of its multiples.
    pub order: u8,
}

/// All solutions of a system: `one` plus a multiple of each of `quiet`, every choice a different
/// solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidueSolutions {
    /// A solution. None if there is none.
    pub one: Option<Vec<u8>>,
    /// The differences of solutions: independent generators of the kernel.
    pub quiet: Vec<Generator>,
}

/// Solves `rows · x = values` modulo `modulus`. Every row has `columns` numbers, and there are as
/// many values as rows; all are below the modulus. Takes about `rows · columns · rank` steps for
/// each prime in the modulus.
///
/// ```
/// use fewest_gf2::solve_residues;
/// // 2x = 4 modulo 6: x is 2 or 5.
/// let found = solve_residues(6, &[vec![2]], 1, &[4]);
/// assert_eq!(found.one, Some(vec![2]));
/// assert_eq!((found.quiet[0].vector.as_slice(), found.quiet[0].order), ([3].as_slice(), 2));
/// assert_eq!(solve_residues(6, &[vec![2]], 1, &[3]).one, None);
/// ```
///
/// # Panics
/// If the modulus is below 2, or lengths do not fit.
pub fn solve_residues(modulus: u8, rows: &[Vec<u8>], columns: usize, values: &[u8]) -> ResidueSolutions {
    solve_residues_while(modulus, rows, columns, values, || true).expect("nothing ends it")
}

/// Like [`solve_residues`]. None if `go_on`, which is called every few milliseconds, returns
/// `false`.
///
/// # Panics
/// As [`solve_residues`].
pub fn solve_residues_while(
    modulus: u8,
    rows: &[Vec<u8>],
    columns: usize,
    values: &[u8],
    mut go_on: impl FnMut() -> bool,
) -> Option<ResidueSolutions> {
    assert!(modulus >= 2, "a modulus of at least 2");
    assert!(rows.iter().all(|row| row.len() == columns), "every row has {columns} numbers");
    assert_eq!(rows.len(), values.len(), "one value a row");
    let mut one = Some(vec![0; columns]);
    let mut quiet = Vec::new();
    for part in PrimePower::all_in(modulus) {
        // This number is 1 modulo the prime power and 0 modulo the rest of the modulus.
        let lift = part.idempotent(modulus);
        let lifted = |number: u8| (u32::from(number) * lift % u32::from(modulus)) as u8;
        let found = part.solve(rows, columns, values, &mut go_on)?;
        one = one.zip(found.one).map(|(sum, here)| {
            sum.iter().zip(here).map(|(&sum, here)| add(sum, lifted(here), modulus)).collect()
        });
        quiet.extend(found.quiet.into_iter().map(|Generator { vector, order }| Generator {
            vector: vector.into_iter().map(lifted).collect(),
            order,
        }));
    }
    Some(ResidueSolutions { one, quiet })
}

/// The sum of two numbers below the modulus.
fn add(a: u8, b: u8, modulus: u8) -> u8 {
    let sum = u16::from(a) + u16::from(b);
    let modulus = u16::from(modulus);
    (if sum >= modulus { sum - modulus } else { sum }) as u8
}

/// Adds a vector of numbers below the modulus to another.
pub fn add_residues(to: &mut [u8], addend: &[u8], modulus: u8) {
    for (to, &addend) in to.iter_mut().zip(addend) {
        *to = add(*to, addend, modulus);
    }
}

/// A prime power `p^k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PrimePower {
    prime: u8,
    power: u8,
}

impl PrimePower {
    /// Returns the maximal prime powers that divide a number.
    fn all_in(number: u8) -> Vec<Self> {
        let (mut rest, mut found) = (number, Vec::new());
        for prime in 2..=number {
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
            }
            if power > 1 {
                found.push(Self { prime, power });
            }
        }
        found
    }

    /// Returns the number below `modulus` that is 1 modulo this prime power and 0 modulo the rest
    /// of the modulus.
    fn idempotent(self, modulus: u8) -> u32 {
        let rest = modulus / self.power;
        (1..=u32::from(self.power))
            .map(|times| times * u32::from(rest))
            .find(|candidate| candidate % u32::from(self.power) == 1 % u32::from(self.power))
            .expect("the rest of the modulus has an inverse") // by maximality of the power
            % u32::from(modulus)
    }

    /// Returns the largest power of the prime that divides a number; the whole prime power for 0.
    fn p_part(self, number: u8) -> u8 {
        let (mut p_part, mut rest) = (1, number);
        if number == 0 {
            return self.power;
        }
        while rest.is_multiple_of(self.prime) {
            rest /= self.prime;
            p_part *= self.prime;
        }
        p_part
    }

    fn times(self, a: u8, b: u8) -> u8 {
        (u32::from(a) * u32::from(b) % u32::from(self.power)) as u8
    }

    fn minus(self, number: u8) -> u8 {
        if number == 0 { 0 } else { self.power - number }
    }

    /// The inverse of a number that the prime does not divide.
    fn inverse(self, number: u8) -> u8 {
        (1..self.power).find(|&other| self.times(number, other) == 1).expect("no factor in common")
    }

    /// Solves a system modulo the prime power. None if `go_on` returns `false`.
    fn solve(
        self,
        rows: &[Vec<u8>],
        columns: usize,
        values: &[u8],
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<ResidueSolutions> {
        let with_value = |(row, &value): (&Vec<u8>, &u8)| {
            row.iter().chain([&value]).map(|&number| number % self.power).collect()
        };
        let rows: Vec<Vec<u8>> = rows.iter().zip(values).map(with_value).collect();
        Some(Reduced::new(self, rows, columns, go_on)?.solutions())
    }
}

/// A system after elimination: `rows[i]` is the only one from `i` on that is not 0 at `pivots[i]`.
struct Reduced {
    ring: PrimePower,
    rows: Vec<Vec<u8>>,
    columns: usize,
    /// Column and `p`-part of each pivot.
    pivots: Vec<(usize, u8)>,
}

impl Reduced {
    fn new(
        ring: PrimePower,
        rows: Vec<Vec<u8>>,
        columns: usize,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<Self> {
        let mut reduced = Self { ring, rows, columns, pivots: Vec::new() };
        let mut free: Vec<usize> = (0..columns).collect();
        while let Some((row, at)) = reduced.next_pivot(&free) {
            if !go_on() {
                return None;
            }
            let rank = reduced.pivots.len();
            let column = free.swap_remove(at);
            reduced.rows.swap(rank, row);
            let p_part = ring.p_part(reduced.rows[rank][column]);
            let unit = ring.inverse(reduced.rows[rank][column] / p_part);
            reduced.rows[rank].iter_mut().for_each(|number| *number = ring.times(*number, unit));
            reduced.pivots.push((column, p_part));
            reduced.clear(rank, column, p_part);
        }
        Some(reduced)
    }

    /// Returns the row of a number with the fewest factors `p` in the rows without a pivot, and its
    /// index among the free columns.
    fn next_pivot(&self, free: &[usize]) -> Option<(usize, usize)> {
        let mut best = None;
        let mut least = self.ring.power;
        for row in self.pivots.len()..self.rows.len() {
            for (at, &column) in free.iter().enumerate() {
                let number = self.rows[row][column];
                if number != 0 && self.ring.p_part(number) < least {
                    (best, least) = (Some((row, at)), self.ring.p_part(number));
                    if least == 1 {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Clears the pivot's column in the rows after it.
    fn clear(&mut self, rank: usize, column: usize, p_part: u8) {
        let (before, after) = self.rows.split_at_mut(rank + 1);
        let pivot_row = &before[rank];
        for row in after.iter_mut().filter(|row| row[column] != 0) {
            let factor = self.ring.minus(row[column] / p_part);
            let products: Vec<u8> =
                (0..self.ring.power).map(|number| self.ring.times(number, factor)).collect();
            for (number, &pivot) in row.iter_mut().zip(pivot_row) {
                *number = add(*number, products[usize::from(pivot)], self.ring.power);
            }
        }
    }

    fn solutions(&self) -> ResidueSolutions {
        let value = |row: &Vec<u8>| row[self.columns];
        let solvable = self.rows[self.pivots.len()..].iter().all(|row| value(row) == 0)
            && self
                .pivots
                .iter()
                .zip(&self.rows)
                .all(|(&(_, p_part), row)| value(row).is_multiple_of(p_part));
        let one = solvable.then(|| {
            let mut one = vec![0; self.columns];
            self.follow(&mut one, self.pivots.len(), true);
            one
        });
        let mut quiet = Vec::new();
        for (index, &(column, p_part)) in self.pivots.iter().enumerate().filter(|(_, pivot)| pivot.1 > 1) {
            let mut vector = vec![0; self.columns];
            vector[column] = self.ring.power / p_part;
            self.follow(&mut vector, index, false);
            quiet.push(Generator { vector, order: p_part });
        }
        let mut is_free = vec![true; self.columns];
        self.pivots.iter().for_each(|&(column, _)| is_free[column] = false);
        for column in (0..self.columns).filter(|&column| is_free[column]) {
            let mut vector = vec![0; self.columns];
            vector[column] = 1;
            self.follow(&mut vector, self.pivots.len(), false);
            quiet.push(Generator { vector, order: self.ring.power });
        }
        ResidueSolutions { one, quiet }
    }

    /// Back substitution: fills in the unknowns of the first `before` pivots, the last of them
    /// first.
    fn follow(&self, vector: &mut [u8], before: usize, with_values: bool) {
        for (&(column, p_part), row) in self.pivots[..before].iter().zip(&self.rows).rev() {
            // Everything in the row is a multiple of the pivot, which is its `p_part`.
            let mut rest = if with_values { row[self.columns] / p_part } else { 0 };
            for (index, &number) in vector.iter().enumerate().filter(|&(index, _)| index != column) {
                let product = self.ring.times(row[index] / p_part, number);
                rest = add(rest, self.ring.minus(product), self.ring.power);
            }
            vector[column] = rest;
        }
    }
}

/// The vectors of minimum weight in a residue class of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightResidues {
    /// A vector of minimum weight, the same one every time.
    pub vector: Vec<u8>,
    /// Its weight.
    pub weight: u64,
    /// The number of vectors of that weight.
    pub count: u64,
}

/// Steps between two calls of `go_on`.
const STRIDE: u64 = 1 << 12;

/// Calls `visit` with every sum of `vector` and multiples of the generators until it returns
/// `false`. Returns whether it never did.
fn each_sum(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    mut visit: impl FnMut(&[u8]) -> bool,
) -> bool {
    let mut current = vector.to_vec();
    let mut digits = vec![0; generators.len()];
    loop {
        if !visit(&current) {
            return false;
        }
        let mut digit = 0;
        loop {
            let Some(Generator { vector, order }) = generators.get(digit) else { return true };
            add_residues(&mut current, vector, modulus);
            digits[digit] += 1;
            if digits[digit] < *order {
                break;
            }
            digits[digit] = 0;
            digit += 1;
        }
    }
}

fn weight(vector: &[u8]) -> u64 {
    vector.iter().map(|&number| u64::from(number)).sum()
}

/// Finds a vector of minimum weight among all sums of `vector` and multiples of the generators, for
/// each residue of the weight modulo `modulus`. None if `go_on`, which is called every few thousand
/// steps with the number of sums visited, returns `false`.
///
/// ```
/// use fewest_gf2::{Generator, lightest_residues};
/// let generators = [Generator { vector: vec![1, 1, 2], order: 3 }];
/// let light = lightest_residues(3, &[2, 2, 0], &generators, |_| true).unwrap();
/// // The sums are 2 2 0, 0 0 2 and 1 1 1.
/// assert_eq!(light[2].as_ref().map(|light| (light.weight, light.count)), Some((2, 1)));
/// assert_eq!(light[0].as_ref().map(|light| light.weight), Some(3));
/// ```
pub fn lightest_residues(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    mut go_on: impl FnMut(u64) -> bool,
) -> Option<Vec<Option<LightResidues>>> {
    let mut lightest: Vec<Option<LightResidues>> = vec![None; usize::from(modulus)];
    let mut visited = 0;
    let complete = each_sum(modulus, vector, generators, |sum| {
        let weight = weight(sum);
        let class = &mut lightest[(weight % u64::from(modulus)) as usize];
        match class {
            Some(light) if light.weight < weight => {}
            Some(light) if light.weight == weight => light.count += 1,
            _ => *class = Some(LightResidues { vector: sum.to_vec(), weight, count: 1 }),
        }
        visited += 1;
        visited % STRIDE != 0 || go_on(visited)
    });
    complete.then_some(lightest)
}

/// Returns the sums of weight `wanted`, at most `most` of them; `go_on` may end it early.
pub fn residues_of_weight(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    wanted: u64,
    most: usize,
    mut go_on: impl FnMut(u64) -> bool,
) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut visited = 0;
    if most > 0 {
        each_sum(modulus, vector, generators, |sum| {
            if weight(sum) == wanted {
                found.push(sum.to_vec());
            }
            visited += 1;
            found.len() < most && (visited % STRIDE != 0 || go_on(visited))
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

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
            (
                Just(modulus),
                Just(columns),
                prop::collection::vec(row, rows),
                prop::collection::vec(number, rows),
            )
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

        /// If there is no solution, some vector is a reason: its product with every column is zero,
        /// and with the values is not.
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
}
