//! Reads a puzzle and prints its solution: `cargo run --example solve [FILE]`.

use fewest::{Error, Puzzle};

/// The example of the sliding-block course: rows and columns, then one piece per line.
const COURSE: &str =
    "4 4\n3 1 2 1 b\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 3 2 1 b\n3 3 1 2 b\n4 1 2 1 b\n4 4 1 1 b\n";

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1).filter(|file| file.ends_with(".txt")) {
        Some(file) => std::fs::read_to_string(file)?,
        None => COURSE.to_owned(),
    };
    let puzzle: Puzzle = match text.parse() {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let place = error.span().map(|span| text[..span.start].lines().count());
            eprintln!("line {place:?}: {error}");
            eprintln!("help: {}", error.help().unwrap_or("none"));
            return Err(error.into());
        }
    };
    match puzzle.solve()?.into_solution() {
        Ok(solution) => {
            println!("{} {}, the fewest:", solution.len(), solution.metric());
            print!("{}", solution.to_text());
        }
        Err(Error::Unsolvable(certificate)) => println!("no solution\n{certificate}"),
        Err(other) => return Err(other.into()),
    }
    Ok(())
}
