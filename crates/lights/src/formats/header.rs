//! Lines that other boards than plain rectangles begin with, whatever their places are like:
//!
//! ```text
//! colours 3       a light steps through so many colours; 2 if absent
//! turns 5         exactly so many presses; any number if absent
//! ```

use std::io;

use crate::rules::graph_board::GraphBoard;
use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Span};

/// More turns would be an answer that nobody can read.
const MOST_TURNS: u64 = 10_000_000;

/// What the lines say.
#[derive(Default)]
pub struct Header {
    colours: Option<u8>,
    turns: Option<u64>,
}

impl Header {
    /// Hears a line. `false` if it is none of these.
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

    /// How many colours a light steps through.
    pub fn colours(&self) -> u8 {
        self.colours.unwrap_or(2)
    }

    /// The number of presses, if there must be exactly so many.
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

/// Takes a value that may be given once.
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

/// A word for a message.
pub fn text(word: &[u8]) -> String {
    shortened(&String::from_utf8_lossy(word))
}

/// The number that is the one word after the first.
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
