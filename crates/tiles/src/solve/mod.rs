//! Chooses the method: parity first; then breadth-first search where the board is small, IDA* with
//! pattern databases up to 32 cells (the 15- and the 24-puzzle), with linear conflict up to 255, and
//! with Manhattan distance for the rest.
//!
//! | module | what it holds |
//! |---|---|
//! | `strategy` | optimal solutions by IDA*: heuristics from the cheapest to the strongest |
//! | `heuristic`, `pdb` | admissible heuristics, and the pattern databases for them |
//! | `duplicate_sequences` | move sequences that IDA* prunes |
//! | `slide_space` | boards relabelled by goal cells, the search spaces of IDA* |
//! | `state_space`, `bitmap_space` | boards of up to 16 cells as keys and as bits |
//! | `large_boards` | IDA* with Manhattan distance, for boards of any size |
//! | `suboptimal` | solutions without a proof, at once or by beam search |

pub(crate) mod bitmap_space;
mod duplicate_sequences;
pub(crate) mod heuristic;
pub(crate) mod large_boards;
mod pdb;
pub(crate) mod slide_space;
pub(crate) mod state_space;
mod strategy;
mod suboptimal;

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport, by_search};
use fewest_search::{Context, Stop};

use crate::proof::{self, Report};
use crate::rules::Tiles;
use crate::rules::board::{Board, Metric, Slide};
use crate::solve::heuristic::linear_conflict;
use crate::solve::large_boards::{LargeBoardResult, Wanted, ida_star};
use crate::solve::slide_space::Placement;
use crate::solve::state_space::PackedSpace;
use crate::solve::suboptimal::Effort;

/// The most cells for breadth-first search through all positions: 3 x 3 has 181,440 and 2 x 5 has
/// 1,814,400.
const BFS_CELLS: usize = 10;
/// The same for lines beyond 4 x 4, which have no good heuristic: 2 x 6 has 239,500,800 positions.
const BFS_CELLS_WITHOUT_HEURISTIC: usize = 12;
/// The most cells with strong tables; most larger boards are out of reach.
const PDB_CELLS: usize = 25;
/// The successors of a first try, and the gap between its lower bound and a good solution up to
/// which the search continues.
const FIRST_TRY: u64 = 1 << 24;
const WITHIN_REACH: u64 = 16;

