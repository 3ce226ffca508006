//! Pattern databases for the checker: the fewest moves of the tiles of a pattern to their goal
//! cells, for every arrangement of these tiles and the gap. Moves of other tiles are free.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Context;
use fewest_verify::tables::MAGIC;

use crate::{Unproven, write};

/// An entry that is not known yet.
const OPEN: u8 = u8::MAX;
/// Arrangements between two questions whether to stop.
const BETWEEN_POLLS: usize = 1 << 16;

/// A grid with the cell of each tile in the goal; tile 0 is the gap.
struct Grid {
    rows: usize,
    columns: usize,
    goal: Vec<usize>,
}

/// Builds the file of tables for a goal: the tile on each cell, row by row.
///
/// # Errors
/// The limit that was reached, or that the board is too large.
pub fn build(rows: usize, columns: usize, goal: &[u16], cx: &Context<'_>) -> Result<Vec<u8>, Unproven> {
    let cells = rows * columns;
    let mut cell_of = vec![0; cells];
    goal.iter().enumerate().for_each(|(cell, &tile)| cell_of[usize::from(tile)] = cell);
    let grid = Grid { rows, columns, goal: cell_of };
    let mut out = MAGIC.to_vec();
    [rows, columns].into_iter().for_each(|side| write::count(&mut out, side));
    goal.iter().for_each(|&tile| write::number(&mut out, u64::from(tile)));
    let patterns = patterns(&grid, goal);
    write::count(&mut out, patterns.len());
    for pattern in patterns {
        write::count(&mut out, pattern.len());
        pattern.iter().for_each(|&tile| write::count(&mut out, tile));
        out.extend(grid.entries(&pattern, cx)?);
    }
    Ok(out)
}

/// Returns the patterns: five tiles each, in the order of their goal cells, every second row from
/// the right to the left, so that the tiles of a pattern are near each other.
fn patterns(grid: &Grid, goal: &[u16]) -> Vec<Vec<usize>> {
    let mut cells: Vec<usize> = (0..goal.len()).collect();
    cells.sort_by_key(|&cell| {
        let (row, column) = (cell / grid.columns, cell % grid.columns);
        (row, if row % 2 == 0 { column } else { grid.columns - 1 - column })
    });
    let tiles: Vec<usize> =
        cells.iter().map(|&cell| usize::from(goal[cell])).filter(|&tile| tile != 0).collect();
    tiles.chunks(5).map(<[usize]>::to_vec).collect()
}

impl Grid {
    /// Returns the number of an arrangement among all of this length, in the order of their cells.
    fn number(&self, arrangement: &[usize]) -> usize {
        let (mut number, mut used) = (0, 0_u32);
        for (before, &cell) in arrangement.iter().enumerate() {
            let smaller = (used & ((1 << cell) - 1)).count_ones() as usize;
            number = number * (self.goal.len() - before) + cell - smaller;
            used |= 1 << cell;
        }
        number
    }

    /// Writes the cells of an arrangement of this number.
    fn arrangement(&self, mut number: usize, cells: &mut [usize]) {
        let mut sizes = self.goal.len() - cells.len();
        for cell in cells.iter_mut().rev() {
            sizes += 1;
            *cell = number % sizes;
            number /= sizes;
        }
        for at in (0..cells.len()).rev() {
            for later in at + 1..cells.len() {
                cells[later] += usize::from(cells[later] >= cells[at]);
            }
        }
    }

    /// Returns the cells that the gap can go to.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let all = [
            (row > 0).then(|| cell - self.columns),
            (row + 1 < self.rows).then(|| cell + self.columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < self.columns).then(|| cell + 1),
        ];
        all.into_iter().flatten()
    }

    /// Returns the entries of a pattern, by breadth-first search from the goal in which the moves of
    /// other tiles cost nothing.
    fn entries(&self, pattern: &[usize], cx: &Context<'_>) -> Result<Vec<u8>, Unproven> {
        let size = (0..=pattern.len()).map(|used| self.goal.len() - used).product::<usize>();
        let _lease = cx.lease(size.saturating_mul(9)).map_err(Unproven::Limit)?;
        let mut entries = vec![OPEN; size];
        let mut cells: Vec<usize> =
            std::iter::once(0).chain(pattern.iter().copied()).map(|tile| self.goal[tile]).collect();
        let mut open = vec![self.number(&cells)];
        let mut done = 0;
        for distance in 0..OPEN {
            let mut next = Vec::new();
            while let Some(number) = open.pop() {
                if entries[number] != OPEN {
                    continue;
                }
                entries[number] = distance;
                self.arrangement(number, &mut cells);
                let gap = cells[0];
                for cell in self.beside(gap) {
                    let tile = cells[1..].iter().position(|&other| other == cell);
                    cells[0] = cell;
                    tile.into_iter().for_each(|tile| cells[tile + 1] = gap);
                    let after = self.number(&cells);
                    if entries[after] == OPEN {
                        if tile.is_some() { next.push(after) } else { open.push(after) }
                    }
                    tile.into_iter().for_each(|tile| cells[tile + 1] = cell);
                    cells[0] = gap;
                }
                done += 1;
                if done % BETWEEN_POLLS == 0 {
                    cx.counters.positions.store(done as u64, Relaxed);
                    cx.poll().map_err(Unproven::Limit)?;
                }
            }
            if next.is_empty() {
                break;
            }
            open = next;
        }
        // What cannot be reached needs no bound.
        entries.iter_mut().filter(|entry| **entry == OPEN).for_each(|entry| *entry = 0);
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_arrangements_are_inverse() {
        let grid = Grid { rows: 2, columns: 3, goal: (0..6).collect() };
        let mut cells = [0; 3];
        for number in 0..6 * 5 * 4 {
            grid.arrangement(number, &mut cells);
            assert_eq!(grid.number(&cells), number, "{cells:?}");
        }
    }
}
