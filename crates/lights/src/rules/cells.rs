//! Cells and presses: bit sets of the cells of a rectangle (lights that are on, cells to press, a
//! pattern), the press of one light, and a whole answer.

use std::fmt;
use std::ops::ControlFlow;

const WORD_BITS: usize = 64;

/// A bit set of cells. Every row begins a new word, column `x` is bit `x % 64` of the row's word
/// `x / 64`, and bits beyond the width are zero, so that whole rows are added and counted word by
/// word.
#[derive(Clone, PartialEq, Eq)]
pub struct Cells {
    width: usize,
    height: usize,
    words: Vec<u64>,
}

/// Returns the number of words of a row of `width` cells.
pub fn words_in_row(width: usize) -> usize {
    width.div_ceil(WORD_BITS)
}

/// Returns the mask of the bits of a row's last word that are cells.
pub fn last_word_mask(width: usize) -> u64 {
    u64::MAX >> ((WORD_BITS - width % WORD_BITS) % WORD_BITS)
}

impl Cells {
    /// Returns the empty set of a `width` by `height` rectangle. Panics if a side is 0.
    pub fn none(width: usize, height: usize) -> Self {
        Self::from_words(width, height, vec![0; words_in_row(width) * height])
    }

    /// Returns the set of all cells of a rectangle.
    pub fn all(width: usize, height: usize) -> Self {
        let mut all = Self::from_words(width, height, vec![u64::MAX; words_in_row(width) * height]);
        for y in 0..height {
            if let Some(last) = all.row_mut(y).last_mut() {
                *last &= last_word_mask(width);
            }
        }
        all
    }

    /// Returns the set with this packed form. Panics if the number of words does not fit the size.
    pub fn from_words(width: usize, height: usize, words: Vec<u64>) -> Self {
        assert!(width > 0 && height > 0, "a rectangle has cells");
        assert_eq!(words.len(), words_in_row(width) * height, "words for a {width} x {height} rectangle");
        Self { width, height, words }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of cells of the rectangle, in the set or not.
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// Whether column `x` and row `y` exist.
    pub fn has(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height
    }

    /// Returns the packed form.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns row `y`, packed.
    pub fn row(&self, y: usize) -> &[u64] {
        let stride = words_in_row(self.width);
        &self.words[y * stride..(y + 1) * stride]
    }

    /// Returns row `y` for writing. Bits beyond the width must stay zero.
    pub fn row_mut(&mut self, y: usize) -> &mut [u64] {
        let stride = words_in_row(self.width);
        &mut self.words[y * stride..(y + 1) * stride]
    }

    /// Whether the cell is in the set. Panics outside the rectangle.
    pub fn contains(&self, x: usize, y: usize) -> bool {
        assert!(self.has(x, y), "cell ({x}, {y})");
        self.row(y)[x / WORD_BITS] >> (x % WORD_BITS) & 1 == 1
    }

    /// Flips the membership of a cell. Panics outside the rectangle.
    pub fn flip(&mut self, x: usize, y: usize) {
        assert!(self.has(x, y), "cell ({x}, {y})");
        self.row_mut(y)[x / WORD_BITS] ^= 1 << (x % WORD_BITS);
    }

    /// Flips every cell of `other`. Panics if the rectangles differ.
    pub fn flip_all(&mut self, other: &Self) {
        assert_eq!((self.width, self.height), (other.width, other.height), "equal rectangles");
        for (word, &with) in self.words.iter_mut().zip(&other.words) {
            *word ^= with;
        }
    }

    /// Number of cells in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Number of cells in both sets.
    pub fn common(&self, other: &Self) -> usize {
        assert_eq!((self.width, self.height), (other.width, other.height), "equal rectangles");
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Returns the cells as (x, y), row by row.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let stride = words_in_row(self.width);
        self.words.iter().enumerate().flat_map(move |(index, &word)| {
            let (y, first) = (index / stride, index % stride * WORD_BITS);
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| (first + rest.trailing_zeros() as usize, y))
        })
    }

    /// Returns the set with its rows in reverse order.
    pub fn upside_down(&self) -> Self {
        let rows = (0..self.height).rev().flat_map(|y| self.row(y).iter().copied());
        Self::from_words(self.width, self.height, rows.collect())
    }

