//! Limits, and every status that a report can have.

use std::time::Duration;

use fewest::{Error, Puzzle, Report, Solver, Status};

/// The 15-puzzle of Sam Loyd, which has no solution.
const LOYD: &str = "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n";
/// A board of the 15-puzzle with a short solution.
const EASY: &str = "4 4\n5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n";
/// One of the 15-puzzle's farthest positions: 80 moves.
const HARD: &str = "4 4\n0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1\n";

pub(crate) fn main() -> Result<(), Error> {
    let solver = Solver::new().threads(1).memory(512 << 20);
    let easy: Puzzle = EASY.parse()?;
    let hard: Puzzle = HARD.parse()?;
    say("easy", &solver.solve(&easy)?);
    say("no solution", &solver.solve(&LOYD.parse()?)?);
    say("a good solution at once", &solver.clone().fast(true).solve(&hard)?);
    say("no time", &solver.clone().time(Duration::ZERO).solve(&hard)?);
    Ok(())
}

/// Prints what a report says.
fn say(what: &str, report: &Report) {
    print!("{what}: ");
    match report.status() {
        Status::Optimal(solution) => println!("{} moves, the fewest", solution.len()),
        Status::Suboptimal { best, lower_bound, why } => {
            println!("{} moves, at least {lower_bound} are needed; {why}", best.len());
        }
        Status::Unsolvable(certificate) => println!("no solution\n{certificate}"),
        Status::Unknown { lower_bound, why } => println!("at least {lower_bound} moves; {why}"),
    }
}
