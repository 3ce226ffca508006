//! The transform of a list of columns: folded as the top bits of the index are fixed one after the
//! other, then a small array that is transformed in the cache.
//!
//! Fixing the top bit `u` of the index leaves a list of columns that are one bit shorter: two
//! columns that differ in that bit only become one, with the sum or the difference of their values.
//! *Which* entries meet does not depend on `u`, so it is computed once per level, and folding a
//! list is a loop without branches.
//!
//! The array has one row of [`LANES`] numbers for each value of the low bits of the index; the lane
//! is the top bits. Thus every step of the transform adds or subtracts whole rows, which compilers
//! turn into vector instructions, and the bits of the lane are handled while the array is filled.

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

/// Numbers added at once.
const LANES: usize = 1 << LANE_BITS;
/// Bits of the index that select the lane.
pub const LANE_BITS: u32 = 3;
/// Bits of the index within an array.
pub const LEAF_BITS: u32 = 13;

/// A number of the transform: 16 bits if they suffice, because twice as many fit in a vector
/// register.
pub trait Lane: Copy + Default + Ord + Into<i32> + Send + Sync {
    /// Converts a number, which must fit.
    fn of(value: i32) -> Self;
    /// The least number.
    const LEAST: Self;
    /// The sum. It never overflows, because no balance exceeds the number of positions.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
}

macro_rules! lane {
    ($number:ty) => {
        impl Lane for $number {
            fn of(value: i32) -> Self {
                value as Self
            }
            const LEAST: Self = Self::MIN;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    };
}
lane!(i16);
lane!(i32);

type Row<T> = [T; LANES];

#[inline(always)]
fn add<T: Lane>(a: Row<T>, b: Row<T>) -> Row<T> {
    std::array::from_fn(|lane| a[lane].plus(b[lane]))
}

#[inline(always)]
fn sub<T: Lane>(a: Row<T>, b: Row<T>) -> Row<T> {
    std::array::from_fn(|lane| a[lane].minus(b[lane]))
}

#[inline(always)]
fn max<T: Lane>(a: Row<T>, b: Row<T>) -> Row<T> {
    std::array::from_fn(|lane| a[lane].max(b[lane]))
}

/// The array.
pub struct Leaf<T> {
    rows: Vec<Row<T>>,
    padding: u32,
}

impl<T: Lane> Leaf<T> {
    /// Returns an array for `bits` bits of index, of which the lowest `padding` are padding.
    pub fn new((bits, padding): (u32, u32)) -> Self {
        Self { rows: vec![[T::default(); LANES]; 1 << (bits - LANE_BITS)], padding }
    }

    /// The number of sums in the array.
    pub fn sums(&self) -> u64 {
        (self.rows.len() * LANES) as u64 >> self.padding
    }

    /// Fills the array and transforms all but the lowest bits. Returns the largest number.
    pub fn load(&mut self, values: &[T], places: &[(u32, u32)]) -> T {
        self.rows.fill([T::default(); LANES]);
        for (&value, &(place, bits)) in values.iter().zip(places) {
            let row = &mut self.rows[place as usize];
            let (plus, minus) = (value, T::default().minus(value));
            let signs = &SIGNS[bits as usize % LANES];
            *row = std::array::from_fn(|lane| row[lane].plus(if signs[lane] { minus } else { plus }));
        }
        let low = self.low();
        let mut width = self.rows.len();
        while width > low {
            width = match (width / low).ilog2() % 3 {
                0 => pass::<T, 8>(&mut self.rows, width),
                1 => pass::<T, 2>(&mut self.rows, width),
                _ => pass::<T, 4>(&mut self.rows, width),
            };
        }
        let mut most = [T::LEAST; LANES];
        if low == 1 {
            most = self.rows.iter().fold(most, |most, &row| max(most, row));
        } else {
            for chunk in self.rows.as_chunks::<LOW>().0 {
                let mut all = *chunk;
                butterfly(&mut all);
                most = all.into_iter().fold(most, max);
            }
        }
        most.into_iter().max().unwrap_or(T::LEAST)
    }

    /// The number of rows that [`Leaf::load`] does not mix with each other.
    fn low(&self) -> usize {
        if self.rows.len() > LOW { LOW } else { 1 }
    }

    /// Transforms the lowest bits. Only needed if the largest number matters.
    pub fn finish(&mut self) {
        if self.low() == LOW {
            pass::<T, LOW>(&mut self.rows, LOW);
        }
    }

    /// Calls `visit` with the index and the number of every sum, ascending.
    pub fn each(&self, mut visit: impl FnMut(u64, T)) {
        for lane in 0..LANES {
            for (low, row) in self.rows.iter().enumerate() {
                let index = lane * self.rows.len() + low;
                if index.trailing_zeros() >= self.padding {
                    visit(index as u64 >> self.padding, row[lane]);
                }
            }
        }
    }
}

/// Rows whose mixing is left to the last pass, which need not store anything.
const LOW: usize = 8;

/// Mixes rows that are `width / N` apart, within each block of `width` rows. Returns the remaining
/// width.
fn pass<T: Lane, const N: usize>(rows: &mut [Row<T>], width: usize) -> usize {
    let apart = width / N;
    for block in rows.chunks_exact_mut(width) {
        for first in 0..apart {
            let mut mixed: [Row<T>; N] = std::array::from_fn(|index| block[first + index * apart]);
            butterfly(&mut mixed);
            for (index, row) in mixed.into_iter().enumerate() {
                block[first + index * apart] = row;
            }
        }
    }
    apart
}

/// The transform of `N` rows, a power of two.
#[inline(always)]
fn butterfly<T: Lane, const N: usize>(rows: &mut [Row<T>; N]) {
    let mut apart = N / 2;
    while apart > 0 {
        for index in (0..N).filter(|index| index & apart == 0) {
            let (a, b) = (rows[index], rows[index + apart]);
            (rows[index], rows[index + apart]) = (add(a, b), sub(a, b));
        }
        apart /= 2;
    }
}

/// Whether lane `u` takes the value of a column with lane bits `c` negated: the parity of `u & c`.
const SIGNS: [[bool; LANES]; LANES] = {
    let mut signs = [[false; LANES]; LANES];
    let mut index = 0;
    while index < LANES * LANES {
        let (column, lane) = (index / LANES, index % LANES);
        signs[column][lane] = (column & lane).count_ones() % 2 == 1;
        index += 1;
    }
    signs
};
