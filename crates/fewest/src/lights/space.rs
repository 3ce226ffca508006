//! Small boards as keys for layered search: the light in column `x` and row `y` is bit `width * y + x`.

use fewest_search::{Kind, Packed};

use super::board::Press;
use super::cells::Cells;
use super::grid::Grid;

/// Boards with more lights are not walked: there are too many positions. Their numbers are known without walking.
pub const LARGEST_AREA: usize = 32;

/// The key of a board, if it is small enough.
pub fn key(board: &Grid) -> Option<u64> {
    let width = board.width();
    (board.lit().area() <= LARGEST_AREA)
        .then(|| board.lit().iter().fold(0, |key, (x, y)| key | 1 << (width * y + x)))
}

/// A board as a space of keys.
pub struct Lamps {
    start: u64,
    size: (usize, usize),
    /// For each press the lights it changes.
    presses: Vec<u64>,
}

impl Lamps {
    /// The space of a board, if it is small enough.
    pub fn new(board: &Grid) -> Option<Self> {
        let (start, width, height) = (key(board)?, board.width(), board.height());
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Press::at(x, y)));
        let presses = cells.filter_map(|by| {
            let mut pressed = Grid::new(Cells::none(width, height));
            pressed.press(by).ok()?;
            key(&pressed)
        });
        Some(Self { start, size: (width, height), presses: presses.collect() })
    }
}

impl Packed for Lamps {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> Kind {
        Kind::Undirected
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for parent in parents {
            out.extend(self.presses.iter().map(|press| parent ^ press));
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(keys.iter().enumerate().filter(|&(_, &key)| key == 0).map(|(index, _)| index));
    }

    fn fingerprint(&self) -> String {
        format!("lights {}x{} {:x} presses 1", self.size.0, self.size.1, self.start)
    }
}
