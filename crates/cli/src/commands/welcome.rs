//! `fewest` without arguments: three commands to try.

use std::io::Write;

use fewest::FAMILIES;

use crate::console::Console;
use crate::exit::{Code, Failure};

pub fn run() -> Result<Code, Failure> {
    let mut console = Console::new(None, false, false);
    let mut examples = FAMILIES.iter().flat_map(|entry| entry.info.examples);
    // A puzzle of a few moves makes a better example than one of none.
    let name =
        examples.find(|example| example.fewest.is_some_and(|n| (3..20).contains(&n))).map_or("-", |e| e.name);
    let lines = [
        (format!("fewest solve {name}"), "the fewest moves, and why no fewer will do"),
        (format!("fewest draw {name}"), "the puzzle as a picture"),
        ("fewest list".to_owned(), "puzzles that come with the program, formats, metrics"),
    ];
    let width = lines.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, about) in lines {
        writeln!(console, "{command:width$}  # {about}")?;
    }
    console.flush()?;
    Ok(Code::Answered)
}
