//! Light chasing (Scherphuis) on a plain rectangle: one solution of a board of any size, or a proof
//! that it has none, in about `width * height / 64` steps.
//!
//! The algebra that replaces trying first rows is explained in
//! [`row_polynomials`](crate::solve::linear::row_polynomials).

use fewest_search::{Context, Stop};

use crate::rules::{Cells, last_word_mask, words_in_row};
use crate::solve::linear::row_polynomials::{FirstRows, Row};

/// The result of light chasing.
pub enum ChaseResult {
    /// Presses that turn all lights off, one of `2^nullity` solutions.
    Presses(Cells),
    /// There is no solution: this quiet pattern holds an odd number of the lights.
    Unsolvable(Cells),
}

/// Boards with longer rows are transposed if their columns are shorter. The algebra of first rows
/// takes `width² / 64` steps, which is more than the board has words if it is much wider than high.
pub const LONGEST_ROW: usize = 1 << 12;

/// A solver for boards of one size.
pub struct Chase {
    /// Columns and rows of the board, or rows and columns if it is transposed.
    width: usize,
    height: usize,
    is_transposed: bool,
    first_rows: FirstRows,
}

impl Chase {
    /// Prepares for boards of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn new(width: usize, height: usize, cx: &Context<'_>) -> Result<Self, Stop> {
        let is_transposed = width > LONGEST_ROW && width > height;
        let (width, height) = if is_transposed { (height, width) } else { (width, height) };
        cx.poll()?;
        let first_rows = FirstRows::new(width, height);
        cx.poll()?;
        Ok(Self { width, height, is_transposed, first_rows })
    }

    /// Transposes between the board and the orientation in which it is chased.
    fn transposed(&self, cells: Cells) -> Cells {
        if self.is_transposed { cells.transposed() } else { cells }
    }

    /// The nullity: the dimension of the space of quiet patterns, which are presses that together
    /// change nothing.
    pub fn nullity(&self) -> usize {
        self.first_rows.nullity()
    }

    /// Returns a basis of the quiet patterns, made one at a time.
    pub fn quiet_patterns(&self) -> impl Iterator<Item = Cells> + '_ {
        self.first_rows.quiet_rows().map(|first_row| self.quiet_pattern(first_row))
    }

    fn quiet_pattern(&self, first_row: Row) -> Cells {
        let dark = Cells::none(self.width, self.height);
        let (pattern, left) = presses_from(&dark, first_row);
        debug_assert!(left.iter().all(|&word| word == 0), "a quiet pattern leaves no light");
        self.transposed(pattern)
    }

    /// Solves a board of this size.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn solve_board(&self, lit: &Cells, cx: &Context<'_>) -> Result<ChaseResult, Stop> {
        if self.is_transposed {
            let upright = lit.transposed();
            cx.poll()?;
            self.solve_upright_board(&upright, cx)
        } else {
            self.solve_upright_board(lit, cx)
        }
    }

    /// Solves a board in the orientation in which it is chased.
    fn solve_upright_board(&self, lit: &Cells, cx: &Context<'_>) -> Result<ChaseResult, Stop> {
        assert_eq!(
            (self.width, self.height),
            (lit.width(), lit.height()),
            "a board of the size prepared for"
        );
        let left = left_from(lit, vec![0; words_in_row(self.width)]);
        cx.poll()?;
        Ok(match self.first_rows.first_row_for(&left) {
            Some(first_row) => {
                let (presses, left) = presses_from(lit, first_row);
                debug_assert!(left.iter().all(|&word| word == 0), "a solution leaves no light");
                ChaseResult::Presses(self.transposed(presses))
            }
            None => ChaseResult::Unsolvable(self.odd_pattern(&left)),
        })
    }

    /// Returns a quiet pattern that holds an odd number of lights of a board whose chase leaves
    /// `left`.
    ///
    /// Presses change an even number of lights of a quiet pattern, so only the lights left on the
    /// last row decide. A quiet pattern with its rows reversed is quiet too, so its last row can be
    /// any quiet first row; and as the lights cannot be put out, some row of the basis has an odd
    /// number of them.
    fn odd_pattern(&self, left: &[u64]) -> Cells {
        let meets_oddly =
            |row: &Row| row.iter().zip(left).fold(0, |sum, (a, b)| sum ^ (a & b)).count_ones() % 2 == 1;
        let row = self
            .first_rows
            .quiet_rows()
            .find(meets_oddly)
            .expect("an unsolvable board has an odd quiet pattern");
        let pattern = self.quiet_pattern(row);
        // Reversed in the orientation in which the board is chased.
        if self.is_transposed {
            pattern.transposed().upside_down().transposed()
        } else {
            pattern.upside_down()
        }
    }
}

/// Chases from a first row of presses. Returns the lights left on the last row.
fn left_from(lit: &Cells, first_row: Row) -> Row {
    recurrence(lit, first_row, |_, _| ())
}

/// Chases from a first row of presses. Returns all presses and the lights left on the last row.
fn presses_from(lit: &Cells, first_row: Row) -> (Cells, Row) {
    let mut words = Vec::with_capacity(lit.words().len());
    let left = recurrence(lit, first_row, |_, row| words.extend_from_slice(row));
    (Cells::from_words(lit.width(), lit.height(), words), left)
}

