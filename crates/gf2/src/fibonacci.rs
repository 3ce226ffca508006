//! Fibonacci polynomials over GF(2): `F_0 = 1`, `F_1 = x`, `F_(k+1) = x F_k + F_(k-1)`. They give
//! the nullity of a rectangle in Lights Out (Goldwasser, Klostermeyer and Trapp 1997).
//!
//! Over GF(2) they double cheaply, because squares have no mixed terms:
//!
//! ```text
//! F_(2k+1) = x F_k²        F_(2k) = F_k² + F_(k-1)²
//! ```
//!
//! so `F_n` costs about as much as writing it down.

use crate::poly::Polynomial;

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
