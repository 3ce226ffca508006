//! Plays the moves of a text: of an option, a file, a line that is typed, a message.

use fewest_core::fault::Fault;
use fewest_core::source::{Source, Span};

use crate::service::position::Position;

/// Plays the moves of a text, separated by line ends and semicolons, or by blanks if each is one word;
/// else in any form in which an answer is found in a text that is judged. Returns the moves in words.
///
/// # Errors
/// The first word that is no move, or no legal one. The position is then unchanged.
pub fn play_text(position: &mut dyn Position, moves: &Source) -> Result<Vec<String>, Fault> {
    match one_by_one(position, moves) {
        Ok(words) => {
            words.iter().try_for_each(|by| position.play(by)).map_err(|why| Fault::new(why.0))?;
            Ok(words)
        }
        Err(fault) => {
            let text = String::from_utf8_lossy(&moves.bytes).replace(';', "\n");
            let Some(words) = position.read_moves(&text) else { return Err(fault) };
            words.iter().try_for_each(|by| position.play(by)).map_err(|why| Fault::new(why.0))?;
            Ok(words)
        }
    }
}

/// The moves of a text that [`Position::play`] takes one by one.
fn one_by_one(position: &dyn Position, moves: &Source) -> Result<Vec<String>, Fault> {
    let mut tried = position.copy();
    let mut words: Vec<String> = Vec::new();
    let mut start = 0;
    for piece in moves.bytes.split(|&b| b == b'\n' || b == b';') {
        let text = String::from_utf8_lossy(piece);
        let by = text.trim();
        if !by.is_empty() {
            let from = start + piece.len() - piece.trim_ascii_start().len();
            let span = Span { source: 0, start: from, end: from + piece.trim_ascii().len() };
            match tried.play(by) {
                Ok(()) => words.push(by.to_owned()),
                Err(why) => {
                    // Words such as `4U1 3R3` are one move each. If the first word is not a move, the
                    // whole text is one illegal move.
                    let before = words.len();
                    for word in piece.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                        let text = String::from_utf8_lossy(word);
                        match tried.play(&text) {
                            Ok(()) => words.push(text.into_owned()),
                            Err(_) if words.len() == before => {
                                let number = before + 1;
                                return Err(Fault::new(format!("move {number}: {why}")).at(span));
                            }
                            Err(why) => {
                                let at = word.as_ptr() as usize - moves.bytes.as_ptr() as usize;
                                let span = Span { source: 0, start: at, end: at + word.len() };
                                let number = words.len() + 1;
                                return Err(Fault::new(format!("move {number}: {why}")).at(span));
                            }
                        }
                    }
                }
            }
        }
        start += piece.len() + 1;
    }
    Ok(words)
}
