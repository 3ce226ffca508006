//! Polynomials over GF(2), with packed coefficients and addition by exclusive or.
//!
//! All algorithms are the schoolbook ones on packed words: addition takes `n / 64` steps,
//! multiplication and division `n² / 64`. Only squaring is special: over GF(2) the mixed terms
//! cancel, so it merely spreads the coefficients.
//!
//! The Fibonacci polynomials `F_0 = 1`, `F_1 = x`, `F_(k+1) = x F_k + F_(k-1)` give the nullity of
//! a rectangle in Lights Out (Goldwasser, Klostermeyer and Trapp 1997). Over GF(2) they double
//! cheaply, because squares have no mixed terms:
//!
//! ```text
//! F_(2k+1) = x F_k²        F_(2k) = F_k² + F_(k-1)²
//! ```
//!
//! so `F_n` costs about as much as writing it down.

use std::fmt;

use crate::bits::WORD_BITS;

/// A polynomial; coefficient `i` is bit `i % 64` of word `i / 64`. The last word is never zero, so
/// equal polynomials have equal words, and the degree is determined by the last word.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Polynomial {
    words: Vec<u64>,
}

impl Polynomial {
    /// The polynomial 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// The polynomial 1.
    pub fn one() -> Self {
        Self::power(0)
    }

    /// The polynomial `x` to the `exponent`.
    pub fn power(exponent: usize) -> Self {
        let mut words = vec![0; exponent / WORD_BITS + 1];
        words[exponent / WORD_BITS] = 1 << (exponent % WORD_BITS);
        Self { words }
    }

    /// The polynomial with these packed coefficients.
    pub fn from_words(words: Vec<u64>) -> Self {
        let mut polynomial = Self { words };
        polynomial.trim();
        polynomial
    }

    /// The packed coefficients; the last word is not zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    fn trim(&mut self) {
        let used = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.words.truncate(used);
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// The degree. None for 0.
    pub fn degree(&self) -> Option<usize> {
        let last = self.words.last()?;
        Some(self.words.len() * WORD_BITS - 1 - last.leading_zeros() as usize)
    }

    /// Whether the coefficient of `x` to the `exponent` is 1.
    pub fn coefficient(&self, exponent: usize) -> bool {
        self.words.get(exponent / WORD_BITS).is_some_and(|word| word >> (exponent % WORD_BITS) & 1 == 1)
    }

    /// Adds `other` times `x` to the `shift`.
    pub fn add_shifted(&mut self, other: &Self, shift: usize) {
        let (skip, bits) = (shift / WORD_BITS, shift % WORD_BITS);
        let needed = if other.is_zero() { 0 } else { other.words.len() + skip + 1 };
        if self.words.len() < needed {
            self.words.resize(needed, 0);
        }
        for (index, &word) in other.words.iter().enumerate() {
            self.words[index + skip] ^= word << bits;
            if bits > 0 {
                self.words[index + skip + 1] ^= word >> (WORD_BITS - bits);
            }
        }
        self.trim();
    }

    /// The sum, which is also the difference.
    pub fn add(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.add_shifted(other, 0);
        sum
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Self {
        let mut words = vec![0; self.words.len() + other.words.len() + 1];
        for exponent in (0..WORD_BITS * self.words.len()).filter(|&exponent| self.coefficient(exponent)) {
            let (skip, bits) = (exponent / WORD_BITS, exponent % WORD_BITS);
            for (index, &word) in other.words.iter().enumerate() {
                words[index + skip] ^= word << bits;
                // Two shifts, because one by all 64 places is not defined when `bits` is 0.
                words[index + skip + 1] ^= word >> 1 >> (WORD_BITS - 1 - bits);
            }
        }
        Self::from_words(words)
    }

    /// The product with `x`.
    pub fn mul_x(&self) -> Self {
        let mut product = Self { words: Vec::with_capacity(self.words.len() + 1) };
        product.add_shifted(self, 1);
        product
    }

    /// The square: `(a + b)² = a² + b²`, so every exponent doubles.
    pub fn square(&self) -> Self {
        let halves = self.words.iter().flat_map(|&word| [spread(word as u32), spread((word >> 32) as u32)]);
        Self::from_words(halves.collect())
    }

    /// Returns quotient and remainder. Panics if `divisor` is 0.
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        let size = divisor.degree().expect("division by the polynomial 0");
        let mut quotient = Self::default();
        let mut rest = self.clone();
        if let Some(degree) = self.degree().filter(|&degree| degree >= size) {
            quotient.words.resize((degree - size) / WORD_BITS + 1, 0);
        }
        while let Some(shift) = rest.degree().and_then(|degree| degree.checked_sub(size)) {
            quotient.words[shift / WORD_BITS] |= 1 << (shift % WORD_BITS);
            rest.add_shifted(divisor, shift);
        }
        (quotient, rest)
    }

