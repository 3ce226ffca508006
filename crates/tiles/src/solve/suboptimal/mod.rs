//! Suboptimal solutions for boards whose optimal solution is out of reach: one at once, and better
//! ones within the time that is left, by beam search and by window re-optimisation, which replaces
//! windows of a solution by shorter paths with the same end.
//!
//! | file | what it holds |
//! |---|---|
//! | `greedy_placement` | tile after tile brought home: any board, at once |
//! | `evaluation` | the evaluation function of the beam search, and its phases |
//! | `beam` | beam search, its frontier and its duplicate detection |

mod beam;
mod evaluation;
mod greedy_placement;

use evaluation::{BeamParameters, phases};
use fewest_search::threads::{ThreadPoll, try_sum_over};
use fewest_search::{Context, Counters, Stop};
use std::ops::ControlFlow;

use crate::rules::board::{Board, Direction, Metric, Slide};
use crate::solve::suboptimal::evaluation::all_at_once;
pub(crate) use crate::solve::suboptimal::greedy_placement::SEARCHED_CELLS;
use greedy_placement::{HomeBoard, without_reversals};

/// The limit of cells times (rows + columns): larger boards get no solution, which would have more
/// than ten million steps. 128 x 128 is at the limit.
const MOST_STEPS: usize = 1 << 22;
/// Boards of this size are beam-searched with the first width at once, which takes a moment even on
/// a slow telephone.
const NARROW_CELLS: usize = 40;
/// The width of the first beam search, and the factor from one to the next.
const FIRST_WIDTH: usize = 64;
const WIDTH_FACTOR: usize = 4;
/// From this width on searches take long, and the factor is 2: less time is lost in the one that is
/// stopped.
const WIDE: usize = 4096;
/// The beam parameters. Which of the two is better differs from board to board; one thread uses the
/// first.
const PARAMETERS: [BeamParameters; 2] = [
    BeamParameters { width: FIRST_WIDTH, rings: 2, urgency: 30.0, decay: 0.5 },
    BeamParameters { width: FIRST_WIDTH, rings: 2, urgency: 35.0, decay: 0.3 },
];
/// The work limit of [`Effort::AtOnce`] in cells: positions, each of which costs as much as
/// [`POSITION`] cells, and their cells.
const AT_ONCE: usize = 3 << 27;
const POSITION: usize = 128;

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Less than is noticeable.
    Glance,
    /// About a second.
    AtOnce,
    /// Until the context stops it.
    Patient,
}

/// Returns a solution, not necessarily the shortest; None if the board is a single line or
/// unsolvable. The search ends at `at_least` moves, the proven lower bound.
pub(crate) fn find_solution(
    board: &Board,
    effort: Effort,
    at_least: u64,
    cx: &Context<'_>,
) -> Option<Vec<Slide>> {
    let steps = board.cells().len() * (board.rows() + board.columns());
    let (home_board, path_back) = Some(board).filter(|_| steps <= MOST_STEPS).and_then(HomeBoard::of)?;
    let mut best = without_reversals(greedy_placement::place_tiles(&home_board, cx)?);
    // Whatever stops it, the best solution so far stands.
    let _ = improve(&home_board, &mut best, effort, at_least.saturating_sub(path_back.len() as u64), cx);
    best.extend(path_back);
    Some(slides(without_reversals(best), board.metric))
}

/// Returns a solution that takes a moment, also if the time of `cx` is up.
pub(crate) fn at_a_glance(board: &Board, at_least: u64, cx: &Context<'_>) -> Option<Vec<Slide>> {
    cx.child_in_overtime(go_on, |moment| find_solution(board, Effort::Glance, at_least, moment))
}

/// The limit of a child context that has none of its own.
fn go_on(_: &Counters) -> ControlFlow<Stop> {
    ControlFlow::Continue(())
}

