//! Dense matrices over GF(2): rank, null space, solution of linear systems, by Gaussian elimination
//! with the method of four Russians (Arlazarov, Dinic, Kronrod and Faradžev 1970).
//!
//! The plain method takes one pivot at a time and adds its row to every row that is set in the
//! pivot's column: `rows²` row additions. Here up to eight pivots are found first, examining only
//! as much of each row as that needs. The 256 sums of their rows are tabulated, each from an
//! earlier one by a single addition, and then one addition per row clears all eight columns at
//! once: about 1/8 of the work.

use crate::bits::{BitVec, WORD_BITS};

/// Pivots processed at once.
const BLOCK: usize = 8;
/// Columns searched for them.
const WINDOW: usize = 64;

/// A matrix whose rows are bit vectors of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: Vec<BitVec>,
    columns: usize,
}

impl Matrix {
    /// Returns the matrix with these rows. Panics if a row does not have `columns` bits.
    pub fn new(rows: Vec<BitVec>, columns: usize) -> Self {
        assert!(rows.iter().all(|row| row.len() == columns), "every row has {columns} bits");
        Self { rows, columns }
    }

    /// The rows.
    pub fn rows(&self) -> &[BitVec] {
        &self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The product with a column vector.
    pub fn mul(&self, vector: &BitVec) -> BitVec {
        BitVec::from_bools(&self.rows.iter().map(|row| row.dot(vector)).collect::<Vec<_>>())
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.reduce().0.len()
    }

    /// Returns a basis of the null space; it has `columns - rank` vectors.
    pub fn null_space(&self) -> Vec<BitVec> {
        let (pivots, reduced) = self.reduce();
        null_space(&pivots, &reduced.rows, self.columns)
    }

    /// Returns a solution `x` of `self · x = image`. None if there is none. Panics if `image` does
    /// not have one bit per row.
    pub fn solve(&self, image: &BitVec) -> Option<BitVec> {
        let (pivots, reduced) = self.with_column(image).reduce();
        solution(&pivots, &reduced.rows, self.columns)
    }

    /// Returns the results of [`Matrix::solve`] and [`Matrix::null_space`] for the price of one.
    pub fn solve_all(&self, image: &BitVec) -> (Option<BitVec>, Vec<BitVec>) {
        self.solve_all_while(image, || true).expect("nothing ends it")
    }

    /// Like [`Matrix::solve_all`]. None if `go_on`, which is called every few milliseconds, returns
    /// `false`.
    pub fn solve_all_while(
        &self,
        image: &BitVec,
        go_on: impl FnMut() -> bool,
    ) -> Option<(Option<BitVec>, Vec<BitVec>)> {
        let (pivots, reduced) = self.with_column(image).reduce_while(go_on)?;
        let one = solution(&pivots, &reduced.rows, self.columns);
        Some((one, null_space(&pivots, &reduced.rows, self.columns)))
    }

    fn with_column(&self, column: &BitVec) -> Self {
        assert_eq!(column.len(), self.rows.len(), "one bit per row");
        let rows = self.rows.iter().enumerate().map(|(index, row)| {
            let mut longer = BitVec::from_words(row.words().to_vec(), self.columns + 1);
            longer.set(self.columns, column.get(index));
            longer
        });
        Self::new(rows.collect(), self.columns + 1)
    }

    /// Returns the pivot columns, ascending, and the reduced row echelon form: row `i` begins at
    /// pivot `i`, and no other row is set there.
    fn reduce(&self) -> (Vec<usize>, Self) {
        self.reduce_while(|| true).expect("nothing ends it")
    }

    fn reduce_while(&self, go_on: impl FnMut() -> bool) -> Option<(Vec<usize>, Self)> {
        let stride = self.columns.div_ceil(WORD_BITS);
        let mut words: Vec<u64> = self.rows.iter().flat_map(|row| row.words().iter().copied()).collect();
        let pivots = reduce(&mut words, self.rows.len(), stride, go_on)?;
        let row = |index: usize| {
            BitVec::from_words(words[index * stride..(index + 1) * stride].to_vec(), self.columns)
        };
        let rows = (0..self.rows.len()).map(row).collect();
        Some((pivots, Self { rows, columns: self.columns }))
    }
}

/// Reads the solution off a reduced matrix with the image as its last column. None if a row reads 0
/// = 1.
fn solution(pivots: &[usize], rows: &[BitVec], columns: usize) -> Option<BitVec> {
    if pivots.last() == Some(&columns) {
        return None;
    }
    let mut solution = BitVec::zeros(columns);
    for (&pivot, row) in pivots.iter().zip(rows) {
        solution.set(pivot, row.get(columns));
    }
    Some(solution)
}

/// The null space of a reduced matrix, of which only the first `columns` columns count.
fn null_space(pivots: &[usize], rows: &[BitVec], columns: usize) -> Vec<BitVec> {
    let pivots = &pivots[..pivots.partition_point(|&pivot| pivot < columns)];
    let free = (0..columns).filter(|column| pivots.binary_search(column).is_err());
    free.map(|column| {
        // One free unknown is 1, the others 0; each pivot unknown then balances its row.
        let mut vector = BitVec::zeros(columns);
        vector.set(column, true);
        for (&pivot, row) in pivots.iter().zip(rows) {
            vector.set(pivot, row.get(column));
        }
        vector
    })
    .collect()
}

/// Brings a matrix of `rows` rows of `stride` words each into reduced row echelon form. Returns the
/// pivot columns, ascending: row `i` begins at pivot `i`, and no other row is set there. Bits
/// beyond the last column must be zero. None if `go_on`, which is called between blocks of pivots,
/// returns `false`.
fn reduce(
    words: &mut [u64],
    rows: usize,
    stride: usize,
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<usize>> {
    let mut pivots = Vec::new();
    let mut column = 0;
    while column < 64 * stride && pivots.len() < rows {
        if !go_on() {
            return None;
        }
        let first = pivots.len();
        column = find_pivots(words, rows, stride, column, &mut pivots);
        clear(words, rows, stride, first, &pivots[first..]);
    }
    Some(pivots)
}

/// Finds up to [`BLOCK`] further pivots from `column` on and moves their rows into place, reduced
/// among each other. Returns the column to continue with. Other rows are unchanged.
fn find_pivots(
    words: &mut [u64],
    rows: usize,
    stride: usize,
    mut column: usize,
    pivots: &mut Vec<usize>,
) -> usize {
    let first = pivots.len();
    // If pivots are rare, fewer than a block are processed early, because until then every
    // examination of a row is expensive.
    let end = (column + WINDOW).min(64 * stride);
    while column < end && pivots.len() < rows && pivots.len() < first + BLOCK {
        let rank = pivots.len();
        // A row not yet cleared at the new pivots is set in this column if its sum with the pivot
        // rows that it needs is.
        let found = (rank..rows).find(|&row| {
            let own = &words[row * stride..(row + 1) * stride];
            (first..rank).fold(bit(own, column), |set, index| {
                set ^ (bit(own, pivots[index]) && bit(&words[index * stride..], column))
            })
        });
        if let Some(row) = found {
            for (index, &pivot) in pivots.iter().enumerate().skip(first) {
                if bit(&words[row * stride..], pivot) {
                    add(words, stride, row, index);
                }
            }
            (0..stride).for_each(|word| words.swap(rank * stride + word, row * stride + word));
            for index in first..rank {
                if bit(&words[index * stride..], column) {
                    add(words, stride, index, rank);
                }
            }
            pivots.push(column);
        }
        column += 1;
    }
    column
}

/// Clears the columns of `pivots`, whose rows begin with row `first`, in all other rows.
fn clear(words: &mut [u64], rows: usize, stride: usize, first: usize, pivots: &[usize]) {
    let Some(&leftmost) = pivots.first() else { return };
    // Pivot rows are zero before their pivots, so only the words from there on are added.
    let from = leftmost / 64;
    let width = stride - from;
    let mut sums = vec![0; width << pivots.len()];
    for step in 1_usize..1 << pivots.len() {
        // The bits of a place are the rows in its sum; without the lowest one it is a sum already
        // tabulated.
        let (place, added) = (step, step.trailing_zeros() as usize);
        let (known, fresh) = sums.split_at_mut(place * width);
        let known = &known[(place & (place - 1)) * width..][..width];
        let row = &words[(first + added) * stride + from..][..width];
        for ((sum, &known), &row) in fresh.iter_mut().zip(known).zip(row) {
            *sum = known ^ row;
        }
    }
    for row in (0..rows).filter(|row| !(first..first + pivots.len()).contains(row)) {
        let own = &mut words[row * stride..(row + 1) * stride];
        let place =
            (0..).zip(pivots).fold(0, |place, (index, &pivot)| place | usize::from(bit(own, pivot)) << index);
        if place != 0 {
            for (word, &sum) in own[from..].iter_mut().zip(&sums[place * width..]) {
                *word ^= sum;
            }
        }
    }
}

fn bit(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 1
}

fn add(words: &mut [u64], stride: usize, to: usize, from: usize) {
    for word in 0..stride {
        words[to * stride + word] ^= words[from * stride + word];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A matrix with up to 80 columns and a vector to multiply it with. Few rows make dependent
    /// columns likely, sparse rows dependent rows.
    fn matrix_and_vector() -> impl Strategy<Value = (Matrix, BitVec)> {
        (0..12_usize, 1..80_usize).prop_flat_map(|(height, width)| {
            let row = prop::collection::vec(prop::bool::weighted(0.2), width);
            (prop::collection::vec(row.clone(), height), row).prop_map(move |(rows, vector)| {
                let rows = rows.iter().map(|row| BitVec::from_bools(row)).collect();
                (Matrix::new(rows, width), BitVec::from_bools(&vector))
            })
        })
    }

    #[test]
    fn says_when_there_is_no_solution() {
        let rows = [[true, true], [true, true]].iter().map(|row| BitVec::from_bools(row)).collect();
        let matrix = Matrix::new(rows, 2);
        assert_eq!(matrix.rank(), 1);
        assert_eq!(matrix.solve(&BitVec::from_bools(&[true, false])), None);
    }

    proptest! {
        #[test]
        fn solve_agrees_with_multiply((matrix, vector) in matrix_and_vector()) {
            let image = matrix.mul(&vector);
            let solution = matrix.solve(&image).expect("the image of a vector has a preimage");
            prop_assert_eq!(matrix.mul(&solution), image);
        }

        #[test]
        fn null_space_is_quiet_independent_and_complete((matrix, _) in matrix_and_vector()) {
            let basis = matrix.null_space();
            for vector in &basis {
                prop_assert!(matrix.mul(vector).is_zero());
            }
            prop_assert_eq!(Matrix::new(basis.clone(), matrix.columns()).rank(), basis.len());
            prop_assert_eq!(matrix.rank() + basis.len(), matrix.columns());
        }

        #[test]
        fn unsolvable_exactly_when_the_image_is_a_new_direction((matrix, _) in matrix_and_vector(), seed: u64) {
            let bits: Vec<bool> = (0..matrix.rows().len()).map(|index| seed >> index & 1 == 1).collect();
            let image = BitVec::from_bools(&bits);
            let grows = matrix.with_column(&image).rank() > matrix.rank();
            prop_assert_eq!(matrix.solve(&image).is_none(), grows);
            prop_assert_eq!(matrix.solve_all(&image), (matrix.solve(&image), matrix.null_space()));
        }
    }

    /// The plain method: one pivot at a time.
    fn plain(words: &mut [u64], rows: usize, stride: usize) -> Vec<usize> {
        let mut pivots = Vec::new();
        for column in 0..64 * stride {
            let rank = pivots.len();
            let Some(found) = (rank..rows).find(|row| bit(&words[row * stride..], column)) else { continue };
            (0..stride).for_each(|word| words.swap(rank * stride + word, found * stride + word));
            for row in (0..rows).filter(|&row| row != rank) {
                if bit(&words[row * stride..], column) {
                    add(words, stride, row, rank);
                }
            }
            pivots.push(column);
        }
        pivots
    }

    proptest! {
        #[test]
        fn agrees_with_the_plain_method(
            (rows, stride) in (0..60_usize, 1..4_usize),
            words in prop::collection::vec(prop_oneof![any::<u64>(), Just(0), 0..9_u64], 180),
            copies in prop::collection::vec((0..60_usize, 0..60_usize), 0..30),
        ) {
            let mut words = words[..rows * stride].to_vec();
            for (to, from) in copies.into_iter().filter(|&(to, from)| to < rows && from < rows && to != from) {
                add(&mut words, stride, to, from);
            }
            let mut expected = words.clone();
            prop_assert_eq!(reduce(&mut words, rows, stride, || true), Some(plain(&mut expected, rows, stride)));
            prop_assert_eq!(words, expected);
        }
    }
}