    /// The greatest common divisor; `gcd(a, 0)` is `a`.
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut large, mut small) = (self.clone(), other.clone());
        while !small.is_zero() {
            let rest = large.div_rem(&small).1;
            large = std::mem::replace(&mut small, rest);
        }
        large
    }

    /// The greatest common divisor as a linear combination of both (extended Euclidean algorithm).
    pub fn extended_gcd(&self, other: &Self) -> Bezout {
        // Every remainder of Euclid's algorithm is s * self + t * other; only s is carried along,
        // because t follows.
        let (mut large, mut small) = (self.clone(), other.clone());
        let (mut s_large, mut s_small) = (Self::one(), Self::zero());
        while !small.is_zero() {
            let (quotient, rest) = large.div_rem(&small);
            let s_rest = s_large.add(&quotient.mul(&s_small));
            large = std::mem::replace(&mut small, rest);
            s_large = std::mem::replace(&mut s_small, s_rest);
        }
        let t = if other.is_zero() { Self::zero() } else { large.add(&s_large.mul(self)).div_rem(other).0 };
        Bezout { gcd: large, s: s_large, t }
    }
}

/// `gcd = s * a + t * b`, the result of [`Polynomial::extended_gcd`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bezout {
    /// The greatest common divisor.
    pub gcd: Polynomial,
    /// Factor of the first polynomial.
    pub s: Polynomial,
    /// Factor of the second polynomial.
    pub t: Polynomial,
}

/// Bit `i` of `half` at position `2 i`.
fn spread(half: u32) -> u64 {
    let mut word = u64::from(half);
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & 0x5555_5555_5555_5555
}

impl fmt::Debug for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let present = (0..WORD_BITS * self.words.len()).rev().filter(|&exponent| self.coefficient(exponent));
        let terms: Vec<String> = present.map(|exponent| format!("x^{exponent}")).collect();
        f.write_str(&terms.join(" + "))
    }
}

/// `F_n(x)`, of degree `n`: the characteristic polynomial of a path with `n` vertices.
///
/// ```
/// use fewest_gf2::{Polynomial, fibonacci};
/// // F_2 = x² + 1
/// assert_eq!(fibonacci(2), Polynomial::from_words(vec![0b101]));
/// ```
pub fn fibonacci(n: usize) -> Polynomial {
    let [at, _] = fibonacci_pair(n, Polynomial::mul_x, |square| square);
    at
}

/// `F_n(y + 1)` as a polynomial in `y`.
pub fn fibonacci_plus_one(n: usize) -> Polynomial {
    let [at, _] = fibonacci_pair(n, |factor| factor.mul_x().add(factor), |square| square);
    at
}

