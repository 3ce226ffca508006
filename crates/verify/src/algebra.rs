//! The checker for systems of linear equations: lights whose colours count modulo a prime.
//!
//! Each light gives an equation: its colour and the presses that change it add up to 0. The proof
//! names some presses as *unknowns*, and an order of all others in which each follows from a light
//! whose other presses come before it. So every press is a sum of multiples of the unknowns and a
//! number. The lights that remain are equations of the unknowns alone, which are solved by Gaussian
//! elimination. All solutions of the whole system are found so; their presses are counted one by
//! one.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::bytes::Reader;
use crate::{Progress, Rejected, reject};

/// A system of equations.
pub struct System<'s> {
    /// The number of colours.
    pub colours: u8,
    /// The colour of each light.
    pub levels: &'s [u16],
    /// The presses that change each light.
    pub presses: Vec<Vec<u32>>,
}

/// Numbers modulo the colours: multiples of the unknowns, then a number.
type Row = Vec<u8>;

impl System<'_> {
    /// Adds one row to another.
    fn add(&self, to: &mut [u8], row: &[u8]) {
        for (one, &other) in to.iter_mut().zip(row) {
            let sum = *one + other;
            *one = if sum >= self.colours { sum - self.colours } else { sum };
        }
    }

    /// Multiplies a row.
    fn scale(&self, row: &mut [u8], by: u8) {
        row.iter_mut()
            .for_each(|one| *one = (u16::from(*one) * u16::from(by) % u16::from(self.colours)) as u8);
    }

    /// Returns the colour of a light plus the presses that change it, except one.
    fn sum(
        &self,
        light: usize,
        rows: &[Option<Row>],
        without: u32,
        unknowns: usize,
    ) -> Result<Row, Rejected> {
        let mut sum = vec![0; unknowns + 1];
        sum[unknowns] = self.levels[light] as u8;
        for &press in self.presses[light].iter().filter(|&&press| press != without) {
            match &rows[press as usize] {
                Some(row) => self.add(&mut sum, row),
                None => return reject(format!("press {press} is used before it is known")),
            }
        }
        Ok(sum)
    }

    /// Reads the order and returns a row for every press, and those of the lights that remain.
    fn read(&self, presses: usize, input: &mut Reader<'_>) -> Result<(Vec<Option<Row>>, Vec<Row>), Rejected> {
        let mut rows: Vec<Option<Row>> = vec![None; presses];
        let mut used = vec![false; self.levels.len()];
        let unknowns = input.count()?;
        if unknowns > presses || presses.saturating_mul(unknowns) > 1 << 31 {
            return reject("there are too many unknown presses");
        }
        for unknown in 0..unknowns {
            let mut row = vec![0; unknowns + 1];
            row[unknown] = 1;
            if rows[input.below(presses)?].replace(row).is_some() {
                return reject("a press is named twice");
            }
        }
        for _ in unknowns..presses {
            let (light, press) = (input.below(self.levels.len())?, input.below(presses)?);
            if rows[press].is_some() || core::mem::replace(&mut used[light], true) {
                return reject("a press or a light is named twice");
            }
            if !self.presses[light].contains(&(press as u32)) {
                return reject(format!("press {press} does not change light {light}"));
            }
            let mut row = self.sum(light, &rows, press as u32, unknowns)?;
            self.scale(&mut row, self.colours - 1);
            rows[press] = Some(row);
        }
        let rest = (0..used.len()).filter(|&light| !used[light]);
        let rest = rest.map(|light| self.sum(light, &rows, u32::MAX, unknowns)).collect::<Result<_, _>>()?;
        Ok((rows, rest))
    }

    /// Brings equations into reduced form: each has a column where it has 1 and all others have 0.
    /// Returns these columns, or `None` if the equations contradict each other.
    fn reduce(&self, rows: &mut Vec<Row>, unknowns: usize) -> Option<Vec<usize>> {
        let mut columns = Vec::new();
        for column in 0..unknowns {
            let done = columns.len();
            let Some(with) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
            rows.swap(done, with);
            let mut pivot = rows[done].clone();
            let one = |by: &u8| u16::from(*by) * u16::from(pivot[column]) % u16::from(self.colours) == 1;
            let inverse = (1..self.colours).find(one)?;
            self.scale(&mut pivot, inverse);
            for (number, row) in rows.iter_mut().enumerate() {
                if number != done && row[column] != 0 {
                    let mut multiple = pivot.clone();
                    self.scale(&mut multiple, self.colours - row[column]);
                    self.add(row, &multiple);
                }
            }
            rows[done] = pivot;
            columns.push(column);
        }
        let contradicts = rows[columns.len()..].iter().any(|row| row[unknowns] != 0);
        rows.truncate(columns.len());
        (!contradicts).then_some(columns)
    }

    /// Visits the number of presses of every solution.
    ///
    /// # Errors
    /// What is wrong with the proof.
    pub fn solutions(
        &self,
        presses: usize,
        input: &mut Reader<'_>,
        progress: &mut Progress<'_>,
        visit: &mut dyn FnMut(u64),
    ) -> Result<(), Rejected> {
        if self.colours > 127 || (2..self.colours).any(|divisor| self.colours.is_multiple_of(divisor)) {
            return reject("the number of colours is not a prime below 128");
        }
        let (rows, mut rest) = self.read(presses, input)?;
        let unknowns = rows.iter().flatten().next().map_or(0, |row| row.len() - 1);
        let Some(columns) = self.reduce(&mut rest, unknowns) else { return Ok(()) };
        // The presses for values of the unknowns. Without the number: a change that keeps all lights.
        let presses_for = |values: &[u8], is_change: bool| -> Row {
            let row = |row: &Row| {
                let products = row.iter().zip(values).map(|(&one, &value)| u64::from(one) * u64::from(value));
                let number = if is_change { 0 } else { u64::from(row[unknowns]) };
                ((products.sum::<u64>() + number) % u64::from(self.colours)) as u8
            };
            rows.iter().flatten().map(row).collect()
        };
        let negated = |number: u8| if number == 0 { 0 } else { self.colours - number };
        let mut values = vec![0; unknowns];
        columns.iter().zip(&rest).for_each(|(&column, row)| values[column] = negated(row[unknowns]));
        let mut solution = presses_for(&values, false);
        let mut changes = Vec::new();
        for column in (0..unknowns).filter(|column| !columns.contains(column)) {
            let mut values = vec![0; unknowns];
            values[column] = 1;
            columns.iter().zip(&rest).for_each(|(&pivot, row)| values[pivot] = negated(row[column]));
            changes.push(presses_for(&values, true));
        }
        let total = (0..changes.len()).try_fold(1_u64, |total, _| total.checked_mul(self.colours.into()));
        let Some(total) = total else { return reject("there are too many solutions to count them") };
        let mut counter = vec![0; changes.len()];
        for done in 1..=total {
            visit(solution.iter().map(|&times| u64::from(times)).sum());
            if done % 65_536 == 0 {
                progress(done, total)?;
            }
            // The next combination: a change that was added as often as there are colours is undone.
            for (digit, change) in counter.iter_mut().zip(&changes) {
                self.add(&mut solution, change);
                *digit = if *digit + 1 == self.colours { 0 } else { *digit + 1 };
                if *digit != 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}
