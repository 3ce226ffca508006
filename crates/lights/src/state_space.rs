//! Small boards as keys of a state space: the light in column `x` and row `y` of a rectangle is bit
//! `width * y + x`, and place `n` of a graph takes as many bits as its colours need, from the
//! lowest on.

use fewest_core::Images;
use fewest_search::{EdgeKind, StateSpace};

use crate::rules::{Board, Cells, GraphBoard, Grid, Press};

/// Boards with more than two to this power positions have no state space. Their counts are known
/// without a search.
pub const LARGEST_AREA: usize = 32;

/// Returns the key of a board; None if the board is too large.
pub fn key(board: &Board) -> Option<u64> {
    match board {
        Board::Grid(grid) => key_of_grid(grid),
        Board::Graph(board) => {
            let bits = bits_per_light(board)?;
            let light =
                |key: u64, (place, &level): (usize, &u8)| key | u64::from(level) << (bits * place as u32);
            Some(board.levels().iter().enumerate().fold(0, light))
        }
    }
}

fn key_of_grid(board: &Grid) -> Option<u64> {
    let width = board.width();
    (board.lit().area() <= LARGEST_AREA)
        .then(|| board.lit().iter().fold(0, |key, (x, y)| key | 1 << (width * y + x)))
}

/// Returns the images of a key under the symmetries of a rectangle; None for graphs, whose
/// symmetries are not searched.
pub fn images(board: &Board) -> Option<Images<'_>> {
    let Board::Grid(grid) = board else { return None };
    let (width, height) = (grid.width(), grid.height());
    if width * height > LARGEST_AREA || width * height < 2 {
        return None;
    }
    let turns = if width == height { 8 } else { 4 };
    let place = move |turn: usize, at: usize| {
        let (mut x, mut y) = (at % width, at / width);
        if turn & 1 != 0 {
            x = width - 1 - x;
        }
        if turn & 2 != 0 {
            y = height - 1 - y;
        }
        if turn & 4 != 0 { x * width + y } else { y * width + x }
    };
    Some(Box::new(move |key, out| {
        let lit = |at: &usize| key[0] >> at & 1 == 1;
        let image = |turn| (0..width * height).filter(lit).fold(0, |image, at| image | 1 << place(turn, at));
        out.extend((1..turns).map(image));
    }))
}

/// Returns the bits that a light of a graph takes; None if the graph is too large or the number of
/// presses is fixed.
fn bits_per_light(board: &GraphBoard) -> Option<u32> {
    let (lights, colours) = (board.graph().len(), board.graph().colours());
    let bits = u8::BITS - (colours - 1).leading_zeros();
    let small = (lights as f64) * f64::from(colours).log2() <= LARGEST_AREA as f64;
    (small && lights * bits as usize <= 64 && board.turns().is_none()).then_some(bits)
}

/// The state space of a board.
pub struct LightsSpace {
    start: u64,
    colours: u64,
    bits: u32,
    /// Distinguishes the space from others in its fingerprint.
    name: String,
    /// For each press a 1 in every light it changes.
    presses: Vec<u64>,
    /// The number of bits of the first two thirds of the lights. Most presses there leave the last
    /// third alone, which makes it a good partition key.
    partition_shift: u32,
}

/// Returns two thirds of the bits of the lights that presses change.
fn partition_shift(presses: &[u64]) -> u32 {
    let all = presses.iter().fold(0, |all, press| all | press);
    (u64::BITS - all.leading_zeros()) * 2 / 3
}

impl LightsSpace {
    /// Returns the space of a board; None if the board is too large.
    pub fn new(board: &Board) -> Option<Self> {
        let start = key(board)?;
        match board {
            Board::Grid(grid) => {
                let (width, height) = (grid.width(), grid.height());
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| Press::at(x, y)));
                let presses = cells.filter_map(|by| {
                    let mut pressed = Grid::new(Cells::none(width, height));
                    pressed.press(by).ok()?;
                    key_of_grid(&pressed)
                });
                let (name, presses) = (format!("{width}x{height}"), presses.collect::<Vec<_>>());
                Some(Self {
                    start,
                    colours: 2,
                    bits: 1,
                    name,
                    partition_shift: partition_shift(&presses),
                    presses,
                })
            }
            Board::Graph(board) => {
                let bits = bits_per_light(board)?;
                let one =
                    |press| board.graph().changed_by(press).iter().map(|&light| 1 << (bits * light)).sum();
                let presses: Vec<u64> = (0..board.graph().len()).map(one).collect();
                let name = format!("net of {} colours {presses:x?}", board.graph().colours());
                let colours = u64::from(board.graph().colours());
                Some(Self { start, colours, bits, name, partition_shift: partition_shift(&presses), presses })
            }
        }
    }

    /// Returns the key after a press.
    fn pressed(&self, key: u64, press: u64) -> u64 {
        if self.colours == 2 {
            return key ^ press;
        }
        // Every light has room for its last colour; from there it goes back to 0.
        let (mut after, mut rest) = (key, press);
        while rest != 0 {
            let at = rest.trailing_zeros();
            let light = (1 << self.bits) - 1;
            if key >> at & light == self.colours - 1 {
                after &= !(light << at);
            } else {
                after += 1 << at;
            }
            rest &= rest - 1;
        }
        after
    }
}

impl StateSpace for LightsSpace {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        if self.colours == 2 { EdgeKind::Undirected } else { EdgeKind::Directed }
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &parent in parents {
            out.extend(self.presses.iter().map(|&press| self.pressed(parent, press)));
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(keys.iter().enumerate().filter(|&(_, &key)| key == 0).map(|(index, _)| index));
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        key[0] >> self.partition_shift
    }

    fn fingerprint(&self) -> String {
        format!("lights {} {:x} presses 1", self.name, self.start)
    }
}
