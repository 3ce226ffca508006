//! Elimination modulo a prime power.
//!
//! The pivot is a number with the fewest factors `p` in all that is left, so it divides everything
//! that is left: its column is cleared, and its row reads `p^v (x_pivot + c_1 x_1 + ...) = b`. If
//! `p^v` does not divide `b` there is no solution. Otherwise the pivot unknown is determined by
//! later ones up to multiples of `p^(k-v)`, of which there are `p^v`.

use super::{Generator, ResidueSolutions, add};

/// A prime power `p^k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimePower {
    prime: u8,
    power: u8,
}

impl PrimePower {
    /// Returns the maximal prime powers that divide a number.
    pub fn all_in(number: u8) -> Vec<Self> {
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
    pub fn idempotent(self, modulus: u8) -> u32 {
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
    pub fn solve(
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