/// Runs beam searches of increasing width.
fn improve(
    home_board: &HomeBoard,
    best: &mut Vec<Direction>,
    effort: Effort,
    at_least: u64,
    cx: &Context<'_>,
) -> Result<(), Stop> {
    let cells = home_board.cells.len();
    if cells > SEARCHED_CELLS {
        return Ok(());
    }
    if cells <= NARROW_CELLS {
        // This takes a moment.
        let once =
            |moment: &Context<'_>| search_once(home_board, best, &PARAMETERS[0], &ThreadPoll::alone(moment));
        cx.child_in_overtime(go_on, once)?;
    }
    let mut width = FIRST_WIDTH * WIDTH_FACTOR;
    while effort != Effort::Glance && best.len() as u64 > at_least {
        if effort == Effort::AtOnce && width * best.len() * (cells + POSITION) > AT_ONCE {
            break;
        }
        // The result of `AtOnce` is the same for every number of threads.
        let parameter_sets = if effort == Effort::AtOnce || width < WIDE { 1 } else { cx.threads };
        search_all(home_board, best, &PARAMETERS[..parameter_sets.clamp(1, PARAMETERS.len())], width, cx)?;
        width *= if width < WIDE { WIDTH_FACTOR } else { 2 };
    }
    Ok(())
}

/// Runs one beam search per set of parameters, in parallel.
fn search_all(
    home_board: &HomeBoard,
    best: &mut Vec<Direction>,
    parameter_sets: &[BeamParameters],
    width: usize,
    cx: &Context<'_>,
) -> Result<(), Stop> {
    let mut paths = vec![best.clone(); parameter_sets.len()];
    let ended = try_sum_over(cx, parameter_sets.iter().zip(&mut paths), |(parameters, path), poll| {
        search_once(home_board, path, &BeamParameters { width, ..*parameters }, poll).map(|()| 0)
    });
    for path in paths {
        if path.len() < best.len() {
            *best = path;
        }
    }
    ended.map(|_| ())
}

/// Runs one beam search and re-optimises its solution.
fn search_once(
    home_board: &HomeBoard,
    best: &mut Vec<Direction>,
    parameters: &BeamParameters,
    poll: &ThreadPoll<'_>,
) -> Result<(), Stop> {
    if let Some(path) =
        beam::search(home_board, &phases(home_board, parameters), parameters.width, best.len(), poll)?
    {
        *best = path;
    }
    reoptimise(home_board, best, parameters.width / WIDTH_FACTOR, poll)
}

/// Returns the steps as slides: in the metric of lines, runs are one slide.
fn slides(path: Vec<Direction>, metric: Metric) -> Vec<Slide> {
    let mut slides: Vec<Slide> = Vec::with_capacity(path.len());
    for to in path {
        match slides.last_mut() {
            Some(last) if last.to == to && metric == Metric::Lines => last.distance += 1,
            _ => slides.push(Slide { to, distance: 1 }),
        }
    }
    slides
}

/// The steps of a window.
const WINDOW: usize = 80;

/// Shortens a path window by window.
///
/// # Errors
/// Why the context stopped it; the path is then as short as it had become.
pub(crate) fn reoptimise(
    home_board: &HomeBoard,
    path: &mut Vec<Direction>,
    width: usize,
    poll: &ThreadPoll<'_>,
) -> Result<(), Stop> {
    let mut at = home_board.clone();
    let mut begin = 0;
    while begin + WINDOW / 4 < path.len() {
        let end = (begin + WINDOW).min(path.len());
        let window = subproblem(&at, &path[begin..end]);
        if let Some(shorter) = beam::search(&window, &[all_at_once(&window)], width, end - begin, poll)? {
            path.splice(begin..end, shorter);
        }
        let next = (begin + WINDOW / 4).min(path.len());
        path[begin..next].iter().for_each(|&to| at.step(to));
        begin = next;
    }
    *path = without_reversals(std::mem::take(path));
    Ok(())
}

