//! A board of at most 32 lights: a bit array with a width and a height.
//!
//! The bit array is *persistent*: an update returns a new array and leaves the old one unchanged.
//! Boards are kept in a queue and in a hash table at the same time; if one of these copies could be
//! changed through the other, the search would go wrong in ways that are hard to find.

use std::io;

use fewest_core::{Fault, Source};

use crate::formats::text;
use bit_array::BitArray;

/// A bit array in one integer.
pub mod bit_array {
    /// 32 bits; index `i` is the bit worth 2^i.
    pub type BitArray = u32;

    /// Number of bits.
    pub const LENGTH: u32 = BitArray::BITS;

    /// Returns the bit at `index`, which must be below [`LENGTH`].
    pub fn get(bits: BitArray, index: u32) -> bool {
        debug_assert!(index < LENGTH);
        bits >> index & 1 == 1
    }

    /// Returns the array with the bit at `index` equal to `value`.
    pub fn set(bits: BitArray, index: u32, value: bool) -> BitArray {
        debug_assert!(index < LENGTH);
        if value { bits | 1 << index } else { bits & !(1 << index) }
    }

    /// Returns the array with the bit at `index` changed.
    pub fn flip(bits: BitArray, index: u32) -> BitArray {
        debug_assert!(index < LENGTH);
        bits ^ 1 << index
    }
}

/// The largest number of lights.
pub const LARGEST_AREA: usize = bit_array::LENGTH as usize;

/// A board. It is `Copy`, so the course's `copy_board` is plain assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallBoard {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// The light in column `x` and row `y` is bit `width * y + x`; 1 is on.
    pub lights: BitArray,
}

/// A move: the light that is toggled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

/// Whether the three numbers describe a board: it has lights, at most 32 of them, and no bit beyond
/// the last is set (two boards that look the same must be the same integer, or the search would
/// visit both).
pub fn is_board(width: u32, height: u32, lights: BitArray) -> bool {
    let area = u64::from(width) * u64::from(height);
    (1..=u64::from(bit_array::LENGTH)).contains(&area) && u64::from(lights) >> area == 0
}

impl SmallBoard {
    /// Returns the board with these lights. Requires [`is_board`].
    pub fn new(width: u32, height: u32, lights: BitArray) -> Self {
        debug_assert!(is_board(width, height, lights));
        Self { width, height, lights }
    }

    /// Returns the same board with all lights off.
    pub fn dark(self) -> Self {
        Self { lights: 0, ..self }
    }

    /// Whether the light exists. Signed, so that neighbours of the border may be tested.
    pub fn has(self, x: i32, y: i32) -> bool {
        (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y)
    }

    fn index(self, x: i32, y: i32) -> u32 {
        debug_assert!(self.has(x, y));
        self.width * y as u32 + x as u32
    }

    /// Whether the light is on.
    pub fn get(self, x: i32, y: i32) -> bool {
        bit_array::get(self.lights, self.index(x, y))
    }

    /// Returns the board with that light on or off.
    pub fn set(self, x: i32, y: i32, on: bool) -> Self {
        Self { lights: bit_array::set(self.lights, self.index(x, y), on), ..self }
    }

    /// Returns the board after a move: the light and its neighbours are changed.
    pub fn toggle(self, by: Move) -> Self {
        let (x, y) = (i32::from(by.x), i32::from(by.y));
        debug_assert!(self.has(x, y));
        let mut after = self;
        for (x, y) in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if self.has(x, y) {
                after.lights = bit_array::flip(after.lights, self.index(x, y));
            }
        }
        debug_assert!(is_board(after.width, after.height, after.lights));
        after
    }

    /// Returns the board before a move. Toggling twice changes nothing, so a move is its own
    /// inverse.
    pub fn untoggle(self, by: Move) -> Self {
        self.toggle(by)
    }

    /// Returns every move, row by row.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let (width, height) = (self.width as u8, self.height as u8);
        (0..height).flat_map(move |y| (0..width).map(move |x| Move { x, y }))
    }

    /// Prints the board as the course does: `#` on, `0` off, a line per row.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn print(self, out: &mut dyn io::Write) -> io::Result<()> {
        for y in 0..self.height as i32 {
            let row: String =
                (0..self.width as i32).map(|x| if self.get(x, y) { '#' } else { '0' }).collect();
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    /// Reads a board.
    ///
    /// # Errors
    /// What is wrong with the text, or that the board has more than 32 lights.
    pub fn read(source: &Source) -> Result<Self, Fault> {
        let cells = text::read(source)?;
        let (width, height) = (cells.width(), cells.height());
        if cells.area() > LARGEST_AREA {
            let what =
                format!("{width} x {height} is more than the {LARGEST_AREA} lights of the course's board");
            return Err(Fault::new(what).remedy(format!("`fewest solve {}` takes any size", source.name)));
        }
        let lights = cells.iter().fold(0, |lights, (x, y)| bit_array::flip(lights, (width * y + x) as u32));
        Ok(Self::new(width as u32, height as u32, lights))
    }
}

#[cfg(test)]
mod tests {
    use super::bit_array::{LENGTH, flip, get, set};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_update_changes_one_bit_and_no_other(bits: u32, index in 0..LENGTH, other in 0..LENGTH, value: bool) {
            prop_assert_eq!(get(set(bits, index, value), index), value);
            prop_assert_eq!(get(flip(bits, index), index), !get(bits, index));
            if other != index {
                prop_assert_eq!(get(set(bits, index, value), other), get(bits, other));
                prop_assert_eq!(get(flip(bits, index), other), get(bits, other));
            }
        }
    }

    #[test]
    fn the_example_of_the_course_is_117() {
        let text = "#0#\n0##\n#00\n";
        let board = SmallBoard::read(&Source::new("test", text)).unwrap();
        assert_eq!(board, SmallBoard::new(3, 3, 117));
        let mut printed = Vec::new();
        board.print(&mut printed).unwrap();
        assert_eq!(printed, text.as_bytes());
    }

    #[test]
    fn a_board_has_1_to_32_lights_and_no_others() {
        assert!(is_board(8, 4, u32::MAX) && is_board(1, 1, 1));
        assert!(!is_board(11, 3, 0) && !is_board(0, 5, 0) && !is_board(3, 3, 1 << 9));
        assert!(!is_board(1 << 31, 1 << 31, 0));
    }

    #[test]
    fn thirty_three_lights_point_to_solve() {
        let fault = SmallBoard::read(&Source::new("big.txt", "0".repeat(33))).unwrap_err();
        assert_eq!(fault.remedy.unwrap(), "`fewest solve big.txt` takes any size");
    }

    #[test]
    fn a_move_changes_a_light_and_its_neighbours_and_undoes_itself() {
        let board = SmallBoard::new(3, 3, 0);
        assert_eq!(board.set(1, 2, true).lights, 1 << 7);
        assert_eq!(board.set(1, 2, true).set(1, 2, false), board);
        let middle = Move { x: 1, y: 1 };
        assert_eq!(board.toggle(middle).lights, 0b010_111_010);
        assert!(board.moves().all(|by| board.toggle(by).untoggle(by) == board));
    }
}
