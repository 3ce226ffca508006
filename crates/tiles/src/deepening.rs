//! Iterative deepening on boards of any size, with the distances of single tiles as the only bound.
//!
//! It needs next to no memory and solves what is easy: a 100 x 100 board that is twenty steps from its goal takes no longer than a
//! small one. What is hard it does not solve, but each bound that was exhausted is proven, and that is what it
//! says when it is stopped.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Context, Stop};

use super::board::{Board, Direction, Metric, Slide};

/// Positions between two looks at the clock.
const PATIENCE: u64 = 1 << 12;

/// What came of it.
pub(super) struct IdaResult {
    /// The shortest answers, as many as were wanted.
    pub(super) answers: Vec<Vec<Slide>>,
    /// How many shortest answers there are, if all were wanted and the search was not stopped.
    pub(super) count: Option<u128>,
    /// No answer is shorter.
    pub(super) at_least: u64,
    /// Positions looked at.
    pub(super) positions: u64,
    /// Why it ended early.
    pub(super) stop: Option<Stop>,
}

/// What is wanted: the first answer only, or the number of all and a list of so many.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    First,
    All { listed: u64 },
}

/// A board on which slides are played and taken back, with the distances of its tiles from their places.
struct BfsRun {
    board: Board,
    metric: Metric,
    homes: Vec<usize>,
    /// The rows that all tiles together are away from their places, and the columns.
    rows_off: u64,
    columns_off: u64,
}

impl BfsRun {
    fn new(board: &Board) -> Self {
        let homes = board.goal().places();
        // Here a line may be played in both metrics; what is tried is decided by `next`.
        let board_of_lines = board.in_metric(Metric::Lines);
        let mut walker =
            Self { board: board_of_lines, metric: board.metric, homes, rows_off: 0, columns_off: 0 };
        for cell in 0..board.cells().len() {
            walker.rows_off += walker.off(cell, cell, true);
            walker.columns_off += walker.off(cell, cell, false);
        }
        walker
    }

    /// How far the tile that lies on a cell would be from its place if it lay on `at`, along one axis. The blank has no place.
    fn off(&self, cell: usize, at: usize, vertical: bool) -> u64 {
        let tile = self.board.cells()[cell] as usize;
        let columns = self.board.columns();
        let line = |cell: usize| if vertical { cell / columns } else { cell % columns };
        if tile == 0 { 0 } else { line(at).abs_diff(line(self.homes[tile])) as u64 }
    }

    /// Plays a slide that is possible.
    fn slide(&mut self, by: Slide) {
        let vertical = by.to.is_vertical();
        for _ in 0..by.distance {
            let hole = self.board.blank();
            let played = self.board.play(Slide { distance: 1, ..by });
            debug_assert!(played.is_ok());
            let (after, before) =
                (self.off(hole, hole, vertical), self.off(hole, self.board.blank(), vertical));
            let sum = if vertical { &mut self.rows_off } else { &mut self.columns_off };
            *sum = *sum + after - before;
        }
    }

    /// Moves that are needed at least. A line moves at most a row less one tile by one column, or a column less one by one
    /// row; and in the shortest answers lines along rows and along columns take turns.
    fn bound(&self) -> u64 {
        let lines = |off: u64, length: usize| off.div_ceil((length as u64 - 1).max(1));
        match self.metric {
            Metric::Steps => self.rows_off + self.columns_off,
            Metric::Lines => {
                let (along, across) =
                    (lines(self.columns_off, self.board.columns()), lines(self.rows_off, self.board.rows()));
                (along + across).max((2 * along.max(across)).saturating_sub(1))
            }
        }
    }

