//! The leaves of the folding: a small array, transformed in the cache.
//!
//! The array has one row of [`LANES`] numbers for each value of the low bits of the index; the lane
//! is the top bits. Thus every step of the transform adds or subtracts whole rows, which compilers
//! turn into vector instructions, and the bits of the lane are handled while the array is filled.

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
