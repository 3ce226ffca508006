//! The list of columns, folded as the top bits of the index are fixed one after the other.
//!
//! Fixing the top bit `u` of the index leaves a list of columns that are one bit shorter: two
//! columns that differ in that bit only become one, with the sum or the difference of their values.
//! *Which* entries meet does not depend on `u`, so it is computed once per level, and folding a
//! list is a loop without branches.

use super::leaf::{LANE_BITS, LEAF_BITS, Lane};

/// One level: which entries of the list before meet in an entry of the list after.
#[derive(Debug)]
struct Level {
    /// Pairs that meet: first the one whose top bit is 0.
    both: Vec<(u32, u32)>,
    /// Entries whose top bit is 0 and that meet none; they follow after `both`.
    low: Vec<u32>,
    /// Entries whose top bit is 1 and that meet none; they come last.
    high: Vec<u32>,
}

/// The list and all its levels.
#[derive(Debug)]
pub struct Folds {
    values: Vec<i32>,
    levels: Vec<Level>,
    /// Where the entries of the last list go in the array: the row, and the bits beyond the array.
    places: Vec<(u32, u32)>,
    leaf_bits: u32,
    /// Bits added below the index, so that there are at least as many as lanes need.
    padding: u32,
    bound: usize,
}

impl Folds {
    /// Computes the levels for a list of columns of `dimension` bits; no number of the transform
    /// exceeds `bound`.
    pub fn new(list: &[(u64, i32)], dimension: usize, bound: usize) -> Self {
        let padding = LANE_BITS.saturating_sub(dimension as u32);
        let bits = dimension as u32 + padding;
        let leaf_bits = bits.min(LEAF_BITS);
        let mut columns: Vec<u64> = list.iter().map(|&(column, _)| column << padding).collect();
        let levels = (leaf_bits..bits).rev().map(|bit| fold_columns(&mut columns, bit)).collect();
        let inner = leaf_bits - LANE_BITS;
        let places =
            columns.iter().map(|&column| ((column & ((1 << inner) - 1)) as u32, (column >> inner) as u32));
        let values = list.iter().map(|&(_, value)| value).collect();
        Self { values, levels, places: places.collect(), leaf_bits, padding, bound }
    }

    /// The number of bits fixed before an array is filled.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The bits of the index within the array, and how many of them are padding.
    pub fn leaf_bits(&self) -> (u32, u32) {
        (self.leaf_bits, self.padding)
    }

    /// No number of the transform exceeds it.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Where the entries of the last list go in the array.
    pub fn places(&self) -> &[(u32, u32)] {
        &self.places
    }

    /// The values of the list before any bit is fixed.
    pub fn values<T: Lane>(&self) -> Vec<T> {
        self.values.iter().map(|&value| T::of(value)).collect()
    }

    /// Computes the values after fixing the top bit of level `level` to 0 and to 1.
    pub fn fold<T: Lane>(&self, level: usize, before: &[T], [zero, one]: &mut [Vec<T>; 2]) {
        let Level { both, low, high } = &self.levels[level];
        let size = both.len() + low.len() + high.len();
        zero.resize(size, T::default());
        one.resize(size, T::default());
        let (zero_both, zero) = zero.split_at_mut(both.len());
        let (one_both, one) = one.split_at_mut(both.len());
        for ((&(low, high), zero), one) in both.iter().zip(zero_both).zip(one_both) {
            let (low, high) = (before[low as usize], before[high as usize]);
            (*zero, *one) = (low.plus(high), low.minus(high));
        }
        let (zero_low, zero_high) = zero.split_at_mut(low.len());
        let (one_low, one_high) = one.split_at_mut(low.len());
        for ((&low, zero), one) in low.iter().zip(zero_low).zip(one_low) {
            (*zero, *one) = (before[low as usize], before[low as usize]);
        }
        for ((&high, zero), one) in high.iter().zip(zero_high).zip(one_high) {
            (*zero, *one) = (before[high as usize], T::default().minus(before[high as usize]));
        }
    }
}

/// Removes the top bit from the columns; those that become equal are merged.
fn fold_columns(columns: &mut Vec<u64>, bit: u32) -> Level {
    let mut by_rest: Vec<(u64, u32)> =
        (0..).zip(columns.iter()).map(|(index, &column)| (column, index)).collect();
    by_rest.sort_unstable_by_key(|&(column, _)| (column & ((1 << bit) - 1), column));
    let rest = |&(column, _): &(u64, u32)| column & ((1 << bit) - 1);
    let mut level = Level { both: Vec::new(), low: Vec::new(), high: Vec::new() };
    let mut after = [Vec::new(), Vec::new(), Vec::new()];
    for group in by_rest.chunk_by(|a, b| rest(a) == rest(b)) {
        let kind = match *group {
            [(_, low), (_, high)] => {
                level.both.push((low, high));
                0
            }
            [(column, only)] if column >> bit & 1 == 0 => {
                level.low.push(only);
                1
            }
            [(_, only)] => {
                level.high.push(only);
                2
            }
            _ => unreachable!("columns of a list are different"),
        };
        after[kind].push(rest(&group[0]));
    }
    *columns = after.concat();
    level
}
