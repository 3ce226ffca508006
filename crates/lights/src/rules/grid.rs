//! A rectangle of lights with the plus neighbourhood: the classic Lights Out.

use std::sync::Arc;

use fewest_core::Illegal;

use crate::rules::cells::{Cells, Press, last_word_mask};

/// A rectangle of lights. Pressing a light changes it and its neighbours above, below, left and
/// right; the puzzle is to turn all lights off with the fewest presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Shared between copies until one of them changes, because a large board is often cloned
    /// without being changed.
    lit: Arc<Cells>,
}

impl Grid {
    /// Returns the board where these lights are on.
    pub fn new(lit: Cells) -> Self {
        Self { lit: Arc::new(lit) }
    }

    /// Returns the lights that are on.
    pub fn lit(&self) -> &Cells {
        &self.lit
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.lit.width()
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.lit.height()
    }

    /// Whether all lights are off, which is the goal.
    pub fn is_dark(&self) -> bool {
        self.lit.is_empty()
    }

    /// Returns column and row of a press; None if it is outside the board.
    pub fn cell(&self, Press { x, y }: Press) -> Option<(usize, usize)> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.lit.has(x, y).then_some((x, y))
    }

    /// Returns the error that a press is outside the board.
    pub fn outside(&self, Press { x, y }: Press) -> Illegal {
        let (columns, rows) = (self.width() - 1, self.height() - 1);
        Illegal::new(format!(
            "({x}, {y}) is outside the board, which has columns 0 to {columns} and rows 0 to {rows}"
        ))
    }

    /// Presses one light.
    ///
    /// # Errors
    /// If there is no such light.
    pub fn press(&mut self, by: Press) -> Result<(), Illegal> {
        let Some((x, y)) = self.cell(by) else { return Err(self.outside(by)) };
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let lit = Arc::make_mut(&mut self.lit);
        lit.flip(x, y);
        for (x, y) in beside {
            if lit.has(x, y) {
                lit.flip(x, y);
            }
        }
        Ok(())
    }

    /// Returns the board after pressing every cell of a set.
    ///
    /// # Errors
    /// If the set is of another size.
    pub fn play(&self, presses: &Cells) -> Result<Self, Illegal> {
        if (presses.width(), presses.height()) != (self.width(), self.height()) {
            return Err(Illegal::new("the press board has another size than the board"));
        }
        let mut after = self.clone();
        after.press_all(presses);
        Ok(after)
    }

    /// Presses every cell of a set. Presses commute, so whole rows are pressed at once: a row of
    /// presses changes its own row there and one step to the left and right, and the rows above and
    /// below there.
    pub fn press_all(&mut self, presses: &Cells) {
        assert_eq!(
            (self.width(), self.height()),
            (presses.width(), presses.height()),
            "a press board of equal size"
        );
        let lit = Arc::make_mut(&mut self.lit);
        for y in 0..presses.height() {
            let pressed = presses.row(y);
            change(lit.row_mut(y), pressed);
            change_left_and_right(lit.row_mut(y), pressed, last_word_mask(presses.width()));
            if y > 0 {
                change(lit.row_mut(y - 1), pressed);
            }
            if y + 1 < presses.height() {
                change(lit.row_mut(y + 1), pressed);
            }
        }
    }
}

fn change(lights: &mut [u64], pressed: &[u64]) {
    for (lights, &pressed) in lights.iter_mut().zip(pressed) {
        *lights ^= pressed;
    }
}

fn change_left_and_right(lights: &mut [u64], pressed: &[u64], last_word: u64) {
    for index in 0..pressed.len() {
        let from_left = pressed[index] << 1 | if index > 0 { pressed[index - 1] >> 63 } else { 0 };
        let from_right = pressed[index] >> 1 | pressed.get(index + 1).map_or(0, |next| next << 63);
        lights[index] ^= from_left ^ from_right;
    }
    if let Some(last) = lights.last_mut() {
        *last &= last_word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cells_of_size;
    use proptest::prelude::*;

    #[test]
    fn a_press_in_the_corner_changes_three_lights() {
        let mut board = Grid::new(Cells::none(3, 3));
        board.press(Press { x: 2, y: 0 }).unwrap();
        assert_eq!(board.lit().iter().collect::<Vec<_>>(), [(1, 0), (2, 0), (2, 1)]);
    }

    #[test]
    fn a_press_outside_is_refused_and_changes_nothing() {
        let mut board = Grid::new(Cells::none(3, 2));
        let why = board.press(Press { x: 0, y: 2 }).unwrap_err();
        assert_eq!(why.0, "(0, 2) is outside the board, which has columns 0 to 2 and rows 0 to 1");
        assert!(board.is_dark());
    }

    proptest! {
        #[test]
        fn pressing_in_bulk_is_pressing_one_by_one(
            (lit, presses) in (1..=140_usize, 1..=5_usize)
                .prop_flat_map(|(w, h)| (cells_of_size(w, h), cells_of_size(w, h)))
        ) {
            let mut one_by_one = Grid::new(lit);
            let mut in_bulk = one_by_one.clone();
            for (x, y) in presses.iter() {
                one_by_one.press(Press::at(x, y)).unwrap();
            }
            in_bulk.press_all(&presses);
            prop_assert_eq!(in_bulk, one_by_one);
        }
    }
}
