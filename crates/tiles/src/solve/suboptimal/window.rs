//! Window re-optimisation: replaces windows of a solution by shorter paths with the same end.

use fewest_search::Stop;
use fewest_search::threads::ThreadPoll;

use crate::rules::board::Direction;
use crate::solve::suboptimal::beam;
use crate::solve::suboptimal::home_board::{HomeBoard, without_reversals};
use crate::solve::suboptimal::phases::all_at_once;

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