    /// The slide after `cursor` in the list of those worth trying. Taking back a step is none, nor is going on along the same
    /// line, which a single move could have done.
    fn next(&self, came: Option<Direction>, cursor: &mut (usize, usize)) -> Option<Slide> {
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

/// Moves that a board needs at least, by the distances of its tiles.
pub(super) fn bound(board: &Board) -> u64 {
    BfsRun::new(board).bound()
}

/// How one bound ended.
enum Iteration {
    /// Everything below it was looked at; the next bound worth trying.
    Exhausted(u64),
    /// `visit` had enough.
    Enough,
}

/// What was looked at, told to the host now and then.
struct Effort<'h, 'p> {
    cx: &'h Context<'p>,
    positions: u64,
    untold: u64,
    expanded: u64,
}

impl Effort<'_, '_> {
    /// Another position was looked at.
    fn more(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        self.untold += 1;
        if self.untold < PATIENCE {
            return Ok(());
        }
        self.tell();
        self.cx.poll()
    }

    fn tell(&mut self) {
        self.cx.counters.generated.fetch_add(std::mem::take(&mut self.untold), Relaxed);
        self.cx.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}

/// Visits every way to the goal of at most `most` moves.
fn round(
    walker: &mut BfsRun,
    most: u64,
    effort: &mut Effort<'_, '_>,
    visit: &mut dyn FnMut(&[Slide]) -> ControlFlow<()>,
) -> Result<Iteration, Stop> {
    let mut over = u64::MAX;
    let mut way: Vec<Slide> = Vec::new();
    let mut cursors = vec![(0, 0)];
    while let Some(cursor) = cursors.last_mut() {
        let came = way.last().map(|by| by.to);
        match walker.next(came, cursor) {
            Some(by) => {
                effort.more()?;
                walker.slide(by);
                way.push(by);
                let left = walker.bound();
                let length = way.len() as u64 + left;
                if length <= most && left > 0 {
                    effort.expanded += 1;
                    cursors.push((0, 0));
                    continue;
                }
                if length > most {
                    over = over.min(length);
                } else if visit(&way).is_break() {
                    return Ok(Iteration::Enough);
                }
            }
            None => {
                cursors.pop();
            }
        }
        if let Some(by) = way.pop() {
            walker.slide(Slide { to: by.to.opposite(), ..by });
        }
    }
    Ok(Iteration::Exhausted(over))
}

/// Finds the shortest answers of a board that has one.
pub(super) fn deepen(board: &Board, wanted: Wanted, cx: &Context<'_>) -> IdaResult {
    let mut walker = BfsRun::new(board);
    let mut found =
        IdaResult { answers: Vec::new(), count: None, at_least: walker.bound(), positions: 0, stop: None };
    if found.at_least == 0 {
        found.answers.push(Vec::new());
        found.count = Some(1);
        return found;
    }
    let mut effort = Effort { cx, positions: 0, untold: 0, expanded: 0 };
    loop {
        cx.counters.depth.store(found.at_least, Relaxed);
        let mut count = 0_u128;
        let mut answers = Vec::new();
        let ended = cx.poll().and_then(|()| {
            effort.expanded += 1;
            round(&mut walker, found.at_least, &mut effort, &mut |way| {
                count += 1;
                let listed = match wanted {
                    Wanted::First => 1,
                    Wanted::All { listed } => listed.max(1),
                };
                if answers.len() as u64 <= listed.saturating_sub(1) {
                    answers.push(way.to_vec());
                }
                match wanted {
                    Wanted::First => ControlFlow::Break(()),
                    Wanted::All { .. } => ControlFlow::Continue(()),
                }
            })
        });
        found.answers = answers;
        match ended {
            Err(stop) => found.stop = Some(stop),
            Ok(Iteration::Enough) => {}
            Ok(Iteration::Exhausted(next)) if found.answers.is_empty() => {
                found.at_least = next;
                continue;
            }
            Ok(Iteration::Exhausted(_)) => found.count = Some(count),
        }
        effort.tell();
        found.positions = effort.positions;
        return found;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{board, shuffled_solvable};
    use crate::textbook;

    fn fewest(board: &Board) -> usize {
        let Ok(searched) = textbook::solve_while(board, |_| Ok::<(), std::convert::Infallible>(()));
        searched.moves.expect("a solution").len()
    }

    #[test]
    fn it_finds_what_the_textbook_finds() {
        for seed in 0..12 {
            let (rows, columns) = [(2, 3), (3, 2), (3, 3), (2, 4)][seed % 4];
            for metric in [Metric::Steps, Metric::Lines] {
                let board = shuffled_solvable(rows, columns, seed as u64).in_metric(metric);
                let found = deepen(&board, Wanted::First, &Context::default());
                assert_eq!(found.answers[0].len(), fewest(&board), "{board:?}");
                assert_eq!(found.at_least, found.answers[0].len() as u64);
            }
        }
    }

    #[test]
    fn the_distance_is_kept_along_the_way() {
        let mut walker = BfsRun::new(&board(3, 4, &[5, 2, 3, 4, 1, 0, 7, 8, 9, 10, 6, 11]));
        for (to, distance) in
            [(Direction::Left, 1), (Direction::Down, 1), (Direction::Right, 3), (Direction::Up, 2)]
        {
            walker.slide(Slide { to, distance });
            let fresh = BfsRun::new(&walker.board);
            assert_eq!((walker.rows_off, walker.columns_off), (fresh.rows_off, fresh.columns_off));
        }
    }

    #[test]
    fn a_large_board_that_is_nearly_solved_is_solved() {
        let side = 40;
        let mut cells: Vec<u32> = (1..side * side).chain([0]).collect();
        let last = cells.len() - 1;
        cells.swap(last, last - 1);
        cells.swap(last - 1, last - 1 - side as usize);
        let found = deepen(&board(side as usize, side as usize, &cells), Wanted::First, &Context::default());
        assert_eq!(found.answers[0].len(), 2);
    }
}
