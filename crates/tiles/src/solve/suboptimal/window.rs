//! Makes a way shorter: pieces of it are replaced by shorter ones with the same end.

use fewest_search::Stop;
use fewest_search::threads::ThreadPoll;

use crate::rules::board::Direction;
use crate::solve::suboptimal::beam;
use crate::solve::suboptimal::home_board::{Field, straightened};
use crate::solve::suboptimal::phases::all_at_once;

/// The steps of a piece.
const PIECE: usize = 80;

/// The way, shorter where pieces of it could be made shorter.
///
/// # Errors
/// Why it was stopped; the way is then as short as it had become.
pub(crate) fn polish(
    field: &Field,
    way: &mut Vec<Direction>,
    width: usize,
    turn: &ThreadPoll<'_>,
) -> Result<(), Stop> {
    let mut at = field.clone();
    let mut begin = 0;
    while begin + PIECE / 4 < way.len() {
        let end = (begin + PIECE).min(way.len());
        let piece = between(&at, &way[begin..end]);
        if let Some(shorter) = beam::search(&piece, &[all_at_once(&piece)], width, end - begin, turn)? {
            way.splice(begin..end, shorter);
        }
        let next = (begin + PIECE / 4).min(way.len());
        way[begin..next].iter().for_each(|&to| at.step(to));
        begin = next;
    }
    *way = straightened(std::mem::take(way));
    Ok(())
}

/// The field whose goal is where a way leads: everything has the name of the cell on which it lies then.
fn between(from: &Field, way: &[Direction]) -> Field {
    let mut to = from.clone();
    way.iter().for_each(|&by| to.step(by));
    let mut homes = vec![0; from.cells.len()];
    to.cells.iter().enumerate().for_each(|(cell, &tile)| homes[tile as usize] = cell as u32);
    let cells = from.cells.iter().map(|&tile| homes[tile as usize]).collect();
    Field { cells, blank_home: to.blank, ..from.clone() }
}
