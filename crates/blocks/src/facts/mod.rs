//! Facts about a board: its pieces, its state space, and whether it is minimal.

pub(crate) mod minimality;

use fewest_search::Context;

use crate::Blocks;
use crate::rules::{Board, Freedom};
use crate::solve::distance_table::DistanceTable;
use fewest_core::{Family, metric_of};
use minimality::{fewest_moves, redundant_piece};

/// Limit on the positions for facts that need a search of their own.
const MOST_POSITIONS: u64 = 1_000_000;

/// Returns the facts as rows of name and value.
pub(crate) fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let free = board.cover().iter().filter(|cell| cell.is_none()).count();
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    let mut facts = vec![
        ("grid", format!("{} x {}", board.rows, board.columns)),
        ("pieces that may move", (board.pieces.len() - walls).to_string()),
        ("pieces that may not", walls.to_string()),
        ("empty cells", free.to_string()),
    ];
    if !Blocks::is_large(board)
        && let Ok(Some(table)) = DistanceTable::new(board, MOST_POSITIONS, cx)
    {
        facts.push(("positions with one move only", table.dead_ends(board).to_string()));
        if let Some(hardest) = table.hardest() {
            let count = table.count(hardest);
            facts.push(("hardest start", format!("{}, {count} of them", moves(board, hardest))));
        }
        facts.extend(minimal(board, cx).map(|minimal| ("minimal", minimal)));
    }
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns whether the board is minimal, in words. None if that cannot be decided.
fn minimal(board: &Board, cx: &Context<'_>) -> Option<String> {
    let (fewest, _) = fewest_moves(board, false, cx).ok()??;
    Some(match redundant_piece(board, fewest, cx).ok()? {
        None => "yes: without any of its pieces it is easier".to_owned(),
        Some(piece) => {
            format!("no: without piece {} it still needs {}", board.names[piece], moves(board, fewest))
        }
    })
}

fn moves(board: &Board, count: u64) -> String {
    let metric = metric_of(const { &Blocks::INFO }, Blocks::metric(board));
    format!("{count} {}", if count == 1 { metric.one } else { metric.id })
}
