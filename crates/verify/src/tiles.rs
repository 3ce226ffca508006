//! The rules of sliding tiles.
//!
//! ```text
//! fewest puzzle 1
//! tiles steps               a move is a step: one tile goes into the gap;
//! size 3 3                  or a line: a run of tiles in a row or column goes towards the gap
//! start 1 2 3 4 0 5 7 8 6   the tile on each cell, row by row; 0 is the gap
//! goal 1 2 3 4 5 6 7 8 0
//! ```
//!
//! The digits of a position are the tiles on the cells.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::grid::ways;
use crate::rules::{Digits, Frame, Own, Rules, Visit};
use crate::tables::Tables;
use crate::text::{Lines, numbers, pair};
use crate::{Rejected, reject};

/// A puzzle.
struct Tiles {
    frame: Frame,
    rows: usize,
    columns: usize,
    goal: Digits,
}

/// Reads a puzzle.
///
/// # Errors
/// The first line that is wrong.
pub fn read(metric: &'static str, mut lines: Lines<'_>) -> Result<Box<dyn Rules>, Rejected> {
    let mut line = |word: &str| match lines.next().and_then(|line| line.strip_prefix(word)) {
        Some(rest) => Ok(rest),
        None => reject(format!("a line `{word}` is missing")),
    };
    let (rows, columns) = pair::<usize>(line("size ")?, ' ')?;
    let start = numbers::<u16>(line("start ")?)?;
    let goal = numbers::<u16>(line("goal ")?)?;
    if lines.next().is_some() {
        return reject("there are lines after the goal");
    }
    let cells = rows.saturating_mul(columns);
    if cells > 4096 {
        return reject("a board has at most 4096 cells");
    }
    let is_arrangement = |tiles: &Digits| {
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        cells > 0 && sorted.len() == cells && sorted.iter().zip(0..).all(|(&tile, number)| tile == number)
    };
    if !is_arrangement(&start) || !is_arrangement(&goal) {
        return reject("each tile lies on one cell");
    }
    Ok(Box::new(Tiles {
        frame: Frame { metric, bases: vec![cells as u16; cells], start },
        rows,
        columns,
        goal,
    }))
}

impl Tiles {
    /// Checks that the start and the goal differ in a parity that no move changes.
    ///
    /// A step exchanges the gap with a neighbour: that changes the parity of the permutation and
    /// the parity of the way from the gap to its goal cell, both. A line is several steps.
    fn check_parity(&self) -> Result<(), Rejected> {
        let cell_of = |tile: u16, tiles: &[u16]| tiles.iter().position(|&other| other == tile).unwrap_or(0);
        let mut at = self.frame.start.clone();
        let mut exchanges = 0;
        for cell in 0..at.len() {
            let from = cell_of(self.goal[cell], &at);
            if from != cell {
                at.swap(cell, from);
                exchanges += 1;
            }
        }
        let (from, to) = (cell_of(0, &self.frame.start), cell_of(0, &self.goal));
        let way = (from / self.columns).abs_diff(to / self.columns)
            + (from % self.columns).abs_diff(to % self.columns);
        if exchanges % 2 == way % 2 { reject("the parities of start and goal agree") } else { Ok(()) }
    }

    /// Checks that on a single row or column the tiles are in another order than in the goal. No
    /// tile passes another there.
    fn check_order(&self) -> Result<(), Rejected> {
        let order = |tiles: &Digits| tiles.iter().copied().filter(|&tile| tile != 0).collect::<Digits>();
        if self.rows.min(self.columns) > 1 || order(&self.frame.start) == order(&self.goal) {
            return reject("tiles can pass each other, or are in order");
        }
        Ok(())
    }
}

impl Rules for Tiles {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn is_goal(&self, at: &[u16]) -> bool {
        at == self.goal
    }

    fn moves(&self, at: &[u16], visit: &mut Visit<'_>) {
        let Some(gap) = at.iter().position(|&tile| tile == 0) else { return };
        for (room, step) in ways(self.rows, self.columns, gap) {
            let mut after = at.to_vec();
            let mut here = gap;
            for _ in 0..if self.frame.metric == "lines" { room } else { room.min(1) } {
                let next = here.wrapping_add_signed(step);
                after.swap(here, next);
                here = next;
                visit(&after);
            }
        }
    }

    fn goals(&self) -> Option<Vec<Digits>> {
        Some(vec![self.goal.clone()])
    }

    /// Every move can be undone by a move.
    fn moves_back(&self, at: &[u16], visit: &mut Visit<'_>) {
        self.moves(at, visit);
    }

    /// Checks a proof by pattern databases; or, without solution, by parity or order.
    fn check_own(&self, proof: &mut Own<'_, '_>) -> Result<(), Rejected> {
        match proof.claim {
            None => self.check_parity().or_else(|_| self.check_order()),
            Some(_) if self.frame.metric == "lines" => reject("the tables count steps"),
            Some(moves) => {
                let name = proof.input.number()?;
                let fits = |tables: &&Tables| tables.is_for(name, self.rows, self.columns, &self.goal);
                match proof.tables.iter().find(fits) {
                    Some(tables) => tables.check_bound(&self.frame.start, moves, proof.progress),
                    None => reject(format!("the proof needs the tables {name:016x} for this size and goal")),
                }
            }
        }
    }
}
