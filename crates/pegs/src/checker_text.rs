//! The puzzle as text for the checker of proofs; `docs/proofs.md` has the format.

use std::fmt::Write;

use crate::rules::jumps::has_peg;
use crate::rules::{Board, Goal};

/// Returns the text. A game that is played backward is given with pegs and empty holes exchanged,
/// as the board holds it.
pub(crate) fn checker_text(board: &Board) -> Option<String> {
    let directions: Vec<String> =
        board.shape().directions().iter().map(|(right, down)| format!("{right},{down}")).collect();
    let mut text =
        format!("fewest puzzle 1\npegs {}\ndirections {}\n", board.metric.id(), directions.join(" "));
    draw(board, "row", board.pegs(), &mut text);
    match &board.goal {
        Goal::OnePeg => text += "goal one\n",
        Goal::AtMost(most) => writeln!(text, "goal most {most}").ok()?,
        Goal::Stuck => text += "goal stuck\n",
        Goal::Exactly(end) => {
            text += "goal exactly\n";
            draw(board, "end", end, &mut text);
        }
    }
    Some(text)
}

/// Appends one line a row: `x` is a peg, `o` an empty hole, `.` no hole.
fn draw(board: &Board, word: &str, pegs: &[u64], text: &mut String) {
    let (width, height) = board.shape().size();
    for row in 0..height {
        let sign = |column| match board.shape().hole_at(column, row) {
            None => '.',
            Some(hole) if has_peg(pegs, usize::from(hole)) => 'x',
            Some(_) => 'o',
        };
        let _ = writeln!(text, "{word} {}", (0..width).map(sign).collect::<String>());
    }
}
