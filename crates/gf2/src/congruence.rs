//! Linear congruences of polynomials over GF(2): `a x = b` modulo `m`, and two such equations in
//! two unknowns.
//!
//! One equation is solved by the extended Euclidean algorithm: with `g = gcd(a, m) = s a + t m`
//! there is a solution exactly if `g` divides `b`; then `s b / g` is one, and all others differ by
//! multiples of `m / g`. For two equations the same algorithm makes the matrix triangular first.

use crate::poly::{Bezout, Polynomial};

/// The equation `a x = b` modulo `m`, prepared for any `b`.
#[derive(Clone, Debug)]
pub struct Congruence {
    gcd: Polynomial,
    s: Polynomial,
    /// `m / gcd(a, m)`: solutions differ by its multiples.
    period: Polynomial,
}

impl Congruence {
    /// Prepares the equation. Panics if `modulus` is 0.
    pub fn new(a: &Polynomial, modulus: &Polynomial) -> Self {
        let Bezout { gcd, s, .. } = a.div_rem(modulus).1.extended_gcd(modulus);
        let period = modulus.div_rem(&gcd).0;
        Self { gcd, s, period }
    }

    /// Returns the solution of least degree. None if there is none.
    ///
    /// ```
    /// use fewest_gf2::{Congruence, Polynomial};
    /// let [x, one, modulus] = [0b10, 0b1, 0b110].map(|bits| Polynomial::from_words(vec![bits]));
    /// let equation = Congruence::new(&x, &modulus); // modulo x² + x
    /// assert_eq!(equation.solve(&x), Some(one.clone()));
    /// assert_eq!(equation.solve(&one), None);
    /// ```
    pub fn solve(&self, b: &Polynomial) -> Option<Polynomial> {
        let (quotient, rest) = b.div_rem(&self.gcd);
        rest.is_zero().then(|| quotient.mul(&self.s).div_rem(&self.period).1)
    }

    /// The polynomial by whose multiples solutions differ: a basis is this times 1, `x`, and so on,
    /// [`freedom`](Self::freedom) vectors in all.
    pub fn period(&self) -> &Polynomial {
        &self.period
    }

    /// The dimension of the solution space of `a x = 0`.
    pub fn freedom(&self) -> usize {
        self.gcd.degree().unwrap_or(0)
    }
}

/// A pair of polynomials.
pub type Pair = [Polynomial; 2];

/// Two equations in two unknowns modulo `m`, prepared for any right side:
///
/// ```text
/// a x + b y = left          triangular:     g x + e y = s left + u right
/// c x + d y = right                               f y = c/g left + a/g right
/// ```
#[derive(Clone, Debug)]
pub struct CongruencePair {
    modulus: Polynomial,
    /// The two rows that make the matrix triangular.
    triangulate: [Pair; 2],
    e: Polynomial,
    /// The equation for `x`, given `y`.
    first: Congruence,
    /// The equation for `y`.
    second: Congruence,
    /// Of the solutions `y = y0 + k · period` of the second equation, the `k` for which the first
    /// is solvable.
    compatible: Congruence,
}

impl CongruencePair {
    /// Prepares the equations with this matrix. Panics if `modulus` is 0.
    pub fn new(matrix: [Pair; 2], modulus: &Polynomial) -> Self {
        let [[a, b], [c, d]] = matrix.map(|row| row.map(|entry| entry.div_rem(modulus).1));
        let Bezout { gcd, s, t: u } = a.extended_gcd(&c);
        let triangulate = match gcd.is_zero() {
            true => [[Polynomial::one(), Polynomial::zero()], [Polynomial::zero(), Polynomial::one()]],
            false => [[s, u], [c.div_rem(&gcd).0, a.div_rem(&gcd).0]],
        };
        let [e, f] =
            triangulate.clone().map(|[left, right]| left.mul(&b).add(&right.mul(&d)).div_rem(modulus).1);
        let (first, second) = (Congruence::new(&gcd, modulus), Congruence::new(&f, modulus));
        let compatible = Congruence::new(&e.mul(second.period()), &first.gcd);
        Self { modulus: modulus.clone(), triangulate, e, first, second, compatible }
    }

