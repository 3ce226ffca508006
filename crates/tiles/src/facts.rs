//! Facts about a board: what is known at once, and for small boards the positions farthest from the
//! goal.

use fewest_search::{Aim, Context, bfs};

use crate::rules::arrangement::Goal;
use crate::rules::board::{Board, Metric};
use crate::rules::parity;
use crate::solve::heuristic::manhattan;
use crate::solve::is_small;
use crate::solve::state_space::{self, PackedSpace};

/// The number of hardest boards that are shown.
const SHOWN: usize = 4;

/// Returns the facts as (name, value) rows.
pub(crate) fn facts(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let goal = Goal::of(board.goal()).map_or("one of its own", Goal::name);
    let solvable = parity::is_reachable(board.now(), board.goal());
    let mut facts = vec![
        ("board".to_owned(), format!("{} x {}", board.rows(), board.columns())),
        ("goal".to_owned(), goal.to_owned()),
        ("boards that can be reached".to_owned(), reachable(board)),
        ("solvable".to_owned(), if solvable { "yes" } else { "no" }.to_owned()),
    ];
    if solvable {
        facts.push((
            "at least, by the tiles' distances".to_owned(),
            manhattan::lower_bound(board).to_string(),
        ));
    }
    facts.extend(hardest(board, cx).unwrap_or_default());
    facts
}

/// Returns the number of reachable boards: half of all arrangements, or in a single line as many as
/// there are cells.
fn reachable(board: &Board) -> String {
    let cells = board.cells().len();
    if board.rows().min(board.columns()) == 1 {
        return cells.to_string();
    }
    match (3..=cells as u128).try_fold(1_u128, u128::checked_mul) {
        Some(exact) => exact.to_string(),
        None => {
            let digits = (3..=cells).map(|factor| (factor as f64).log10()).sum::<f64>();
            format!("about 10^{digits:.0}")
        }
    }
}

/// Returns the positions farthest from the goal; None if the board is too large for breadth-first
/// search.
fn hardest(board: &Board, cx: &Context<'_>) -> Option<Vec<(String, String)>> {
    if !is_small(board) {
        return None;
    }
    let solved = board.with((**board.goal()).clone())?;
    let space = PackedSpace::of(&solved)?;
    let seen = bfs(&space, cx, Aim::EveryLayer);
    if !seen.is_exhausted() {
        return None;
    }
    let depth = seen.layers().checked_sub(2)?;
    let mut keys = seen.layer(depth).to_vec();
    keys.sort_unstable();
    let unit = match board.metric {
        Metric::Steps => "steps",
        Metric::Lines => "lines",
    };
    let count = keys.len();
    let boards = if count == 1 { "board" } else { "boards" };
    let mut facts = vec![("farthest from the goal".to_owned(), format!("{depth} {unit}, {count} {boards}"))];
    for key in keys.into_iter().take(SHOWN) {
        let now = state_space::arrangement(key, board.rows(), board.columns())?;
        let rows: Vec<String> = now
            .cells()
            .chunks(now.columns())
            .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        facts.push(("hardest".to_owned(), rows.join("/")));
    }
    Some(facts)
}
