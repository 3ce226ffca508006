//! The plus neighbourhood on a rectangle whose edges may be joined, with or without the pressed
//! light: rows of presses as polynomials, as in
//! [`row_polynomials`](crate::solve::linear::row_polynomials), in a ring that depends on the edges.
//!
//! ```text
//!   rows of a flat board        polynomials in y modulo F_w        A = y or y + 1
//!   rows that close             polynomials in t modulo t^w + 1    A = t + 1/t or t + 1/t + 1
//! ```
//!
//! On a row that closes, cell `k` is `t^k`. Every row follows from the two before it,
//! `x[i+1] = lights[i] + A x[i] + x[i-1]`.
//!
//! *Columns that end*: nothing is above the first row, and nothing may be left below the last:
//! `F_h(A) u = c` for the first row `u`, where `c` is left by an empty one. *Columns that close*:
//! after `h` steps the first row and the one "above" it, which is the last, come again. `h` steps
//! multiply the pair by
//!
//! ```text
//!   ( A 1 )^h   =   ( F_h      F_(h-1) )
//!   ( 1 0 )         ( F_(h-1)  F_(h-2) )
//! ```
//!
//! at `A`, so the pair is found from two equations in two unknowns.

use fewest_gf2::{Congruence, CongruencePair, Pair, Polynomial, fibonacci, fibonacci_pair};

use crate::rules::{Cells, words_in_row};
use crate::solve::linear::row_polynomials::{Row, add_left_and_right, polynomial_of, row_of};

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
                add(&mut next, &row);
            }
            if let Some(lit) = lit {
                add(&mut next, lit.row(y));
            }
            std::mem::swap(&mut row, &mut next);
        }
        [row, next]
    }
}

fn add(to: &mut [u64], addend: &[u64]) {
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