/// Returns `F_n` and `F_(n-1)` at an argument that is given by multiplication with it. Squares are
/// passed through `reduced`, which may take remainders.
pub fn fibonacci_pair(
    n: usize,
    times_argument: impl Fn(&Polynomial) -> Polynomial,
    reduced: impl Fn(Polynomial) -> Polynomial,
) -> [Polynomial; 2] {
    // F_k and F_(k-1), where k is the value of the binary digits of n read so far.
    let (mut at, mut before) = (Polynomial::one(), Polynomial::zero());
    for place in (0..usize::BITS - n.leading_zeros()).rev() {
        let (square, square_before) = (reduced(at.square()), reduced(before.square()));
        let even = square.add(&square_before);
        (at, before) = if n >> place & 1 == 1 {
            (times_argument(&square), even)
        } else {
            (even, times_argument(&square_before))
        };
    }
    [at, before]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Polynomials up to degree 255; short and sparse ones are likely.
    fn polynomial() -> impl Strategy<Value = Polynomial> {
        let word = prop_oneof![any::<u64>(), Just(0), 0..8_u64];
        prop::collection::vec(word, 0..4).prop_map(Polynomial::from_words)
    }

    fn nonzero() -> impl Strategy<Value = Polynomial> {
        polynomial().prop_map(|p| if p.is_zero() { Polynomial::one() } else { p })
    }

    fn from_exponents(exponents: &[usize]) -> Polynomial {
        exponents.iter().fold(Polynomial::zero(), |sum, &exponent| sum.add(&Polynomial::power(exponent)))
    }

    #[test]
    fn known_products_and_divisors() {
        let x_plus_1 = from_exponents(&[1, 0]);
        assert_eq!(x_plus_1.mul(&x_plus_1), from_exponents(&[2, 0]));
        // x^4 + x = x (x + 1) (x^2 + x + 1)
        let cubic = from_exponents(&[3, 0]);
        assert_eq!(from_exponents(&[4, 1]).gcd(&cubic), cubic);
        assert_eq!(format!("{:?}", from_exponents(&[64, 2, 0])), "x^64 + x^2 + x^0");
        assert_eq!(Polynomial::zero().degree(), None);
        assert_eq!(Polynomial::power(64).degree(), Some(64));
    }

    #[test]
    #[should_panic(expected = "division by the polynomial 0")]
    fn nothing_is_divided_by_zero() {
        let _ = Polynomial::one().div_rem(&Polynomial::zero());
    }

    proptest! {
        #[test]
        fn is_a_commutative_ring(a in polynomial(), b in polynomial(), c in polynomial()) {
            prop_assert_eq!(a.add(&b), b.add(&a));
            prop_assert_eq!(a.mul(&b), b.mul(&a));
            prop_assert_eq!(a.mul(&b).mul(&c), a.mul(&b.mul(&c)));
            prop_assert_eq!(a.mul(&b.add(&c)), a.mul(&b).add(&a.mul(&c)));
            prop_assert_eq!(a.add(&a), Polynomial::zero());
            prop_assert_eq!(a.mul(&Polynomial::one()), a);
        }

        #[test]
        fn degrees_add(a in polynomial(), b in polynomial()) {
            let sum = a.degree().zip(b.degree()).map(|(a, b)| a + b);
            prop_assert_eq!(a.mul(&b).degree(), sum);
        }

        #[test]
        fn short_ways_agree_with_long_multiplication(a in polynomial(), shift in 0..200_usize) {
            prop_assert_eq!(a.square(), a.mul(&a));
            prop_assert_eq!(a.mul_x(), a.mul(&Polynomial::power(1)));
            let mut shifted = Polynomial::zero();
            shifted.add_shifted(&a, shift);
            prop_assert_eq!(shifted, a.mul(&Polynomial::power(shift)));
        }

        #[test]
        fn quotient_and_remainder_rebuild_the_dividend(a in polynomial(), b in nonzero()) {
            let (quotient, rest) = a.div_rem(&b);
            prop_assert!(rest.degree() < b.degree());
            prop_assert_eq!(quotient.mul(&b).add(&rest), a);
        }

        #[test]
        fn gcd_divides_both_and_is_a_combination(a in nonzero(), b in nonzero(), c in nonzero()) {
            let (a, b) = (a.mul(&c), b.mul(&c));
            let Bezout { gcd, s, t } = a.extended_gcd(&b);
            prop_assert_eq!(&gcd, &a.gcd(&b));
            prop_assert_eq!(s.mul(&a).add(&t.mul(&b)), gcd.clone());
            prop_assert!(a.div_rem(&gcd).1.is_zero());
            prop_assert!(b.div_rem(&gcd).1.is_zero());
            prop_assert!(gcd.div_rem(&c).1.is_zero());
        }

        #[test]
        fn gcd_with_zero_is_the_other(a in polynomial()) {
            let zero = Polynomial::zero();
            for Bezout { gcd, .. } in [a.extended_gcd(&zero), zero.extended_gcd(&a)] {
                prop_assert_eq!(gcd, a.clone());
            }
        }
    }

    #[test]
    fn doubling_agrees_with_the_recurrence() {
        let argument = Polynomial::power(1);
        for (argument, function) in [
            (argument.clone(), fibonacci as fn(usize) -> Polynomial),
            (argument.add(&Polynomial::one()), fibonacci_plus_one),
        ] {
            let (mut at, mut before) = (Polynomial::one(), Polynomial::zero());
            for n in 0..150 {
                assert_eq!(function(n), at, "F_{n}");
                assert_eq!(at.degree(), Some(n));
                let next = argument.mul(&at).add(&before);
                before = std::mem::replace(&mut at, next);
            }
        }
    }
}
