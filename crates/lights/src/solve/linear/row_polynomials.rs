//! Rows of presses as polynomials (Goldwasser, Klostermeyer and Trapp 1997): why a rectangle needs
//! neither search nor elimination.
//!
//! Light chasing (Scherphuis): if the presses of the first row are known, every further row is
//! forced, because a light of row `i` can still be put out only by the press below it. With `S` for
//! "shift left plus shift right" and `A = 1 + S`:
//!
//! ```text
//! x[i+1] = lights[i] + A x[i] + x[i-1]
//! ```
//!
//! Chasing from an empty first row leaves lights `c` on the last row only. Another first row `u`
//! changes what is left by `F_h(A) u`, where `F_h` is a Fibonacci polynomial, as the recurrence
//! shows. So the equation is `F_h(1 + S) u = c`.
//!
//! The single press `e_0`, shifted repeatedly, reaches `e_k = F_k(S) e_0`, and `F_w(S) = 0` for a
//! row of `w` cells. Every row is therefore `U(S) e_0` for one polynomial `U` modulo `F_w`, and the
//! equation is `P U = C` modulo `F_w` with `P = F_h(y + 1)`. The extended Euclidean algorithm
//! solves it: with `g = gcd(P, F_w)` the *nullity* is the degree of `g`, there is a solution if `g`
//! divides `C`, and the rows that change nothing are the multiples of `F_w / g`. The cost is about
//! `w² / 64` steps.

use fewest_gf2::{Congruence, Polynomial, fibonacci, fibonacci_pair};

use crate::rules::{last_word_mask, words_in_row};

/// A packed row of cells.
pub type Row = Vec<u64>;

/// The equation of the first row, for boards of one size.
pub struct FirstRows {
    width: usize,
    /// `P U = C` modulo `F_w`; the multiples of its period `F_w / g` are the first rows of quiet
    /// patterns.
    equation: Congruence,
}

impl FirstRows {
    /// Sets up the equation for boards of `width` columns and `height` rows.
    pub fn new(width: usize, height: usize) -> Self {
        let modulus = fibonacci(width);
        // Squares are reduced on the way, so that the cost hardly depends on the height.
        let times_step = |factor: &Polynomial| factor.mul_x().add(factor);
        let [at_end, _] = fibonacci_pair(height, times_step, |square| square.div_rem(&modulus).1);
        Self { width, equation: Congruence::new(&at_end, &modulus) }
    }

    /// The nullity: the dimension of the space of quiet patterns.
    pub fn nullity(&self) -> usize {
        self.equation.freedom()
    }

    /// Returns a first row that puts out the lights `left` on the last row; None if there is none.
    pub fn first_row_for(&self, left: &[u64]) -> Option<Row> {
        let solution = self.equation.solve(&polynomial_of(left, self.width))?;
        Some(row_of(&solution, self.width))
    }

    /// Returns the first rows of a basis of the quiet patterns. Multiplying by `y` is applying `S`.
    pub fn quiet_rows(&self) -> impl Iterator<Item = Row> + '_ {
        let first = row_of(self.equation.period(), self.width);
        std::iter::successors(Some(first), |row| Some(left_plus_right(row, self.width))).take(self.nullity())
    }
}

/// Applies `S` to a row: each cell becomes the sum of its left and right neighbours.
fn left_plus_right(row: &[u64], width: usize) -> Row {
    let mut sum = vec![0; row.len()];
    add_left_and_right(&mut sum, row, width);
    sum
}

/// Adds `S row` to `sum`.
pub fn add_left_and_right(sum: &mut [u64], row: &[u64], width: usize) {
    let mut carry = 0;
    for (index, &word) in row.iter().enumerate() {
        let next = row.get(index + 1).copied().unwrap_or(0);
        sum[index] ^= word << 1 ^ carry ^ word >> 1 ^ next << 63;
        carry = word >> 63;
    }
    if let Some(last) = sum.last_mut() {
        *last &= last_word_mask(width);
    }
}

/// Returns the polynomial of a row: the sum of `F_k` over its cells `k`, by Clenshaw's scheme
/// `b_k = row_k + y b_(k+1) + b_(k+2)`, whose `b_0` is the sum.
pub fn polynomial_of(row: &[u64], width: usize) -> Polynomial {
    let one = Polynomial::one();
    let (mut at, mut above) = (Polynomial::zero(), Polynomial::zero());
    for k in (0..width).rev() {
        above.add_shifted(&at, 1);
        if row[k / 64] >> (k % 64) & 1 == 1 {
            above.add_shifted(&one, 0);
        }
        std::mem::swap(&mut at, &mut above);
    }
    at
}

/// Returns the row of a polynomial: `U(S) e_0` by Horner's scheme.
pub fn row_of(polynomial: &Polynomial, width: usize) -> Row {
    let mut row = vec![0; words_in_row(width)];
    let mut next = row.clone();
    for exponent in (0..=polynomial.degree().unwrap_or(0)).rev() {
        next.fill(0);
        add_left_and_right(&mut next, &row, width);
        next[0] ^= u64::from(polynomial.coefficient(exponent));
        std::mem::swap(&mut row, &mut next);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nullity_of_known_squares() {
        let known =
            [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20];
        for (index, nullity) in known.into_iter().enumerate() {
            assert_eq!(FirstRows::new(index + 1, index + 1).nullity(), nullity, "side {}", index + 1);
        }
        assert_eq!(FirstRows::new(123, 123).nullity(), 80);
    }

    proptest! {
        #[test]
        fn rows_are_polynomials(bits in prop::collection::vec(any::<bool>(), 1..150)) {
            let row = fewest_gf2::BitVec::from_bools(&bits).into_words();
            let polynomial = polynomial_of(&row, bits.len());
            prop_assert!(polynomial.degree().is_none_or(|degree| degree < bits.len()));
            prop_assert_eq!(row_of(&polynomial, bits.len()), row);
        }

        #[test]
        fn nullity_does_not_depend_on_which_side_is_up(width in 1..80_usize, height in 1..80_usize) {
            prop_assert_eq!(FirstRows::new(width, height).nullity(), FirstRows::new(height, width).nullity());
        }
    }
}
