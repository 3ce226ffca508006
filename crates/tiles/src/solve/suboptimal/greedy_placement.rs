//! Greedy placement: solves a board of any size at once, line by line; one tile after the other is
//! brought home and then stays fixed.
//!
//! ```text
//!   1 2 3 (4 5)  The line that leaves the rest nearest to a square is next: the first row or the
//!   6 . . . .    first column. The last two tiles of a line come home together, by the fewest
//!   . . . . .    steps within the nine cells around; and so do the last three of all.
//! ```
//!
//! A tile goes home by steps that each bring it nearer; before each of them the blank takes a
//! shortest path to the cell where it is needed.
//!
//! It works on a [`HomeBoard`], whose tiles are named by their goal cells. The goal cell of the
//! blank is the last cell; the steps from there to the goal of the original board are appended to a
//! solution.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use fewest_search::Context;

use crate::rules::board::{Board, Direction, Metric, Slide};

/// Boards with more cells are solved by greedy placement only.
pub(crate) const SEARCHED_CELLS: usize = 1024;

/// Returns a solution; None if the board is a single line, is unsolvable, or is large and the
/// context stops it.
pub(crate) fn place_tiles(home_board: &HomeBoard, cx: &Context<'_>) -> Option<Vec<Direction>> {
    let cells = home_board.cells.len();
    if home_board.rows.min(home_board.columns) < 2 {
        return None;
    }
    let mut places = vec![0; cells];
    home_board.cells.iter().enumerate().for_each(|(cell, &home)| places[home as usize] = cell);
    let mut placement = GreedyPlacement {
        home_board: home_board.clone(),
        places,
        fixed: vec![false; cells],
        path: Vec::new(),
        cx,
        blank_search: BlankSearch { came: vec![(0, Direction::Up); cells], number: 0, open: VecDeque::new() },
    };
    let (mut top, mut left) = (0, 0);
    loop {
        let (rows, columns) = (home_board.rows - top, home_board.columns - left);
        if (rows, columns) == (2, 2) {
            let corner = top * home_board.columns + left;
            let window = [corner, corner + 1, corner + home_board.columns, corner + home_board.columns + 1];
            placement.settle(&window[..3], &window)?;
            break;
        }
        if rows >= columns {
            let line: Vec<usize> =
                (left..home_board.columns).map(|column| top * home_board.columns + column).collect();
            placement.line(&line, home_board.columns)?;
            top += 1;
        } else {
            let line: Vec<usize> =
                (top..home_board.rows).map(|row| row * home_board.columns + left).collect();
            placement.line(&line, 1)?;
            left += 1;
        }
    }
    placement.home_board.is_home().then_some(placement.path)
}

/// A board during greedy placement.
struct GreedyPlacement<'a, 'h> {
    cx: &'a Context<'h>,
    home_board: HomeBoard,
    /// The cell of every tile.
    places: Vec<usize>,
    /// The cells that do not change any more.
    fixed: Vec<bool>,
    path: Vec<Direction>,
    blank_search: BlankSearch,
}

/// How the blank reached each cell, by the number of the search.
struct BlankSearch {
    came: Vec<(u32, Direction)>,
    number: u32,
    open: VecDeque<usize>,
}

impl GreedyPlacement<'_, '_> {
    /// Places the tiles of a line; the next line lies `inward` of it.
    fn line(&mut self, line: &[usize], inward: usize) -> Option<()> {
        let (single, pair) = line.split_at(line.len() - 2);
        for &home in single {
            self.bring(home, home)?;
            self.fixed[home] = true;
        }
        let &[one, other] = pair else { return None };
        self.bring(one, one)?;
        self.fixed[one] = true;
        if self.places[other] != other {
            // Beside its place; from there both go in together.
            self.bring(other, other + inward)?;
            self.fixed[one] = false;
            let last = &line[line.len().saturating_sub(3)..];
            let window: Vec<usize> = (0..3)
                .flat_map(|deep| last.iter().map(move |cell| cell + deep * inward))
                .filter(|&cell| cell < self.fixed.len() && !self.fixed[cell])
                .collect();
            self.settle(pair, &window)?;
        }
        pair.iter().for_each(|&home| self.fixed[home] = true);
        Some(())
    }

