//! Answers as text: press boards, lists of presses, bitmaps.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;

use fewest_core::Illegal;
use fewest_core::fault::shortened;

use crate::formats::{pbm, rules, text};
use crate::notation::picks::{self, coordinate};
use crate::rules::{Board, Cells, GraphBoard, Grid, Press, Presses};

impl Presses {
    /// Writes the answer in a notation.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, board: &Board, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match (notation, board) {
            ("list", _) => self.write_list(out),
            (notation, Board::Graph(board)) => self.write_for_graph(board, notation, out),
            ("switch", _) => picks::write(self, out),
            (pbm::ID, Board::Grid(grid)) => self.write_picture(grid, out),
            (_, Board::Grid(grid)) => self.write_board(grid, out),
        }
    }

    /// Only boards in rows have press boards. Boards with turns get numbered picks, other graphs a
    /// list.
    fn write_for_graph(&self, board: &GraphBoard, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match board.drawing() {
            _ if notation == "switch" || board.turns().is_some() => picks::write(self, out),
            Some(_) => rules::write_rows(board, &self.times(board), *b".#", out),
            None => self.write_list(out),
        }
    }

    /// Returns how often each place of a graph is pressed, modulo the number of colours.
    fn times(&self, board: &GraphBoard) -> Vec<u8> {
        let mut times = vec![0; board.graph().len()];
        self.each(&mut |&by| {
            if let Some(place) = board.graph().number(by) {
                times[place] = (times[place] + 1) % board.graph().colours();
            }
            ControlFlow::Continue(())
        });
        times
    }

    /// Writes a press board: `#` press, `.` leave.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_board(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        text::write_rows(&self.cells(board), *b".#", out)
    }

    /// Writes a press board as a portable bitmap.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_picture(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        pbm::write(&self.cells(board), out)
    }

    /// Returns the cells that are pressed an odd number of times.
    fn cells(&self, board: &Grid) -> Cow<'_, Cells> {
        match self {
            Self::Board(cells) => Cow::Borrowed(cells),
            Self::List(list) => {
                let mut cells = Cells::none(board.width(), board.height());
                for (x, y) in list.iter().filter_map(|&by| board.cell(by)) {
                    cells.flip(x, y);
                }
                Cow::Owned(cells)
            }
        }
    }

    /// Writes one `(x, y)` per line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_list(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.length() == 0 {
            return writeln!(out, "{NOTHING_TO_PRESS}");
        }
        let mut result = Ok(());
        self.each(&mut |Press { x, y }| {
            result = writeln!(out, "({x}, {y})");
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result
    }
}

/// The text of an empty list.
pub const NOTHING_TO_PRESS: &str = "nothing to press";

/// Reads one press: `(2, 0)`, `2,0` or `2 0`.
///
/// # Errors
/// If it is no press, or outside the board.
pub fn read_press(board: &Board, text: &str) -> Result<Press, Illegal> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let spaced = inner.trim().split_once(' ').map(|(x, y)| format!("{x},{y}"));
    let by = pair(inner)
        .or_else(|| pair(&spaced?))
        .ok_or_else(|| Illegal::new(format!("`{}` is not a press such as (2, 0)", shortened(text))))?;
    board.has(by).map(|()| by)
}

/// Reads `x, y`; None if it is no pair.
pub fn pair(text: &str) -> Option<Press> {
    let (x, y) = text.split_once(',')?;
    Some(Press { x: coordinate(x)?, y: coordinate(y)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_board_of_another_size_is_illegal() {
        let presses = Presses::Board(Cells::none(2, 3));
        assert!(Board::Grid(Grid::new(Cells::none(3, 2))).play(&presses).is_err());
    }
}
