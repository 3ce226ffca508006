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
//!
//! *Joined edges*, and presses with or without their own light ([`PlusLattice`]), change the ring:
//!
//! ```text
//!   rows of a flat board        polynomials in y modulo F_w        A = y or y + 1
//!   rows that close             polynomials in t modulo t^w + 1    A = t + 1/t or t + 1/t + 1
//! ```
//!
//! On a row that closes, cell `k` is `t^k`. If columns end, the equation is `F_h(A) u = c` as
//! above. If columns close, after `h` steps the first row and the one "above" it, which is the
//! last, come again. `h` steps multiply the pair by
//!
//! ```text
//!   ( A 1 )^h   =   ( F_h      F_(h-1) )
//!   ( 1 0 )         ( F_(h-1)  F_(h-2) )
//! ```
//!
//! at `A`, so the pair is found from two equations in two unknowns.

use fewest_gf2::{Congruence, CongruencePair, Pair, Polynomial, fibonacci, fibonacci_pair};

use crate::rules::{Cells, last_word_mask, words_in_row};

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

/// The equations of the first rows.
enum Condition {
    /// The first row, if columns end.
    First(Congruence),
    /// The first row and the last, if columns close.
    FirstAndLast(Box<CongruencePair>),
}

/// A solver for boards of one size and neighbourhood.
pub struct PlusLattice {
    width: usize,
    height: usize,
    round_x: bool,
    with_self: bool,
    condition: Condition,
}

impl PlusLattice {
    /// Prepares for boards with that many columns and rows, each with whether its ends are joined.
    pub fn new((width, round_x): (usize, bool), (height, round_y): (usize, bool), with_self: bool) -> Self {
        let modulus = match round_x {
            true => Polynomial::power(width).add(&Polynomial::one()),
            false => fibonacci(width),
        };
        let times_step = |factor: &Polynomial| {
            let mut product = factor.mul_x();
            if round_x {
                product.add_shifted(factor, width - 1);
                product = folded(&product, width);
            }
            if with_self { product.add(factor) } else { product }
        };
        let reduced = |square: Polynomial| match round_x {
            true => folded(&square, width),
            false => square.div_rem(&modulus).1,
        };
        let [at_end, before] = fibonacci_pair(height, times_step, reduced);
        let condition = if round_y {
            let earlier = at_end.add(&times_step(&before));
            let one = Polynomial::one();
            let matrix = [[at_end.add(&one), before.clone()], [before, earlier.add(&one)]];
            Condition::FirstAndLast(Box::new(CongruencePair::new(matrix, &modulus)))
        } else {
            Condition::First(Congruence::new(&at_end, &modulus))
        };
        Self { width, height, round_x, with_self, condition }
    }

    /// The nullity: the dimension of the space of quiet patterns.
    pub fn nullity(&self) -> usize {
        match &self.condition {
            Condition::First(first) => first.freedom(),
            Condition::FirstAndLast(both) => both.freedom(),
        }
    }

    /// Returns presses that put these lights out; None if there are none.
    pub fn particular_solution(&self, lit: &Cells) -> Option<Cells> {
        let empty = || vec![0; words_in_row(self.width)];
        let [below, last] = self.chase(Some(lit), [empty(), empty()], |_| ());
        let start = match &self.condition {
            Condition::First(first) => [self.row(&first.solve(&self.polynomial(&below))?), empty()],
            Condition::FirstAndLast(both) => {
                both.solve(&[self.polynomial(&below), self.polynomial(&last)])?.map(|of| self.row(&of))
            }
        };
        Some(self.presses(Some(lit), start))
    }

    /// Returns a basis of the quiet patterns, made one at a time.
    pub fn quiet_patterns(&self) -> Box<dyn Iterator<Item = Cells> + '_> {
        let pattern = |start: Pair| self.presses(None, start.map(|of| self.row(&of)));
        match &self.condition {
            Condition::First(first) => {
                let starts = (0..first.freedom())
                    .map(|exponent| [first.period().mul(&Polynomial::power(exponent)), Polynomial::zero()]);
                Box::new(starts.map(pattern))
            }
            Condition::FirstAndLast(both) => Box::new(both.basis().map(pattern)),
        }
    }

    fn polynomial(&self, row: &[u64]) -> Polynomial {
        if self.round_x { Polynomial::from_words(row.to_vec()) } else { polynomial_of(row, self.width) }
    }

    fn row(&self, polynomial: &Polynomial) -> Row {
        if !self.round_x {
            return row_of(polynomial, self.width);
        }
        let mut row = folded(polynomial, self.width).words().to_vec();
        row.resize(words_in_row(self.width), 0);
        row
    }

    /// Returns all presses, given the first row and the one above it.
    fn presses(&self, lit: Option<&Cells>, start: [Row; 2]) -> Cells {
        let mut words = Vec::with_capacity(self.height * words_in_row(self.width));
        let end = self.chase(lit, start.clone(), |row| words.extend_from_slice(row));
        let leaves_no_light = || match self.condition {
            Condition::First(_) => end[0].iter().all(|&word| word == 0),
            Condition::FirstAndLast(_) => end == start,
        };
        debug_assert!(leaves_no_light(), "a solution leaves no light");
        Cells::from_words(self.width, self.height, words)
    }

    /// Runs the recurrence from the first row and the one above it. Returns the row below the last,
    /// and the last.
    fn chase(&self, lit: Option<&Cells>, start: [Row; 2], mut visit: impl FnMut(&[u64])) -> [Row; 2] {
        let [mut row, mut next] = start;
        for y in 0..self.height {
            visit(&row);
            // `next` still holds the row above and becomes the row below.
            add_left_and_right(&mut next, &row, self.width);
            if self.round_x {
                let last = self.width - 1;
                next[0] ^= row[last / 64] >> (last % 64) & 1;
                next[last / 64] ^= (row[0] & 1) << (last % 64);
            }
            if self.with_self {
                add_row(&mut next, &row);
            }
            if let Some(lit) = lit {
                add_row(&mut next, lit.row(y));
            }
            std::mem::swap(&mut row, &mut next);
        }
        [row, next]
    }
}

/// Adds a row to another.
pub fn add_row(to: &mut [u64], addend: &[u64]) {
    to.iter_mut().zip(addend).for_each(|(to, &addend)| *to ^= addend);
}

/// Returns the remainder modulo `t^w + 1`: exponents count modulo `w`.
fn folded(polynomial: &Polynomial, width: usize) -> Polynomial {
    let (skip, bits) = (width / 64, width % 64);
    let mut folded = polynomial.clone();
    while folded.degree().is_some_and(|degree| degree >= width) {
        let words = folded.words();
        let above = words[skip..].iter().zip(words[skip + 1..].iter().chain(&[0]));
        let high = above.map(|(&word, &next)| word >> bits | next << 1 << (63 - bits)).collect();
        let mut low = words[..words.len().min(skip + 1)].to_vec();
        if let Some(last) = low.get_mut(skip) {
            *last &= (1 << bits) - 1;
        }
        folded = Polynomial::from_words(low).add(&Polynomial::from_words(high));
    }
    folded
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
