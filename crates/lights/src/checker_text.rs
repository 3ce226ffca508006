//! The puzzle as text for the checker of proofs; `docs/proofs.md` has the format.

use std::fmt::Write;

use crate::rules::Board;

/// Returns the text: rows for a rectangle, else the lights that each press changes.
pub(crate) fn checker_text(board: &Board) -> Option<String> {
    let mut text = "fewest puzzle 1\nlights presses\n".to_owned();
    match board {
        Board::Grid(grid) => {
            for y in 0..grid.height() {
                let digit = |x| if grid.lit().contains(x, y) { '1' } else { '0' };
                writeln!(text, "row {}", (0..grid.width()).map(digit).collect::<String>()).ok()?;
            }
        }
        Board::Graph(board) => {
            let graph = board.graph();
            writeln!(text, "colours {}", graph.colours()).ok()?;
            if let Some(turns) = board.turns() {
                writeln!(text, "turns {turns}").ok()?;
            }
            let words = |numbers: &[u32]| numbers.iter().map(|n| format!(" {n}")).collect::<String>();
            let levels: Vec<u32> = board.levels().iter().map(|&level| level.into()).collect();
            if !levels.is_empty() {
                writeln!(text, "levels{}", words(&levels)).ok()?;
            }
            for (press, place) in graph.places().iter().enumerate() {
                writeln!(text, "press {},{}:{}", place.x, place.y, words(graph.changed_by(press))).ok()?;
            }
        }
    }
    Some(text)
}
