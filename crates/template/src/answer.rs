//! Moves as text: `2-4` is the piece on cell 2 going to cell 4, cells counted from 1.

use std::io;

use super::board::Move;
use fewest_core::{Found, Illegal};

/// Reads one move.
///
/// # Errors
/// What is wrong with the text.
pub fn read_move(text: &str) -> Result<Move, Illegal> {
    let cell = |word: &str| word.trim().parse::<usize>().ok()?.checked_sub(1);
    let both = text.split_once('-').and_then(|(from, to)| Some(Move { from: cell(from)?, to: cell(to)? }));
    both.ok_or_else(|| Illegal::new(format!("`{}` is not a move such as 2-4", text.trim())))
}

/// Writes one move.
pub fn write_move(by: Move) -> String {
    format!("{}-{}", by.from + 1, by.to + 1)
}

/// Writes a numbered list.
///
/// # Errors
/// Those of the writer.
pub fn write(moves: &[Move], out: &mut dyn io::Write) -> io::Result<()> {
    for (number, by) in moves.iter().enumerate() {
        writeln!(out, "{}. {}", number + 1, write_move(*by))?;
    }
    Ok(())
}

/// Finds the moves in any text: every word of digits with a dash between them is one, and nothing
/// else.
pub fn find(text: &str) -> Found<Vec<Move>> {
    let (mut moves, mut lines) = (Vec::new(), Vec::new());
    let looks_like_one =
        |word: &&str| word.contains('-') && word.bytes().all(|b| b == b'-' || b.is_ascii_digit());
    for (number, line) in (1..).zip(text.lines()) {
        for word in line.split_whitespace().filter(looks_like_one) {
            lines.push(number);
            match read_move(word) {
                Ok(by) => moves.push(by),
                Err(why) => return Found::Bad { before: moves, lines, why },
            }
        }
    }
    match moves.is_empty() {
        false => Found::Answer(moves, lines),
        true if text.to_lowercase().contains("no solution") => Found::NoSolution,
        true => Found::Nothing,
    }
}
