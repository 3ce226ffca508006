//! The rules, written for reading.
//!
//! ```text
//!   > > . < <        toads `>` go right only, frogs `<` go left only
//!   > . > < <        a toad slid into the gap …
//!   > < > . <        … and a frog jumped over it
//! ```
//!
//! A piece slides into an empty cell before it, or jumps over one piece of the other kind into an
//! empty cell behind that. Pieces of one kind never pass each other, and no piece ever turns back.

use fewest_core::Illegal;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece that goes right.
    Toad,
    /// A piece that goes left.
    Frog,
}

impl Cell {
    /// The letter of it in texts and pictures.
    pub fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Toad => '>',
            Self::Frog => '<',
        }
    }
}

/// A position and its goal. A board is always valid: both rows have the same pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) cells: Vec<Cell>,
    pub(crate) goal: Vec<Cell>,
}

/// A piece goes from one cell to another, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The longest strip: the cells of one kind fit into one word of a key.
pub const LONGEST: usize = 64;

impl Board {
    /// Returns a board, or what is wrong with it.
    pub fn new(cells: Vec<Cell>, goal: Vec<Cell>) -> Result<Self, String> {
        if cells.is_empty() || cells.len() > LONGEST {
            return Err(format!("a strip has 1 to {LONGEST} cells, this one has {}", cells.len()));
        }
        for kind in [Cell::Toad, Cell::Frog, Cell::Empty] {
            let [here, there] = [&cells, &goal].map(|row| Self::places(row, kind).count());
            if here != there {
                return Err(format!("the goal has {there} times {}, the strip {here} times", kind.letter()));
            }
        }
        Ok(Self { cells, goal })
    }

    /// Returns a board whose goal is its mirror image, the usual one.
    pub fn mirrored(cells: Vec<Cell>) -> Result<Self, String> {
        let goal = cells.iter().rev().copied().collect();
        Self::new(cells, goal)
    }

    /// Whether the goal is reached.
    pub fn is_goal(&self) -> bool {
        self.cells == self.goal
    }

    /// The cells of one kind, from left to right.
    pub fn places(row: &[Cell], kind: Cell) -> impl Iterator<Item = usize> + '_ {
        row.iter().enumerate().filter(move |&(_, &cell)| cell == kind).map(|(place, _)| place)
    }

    /// Where the piece on a cell may go. It has one way at most: if it can slide, there is nothing
    /// to jump over.
    pub fn target(&self, from: usize) -> Option<usize> {
        let ahead = |by: usize| match self.cells.get(from)? {
            Cell::Empty => None,
            Cell::Toad => Some(from + by).filter(|&to| to < self.cells.len()),
            Cell::Frog => from.checked_sub(by),
        };
        let (next, after) = (ahead(1)?, ahead(2));
        if self.cells[next] == Cell::Empty {
            return Some(next);
        }
        let over_another_kind = self.cells[next] != self.cells[from];
        after.filter(|&to| over_another_kind && self.cells[to] == Cell::Empty)
    }

    /// Every legal move, from left to right.
    pub fn moves(&self) -> Vec<Move> {
        (0..self.cells.len()).filter_map(|from| Some(Move { from, to: self.target(from)? })).collect()
    }

    /// Plays a move, or says which rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: &Move) -> Result<(), Illegal> {
        if self.target(by.from) != Some(by.to) {
            let (from, to) = (by.from + 1, by.to + 1);
            return Err(Illegal::new(format!("no piece can go from cell {from} to cell {to}")));
        }
        self.cells.swap(by.from, by.to);
        Ok(())
    }
}
