//! Makes a way shorter: pieces of it are replaced by shorter ones with the same end.

use fewest_search::Stop;
use fewest_search::threads::ThreadPoll;

use crate::rules::board::Direction;
use crate::solve::suboptimal::beam;
use crate::solve::suboptimal::home_board::{HomeBoard, without_reversals};
use crate::solve::suboptimal::phases::all_at_once;

/// The steps of a piece.
const WINDOW: usize = 80;

/// The way, shorter where pieces of it could be made shorter.
///
/// # Errors
/// Why it was stopped; the way is then as short as it had become.
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

/// The field whose goal is where a way leads: everything has the name of the cell on which it lies then.
fn subproblem(from: &HomeBoard, path: &[Direction]) -> HomeBoard {
    let mut to = from.clone();
    path.iter().for_each(|&by| to.step(by));
    let mut homes = vec![0; from.cells.len()];
    to.cells.iter().enumerate().for_each(|(cell, &tile)| homes[tile as usize] = cell as u32);
    let cells = from.cells.iter().map(|&tile| homes[tile as usize]).collect();
    HomeBoard { cells, blank_home: to.blank, ..from.clone() }
}
