//! A sliding-tile puzzle and its rules, written for reading.
//!
//! ```text
//!     1 2 3      0 is the blank. A tile beside it slides into it: 2 down, 4 right, 6 left or 8 up.
//!     4 0 6      Equivalently the blank goes up, left, right or down.
//!     7 8 5
//! ```

use std::sync::Arc;

use crate::rules::arrangement::{Arrangement, Tile};
/// A direction in which the blank goes; the tiles go in the opposite direction.
pub use fewest_core::Direction;
use fewest_core::Illegal;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One tile, one cell.
    #[default]
    Steps,
    /// A run of tiles in a row or column, pushed at once.
    Lines,
}

/// One move: the blank goes some cells in a direction, and the tiles on its way each go one cell
/// back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The direction of the blank.
    pub to: Direction,
    /// The number of cells that the blank goes, and of tiles that move.
    pub distance: usize,
}

/// A puzzle: position, goal and metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    now: Arrangement,
    goal: Arc<Arrangement>,
    blank: usize,
    /// What counts as one move.
    pub metric: Metric,
}

impl Board {
    /// Returns a puzzle; None if the goal has another size.
    pub fn new(now: Arrangement, goal: Arc<Arrangement>, metric: Metric) -> Option<Self> {
        let blank = now.cells().iter().position(|&tile| tile == 0)?;
        let same = (now.rows(), now.columns()) == (goal.rows(), goal.columns());
        same.then_some(Self { now, goal, blank, metric })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.now.rows()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.now.columns()
    }

    /// What lies on each cell.
    pub fn cells(&self) -> &[Tile] {
        self.now.cells()
    }

    /// The position.
    pub fn now(&self) -> &Arrangement {
        &self.now
    }

    /// The goal.
    pub fn goal(&self) -> &Arc<Arrangement> {
        &self.goal
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the same puzzle in another metric.
    pub(crate) fn in_metric(&self, metric: Metric) -> Self {
        Self { metric, ..self.clone() }
    }

    /// Returns the same puzzle with another position; None if it has another size.
    pub(crate) fn with(&self, now: Arrangement) -> Option<Self> {
        Self::new(now, Arc::clone(&self.goal), self.metric)
    }

    /// Returns whether the goal is reached.
    pub fn is_goal(&self) -> bool {
        self.now == *self.goal
    }

    /// Returns how far the blank can go.
    pub fn room(&self, to: Direction) -> usize {
        let (row, column) = (self.blank / self.columns(), self.blank % self.columns());
        match to {
            Direction::Up => row,
            Direction::Down => self.rows() - 1 - row,
            Direction::Left => column,
            Direction::Right => self.columns() - 1 - column,
        }
    }

    /// Returns every legal move: direction by direction, near before far.
    pub fn moves(&self) -> Vec<Slide> {
        let far = |to| match self.metric {
            Metric::Steps => self.room(to).min(1),
            Metric::Lines => self.room(to),
        };
        Direction::ALL
            .into_iter()
            .flat_map(|to| (1..=far(to)).map(move |distance| Slide { to, distance }))
            .collect()
    }

    /// Returns the cell to which a slide takes the blank; None if it lies outside.
    fn target(&self, by: Slide) -> Option<usize> {
        (by.distance <= self.room(by.to)).then(|| match by.to {
            Direction::Up => self.blank - by.distance * self.columns(),
            Direction::Down => self.blank + by.distance * self.columns(),
            Direction::Left => self.blank - by.distance,
            Direction::Right => self.blank + by.distance,
        })
    }

    /// Returns the tile that names a slide: the one farthest from the blank, which pushes those
    /// before it.
    pub fn tile_of(&self, by: Slide) -> Option<Tile> {
        self.target(by).map(|cell| self.cells()[cell]).filter(|&tile| tile != 0)
    }

    /// Returns the slide that a tile names: the blank goes where the tile lies.
    ///
    /// # Errors
    /// That there is no such tile, or that it cannot move.
    pub fn slide_of(&self, tile: Tile) -> Result<Slide, Illegal> {
        if tile == 0 || tile as usize >= self.cells().len() {
            return Err(Illegal(format!("there is no tile {tile}")));
        }
        let mut all = Direction::ALL
            .into_iter()
            .flat_map(|to| (1..=self.room(to)).map(move |n| Slide { to, distance: n }));
        match all.find(|&by| self.tile_of(by) == Some(tile)) {
            Some(Slide { distance: 2.., .. }) | None if self.metric == Metric::Steps => {
                Err(Illegal(format!("tile {tile} is not beside the blank")))
            }
            None => Err(Illegal(format!("tile {tile} is not in line with the blank"))),
            Some(by) => Ok(by),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: Slide) -> Result<(), Illegal> {
        match (by.distance, self.metric) {
            (0, _) => return Err(Illegal::new("nothing moves")),
            (2.., Metric::Steps) => {
                return Err(Illegal(format!("{} tiles move at once, which is as many steps", by.distance)));
            }
            _ => {}
        }
        if by.distance > self.room(by.to) {
            return Err(Illegal::new("the blank would leave the board"));
        }
        for _ in 0..by.distance {
            let Some(next) = self.target(Slide { distance: 1, ..by }) else { break };
            self.now.swap(self.blank, next);
            self.blank = next;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;

    #[test]
    fn corners_edges_and_the_middle_have_their_neighbours() {
        let names = |cells: &[Tile]| {
            let board = board(3, 3, cells);
            board.moves().iter().map(|&by| board.tile_of(by).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(names(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), [3, 1]);
        assert_eq!(names(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), [6, 8]);
        assert_eq!(names(&[1, 0, 2, 3, 4, 5, 6, 7, 8]), [4, 1, 2]);
        assert_eq!(names(&[1, 2, 3, 0, 4, 6, 8, 5, 7]), [1, 8, 4]);
        assert_eq!(names(&[1, 2, 3, 4, 0, 6, 7, 8, 5]), [2, 8, 4, 6]);
    }

    #[test]
    fn a_line_of_tiles_moves_at_once() {
        let mut lines = board(2, 3, &[0, 1, 2, 3, 4, 5]).in_metric(Metric::Lines);
        assert_eq!(lines.moves().len(), 3);
        let by = lines.slide_of(2).unwrap();
        assert_eq!(by, Slide { to: Direction::Right, distance: 2 });
        lines.play(by).unwrap();
        assert_eq!(lines.cells(), [1, 2, 0, 3, 4, 5]);
        lines.metric = Metric::Steps;
        assert!(lines.play(Slide { to: Direction::Left, distance: 2 }).is_err());
        assert!(lines.slide_of(1).unwrap_err().0.contains("not beside"));
        assert!(lines.slide_of(0).is_err() && lines.slide_of(6).is_err());
    }
}