    /// Returns a solution. None if there is none.
    pub fn solve(&self, [left, right]: &Pair) -> Option<Pair> {
        let [for_first, for_second] = self
            .triangulate
            .clone()
            .map(|[by, with]| by.mul(left).add(&with.mul(right)).div_rem(&self.modulus).1);
        let y = self.second.solve(&for_second)?;
        let lacking = for_first.add(&self.e.mul(&y));
        let y = y.add(&self.compatible.solve(&lacking)?.mul(self.second.period()));
        let x = self.x(&for_first, &y)?;
        Some([x, y.div_rem(&self.modulus).1])
    }

    /// The first unknown, given the second.
    fn x(&self, for_first: &Polynomial, y: &Polynomial) -> Option<Polynomial> {
        self.first.solve(&for_first.add(&self.e.mul(y)).div_rem(&self.modulus).1)
    }

    /// The dimension of the solution space of the homogeneous equations.
    pub fn freedom(&self) -> usize {
        self.first.freedom() + self.free_multiples()
    }

    /// The dimension of the `k` for which `k · period` is the second unknown of a homogeneous
    /// solution.
    fn free_multiples(&self) -> usize {
        self.second.freedom() - self.compatible.period().degree().unwrap_or(0)
    }

    /// Returns a basis of the homogeneous solutions.
    pub fn basis(&self) -> impl Iterator<Item = Pair> + '_ {
        let zero = Polynomial::zero();
        let first_only = (0..self.first.freedom())
            .map(|exponent| [self.first.period().mul(&Polynomial::power(exponent)), Polynomial::zero()]);
        let both = (0..self.free_multiples()).map(move |exponent| {
            let k = self.compatible.period().mul(&Polynomial::power(exponent));
            let y = k.mul(self.second.period()).div_rem(&self.modulus).1;
            let x = self.x(&zero, &y).expect("k was chosen so that there is one");
            [x, y]
        });
        first_only.chain(both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn polynomial(bits: u64) -> Polynomial {
        Polynomial::from_words(vec![bits])
    }

    fn reduced(of: &Polynomial, modulus: &Polynomial) -> u64 {
        of.div_rem(modulus).1.words().first().copied().unwrap_or(0)
    }

    /// Returns the product of a matrix and a pair.
    fn times([x, y]: &Pair, matrix: &[Pair; 2], modulus: &Polynomial) -> [u64; 2] {
        matrix.clone().map(|[a, b]| reduced(&a.mul(x).add(&b.mul(y)), modulus))
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all(
            entries in prop::array::uniform4(0..128_u64),
            modulus in 1..128_u64,
            repeated in 0..4_u8,
            right_side in prop::array::uniform2(0..128_u64),
        ) {
            let modulus = polynomial(modulus);
            let size = 1_u64 << modulus.degree().unwrap_or(0);
            // Entries that vanish or agree modulo m are the hard cases, and rare by chance.
            let [a, b, c, d] = entries.map(polynomial);
            let [a, b, c, d] = match repeated {
                0 => [a, b, c, d],
                1 => [modulus.clone(), b, modulus.clone(), d],
                2 => [a.clone(), b.clone(), a, b],
                _ => [a.mul(&b), b.clone(), b, Polynomial::zero()],
            };
            let matrix = [[a, b], [c, d]];
            let right_side = right_side.map(|bits| polynomial(reduced(&polynomial(bits), &modulus)));
            let wanted = right_side.clone().map(|side| reduced(&side, &modulus));
            let pairs = CongruencePair::new(matrix.clone(), &modulus);
            let every = |wanted: [u64; 2]| (0..size).flat_map(|x| (0..size).map(move |y| [x, y]))
                .filter(|pair| times(&pair.map(polynomial), &matrix, &modulus) == wanted).count();
            let found = pairs.solve(&right_side);
            prop_assert_eq!(found.is_some(), every(wanted) > 0);
            if let Some(pair) = found {
                prop_assert_eq!(times(&pair, &matrix, &modulus), wanted);
            }
            prop_assert_eq!(every([0, 0]), 1 << pairs.freedom());
            let basis: Vec<u64> = pairs.basis().map(|[x, y]| {
                assert_eq!(times(&[x.clone(), y.clone()], &matrix, &modulus), [0, 0]);
                reduced(&x, &modulus) | reduced(&y, &modulus) << 32
            }).collect();
            prop_assert_eq!(basis.len(), pairs.freedom());
            let rows = basis.iter().map(|&bits| crate::BitVec::from_words(vec![bits], 64)).collect();
            prop_assert_eq!(crate::Matrix::new(rows, 64).rank(), basis.len(), "independent");
        }
    }
}
