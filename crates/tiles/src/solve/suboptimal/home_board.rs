//! A board of any size whose tiles are named by their goal cells.
//!
//! The goal cell of the blank is the last cell; the steps from there to the goal of the original
//! board are appended to a solution.

use std::sync::Arc;

use crate::rules::board::{Board, Direction, Metric, Slide};

/// What lies on each cell.
#[derive(Clone)]
pub(crate) struct HomeBoard {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The row and the column of every cell, tabled because division is slow.
    pub(crate) lines: Arc<[(u16, u16)]>,
    /// By cell: the goal cell of the tile on it.
    pub(crate) cells: Vec<u32>,
    pub(crate) blank: usize,
    /// The goal cell of the blank, which is its name.
    pub(crate) blank_home: usize,
}

impl HomeBoard {
    /// Returns the relabelled board, and the steps from its goal to the original goal.
    pub(crate) fn of(board: &Board) -> Option<(Self, Vec<Direction>)> {
        let mut goal = board.with(board.goal().as_ref().clone())?.in_metric(Metric::Steps);
        let mut path_back = Vec::new();
        for to in [Direction::Down, Direction::Right] {
            for _ in 0..goal.room(to) {
                goal.play(Slide { to, distance: 1 }).ok()?;
                path_back.push(to.opposite());
            }
        }
        path_back.reverse();
        let homes = goal.now().places();
        let cells = board.cells().iter().map(|&tile| homes[tile as usize] as u32).collect();
        let (rows, columns) = (board.rows(), board.columns());
        let lines = (0..rows * columns).map(|cell| ((cell / columns) as u16, (cell % columns) as u16));
        let home_board = Self {
            rows,
            columns,
            lines: lines.collect(),
            cells,
            blank: board.blank(),
            blank_home: goal.blank(),
        };
        Some((home_board, path_back))
    }

    /// Returns the row and the column of a cell.
    #[inline]
    pub(crate) fn line(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.lines[cell];
        (row.into(), column.into())
    }

    /// Returns the adjacent cell; None at the border.
    #[inline]
    pub(crate) fn beside(&self, cell: usize, to: Direction) -> Option<usize> {
        let (row, column) = self.line(cell);
        match to {
            Direction::Up => (row > 0).then(|| cell - self.columns),
            Direction::Down => (row + 1 < self.rows).then_some(cell + self.columns),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < self.columns).then_some(cell + 1),
        }
    }

    /// Moves the blank one cell; does nothing at the border.
    pub(crate) fn step(&mut self, to: Direction) {
        if let Some(next) = self.beside(self.blank, to) {
            self.cells.swap(self.blank, next);
            self.blank = next;
        }
    }

    /// Returns whether everything is on its goal cell.
    pub(crate) fn is_home(&self) -> bool {
        self.cells.iter().enumerate().all(|(cell, &home)| cell == home as usize)
    }

    /// Returns the steps from one cell to another.
    #[inline]
    pub(crate) fn distance(&self, one: usize, other: usize) -> usize {
        let ((row, column), (other_row, other_column)) = (self.line(one), self.line(other));
        row.abs_diff(other_row) + column.abs_diff(other_column)
    }

    /// Returns the Manhattan distance of all tiles.
    pub(crate) fn distances(&self) -> usize {
        let tiles = self.cells.iter().enumerate().filter(|(cell, _)| *cell != self.blank);
        tiles.map(|(cell, &home)| self.distance(cell, home as usize)).sum()
    }
}

/// Returns a path without steps that cancel each other.
pub(crate) fn without_reversals(path: Vec<Direction>) -> Vec<Direction> {
    let mut steps: Vec<Direction> = Vec::with_capacity(path.len());
    for to in path {
        match steps.last() {
            Some(last) if *last == to.opposite() => drop(steps.pop()),
            _ => steps.push(to),
        }
    }
    steps
}
