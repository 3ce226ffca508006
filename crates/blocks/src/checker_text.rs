//! The puzzle as text for the checker of proofs; `docs/proofs.md` has the format.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::rules::{Board, Freedom, Goal, Piece};

/// The longest side of a grid that the checker reads.
const LONGEST_SIDE: usize = 255;

/// What pieces that are alike have in common. Pieces that are bound to different lines are kept
/// apart, which leaves fewer places for each.
type Alike = (&'static str, String, Vec<usize>, Option<(usize, usize)>);

/// Returns the text. `None` if the grid is too large.
pub(crate) fn checker_text(board: &Board) -> Option<String> {
    if board.rows > LONGEST_SIDE || board.columns > LONGEST_SIDE {
        return None;
    }
    let named: Vec<Vec<usize>> = board.goals.iter().map(|goal| board.candidates(goal)).collect();
    let goals_of = |piece: usize| (0..named.len()).filter(|&goal| named[goal].contains(&piece)).collect();
    let mut walls = Vec::new();
    let mut groups: BTreeMap<Alike, Vec<usize>> = BTreeMap::new();
    for (index, piece) in board.pieces.iter().enumerate() {
        let goals: Vec<usize> = goals_of(index);
        if piece.freedom == Freedom::None && goals.is_empty() {
            walls.extend(piece.cells());
            continue;
        }
        let passes = index == 0 && board.has_goal_piece() && !board.gates.is_empty();
        let (directions, line) = match piece.freedom {
            Freedom::Both if passes => ("both+", None),
            Freedom::Both => ("both", None),
            Freedom::Horizontal if passes => ("horizontal+", Some((piece.row, 0))),
            Freedom::Horizontal => ("horizontal", Some((piece.row, 0))),
            Freedom::Vertical if passes => ("vertical+", Some((0, piece.column))),
            Freedom::Vertical => ("vertical", Some((0, piece.column))),
            Freedom::None if passes => ("none+", Some((piece.row, piece.column))),
            Freedom::None => ("none", Some((piece.row, piece.column))),
        };
        groups.entry((directions, shape(piece), goals, line)).or_default().push(index);
    }
    let mut text = format!("grid {} {}\n", board.rows, board.columns);
    let mut cells = |word: &str, cells: &[(usize, usize)]| {
        if !cells.is_empty() {
            let cells: Vec<String> = cells.iter().map(|(row, column)| format!("{row},{column}")).collect();
            let _ = writeln!(text, "{word} {}", cells.join(" "));
        }
    };
    cells("wall", &walls);
    cells("gate", &board.gates);
    for ((directions, shape, ..), members) in &groups {
        let corners: Vec<_> =
            members.iter().map(|&at| (board.pieces[at].row, board.pieces[at].column)).collect();
        cells(&format!("pieces {directions} {shape}"), &corners);
    }
    for (goal, candidates) in board.goals.iter().zip(&named) {
        let lines = groups.values().enumerate().filter(|(_, members)| candidates.contains(&members[0]));
        let lines: String = lines.map(|(line, _)| format!("{line} ")).collect();
        let corners = match *goal {
            Goal::LastColumn => {
                let piece = board.pieces.first()?;
                let column = board.columns.checked_sub(piece.width)?;
                (0..=board.rows - piece.height).map(|row| (row, column)).collect()
            }
            Goal::PieceAt { row, column, .. } | Goal::ShapeAt { row, column, .. } => vec![(row, column)],
        };
        cells(&format!("goal {lines}at"), &corners);
    }
    Some(format!("fewest puzzle 1\nblocks {}\n{text}", board.metric.id()))
}

/// Returns the rows of cells of a piece: `##/#.`.
fn shape(piece: &Piece) -> String {
    let mut rows = vec![vec![b'.'; piece.width]; piece.height];
    piece.shape().for_each(|(row, column)| rows[row][column] = b'#');
    let rows: Vec<String> = rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned()).collect();
    rows.join("/")
}
