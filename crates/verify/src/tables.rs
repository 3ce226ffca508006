//! The checker for pattern databases of sliding tiles, and for bounds that follow from them.
//!
//! A table belongs to some tiles, its *pattern*, and has an entry for every arrangement of the gap
//! and these tiles. Its entry for the goal is 0, and a move changes the entry by at most 1 if it
//! moves a tile of the pattern, and does not lower it otherwise. No tile is in two patterns, so a
//! move lowers the sum of the entries by at most 1: the sum is at most the number of moves left.
//!
//! The bound itself is then proven by a depth-first search, which turns back where the moves made
//! and the sum of the entries exceed the limit.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bytes::Reader;
use crate::grid::ways;
use crate::{Progress, Rejected, reject};

/// The first bytes of a file of tables.
pub const MAGIC: &[u8] = b"fewest tables 1\n";

/// The tiles of one pattern, and where its entries are in the file.
struct Pattern {
    tiles: Vec<u16>,
    entries: Range<usize>,
}

/// Tables that were checked.
pub struct Tables {
    file: Vec<u8>,
    rows: usize,
    columns: usize,
    goal: Vec<u16>,
    patterns: Vec<Pattern>,
    /// The hash of the file, by which proofs name it: FNV-1a with 64 bits. Nothing relies on it,
    /// since the tables are checked themselves.
    pub name: u64,
}

/// Returns the number of an arrangement of the gap and the tiles of a pattern, in the order of
/// their cells: each cell counts among those that the ones before it leave.
fn number(cells: usize, arrangement: impl Iterator<Item = usize>) -> usize {
    let (mut number, mut used) = (0, 0_u32);
    for (before, cell) in arrangement.enumerate() {
        number = number * (cells - before) + cell - (used & ((1 << cell) - 1)).count_ones() as usize;
        used |= 1 << cell;
    }
    number
}

