//! Gaussian elimination by the method of four Russians (Arlazarov, Dinic, Kronrod and Faradžev
//! 1970).
//!
//! The plain method takes one pivot at a time and adds its row to every row that is set in the
//! pivot's column: `rows²` row additions. Here up to eight pivots are found first, examining only
//! as much of each row as that needs. The 256 sums of their rows are tabulated, each from an
//! earlier one by a single addition, and then one addition per row clears all eight columns at
//! once: about 1/8 of the work.

/// Pivots processed at once.
const BLOCK: usize = 8;
/// Columns searched for them.
const WINDOW: usize = 64;

/// Brings a matrix of `rows` rows of `stride` words each into reduced row echelon form. Returns the
/// pivot columns, ascending: row `i` begins at pivot `i`, and no other row is set there. Bits
/// beyond the last column must be zero. None if `go_on`, which is called between blocks of pivots,
/// returns `false`.
pub fn reduce(
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
