//! Good answers for boards whose fewest steps nobody can wait for: one at once, and better ones as long as there is time.
//!
//! | file | what it holds |
//! |---|---|
//! | `field` | a board whose tiles have the names of the cells that they belong to |
//! | `fill` | tile after tile brought home: any board, at once |
//! | `plan` | in which order tiles come home, and how much each counts |
//! | `looks` | how good a position seems |
//! | `beam`, `crowd`, `names` | the search that keeps what looks best |
//! | `polish` | pieces of a way replaced by shorter ones |

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
use home_board::{Field, straightened};
use phases::{Taste, phases};

/// Cells times rows and columns: boards with more get no answer, there would be more than ten million steps. 128 x 128 has as many.
const MOST_STEPS: usize = 1 << 22;
/// Larger boards are filled, and that is all.
pub(crate) const SEARCHED_CELLS: usize = 1024;
/// Boards for which a narrow search is a moment's work, in a browser on a slow telephone too.
const NARROW_CELLS: usize = 40;
/// Positions kept of each depth by the first search, and the factor from search to search.
const NARROW: usize = 64;
const WIDER: usize = 4;
/// From this width on searches take long, and the factor is two: less time is lost in the one that is stopped.
const WIDE: usize = 4096;
/// How to search. Which of two tastes is better differs from board to board; one thread does with the first.
const TASTES: [Taste; 2] = [
    Taste { width: NARROW, rings: 2, urgency: 30.0, decay: 0.5 },
    Taste { width: NARROW, rings: 2, urgency: 35.0, decay: 0.3 },
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
pub(crate) fn solve(board: &Board, effort: Effort, at_least: u64, cx: &Context<'_>) -> Option<Vec<Slide>> {
    let steps = board.cells().len() * (board.rows() + board.columns());
    let (field, way_back) = Some(board).filter(|_| steps <= MOST_STEPS).and_then(Field::of)?;
    let mut best = straightened(greedy_placement::fill(&field, cx)?);
    // Whatever stops it, the best way so far stands.
    let _ = improve(&field, &mut best, effort, at_least.saturating_sub(way_back.len() as u64), cx);
    best.extend(way_back);
    Some(slides(straightened(best), board.metric))
}

/// Searches wider and wider.
fn improve(
    field: &Field,
    best: &mut Vec<Direction>,
    effort: Effort,
    at_least: u64,
    cx: &Context<'_>,
) -> Result<(), Stop> {
    let cells = field.cells.len();
    if cells > SEARCHED_CELLS {
        return Ok(());
    }
    if cells <= NARROW_CELLS {
        // A moment's work, which nobody stops.
        round(field, best, &TASTES[0], &ThreadPoll::alone(&Context::default()))?;
    }
    let mut width = NARROW * WIDER;
    while effort != Effort::Glance && best.len() as u64 > at_least {
        if effort == Effort::AtOnce && width * best.len() * (cells + POSITION) > AT_ONCE {
            break;
        }
        // What is done at once is the same for every number of threads.
        let tastes = if effort == Effort::AtOnce || width < WIDE { 1 } else { cx.threads };
        rounds(field, best, &TASTES[..tastes.clamp(1, TASTES.len())], width, cx)?;
        width *= if width < WIDE { WIDER } else { 2 };
    }
    Ok(())
}

/// A search in every taste, at the same time.
fn rounds(
    field: &Field,
    best: &mut Vec<Direction>,
    tastes: &[Taste],
    width: usize,
    cx: &Context<'_>,
) -> Result<(), Stop> {
    let mut ways = vec![best.clone(); tastes.len()];
    let ended = try_sum_over(cx, tastes.iter().zip(&mut ways), |(taste, way), turn| {
        round(field, way, &Taste { width, ..*taste }, turn).map(|()| 0)
    });
    for way in ways {
        if way.len() < best.len() {
            *best = way;
        }
    }
    ended.map(|_| ())
}

/// One search, and the way polished.
fn round(field: &Field, best: &mut Vec<Direction>, taste: &Taste, turn: &ThreadPoll<'_>) -> Result<(), Stop> {
    if let Some(way) = beam::search(field, &phases(field, taste), taste.width, best.len(), turn)? {
        *best = way;
    }
    window::polish(field, best, taste.width / WIDER, turn)
}

/// Steps as slides: where lines are one move, lines.
fn slides(way: Vec<Direction>, metric: Metric) -> Vec<Slide> {
    let mut slides: Vec<Slide> = Vec::with_capacity(way.len());
    for to in way {
        match slides.last_mut() {
            Some(last) if last.to == to && metric == Metric::Lines => last.distance += 1,
            _ => slides.push(Slide { to, distance: 1 }),
        }
    }
    slides
}

#[cfg(test)]
mod tests;
