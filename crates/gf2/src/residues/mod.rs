//! Linear systems modulo any `m` from 2 to 255: one solution, and generators of the differences of
//! solutions.
//!
//! Modulo a composite number most of what elimination rests on is missing: 2 has no inverse modulo
//! 6, and 2 · 3 is 0. Two steps avoid that. By the Chinese remainder theorem a system modulo `m` is
//! one system per prime power in `m`; and modulo a prime power `p^k` every number is a power of `p`
//! times a unit, so of any two numbers one divides the other, and elimination works if the pivot is
//! always a number with as few factors `p` as possible (`prime_power.rs`).
//!
//! Vectors are lists of bytes below `m`. The *weight* of a vector is the sum of its entries.

mod minimum_weight;
mod prime_power;

pub use minimum_weight::{LightResidues, lightest_residues, residues_of_weight};
use prime_power::PrimePower;

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
pub fn add(a: u8, b: u8, modulus: u8) -> u8 {
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

#[cfg(test)]
mod tests;
