//! The puzzle as text for the checker of proofs; `docs/proofs.md` has the format.

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Metric};

/// The most cells of a board that the checker reads.
const MOST_CELLS: usize = 1 << 12;

/// Returns the text. `None` if the board is too large.
pub(crate) fn checker_text(board: &Board) -> Option<String> {
    if board.cells().len() > MOST_CELLS {
        return None;
    }
    let metric = match board.metric {
        Metric::Steps => "steps",
        Metric::Lines => "lines",
    };
    let tiles = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
    Some(format!(
        "fewest puzzle 1\ntiles {metric}\nsize {} {}\nstart {}\ngoal {}\n",
        board.rows(),
        board.columns(),
        tiles(board.cells()),
        tiles(board.goal().cells())
    ))
}