impl Tables {
    /// Checks a file of tables.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(file: Vec<u8>, progress: &mut Progress<'_>) -> Result<Self, Rejected> {
        let mut input = Reader::new(&file);
        if input.take(MAGIC.len())? != MAGIC {
            return reject("this is not a file of tables of version 1");
        }
        let (rows, columns) = (input.below(33)?, input.below(33)?);
        let cells = rows * columns;
        if !(2..=32).contains(&cells) {
            return reject("tables are for 2 to 32 cells");
        }
        let goal = (0..cells)
            .map(|_| input.below(cells).map(|tile| tile as u16))
            .collect::<Result<Vec<u16>, _>>()?;
        if goal.iter().fold(0_u64, |seen, tile| seen | 1 << tile) + 1 != 1 << cells {
            return reject("the goal of the tables has a tile twice");
        }
        let (mut patterns, mut seen) = (Vec::new(), 1_u32);
        for _ in 0..input.below(cells)? {
            let mut tiles = Vec::new();
            for _ in 0..input.below(cells)? {
                let tile = input.below(cells)?;
                if seen & 1 << tile != 0 {
                    return reject("a tile is in two patterns");
                }
                seen |= 1 << tile;
                tiles.push(tile as u16);
            }
            let size = (0..=tiles.len()).try_fold(1_usize, |size, used| size.checked_mul(cells - used));
            let from = file.len() - input.rest();
            let entries = from..from + input.take(size.unwrap_or(usize::MAX))?.len();
            patterns.push(Pattern { tiles, entries });
        }
        if input.rest() > 0 {
            return reject("there is something after the end of the tables");
        }
        let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let name = file.iter().fold(0xcbf2_9ce4_8422_2325, hash);
        let tables = Self { file, rows, columns, goal, patterns, name };
        let total = tables.patterns.iter().map(|pattern| pattern.entries.len() as u64).sum();
        let mut done = 0;
        for pattern in &tables.patterns {
            if tables.entries(pattern)[tables.number_of(pattern, &tables.goal)] != 0 {
                return reject("the entry of the goal is not 0");
            }
            let mut at = 0;
            tables.check_from(pattern, &mut Vec::new(), &mut at, &mut |at| progress(done + at, total))?;
            done += at as u64;
        }
        Ok(tables)
    }

    /// Checks all entries of arrangements that begin with these cells. The arrangements come in the
    /// order of their numbers.
    fn check_from(
        &self,
        pattern: &Pattern,
        cells: &mut Vec<usize>,
        at: &mut usize,
        progress: &mut dyn FnMut(u64) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
        let all = self.rows * self.columns;
        if cells.len() <= pattern.tiles.len() {
            for cell in 0..all {
                if !cells.contains(&cell) {
                    cells.push(cell);
                    self.check_from(pattern, cells, at, progress)?;
                    cells.pop();
                }
            }
            return Ok(());
        }
        let entries = self.entries(pattern);
        let entry = entries[*at];
        for (room, step) in ways(self.rows, self.columns, cells[0]) {
            if room == 0 {
                continue;
            }
            // The gap goes to the next cell, and a tile that is there goes to the gap.
            let (gap, next) = (cells[0], cells[0].wrapping_add_signed(step));
            let exchange = |&cell: &usize| {
                if cell == next {
                    gap
                } else if cell == gap {
                    next
                } else {
                    cell
                }
            };
            let after = entries[number(all, cells.iter().map(exchange))];
            if entry > after.saturating_add(u8::from(cells[1..].contains(&next))) {
                return reject(format!("entry {at} of a table is too large"));
            }
        }
        *at += 1;
        if at.is_multiple_of(1 << 20) {
            progress(*at as u64)?;
        }
        Ok(())
    }

    fn entries(&self, pattern: &Pattern) -> &[u8] {
        &self.file[pattern.entries.clone()]
    }

    /// Returns whether the tables have this name, and are for boards of this size and goal.
    pub fn is_for(&self, name: u64, rows: usize, columns: usize, goal: &[u16]) -> bool {
        (self.name, self.rows, self.columns) == (name, rows, columns) && self.goal == goal
    }

    /// Checks that a board has no solution with fewer moves.
    ///
    /// # Errors
    /// That there is one, or what the progress says.
    pub fn check_bound(
        &self,
        start: &[u16],
        moves: u64,
        progress: &mut Progress<'_>,
    ) -> Result<(), Rejected> {
        let Some(limit) = moves.checked_sub(1) else { return Ok(()) };
        let mut cells = vec![0; start.len()];
        start.iter().enumerate().for_each(|(cell, &tile)| cells[usize::from(tile)] = cell);
        let mut search = Search { tables: self, tiles: start.to_vec(), cells, positions: 0 };
        if search.solves(limit, 0, progress)? { reject("there is a shorter solution") } else { Ok(()) }
    }

    /// Returns the number of the arrangement in a position.
    fn number_of(&self, pattern: &Pattern, position: &[u16]) -> usize {
        let cell_of = |tile: u16| position.iter().position(|&other| other == tile).unwrap_or(0);
        number(position.len(), core::iter::once(0).chain(pattern.tiles.iter().copied()).map(cell_of))
    }
}

/// A depth-first search for solutions of a limited length.
struct Search<'s> {
    tables: &'s Tables,
    /// The tile on each cell, and the cell of each tile.
    tiles: Vec<u16>,
    cells: Vec<usize>,
    positions: u64,
}

impl Search<'_> {
    /// Returns whether there is a solution with at most `left` moves that does not begin by undoing
    /// the move before.
    fn solves(&mut self, left: u64, came: isize, progress: &mut Progress<'_>) -> Result<bool, Rejected> {
        self.positions += 1;
        if self.positions.is_multiple_of(1 << 22) {
            progress(self.positions, 0)?;
        }
        let gap = self.cells[0];
        let sum = |sum: u64, pattern: &Pattern| {
            let cells =
                core::iter::once(gap).chain(pattern.tiles.iter().map(|&tile| self.cells[usize::from(tile)]));
            sum + u64::from(self.tables.entries(pattern)[number(self.tiles.len(), cells)])
        };
        if self.tables.patterns.iter().fold(0, sum) > left {
            return Ok(false);
        }
        if self.tiles == self.tables.goal {
            return Ok(true);
        }
        for (room, step) in ways(self.tables.rows, self.tables.columns, gap) {
            if room == 0 || step == -came || left == 0 {
                continue;
            }
            self.exchange(gap, gap.wrapping_add_signed(step));
            let solves = self.solves(left - 1, step, progress)?;
            self.exchange(gap.wrapping_add_signed(step), gap);
            if solves {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves the gap from one cell to another.
    fn exchange(&mut self, from: usize, to: usize) {
        self.tiles.swap(from, to);
        self.cells[usize::from(self.tiles[from])] = from;
        self.cells[0] = to;
    }
}
