//! Good answers for boards whose fewest steps nobody can wait for: one at once, and better ones as long as there is time.
//!
//! | file | what it holds |
//! |---|---|
//! | `home_board` | a board whose tiles have the names of the cells that they belong to |
//! | `place_tiles` | tile after tile brought home: any board, at once |
//! | `plan` | in which order tiles come home, and how much each counts |
//! | `value` | how good a position seems |
//! | `beam`, `crowd`, `hashes` | the search that keeps what looks best |
//! | `reoptimise` | pieces of a way replaced by shorter ones |

mod beam;
mod evaluation;
mod frontier;
mod greedy_placement;
mod home_board;
mod phases;
mod window;
mod zobrist;

use fewest_search::threads::{ThreadPoll, try_sum_over};
use fewest_search::{Context, Stop};

use crate::rules::board::{Board, Direction, Metric, Slide};
use home_board::{HomeBoard, without_reversals};
use phases::{BeamParameters, phases};

/// Cells times rows and columns: boards with more get no answer, there would be more than ten million steps. 128 x 128 has as many.
const MOST_STEPS: usize = 1 << 22;
/// Larger boards are filled, and that is all.
pub(crate) const SEARCHED_CELLS: usize = 1024;
/// Boards for which a narrow search is a moment's work, in a browser on a slow telephone too.
const NARROW_CELLS: usize = 40;
/// Positions kept of each depth by the first search, and the factor from search to search.
const FIRST_WIDTH: usize = 64;
const WIDTH_FACTOR: usize = 4;
/// From this width on searches take long, and the factor is two: less time is lost in the one that is stopped.
const WIDE: usize = 4096;
/// How to search. Which of two tastes is better differs from board to board; one thread does with the first.
const PARAMETERS: [BeamParameters; 2] = [
    BeamParameters { width: FIRST_WIDTH, rings: 2, urgency: 30.0, decay: 0.5 },
    BeamParameters { width: FIRST_WIDTH, rings: 2, urgency: 35.0, decay: 0.3 },
];
/// The work that is done at once: positions, each of which costs as much as so many cells, and its cells.
const AT_ONCE: usize = 3 << 27;
const POSITION: usize = 128;

/// How long to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As much as nobody notices.
    Glance,
    /// About a second.
    AtOnce,
    /// Until the host says stop.
    Patient,
}

/// An answer, not the fewest steps; nothing if the board is a single line or has no solution. No fewer than `at_least` are looked for.
pub(crate) fn find_solution(
    board: &Board,
    effort: Effort,
    at_least: u64,
    cx: &Context<'_>,
) -> Option<Vec<Slide>> {
    let steps = board.cells().len() * (board.rows() + board.columns());
    let (home_board, path_back) = Some(board).filter(|_| steps <= MOST_STEPS).and_then(HomeBoard::of)?;
    let mut best = without_reversals(greedy_placement::place_tiles(&home_board, cx)?);
    // Whatever stops it, the best way so far stands.
    let _ = improve(&home_board, &mut best, effort, at_least.saturating_sub(path_back.len() as u64), cx);
    best.extend(path_back);
    Some(slides(without_reversals(best), board.metric))
}

/// Searches wider and wider.
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
        // A moment's work, which nobody stops.
        search_once(home_board, best, &PARAMETERS[0], &ThreadPoll::alone(&Context::default()))?;
    }
    let mut width = FIRST_WIDTH * WIDTH_FACTOR;
    while effort != Effort::Glance && best.len() as u64 > at_least {
        if effort == Effort::AtOnce && width * best.len() * (cells + POSITION) > AT_ONCE {
            break;
        }
        // What is done at once is the same for every number of threads.
        let parameter_sets = if effort == Effort::AtOnce || width < WIDE { 1 } else { cx.threads };
        search_all(home_board, best, &PARAMETERS[..parameter_sets.clamp(1, PARAMETERS.len())], width, cx)?;
        width *= if width < WIDE { WIDTH_FACTOR } else { 2 };
    }
    Ok(())
}

/// A search in every taste, at the same time.
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

/// One search, and the way polished.
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

/// Steps as slides: where lines are one move, lines.
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
