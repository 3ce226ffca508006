//! A board whose tiles have the names of the cells that they belong to.
//!
//! The goal's blank is taken to the last cell first, and back again at the end, so that it is never in the way.

use std::sync::Arc;

use crate::rules::board::{Board, Direction, Metric, Slide};

/// What lies on each cell.
#[derive(Clone)]
pub(crate) struct HomeBoard {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The row and the column of every cell; dividing takes long.
    pub(crate) lines: Arc<[(u16, u16)]>,
    /// For every cell, the cell to which the tile on it belongs.
    pub(crate) cells: Vec<u32>,
    pub(crate) blank: usize,
    /// The cell to which the blank belongs, which is its name.
    pub(crate) blank_home: usize,
}

impl HomeBoard {
    /// The field of a board, and the steps from the field's goal to the board's.
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

    /// The row and the column of a cell.
    #[inline]
    pub(crate) fn line(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.lines[cell];
        (row.into(), column.into())
    }

    /// The cell beside a cell.
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

    /// The blank goes one cell, if there is one.
    pub(crate) fn step(&mut self, to: Direction) {
        if let Some(next) = self.beside(self.blank, to) {
            self.cells.swap(self.blank, next);
            self.blank = next;
        }
    }

    /// Whether everything is where it belongs.
    pub(crate) fn is_home(&self) -> bool {
        self.cells.iter().enumerate().all(|(cell, &home)| cell == home as usize)
    }

    /// Steps from one cell to another.
    #[inline]
    pub(crate) fn distance(&self, one: usize, other: usize) -> usize {
        let ((row, column), (other_row, other_column)) = (self.line(one), self.line(other));
        row.abs_diff(other_row) + column.abs_diff(other_column)
    }

    /// The steps of all tiles to where they belong, each by itself.
    pub(crate) fn distances(&self) -> usize {
        let tiles = self.cells.iter().enumerate().filter(|(cell, _)| *cell != self.blank);
        tiles.map(|(cell, &home)| self.distance(cell, home as usize)).sum()
    }
}

/// A way without steps to and fro.
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