/// Returns a shortest solution, or a certificate that there is none.
pub(crate) fn solve_board(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> Report {
    if let Some(certificate) = proof::find(board) {
        let why = vec![Reason::Certificate(certificate)];
        return SolveReport { at_least: LowerBound::Never, why, ..SolveReport::nothing(Ended::Complete) };
    }
    let chosen = method(board);
    if how.fast && !matches!(chosen, Method::Bfs(_)) {
        let outcome = at_once(board, how, cx);
        if outcome.best.is_some() {
            return outcome;
        }
    }
    // Greedy placement on a large board takes a good part of a second, which counts against the
    // time limit.
    let is_large = board.cells().len() > suboptimal::SEARCHED_CELLS;
    let placed = if is_large { suboptimal::find_solution(board, Effort::Glance, 0, cx) } else { None };
    let asks_for_more = how.count || how.all.is_some() || cx.store.is_some();
    let mut outcome = match chosen.may_be_out_of_reach(board) && !asks_for_more {
        true => attempt(board, &chosen, how, FIRST_TRY, cx),
        false => search(board, &chosen, how, cx),
    };
    if let (None, LowerBound::Moves(at_least)) = (&outcome.best, outcome.at_least) {
        // A search that ends early still reports a solution; this takes a moment.
        outcome.best = if is_large { placed } else { suboptimal::at_a_glance(board, at_least, cx) };
    }
    outcome
}

/// Returns a shortest solution, without a limit of nodes.
fn search(board: &Board, chosen: &Method, how: &SolveOptions, cx: &Context<'_>) -> Report {
    match chosen {
        Method::Bfs(space) => by_search::solve::<Tiles>(board, space, how, cx),
        Method::Tables(placement) => {
            let known = || suboptimal::at_a_glance(board, 0, cx).map(|way| way.len() as u64);
            strategy::solve_by_ida(placement, board.metric, how, &known, cx)
        }
        Method::Ida => {
            let wanted = match (how.count, how.all) {
                (false, None) => Wanted::First,
                (_, listed) => Wanted::All { listed: listed.unwrap_or(0) },
            };
            let mut found = ida_star(board, wanted, cx);
            if board.metric == Metric::Steps && found.stop.is_some() {
                found.at_least = found.at_least.max(linear_conflict::lower_bound(board));
            }
            large_board_outcome(found, how)
        }
    }
}

/// Returns a shortest solution if it is within reach: if the lower bound after a first try is close
/// to a good solution. Otherwise returns the good solution, and spends the time that is left on
/// better ones.
fn attempt(board: &Board, chosen: &Method, how: &SolveOptions, first_try: u64, cx: &Context<'_>) -> Report {
    let (first, had_enough) = cx.with_node_limit(first_try, || search(board, chosen, how, cx));
    let LowerBound::Moves(at_least) = first.at_least else { return first };
    if !had_enough || first.ended != Ended::Limit(Stop::Time) {
        return first;
    }
    let way = |effort| suboptimal::find_solution(board, effort, at_least, cx);
    let missing = |way: &Vec<Slide>| way.len() as u64 - at_least;
    let mut best = way(Effort::AtOnce);
    match best.as_ref().map(missing) {
        Some(0) => {}
        None if !how.patient => {}
        // Boards that are too large for a good solution have only the lower bound to improve.
        None | Some(..=WITHIN_REACH) if cx.check().is_ok() => {
            let searched = search(board, chosen, how, cx);
            let LowerBound::Moves(proven) = searched.at_least else { return searched };
            if proven >= at_least {
                return SolveReport { best: searched.best.or(best), ..searched };
            }
        }
        _ if how.patient => {
            let ways = best.into_iter().chain(way(Effort::Patient));
            best = ways.min_by_key(Vec::len);
        }
        _ => {}
    }
    let ended = match cx.check() {
        _ if best.as_ref().map(missing) == Some(0) => Ended::Complete,
        Err(stop) => Ended::Limit(stop),
        Ok(()) => Ended::OutOfReach,
    };
    SolveReport { best, ended, ..first }
}

/// Returns a good solution, with a lower bound that takes no search.
fn at_once(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> Report {
    let at_least = match board.metric {
        Metric::Steps => linear_conflict::lower_bound(board),
        Metric::Lines => u64::from(!board.is_goal()),
    };
    let effort = if how.patient { Effort::Patient } else { Effort::AtOnce };
    let mut outcome = SolveReport::nothing(Ended::AsAsked);
    outcome.at_least = LowerBound::Moves(at_least);
    outcome.best = suboptimal::find_solution(board, effort, at_least, cx);
    outcome
}

/// How a solvable board is solved.
enum Method {
    /// Breadth-first search through all positions.
    Bfs(PackedSpace),
    /// IDA* with the strongest heuristic that the board has: pattern databases, linear conflict, or
    /// walking distance.
    Tables(Placement),
    /// IDA* with Manhattan distance.
    Ida,
}

impl Method {
    /// Returns whether an optimal solution may be out of reach.
    fn may_be_out_of_reach(&self, board: &Board) -> bool {
        match self {
            Self::Bfs(_) => false,
            Self::Tables(_) => board.cells().len() > PDB_CELLS,
            Self::Ida => true,
        }
    }
}

/// Returns whether all reachable positions fit into a table.
pub(crate) fn is_small(board: &Board) -> bool {
    board.cells().len() <= BFS_CELLS
}

/// The one place where the method is chosen.
fn method(board: &Board) -> Method {
    let placement = Placement::of(board);
    let most = if placement.is_some() { BFS_CELLS } else { BFS_CELLS_WITHOUT_HEURISTIC };
    match (PackedSpace::of(board).filter(|_| board.cells().len() <= most), placement) {
        (Some(space), _) => Method::Bfs(space),
        (None, Some(placement)) => Method::Tables(placement),
        (None, None) => Method::Ida,
    }
}

fn large_board_outcome(mut found: LargeBoardResult, how: &SolveOptions) -> Report {
    let because = match (found.answers.first(), found.positions) {
        (_, 0) => "the sum of all tiles' distances".to_owned(),
        (Some(_), positions) => {
            format!("no bound below was enough; {positions} positions were looked at, depth first")
        }
        (None, positions) => format!(
            "every bound below {} was exhausted; {positions} positions were looked at, depth first",
            found.at_least
        ),
    };
    let mut outcome = SolveReport::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = LowerBound::Moves(found.at_least);
    if found.at_least > 0 {
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because }));
    }
    outcome.best = found.answers.first().cloned();
    if how.count || how.all.is_some() {
        outcome.count = found.count;
        found.answers.truncate(how.all.map_or(0, |listed| usize::try_from(listed).unwrap_or(usize::MAX)));
        if found.count.is_some() {
            outcome.all = found.answers;
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    use fewest_core::{Context, Family, Seed};

    use crate::testing::{board, pushed, shuffled_solvable};

    fn attempted(board: &Board, patient: bool, first_try: u64, cx: &Context<'_>) -> Report {
        let how = SolveOptions { patient, ..SolveOptions::default() };
        let chosen = method(board);
        assert!(chosen.may_be_out_of_reach(board));
        let outcome = attempt(board, &chosen, &how, first_try, cx);
        if let Some(best) = &outcome.best {
            assert!(Tiles::replay(board, best).is_ok_and(|end| end.is_goal()), "{board:?}");
        }
        outcome
    }

    #[test]
    fn what_is_near_is_searched_to_the_end() {
        for (seed, metric) in [(1, Metric::Steps), (2, Metric::Steps), (3, Metric::Lines)] {
            let board = pushed(6, 6, 8, &mut Seed::new(seed)).in_metric(metric);
            let fewest = search(&board, &method(&board), &SolveOptions::default(), &Context::default());
            for first_try in [0, 1 << 6, u64::MAX] {
                let outcome = attempted(&board, false, first_try, &Context::default());
                assert_eq!(
                    (outcome.ended, outcome.at_least),
                    (Ended::Complete, fewest.at_least),
                    "{board:?}"
                );
                assert_eq!(outcome.best.map(|best| best.len()), fewest.best.as_ref().map(Vec::len));
            }
        }
    }

    #[test]
    fn what_is_out_of_reach_gets_a_way_and_the_time_that_is_left() {
        let board = shuffled_solvable(7, 7, 1);
        let at_once = attempted(&board, false, 1 << 12, &Context::default());
        let length = |outcome: &Report| outcome.best.as_ref().map(Vec::len).expect("a way");
        assert_eq!(at_once.ended, Ended::OutOfReach);
        let LowerBound::Moves(at_least) = at_once.at_least else { panic!("it has a solution") };
        assert!(length(&at_once) as u64 > at_least + WITHIN_REACH);

        let polls = AtomicU32::new(0);
        let poll = |_: &fewest_core::Counters| match polls.fetch_add(1, Relaxed) {
            0..4000 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Stop::Time),
        };
        let later = attempted(&board, true, 1 << 12, &Context::new(1, 1 << 30, &poll));
        assert_eq!((later.ended, later.at_least), (Ended::Limit(Stop::Time), at_once.at_least));
        assert!(length(&later) <= length(&at_once));
    }

    #[test]
    fn all_shortest_answers_are_counted_alike_by_both_methods() {
        for seed in 0..6 {
            for metric in [Metric::Steps, Metric::Lines] {
                let board = shuffled_solvable(2, 3, seed).in_metric(metric);
                let by_bfs = solve_board(
                    &board,
                    &SolveOptions { count: true, ..SolveOptions::default() },
                    &Context::default(),
                );
                let by_ida = ida_star(&board, Wanted::All { listed: 2 }, &Context::default());
                assert_eq!(by_bfs.count, by_ida.count, "{board:?}");
            }
        }
    }

    #[test]
    fn lines_with_walking_distance_are_as_few_and_as_many_as_without() {
        let mut seed = Seed::new(4);
        for (rows, columns, lines) in [(3, 3, 40), (2, 4, 40), (4, 2, 40), (3, 4, 12), (4, 3, 12), (4, 4, 11)]
        {
            for _ in 0..3 {
                let board = pushed(rows, columns, lines, &mut seed);
                let plain = ida_star(&board, Wanted::All { listed: 1 }, &Context::default());
                for threads in 1..3 {
                    let cx = Context::new(threads, 1 << 30, &|_| std::ops::ControlFlow::Continue(()));
                    let placement = Placement::of(&board).expect("up to 4 x 4");
                    let how = SolveOptions { count: true, all: Some(1000), ..SolveOptions::default() };
                    let found = strategy::solve_by_ida(&placement, Metric::Lines, &how, &|| None, &cx);
                    assert_eq!(
                        found.best.as_ref().map(Vec::len),
                        plain.answers.first().map(Vec::len),
                        "{board:?}"
                    );
                    assert_eq!(found.count, plain.count, "{board:?}");
                    for answer in &found.all {
                        let mut end = board.clone();
                        answer.iter().for_each(|by| end.play(*by).expect("a legal move"));
                        assert!(end.is_goal(), "{board:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn loyds_puzzle_is_unsolvable_and_its_mirror_is_not() {
        let loyd = board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]);
        assert!(solve_board(&loyd, &SolveOptions::default(), &Context::default()).best.is_none());
        let near = board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]);
        assert_eq!(
            solve_board(&near, &SolveOptions::default(), &Context::default()).best.map(|best| best.len()),
            Some(1)
        );
    }
}
