//! Sets of cells of the framed grid: one machine word where they fit, several otherwise.
//!
//! The frame is a border of set bits round the grid, so that no move has to be tested for the edge:
//!
//! ```text
//!     # # # # #      one line before, one after, and one cell at the end of each line,
//!     . . . . #      which is also the cell before the next line
//!     . . . . #
//!     # # # # #
//! ```

use std::fmt::Debug;

use crate::rules::Board;

/// A set of cells.
pub(super) trait Bits: Clone + Debug + Send + Sync {
    /// Cells by their offsets from one cell.
    type Near: Debug + Send + Sync;
    /// Returns the empty set, with room for `cells`.
    fn empty(cells: usize) -> Self;
    /// Adds a cell.
    fn set(&mut self, cell: usize);
    /// Returns the set shifted by `cell`.
    fn at(&self, cell: usize) -> Self;
    /// Adds all cells of another set.
    fn add(&mut self, other: &Self);
    /// Returns this set without the cells of its subset `part`.
    fn without(&self, part: &Self) -> Self;
    /// Returns cells by their offsets from one cell.
    fn near(distances: &[isize]) -> Self::Near;
    /// Returns whether all cells at the offsets from a cell are free.
    fn is_free(&self, near: &Self::Near, cell: usize) -> bool;
    /// Visits, in rising order, every other cell that a shape (its cells, from its corner) reaches
    /// from `corner` step by step over free cells; `line` is the offset of a step down.
    fn reach(&self, shape: &[usize], corner: usize, line: usize, visit: impl FnMut(usize));
}

macro_rules! number_as_bits {
    ($number:ty) => {
        impl Bits for $number {
            type Near = Self;

            #[inline(always)]
            fn empty(cells: usize) -> Self {
                debug_assert!(cells <= <$number>::BITS as usize);
                0
            }
            #[inline(always)]
            fn set(&mut self, cell: usize) {
                *self |= 1 << cell;
            }
            #[inline(always)]
            fn at(&self, cell: usize) -> Self {
                self << cell
            }
            #[inline(always)]
            fn add(&mut self, other: &Self) {
                *self |= other;
            }
            #[inline(always)]
            fn without(&self, part: &Self) -> Self {
                self ^ part
            }
            fn near(distances: &[isize]) -> Self {
                // Cells before the one wrap to the high bits and are rotated to their place.
                distances.iter().fold(0, |near, &distance| near | (1 as Self).rotate_left(distance as u32))
            }
            #[inline(always)]
            fn is_free(&self, near: &Self, cell: usize) -> bool {
                self & near.rotate_left(cell as u32) == 0
            }
            #[inline(always)]
            fn reach(&self, shape: &[usize], corner: usize, line: usize, mut visit: impl FnMut(usize)) {
                let fits = shape.iter().fold(!0, |fits, cell| fits & !(self >> cell));
                let mut reached: Self = 1 << corner;
                loop {
                    let beside = reached << 1 | reached >> 1 | reached << line | reached >> line;
                    let more = reached | beside & fits;
                    if more == reached {
                        break;
                    }
                    reached = more;
                }
                reached ^= 1 << corner;
                while reached != 0 {
                    visit(reached.trailing_zeros() as usize);
                    reached &= reached - 1;
                }
            }
        }
    };
}
number_as_bits!(u64);
number_as_bits!(u128);

/// A set of any size: a window of words, so that small pieces on large grids stay small.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The cell of the first bit; 0 in sets that other sets are added to.
    first: usize,
    words: Vec<u64>,
}

impl Window {
    /// Returns the words aligned to a grid that begins at cell 0, as (index, word) pairs.
    fn aligned(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let (start, shift) = (self.first / 64, self.first % 64);
        let carried = move |word: u64| if shift == 0 { 0 } else { word >> (64 - shift) };
        let last = self.words.last().map_or(0, |&word| carried(word));
        let mut before = 0;
        let whole = self.words.iter().enumerate().map(move |(at, &word)| {
            let here = (start + at, word << shift | before);
            before = carried(word);
            here
        });
        whole.chain((last != 0).then_some((start + self.words.len(), last)))
    }
}

impl Bits for Window {
    type Near = Vec<isize>;

    fn empty(_: usize) -> Self {
        Self { first: 0, words: Vec::new() }
    }

