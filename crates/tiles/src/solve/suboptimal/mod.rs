//! Suboptimal solutions for boards whose optimal solution is out of reach: one at once, and better
//! ones within the time that is left.
//!
//! | file | what it holds |
//! |---|---|
//! | `home_board` | a board whose tiles are named by their goal cells |
//! | `greedy_placement` | tile after tile brought home: any board, at once |
//! | `phases` | in which order tiles come home, and their weights |
//! | `evaluation` | the evaluation function of the beam search |
//! | `beam`, `frontier` | beam search, its frontier and its duplicate detection |
//! | `window` | windows of a solution re-optimised |

mod beam;
mod evaluation;
mod frontier;
mod greedy_placement;
mod home_board;
mod phases;
mod window;

use fewest_search::threads::{ThreadPoll, try_sum_over};
use fewest_search::{Context, Stop};

use crate::rules::board::{Board, Direction, Metric, Slide};
use home_board::{HomeBoard, without_reversals};
use phases::{BeamParameters, phases};

/// The limit of cells times (rows + columns): larger boards get no solution, which would have more
/// than ten million steps. 128 x 128 is at the limit.
const MOST_STEPS: usize = 1 << 22;
/// Boards with more cells are solved by greedy placement only.
pub(crate) const SEARCHED_CELLS: usize = 1024;
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
        // This takes a moment and is not stopped.
        search_once(home_board, best, &PARAMETERS[0], &ThreadPoll::alone(&Context::default()))?;
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
    window::reoptimise(home_board, best, parameters.width / WIDTH_FACTOR, poll)
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

#[cfg(test)]
mod tests;