    /// Returns the transposed set: rows become columns. The cost is a few steps per word.
    pub fn transposed(&self) -> Self {
        let mut transposed = Self::none(self.height, self.width);
        let mut block = [0; WORD_BITS];
        for top in (0..self.height).step_by(WORD_BITS) {
            for left in (0..self.width).step_by(WORD_BITS) {
                for (y, word) in (top..).zip(&mut block) {
                    *word = if y < self.height { self.row(y)[left / WORD_BITS] } else { 0 };
                }
                transpose_block(&mut block);
                for (x, &word) in (left..self.width).zip(&block) {
                    transposed.row_mut(x)[top / WORD_BITS] = word;
                }
            }
        }
        transposed
    }
}

/// Transposes a 64 by 64 bit matrix: exchanges blocks of 32 by 32 bits, then of 16 by 16, and so
/// on.
fn transpose_block(block: &mut [u64; WORD_BITS]) {
    let (mut size, mut low) = (WORD_BITS / 2, u64::MAX >> (WORD_BITS / 2));
    while size > 0 {
        for y in (0..WORD_BITS).filter(|y| y & size == 0) {
            let exchanged = (block[y] >> size ^ block[y + size]) & low;
            block[y] ^= exchanged << size;
            block[y + size] ^= exchanged;
        }
        size /= 2;
        low ^= low << size;
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.area() > 1000 {
            return write!(f, " with {} cells", self.count());
        }
        for y in 0..self.height {
            let row: String = (0..self.width).map(|x| if self.contains(x, y) { '#' } else { '0' }).collect();
            write!(f, " {row}")?;
        }
        Ok(())
    }
}

/// A move: presses the light in column `x` and row `y`. On a rectangle both count from 0 at the
/// upper left; the places of a graph have the coordinates that their text gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    /// Column.
    pub x: i64,
    /// Row.
    pub y: i64,
}

impl Press {
    /// Returns the press of a cell of a rectangle.
    pub fn at(x: usize, y: usize) -> Self {
        Self { x: x as i64, y: y as i64 }
    }
}

/// An answer: presses that claim to turn all lights off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presses {
    /// The cells to press, in any order, each once. One bit per cell: millions of presses take a
    /// few hundred kilobytes.
    Board(Cells),
    /// A list of presses, which may name a cell twice.
    List(Vec<Press>),
    /// One press `times` times, then a list: an answer that spends spare turns on one light takes
    /// no more memory or time than one without them.
    Repeated {
        /// The press that is repeated.
        press: Press,
        /// How often.
        times: u64,
        /// The other presses.
        then: Vec<Press>,
    },
}

impl Presses {
    /// Number of presses.
    pub fn length(&self) -> u64 {
        match self {
            Self::Board(cells) => cells.count() as u64,
            Self::List(list) => list.len() as u64,
            Self::Repeated { times, then, .. } => times.saturating_add(then.len() as u64),
        }
    }

    /// Calls `visit` for every press until it breaks.
    pub fn each(&self, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        // That `visit` broke off is known to the caller.
        let _ = match self {
            Self::Board(cells) => cells.iter().try_for_each(|(x, y)| visit(&Press::at(x, y))),
            Self::List(list) => list.iter().try_for_each(visit),
            Self::Repeated { press, times, then } => {
                let repeated = (0..*times).try_for_each(|_| visit(press));
                if repeated.is_continue() { then.iter().try_for_each(visit) } else { repeated }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::any_cells;
    use proptest::prelude::*;

    #[test]
    fn all_has_no_bit_beyond_the_width() {
        for width in [1, 63, 64, 65, 128] {
            assert_eq!(Cells::all(width, 3).count(), 3 * width);
        }
    }

    proptest! {
        #[test]
        fn lists_exactly_its_cells(cells in any_cells(130, 4)) {
            let mut rebuilt = Cells::none(cells.width(), cells.height());
            for (x, y) in cells.iter() {
                prop_assert!(cells.contains(x, y));
                rebuilt.flip(x, y);
            }
            prop_assert_eq!(cells.iter().count(), cells.count());
            prop_assert_eq!(&rebuilt, &cells);
            prop_assert_eq!(&cells.upside_down().upside_down(), &cells);
        }

        #[test]
        fn turning_exchanges_columns_and_rows(cells in any_cells(140, 140)) {
            let transposed = cells.transposed();
            prop_assert_eq!((transposed.width(), transposed.height()), (cells.height(), cells.width()));
            prop_assert_eq!(transposed.count(), cells.count());
            prop_assert!(cells.iter().all(|(x, y)| transposed.contains(y, x)));
        }
    }
}
