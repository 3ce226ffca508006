//! Notations: moves in words and in short form, and solutions in each notation.

mod find;

use std::io::{self, Write};

use crate::rules::{Board, Leg, Move};
use fewest_core::Illegal;
use fewest_core::fault::shortened;
pub(crate) use find::find_answer;
use find::moves_of_line;

/// Returns a move as the course prints it: `Piece 4 left 1 space`, with turns `Piece 4 left 1
/// space, down 2 spaces`.
pub(crate) fn move_in_words(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let spaces = if leg.distance == 1 { "space" } else { "spaces" };
        format!("{} {} {spaces}", leg.to.word(), leg.distance)
    };
    let way: Vec<String> = by.way.iter().map(leg).collect();
    format!("Piece {} {}", board.names[by.piece], way.join(", "))
}

/// Returns a move in short form: `4L1`, with turns `4L1D2`.
pub(crate) fn short_form(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let to = leg.to.word().as_bytes()[0].to_ascii_uppercase() as char;
        format!("{to}{}", leg.distance)
    };
    format!("{}{}", board.names[by.piece], by.way.iter().map(leg).collect::<String>())
}

/// Writes a solution in a notation.
pub(crate) fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    match notation {
        "short" => {
            let all: Vec<String> = answer.iter().map(|by| short_form(board, by)).collect();
            writeln!(out, "{}", all.join(" "))
        }
        "boards" => {
            let mut at = board.clone();
            write_grid(&at, out)?;
            for by in answer {
                at.play(by).map_err(io::Error::other)?;
                writeln!(out, "\n{}", move_in_words(board, by))?;
                write_grid(&at, out)?;
            }
            Ok(())
        }
        _ => {
            let width = answer.len().to_string().len();
            for (number, by) in answer.iter().enumerate() {
                writeln!(out, "{:>width$}. {}", number + 1, move_in_words(board, by))?;
            }
            Ok(())
        }
    }
}

/// Writes the grid inside a border of `*`, with `.` for empty cells.
pub(crate) fn write_grid(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let border = "*".repeat(board.columns + 2);
    writeln!(out, "{border}")?;
    for row in board.cover().chunks(board.columns) {
        let row: String = row.iter().map(|piece| piece.map_or('.', |piece| board.names[piece])).collect();
        writeln!(out, "*{row}*")?;
    }
    writeln!(out, "{border}")
}

/// Reads a move: `Piece 4 left 1 space`, `4 left 1, down 2` or `4L1D2`.
///
/// # Errors
/// Why the text is no move of this board.
pub(crate) fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    match &moves_of_line(board, text)[..] {
        [one] => one.clone(),
        _ => {
            let text = shortened(text.trim());
            Err(Illegal(format!("`{text}` is not a move such as `Piece 4 left 1 space`")))
        }
    }
}