    fn step(&mut self, to: Direction) {
        let before = self.home_board.blank;
        self.home_board.step(to);
        self.places[self.home_board.cells[before] as usize] = before;
        self.places[self.home_board.cells[self.home_board.blank] as usize] = self.home_board.blank;
        self.path.push(to);
    }

    /// Brings a tile to a cell by steps that each bring it nearer.
    fn bring(&mut self, tile: usize, target: usize) -> Option<()> {
        // Small boards take a moment, and are solved even if the context stops.
        if self.home_board.cells.len() > SEARCHED_CELLS {
            self.cx.poll().ok()?;
        }
        while self.places[tile] != target {
            let at = self.places[tile];
            let far = self.home_board.distance(at, target);
            let is_nearer = |cell: usize| !self.fixed[cell] && self.home_board.distance(cell, target) < far;
            let wanted =
                Direction::ALL.map(|to| self.home_board.beside(at, to).filter(|&cell| is_nearer(cell)));
            let path = self.path_to(|cell| wanted.contains(&Some(cell)), |cell| cell == at)?;
            path.into_iter().for_each(|to| self.step(to));
            let into = Direction::ALL
                .into_iter()
                .find(|&to| self.home_board.beside(self.home_board.blank, to) == Some(at))?;
            self.step(into);
        }
        Some(())
    }

    /// Returns the fewest steps of the blank to one of the wanted cells, around fixed cells and
    /// obstacles.
    fn path_to(
        &mut self,
        is_wanted: impl Fn(usize) -> bool,
        is_in_the_way: impl Fn(usize) -> bool,
    ) -> Option<Vec<Direction>> {
        let BlankSearch { came, number, open } = &mut self.blank_search;
        *number += 1;
        let start = self.home_board.blank;
        came[start].0 = *number;
        open.clear();
        open.push_back(start);
        while let Some(cell) = open.pop_front() {
            if is_wanted(cell) {
                let mut path = Vec::new();
                let mut at = cell;
                while at != start {
                    path.push(came[at].1);
                    at = self.home_board.beside(at, came[at].1.opposite())?;
                }
                path.reverse();
                return Some(path);
            }
            for to in Direction::ALL {
                let Some(next) = self.home_board.beside(cell, to) else { continue };
                if came[next].0 != *number && !self.fixed[next] && !is_in_the_way(next) {
                    came[next] = (*number, to);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Brings up to three tiles home by the fewest steps within `window`, in which they lie.
    fn settle(&mut self, tiles: &[usize], window: &[usize]) -> Option<()> {
        let occupied: Vec<usize> = tiles.iter().map(|&tile| self.places[tile]).collect();
        let path = self.path_to(|cell| window.contains(&cell), |cell| occupied.contains(&cell))?;
        path.into_iter().for_each(|to| self.step(to));
        let mut start = [usize::MAX; 4];
        start[0] = self.home_board.blank;
        start[1..].iter_mut().zip(tiles).for_each(|(place, &tile)| *place = self.places[tile]);
        let mut came = HashMap::from([(start, None)]);
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            if state[1..].iter().zip(tiles).all(|(place, tile)| place == tile) {
                let mut path = Vec::new();
                let mut at = state;
                while let Some(&Some((to, before))) = came.get(&at) {
                    path.push(to);
                    at = before;
                }
                path.into_iter().rev().for_each(|to| self.step(to));
                return Some(());
            }
            for to in Direction::ALL {
                let Some(next) = self.home_board.beside(state[0], to).filter(|next| window.contains(next))
                else {
                    continue;
                };
                let mut after = state;
                after[1..].iter_mut().filter(|cell| **cell == next).for_each(|cell| *cell = state[0]);
                after[0] = next;
                came.entry(after).or_insert_with(|| {
                    open.push_back(after);
                    Some((to, state))
                });
            }
        }
        None
    }
}

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
