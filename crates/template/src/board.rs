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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A position and its goal. A board is always valid: both rows have the same length and the same
/// pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Vec<Cell>,
    goal: Vec<Cell>,
}

/// A piece goes from one cell to another, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
}

/// The longest strip: the cells of one kind fit into one word of a key.
pub const LONGEST: usize = 64;

impl Board {
    /// A board, or what is wrong with it.
    ///
    /// # Errors
    /// In words.
    pub fn new(cells: Vec<Cell>, goal: Vec<Cell>) -> Result<Self, String> {
        let count = |row: &[Cell], kind| row.iter().filter(|&&cell| cell == kind).count();
        if cells.is_empty() || cells.len() > LONGEST {
            return Err(format!("a strip has 1 to {LONGEST} cells, this one has {}", cells.len()));
        }
        if cells.len() != goal.len() {
            return Err(format!("the goal has {} cells, the strip has {}", goal.len(), cells.len()));
        }
        for (kind, name) in [(Cell::Toad, "toads"), (Cell::Frog, "frogs")] {
            let (here, there) = (count(&cells, kind), count(&goal, kind));
            if here != there {
                return Err(format!("the goal has {there} {name}, the strip has {here}"));
            }
        }
        Ok(Self { cells, goal })
    }

    /// A board whose goal is its mirror image, the usual one.
    ///
    /// # Errors
    /// In words.
    pub fn mirrored(cells: Vec<Cell>) -> Result<Self, String> {
        let goal = cells.iter().rev().copied().collect();
        Self::new(cells, goal)
    }

    /// The position.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The position to be reached.
    pub fn goal(&self) -> &[Cell] {
        &self.goal
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

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: Move) -> Result<(), Illegal> {
        match self.cells.get(by.from) {
            None => return Err(Illegal::new(format!("there is no cell {}", by.from + 1))),
            Some(Cell::Empty) => return Err(Illegal::new(format!("cell {} is empty", by.from + 1))),
            Some(Cell::Toad | Cell::Frog) => {}
        }
        if self.target(by.from) != Some(by.to) {
            return Err(Illegal::new(format!(
                "the piece on cell {} cannot go to cell {}",
                by.from + 1,
                by.to + 1
            )));
        }
        self.cells.swap(by.from, by.to);
        Ok(())
    }
}
