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

use std::collections::{HashMap, VecDeque};

use fewest_search::Context;

use crate::rules::board::Direction;
use crate::solve::suboptimal::SEARCHED_CELLS;
use crate::solve::suboptimal::home_board::HomeBoard;

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