    fn set(&mut self, cell: usize) {
        if self.words.len() <= cell / 64 {
            self.words.resize(cell / 64 + 1, 0);
        }
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    fn at(&self, cell: usize) -> Self {
        Self { first: self.first + cell, words: self.words.clone() }
    }

    fn add(&mut self, other: &Self) {
        debug_assert_eq!(self.first, 0);
        for (at, word) in other.aligned() {
            if self.words.len() <= at {
                self.words.resize(at + 1, 0);
            }
            self.words[at] |= word;
        }
    }

    fn without(&self, part: &Self) -> Self {
        let mut rest = self.clone();
        for (at, word) in part.aligned() {
            rest.words[at] ^= word;
        }
        rest
    }

    fn near(distances: &[isize]) -> Self::Near {
        distances.to_vec()
    }

    fn is_free(&self, near: &Self::Near, cell: usize) -> bool {
        let mut cells = near.iter().map(|&distance| cell.wrapping_add_signed(distance));
        cells.all(|cell| self.words.get(cell / 64).is_none_or(|word| word >> (cell % 64) & 1 == 0))
    }

    fn reach(&self, shape: &[usize], corner: usize, line: usize, mut visit: impl FnMut(usize)) {
        let fits = |place: usize| {
            shape.iter().map(|cell| place + cell).all(|cell| self.words[cell / 64] >> (cell % 64) & 1 == 0)
        };
        let mut reached = vec![0_u64; self.words.len()];
        reached[corner / 64] |= 1 << (corner % 64);
        let mut open = vec![corner];
        while let Some(place) = open.pop() {
            for next in [place + 1, place - 1, place + line, place - line] {
                let (word, bit) = (&mut reached[next / 64], 1 << (next % 64));
                if *word & bit == 0 && fits(next) {
                    *word |= bit;
                    open.push(next);
                }
            }
        }
        reached[corner / 64] &= !(1 << (corner % 64));
        for (at, mut word) in reached.into_iter().enumerate() {
            while word != 0 {
                visit(at * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// Returns the number of cells of the framed grid.
pub(super) fn framed_cells(board: &Board) -> usize {
    (board.rows + 2) * (board.columns + 1)
}

pub(super) fn set_of<B: Bits>(board: &Board, cells: impl IntoIterator<Item = usize>) -> B {
    let mut set = B::empty(framed_cells(board));
    for cell in cells {
        set.set(cell);
    }
    set
}

/// Returns the cells of the frame.
pub(super) fn frame(board: &Board) -> impl Iterator<Item = usize> {
    let (line, all) = (board.columns + 1, framed_cells(board));
    (0..all).filter(move |cell| *cell < line || *cell >= all - line || cell % line == line - 1)
}

/// Returns the framed cells of (row, column) pairs.
pub(super) fn inside(board: &Board, cells: &[(usize, usize)]) -> impl Iterator<Item = usize> {
    let line = board.columns + 1;
    cells.iter().map(move |&(row, column)| (row + 1) * line + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed<B: Bits>(cells: &[usize]) -> B {
        let mut set = B::empty(128);
        for &cell in cells.iter().chain(&[0, 127]) {
            set.set(cell);
        }
        set
    }

    #[test]
    fn windows_behave_like_numbers() {
        let taken = [3, 40, 41, 63, 64, 65, 90];
        let (small, large) = (framed::<u128>(&taken), framed::<Window>(&taken));
        for distances in [&[0][..], &[1], &[-1], &[-1, 1, 6], &[24, -26]] {
            let (few, many) = (u128::near(distances), Window::near(distances));
            for cell in 27..100 {
                assert_eq!(
                    small.is_free(&few, cell),
                    large.is_free(&many, cell),
                    "{distances:?} from {cell}"
                );
                let is_free = |&far: &isize| !taken.contains(&cell.wrapping_add_signed(far));
                assert_eq!(
                    small.is_free(&few, cell),
                    distances.iter().all(is_free),
                    "{distances:?} from {cell}"
                );
            }
        }
        for shape in [vec![0, 1, 7], vec![0, 63], vec![0, 40, 70]] {
            let (mut small_shape, mut large_shape) = (u128::empty(128), Window::empty(128));
            for &cell in &shape {
                small_shape.set(cell);
                large_shape.set(cell);
            }
            for shift in 1..50 {
                let (mut small, mut large) = (framed::<u128>(&[]), framed::<Window>(&[]));
                small.add(&small_shape.at(shift));
                large.add(&large_shape.at(shift));
                let bits = |words: &[u64]| {
                    words.iter().rev().fold(0_u128, |sum, &word| sum << 64 | u128::from(word))
                };
                assert_eq!(bits(&large.words), small);
                assert_eq!(
                    bits(&large.without(&large_shape.at(shift)).words),
                    small.without(&small_shape.at(shift))
                );
            }
        }
    }

    #[test]
    fn shapes_reach_the_same_places_in_windows_and_in_numbers() {
        // Fourteen rows of seven cells in a frame, with a wall that has one gap.
        let frame = (0..128).filter(|cell| *cell < 8 || *cell >= 120 || cell % 8 == 7);
        let taken: Vec<usize> = frame.chain(48..52).chain(53..55).chain([76]).collect();
        let (small, large) = (framed::<u128>(&taken), framed::<Window>(&taken));
        let mut counts = Vec::new();
        for shape in [&[0][..], &[0, 1], &[0, 8], &[0, 1, 9]] {
            let (mut numbers, mut windows) = (Vec::new(), Vec::new());
            small.reach(shape, 8, 8, |cell| numbers.push(cell));
            large.reach(shape, 8, 8, |cell| windows.push(cell));
            assert_eq!(numbers, windows, "{shape:?}");
            counts.push(numbers.len());
        }
        // Only shapes one cell wide pass the gap.
        assert_eq!(counts, [90, 29, 76, 24]);
    }
}