/// Runs the recurrence `x[i+1] = lights[i] + A x[i] + x[i-1]`. Returns the row after the last,
/// which would have to be pressed below the board: the lights that are left.
fn recurrence(lit: &Cells, first_row: Row, mut visit: impl FnMut(usize, &[u64])) -> Row {
    let mask = last_word_mask(lit.width());
    let (mut row, mut next) = (first_row, vec![0; words_in_row(lit.width())]);
    for y in 0..lit.height() {
        visit(y, &row);
        // `next` still holds the row above and becomes the row below.
        let (mut carry, words) = (0, row.len());
        for (index, (next, &lights)) in next.iter_mut().zip(lit.row(y)).enumerate() {
            let word = row[index];
            let from_right = if index + 1 < words { row[index + 1] << 63 } else { 0 };
            *next ^= lights ^ word ^ word << 1 ^ carry ^ word >> 1 ^ from_right;
            carry = word >> 63;
        }
        next[words - 1] &= mask;
        std::mem::swap(&mut row, &mut next);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::textbook::{self, SmallBoard};
    use crate::rules::Grid;
    use crate::testing::any_cells;
    use proptest::prelude::*;

    fn small(width: usize, height: usize, lights: u32) -> Cells {
        let mut cells = Cells::none(width, height);
        for index in (0..width * height).filter(|index| lights >> index & 1 == 1) {
            cells.flip(index % width, index / width);
        }
        cells
    }

    fn chased(lit: &Cells) -> ChaseResult {
        let cx = Context::default();
        let chase = Chase::new(lit.width(), lit.height(), &cx).expect("nothing stops it");
        chase.solve_board(lit, &cx).expect("nothing stops it")
    }

    /// A board that is much wider than high is chased along its columns with the same result.
    #[test]
    fn wide_boards_are_turned() {
        for (width, height) in [(LONGEST_ROW + 1, 1), (LONGEST_ROW + 2, 3), (3_000_000, 1), (5000, 4)] {
            let mut seed = fewest_core::Seed::new(width as u64);
            let mut lit = Cells::all(width, height);
            (0..height).for_each(|y| lit.row_mut(y).iter_mut().for_each(|word| *word &= seed.bits()));
            let mut planted = Grid::new(Cells::none(width, height));
            planted.press_all(&lit);
            for (lit, is_planted) in [(planted.lit().clone(), true), (lit, false)] {
                let mut board = Grid::new(lit.clone());
                match chased(&lit) {
                    ChaseResult::Presses(presses) => {
                        board.press_all(&presses);
                        assert!(board.is_dark(), "{width} x {height}");
                    }
                    ChaseResult::Unsolvable(pattern) => {
                        assert!(!is_planted && pattern.common(&lit) % 2 == 1, "{width} x {height}");
                        let mut quiet = Grid::new(Cells::none(width, height));
                        quiet.press_all(&pattern);
                        assert!(quiet.is_dark(), "{width} x {height}");
                    }
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_textbook_on_every_board_of_up_to_nine_lights() {
        let cx = Context::default();
        for (width, height) in (1..=9_usize).flat_map(|w| (1..=9 / w).map(move |h| (w, h))) {
            let chase = Chase::new(width, height, &cx).expect("nothing stops it");
            for lights in 0..1 << (width * height) {
                let by_search =
                    textbook::shortest_moves(SmallBoard::new(width as u32, height as u32, lights));
                let chased = chase.solve_board(&small(width, height, lights), &cx).expect("nothing stops it");
                let solvable = matches!(chased, ChaseResult::Presses(_));
                assert_eq!(solvable, by_search.is_some(), "{width}x{height} {lights}");
            }
        }
    }

    proptest! {
        #[test]
        fn solves_what_can_be_solved_and_proves_what_cannot(lit in any_cells(140, 40)) {
            match chased(&lit) {
                ChaseResult::Presses(presses) => {
                    let mut board = Grid::new(lit);
                    board.press_all(&presses);
                    prop_assert!(board.is_dark());
                }
                ChaseResult::Unsolvable(pattern) => {
                    prop_assert_eq!(pattern.common(&lit) % 2, 1);
                    let mut board = Grid::new(Cells::none(lit.width(), lit.height()));
                    board.press_all(&pattern);
                    prop_assert!(board.is_dark());
                }
            }
        }

        #[test]
        fn planted_presses_are_found_up_to_quiet_patterns(planted in any_cells(30, 30)) {
            let chase = Chase::new(planted.width(), planted.height(), &Context::default()).expect("nothing stops it");
            let mut board = Grid::new(Cells::none(planted.width(), planted.height()));
            board.press_all(&planted);
            let ChaseResult::Presses(presses) = chased(board.lit()) else { panic!("planted boards are solvable") };
            board.press_all(&presses);
            prop_assert!(board.is_dark());
            if chase.nullity() == 0 {
                prop_assert_eq!(presses, planted);
            }
        }

        #[test]
        fn quiet_patterns_are_quiet_even_and_independent(width in 1..40_usize, height in 1..40_usize) {
            let chase = Chase::new(width, height, &Context::default()).expect("nothing stops it");
            let patterns: Vec<Cells> = chase.quiet_patterns().collect();
            for pattern in &patterns {
                let mut board = Grid::new(Cells::none(width, height));
                board.press_all(pattern);
                prop_assert!(board.is_dark());
                prop_assert_eq!(pattern.count() % 2, 0);
            }
            let columns = 64 * words_in_row(width) * height;
            let rows = patterns.iter().map(|pattern| fewest_gf2::BitVec::from_words(pattern.words().to_vec(), columns));
            prop_assert_eq!(fewest_gf2::Matrix::new(rows.collect(), columns).rank(), chase.nullity());
        }
    }
}
