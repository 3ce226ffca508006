//! Judges answers: whether their moves are legal, solve the puzzle, and are the fewest.

use fewest::{Error, Puzzle, Verdict};

pub(crate) fn main() -> Result<(), Error> {
    let puzzle: Puzzle = "3 3\n1 2 3\n4 5 6\n0 7 8\n".parse()?;
    for answer in ["RR", "URDR LURD", "R", "RRR", "there is no solution", "who knows"] {
        let verdict = puzzle.check(answer)?;
        let mark = if verdict.accepted() { "passes" } else { "fails" };
        println!("{answer:?} {mark}: {}", verdict.word());
        if let Verdict::Longer { length, by } = verdict {
            println!("  {length} moves, {by} more than needed");
        }
    }
    Ok(())
}