/// Returns the board whose goal is where a path leads: everything is named by its cell there.
fn subproblem(from: &HomeBoard, path: &[Direction]) -> HomeBoard {
    let mut to = from.clone();
    path.iter().for_each(|&by| to.step(by));
    let mut homes = vec![0; from.cells.len()];
    to.cells.iter().enumerate().for_each(|(cell, &tile)| homes[tile as usize] = cell as u32);
    let cells = from.cells.iter().map(|&tile| homes[tile as usize]).collect();
    HomeBoard { cells, blank_home: to.blank, ..from.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use fewest_core::Seed;

    use crate::rules::arrangement::Goal;
    use crate::testing::{shuffled, shuffled_for};

    /// Returns the steps of a solution; panics if it is none.
    fn steps(board: &Board, effort: Effort, cx: &Context<'_>) -> usize {
        let answer = find_solution(board, effort, 0, cx).unwrap();
        let mut at = board.clone();
        answer.iter().for_each(|&by| at.play(by).unwrap());
        assert!(at.is_goal(), "{board:?}");
        answer.iter().map(|by| by.distance).sum()
    }

    #[test]
    fn every_board_that_has_a_solution_gets_one() {
        let mut seed = Seed::new(7);
        let sizes = (2..7).flat_map(|rows| (2..7).map(move |columns| (rows, columns)));
        for ((rows, columns), goal) in
            sizes.chain([(2, 30), (40, 3), (17, 23)]).flat_map(|size| Goal::ALL.map(|goal| (size, goal)))
        {
            let goal = Arc::new(goal.arrangement(rows, columns).unwrap());
            for metric in [Metric::Steps, Metric::Lines] {
                let now = shuffled(rows, columns, &mut seed);
                let board = Board::new(now, Arc::clone(&goal), metric).unwrap();
                if crate::rules::parity::is_reachable(board.now(), &goal) {
                    steps(&board, Effort::Glance, &Context::default());
                } else {
                    assert_eq!(
                        find_solution(&board, Effort::Glance, 0, &Context::default()),
                        None,
                        "{board:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn boards_that_are_solved_need_nothing() {
        for goal in Goal::ALL {
            let goal = Arc::new(goal.arrangement(6, 5).unwrap());
            let board = Board::new(goal.as_ref().clone(), goal, Metric::Steps).unwrap();
            assert_eq!(steps(&board, Effort::AtOnce, &Context::default()), 0);
        }
    }

    #[test]
    fn more_effort_is_never_worse_and_a_stop_leaves_the_best_so_far() {
        let mut seed = Seed::new(5);
        for (rows, columns) in [(5, 5), (4, 7), (6, 6)] {
            let board = shuffled_for(rows, columns, Goal::BlankLast, &mut seed);
            let glance = steps(&board, Effort::Glance, &Context::default());
            let at_once = steps(&board, Effort::AtOnce, &Context::default());
            assert!(at_once <= glance);
            let stop = |_: &fewest_search::Counters| ControlFlow::Break(fewest_search::Stop::Time);
            assert_eq!(steps(&board, Effort::Patient, &Context::new(1, usize::MAX, &stop)), glance);
        }
    }

    #[test]
    fn large_boards_take_less_than_the_proven_worst_cases() {
        // By side, from 6 on.
        let worst = [405, 716, 1164, 1780, 2587];
        let mut seed = Seed::new(3);
        for (side, most) in (6..).zip(worst) {
            let board = shuffled_for(side, side, Goal::BlankFirst, &mut seed);
            assert!(steps(&board, Effort::AtOnce, &Context::default()) < most, "{side}");
        }
    }

    #[test]
    fn answers_for_a_hundred_rows_are_played_to_the_end() {
        let board = shuffled_for(100, 100, Goal::BlankLast, &mut Seed::new(1));
        let long = steps(&board, Effort::AtOnce, &Context::default());
        // Greedy placement is said to take 8/3 of the cube of the side.
        assert!(long < 2_800_000, "{long}");
    }
}
