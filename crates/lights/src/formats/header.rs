//! Header lines that the formats [`rules`](super::rules) and [`edges`](super::edges) share:
//!
//! ```text
//! colours 3       the number of colours that a light steps through; 2 if absent
//! turns 5         the exact number of presses; any number if absent
//! ```

use std::io;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Span};

use crate::rules::GraphBoard;

/// The largest number of turns: a longer answer could not be read.
const MOST_TURNS: u64 = 10_000_000;

/// The parsed lines.
#[derive(Default)]
pub struct Header {
    colours: Option<u8>,
    turns: Option<u64>,
}

impl Header {
    /// Reads a line. Returns false if it is none of these.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_line(&mut self, line: &Line<'_>) -> Result<bool, Fault> {
        let words: Vec<&[u8]> = line.words().map(|word| word.0).collect();
        match words.first() {
            Some(&b"colours" | &b"colors") => {
                let colours = number(line, 2, 255, "colours 3")? as u8;
                once(&mut self.colours, colours, "the number of colours", line)?;
            }
            Some(&b"turns") => {
                let turns = number(line, 0, MOST_TURNS, "turns 5")?;
                once(&mut self.turns, turns, "the number of turns", line)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Number of colours that a light steps through.
    pub fn colours(&self) -> u8 {
        self.colours.unwrap_or(2)
    }

    /// The exact number of presses; None if any number is allowed.
    pub fn turns(&self) -> Option<u64> {
        self.turns
    }
}

/// Writes the lines for a board.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &GraphBoard, out: &mut dyn io::Write) -> io::Result<()> {
    if board.graph().colours() > 2 {
        writeln!(out, "colours {}", board.graph().colours())?;
    }
    board.turns().map_or(Ok(()), |turns| writeln!(out, "turns {turns}"))
}

/// Stores a value that may be given once.
///
/// # Errors
/// If it was given before.
pub fn once<T>(slot: &mut Option<T>, value: T, what: &str, line: &Line<'_>) -> Result<(), Fault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Fault::new(format!("{what} is said twice"))
            .at(line.span())
            .remedy("take one of the lines out")),
    }
}

/// Returns a word as it is shown in a message.
pub fn text(word: &[u8]) -> String {
    shortened(&String::from_utf8_lossy(word))
}

/// Reads the number that is the one word after the first.
fn number(line: &Line<'_>, least: u64, most: u64, example: &str) -> Result<u64, Fault> {
    let words: Vec<(&[u8], Span)> = line.words().collect();
    let fault = |what: String, at: Span| Fault::new(what).at(at).remedy(format!("as in `{example}`"));
    let [(name, _), (word, at)] = words[..] else {
        return Err(fault("one number is needed here".to_owned(), line.span()));
    };
    let digits = std::str::from_utf8(word).ok().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    match digits.and_then(|word| word.parse().ok()) {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => {
            Err(fault(format!("`{}` is no number of {} from {least} to {most}", text(word), text(name)), at))
        }
    }
}
