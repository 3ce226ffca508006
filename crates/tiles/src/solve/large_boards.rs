//! IDA* (Korf 1985) on boards of any size, with Manhattan distance as the heuristic.
//!
//! It needs hardly any memory and solves what is easy: a 100 x 100 board that is twenty steps from
//! its goal takes no longer than a small one. On hard boards each exhausted threshold is proven,
//! and the last of them is the lower bound when the search is stopped.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Context, Stop};

use crate::rules::board::{Board, Slide};
use crate::solve::heuristic::manhattan::ManhattanBoard;

/// Nodes between two polls of the context.
const NODES_PER_POLL: u64 = 1 << 12;

/// The result of a search.
pub(crate) struct LargeBoardResult {
    /// The shortest solutions, as many as were asked for.
    pub(crate) answers: Vec<Vec<Slide>>,
    /// The number of shortest solutions, if all were asked for and the search was not stopped.
    pub(crate) count: Option<u128>,
    /// The proven lower bound.
    pub(crate) at_least: u64,
    /// Nodes generated.
    pub(crate) positions: u64,
    /// Why the search ended early.
    pub(crate) stop: Option<Stop>,
}

/// What to find: the first solution, or the number of all and a list of the first `listed`.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    First,
    All { listed: u64 },
}

/// How one iteration ended.
enum IterationEnd {
    /// The threshold is exhausted; the next threshold.
    Exhausted(u64),
    /// `visit` ended the iteration.
    Enough,
}

/// Counts nodes and reports them to the context at intervals.
struct NodeCounter<'h, 'p> {
    cx: &'h Context<'p>,
    positions: u64,
    unreported: u64,
    expanded: u64,
}

impl NodeCounter<'_, '_> {
    /// Counts a generated node.
    fn count_one(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        self.unreported += 1;
        if self.unreported < NODES_PER_POLL {
            return Ok(());
        }
        self.flush();
        self.cx.poll()
    }

    fn flush(&mut self) {
        self.cx.counters.generated.fetch_add(std::mem::take(&mut self.unreported), Relaxed);
        self.cx.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}

/// Visits every path to the goal of at most `most` moves.
fn iteration(
    position: &mut ManhattanBoard,
    most: u64,
    counter: &mut NodeCounter<'_, '_>,
    visit: &mut dyn FnMut(&[Slide]) -> ControlFlow<()>,
) -> Result<IterationEnd, Stop> {
    let mut over = u64::MAX;
    let mut path: Vec<Slide> = Vec::new();
    let mut cursors = vec![(0, 0)];
    while let Some(cursor) = cursors.last_mut() {
        let came = path.last().map(|by| by.to);
        match position.next(came, cursor) {
            Some(by) => {
                counter.count_one()?;
                position.slide(by);
                path.push(by);
                let left = position.lower_bound();
                let length = path.len() as u64 + left;
                if length <= most && left > 0 {
                    counter.expanded += 1;
                    cursors.push((0, 0));
                    continue;
                }
                if length > most {
                    over = over.min(length);
                } else if visit(&path).is_break() {
                    return Ok(IterationEnd::Enough);
                }
            }
            None => {
                cursors.pop();
            }
        }
        if let Some(by) = path.pop() {
            position.slide(Slide { to: by.to.opposite(), ..by });
        }
    }
    Ok(IterationEnd::Exhausted(over))
}

/// Finds the shortest solutions of a solvable board.
pub(crate) fn ida_star(board: &Board, wanted: Wanted, cx: &Context<'_>) -> LargeBoardResult {
    let mut position = ManhattanBoard::new(board);
    let mut found = LargeBoardResult {
        answers: Vec::new(),
        count: None,
        at_least: position.lower_bound(),
        positions: 0,
        stop: None,
    };
    if found.at_least == 0 {
        found.answers.push(Vec::new());
        found.count = Some(1);
        return found;
    }
    let mut counter = NodeCounter { cx, positions: 0, unreported: 0, expanded: 0 };
    loop {
        cx.counters.depth.store(found.at_least, Relaxed);
        let mut count = 0_u128;
        let mut answers = Vec::new();
        let ended = cx.poll().and_then(|()| {
            counter.expanded += 1;
            iteration(&mut position, found.at_least, &mut counter, &mut |path| {
                count += 1;
                let listed = match wanted {
                    Wanted::First => 1,
                    Wanted::All { listed } => listed.max(1),
                };
                if answers.len() as u64 <= listed.saturating_sub(1) {
                    answers.push(path.to_vec());
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
            Ok(IterationEnd::Enough) => {}
            Ok(IterationEnd::Exhausted(next)) if found.answers.is_empty() => {
                found.at_least = next;
                continue;
            }
            Ok(IterationEnd::Exhausted(_)) => found.count = Some(count),
        }
        counter.flush();
        found.positions = counter.positions;
        return found;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::textbook;
    use crate::rules::board::Metric;
    use crate::testing::{board, shuffled_solvable};

    fn fewest(board: &Board) -> usize {
        let Ok(searched) = textbook::solve_while(board, |_| Ok::<(), std::convert::Infallible>(()));
        searched.moves.expect("a solution").len()
    }

    #[test]
    fn solutions_are_as_long_as_those_of_the_textbook() {
        for seed in 0..12 {
            let (rows, columns) = [(2, 3), (3, 2), (3, 3), (2, 4)][seed % 4];
            for metric in [Metric::Steps, Metric::Lines] {
                let board = shuffled_solvable(rows, columns, seed as u64).in_metric(metric);
                let found = ida_star(&board, Wanted::First, &Context::default());
                assert_eq!(found.answers[0].len(), fewest(&board), "{board:?}");
                assert_eq!(found.at_least, found.answers[0].len() as u64);
            }
        }
    }

    #[test]
    fn a_large_board_that_is_nearly_solved_is_solved() {
        let side = 40;
        let mut cells: Vec<u32> = (1..side * side).chain([0]).collect();
        let last = cells.len() - 1;
        cells.swap(last, last - 1);
        cells.swap(last - 1, last - 1 - side as usize);
        let found =
            ida_star(&board(side as usize, side as usize, &cells), Wanted::First, &Context::default());
        assert_eq!(found.answers[0].len(), 2);
    }
}
