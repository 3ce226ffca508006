//! Manhattan distance on boards of any size, in steps and in lines.
//!
//! | property | |
//! |---|---|
//! | admissible | yes |
//! | consistent | in steps yes; in lines no: the alternation term may change by 2 per move |
//! | memory | none |
//! | cost per node | one term per tile that moves |

use crate::rules::board::{Board, Direction, Metric, Slide};

/// A board on which slides are played and taken back, with the distances of its tiles from their
/// goal cells.
pub(crate) struct ManhattanBoard {
    board: Board,
    metric: Metric,
    homes: Vec<usize>,
    /// The sum over all tiles of the rows between a tile and its goal, and of the columns.
    row_distance: u64,
    column_distance: u64,
}

impl ManhattanBoard {
    pub(crate) fn new(board: &Board) -> Self {
        let homes = board.goal().places();
        // Lines may be played in both metrics; `next` decides which moves are tried.
        let board_of_lines = board.in_metric(Metric::Lines);
        let mut with_distances =
            Self { board: board_of_lines, metric: board.metric, homes, row_distance: 0, column_distance: 0 };
        for cell in 0..board.cells().len() {
            with_distances.row_distance += with_distances.distance_along(cell, cell, true);
            with_distances.column_distance += with_distances.distance_along(cell, cell, false);
        }
        with_distances
    }

    /// Returns the distance along one axis between the goal of the tile on `cell` and the cell
    /// `at`; 0 for the blank.
    fn distance_along(&self, cell: usize, at: usize, vertical: bool) -> u64 {
        let tile = self.board.cells()[cell] as usize;
        let columns = self.board.columns();
        let line = |cell: usize| if vertical { cell / columns } else { cell % columns };
        if tile == 0 { 0 } else { line(at).abs_diff(line(self.homes[tile])) as u64 }
    }

    /// Plays a legal slide.
    pub(crate) fn slide(&mut self, by: Slide) {
        let vertical = by.to.is_vertical();
        for _ in 0..by.distance {
            let hole = self.board.blank();
            let played = self.board.play(Slide { distance: 1, ..by });
            debug_assert!(played.is_ok());
            let (after, before) = (
                self.distance_along(hole, hole, vertical),
                self.distance_along(hole, self.board.blank(), vertical),
            );
            let sum = if vertical { &mut self.row_distance } else { &mut self.column_distance };
            *sum = *sum + after - before;
        }
    }

    /// Returns a lower bound on the moves. A line moves at most the tiles of a row less one by one
    /// column, or those of a column less one by one row; and in shortest solutions lines along rows
    /// and along columns alternate.
    pub(crate) fn lower_bound(&self) -> u64 {
        let lines = |distance_along: u64, length: usize| distance_along.div_ceil((length as u64 - 1).max(1));
        match self.metric {
            Metric::Steps => self.row_distance + self.column_distance,
            Metric::Lines => {
                let (along, across) = (
                    lines(self.column_distance, self.board.columns()),
                    lines(self.row_distance, self.board.rows()),
                );
                (along + across).max((2 * along.max(across)).saturating_sub(1))
            }
        }
    }

    /// Returns the slide after `cursor` among those worth trying: no step that takes back the last
    /// one, and no line along the axis of the last one, since one move could replace both.
    pub(crate) fn next(&self, came: Option<Direction>, cursor: &mut (usize, usize)) -> Option<Slide> {
        while let Some(&to) = Direction::ALL.get(cursor.0) {
            let (most, useful) = match self.metric {
                Metric::Steps => (1, came.is_none_or(|came| to != came.opposite())),
                Metric::Lines => (usize::MAX, came.is_none_or(|came| to.is_vertical() != came.is_vertical())),
            };
            if useful && cursor.1 < self.board.room(to).min(most) {
                cursor.1 += 1;
                return Some(Slide { to, distance: cursor.1 });
            }
            *cursor = (cursor.0 + 1, 0);
        }
        None
    }
}

/// Returns a lower bound on the moves of a board by Manhattan distance.
pub(crate) fn lower_bound(board: &Board) -> u64 {
    ManhattanBoard::new(board).lower_bound()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;

    #[test]
    fn the_distance_is_kept_along_the_way() {
        let mut with_distances = ManhattanBoard::new(&board(3, 4, &[5, 2, 3, 4, 1, 0, 7, 8, 9, 10, 6, 11]));
        for (to, distance) in
            [(Direction::Left, 1), (Direction::Down, 1), (Direction::Right, 3), (Direction::Up, 2)]
        {
            with_distances.slide(Slide { to, distance });
            let fresh = ManhattanBoard::new(&with_distances.board);
            assert_eq!(
                (with_distances.row_distance, with_distances.column_distance),
                (fresh.row_distance, fresh.column_distance)
            );
        }
    }
}
