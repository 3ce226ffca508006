//! Counts what can be reached: the 181,440 positions of the 8-puzzle by their distance.

use fewest::{Error, Puzzle, Solver};

pub(crate) fn main() -> Result<(), Error> {
    let puzzle: Puzzle = "3 3\n1 2 3\n4 5 6\n7 8 0\n".parse()?;
    let explored = Solver::new().memory(256 << 20).explore(&puzzle)?;
    for (depth, positions) in explored.layers.iter().enumerate() {
        println!("{depth:2} {positions:6}");
    }
    println!("{} positions, complete: {}", explored.positions(), explored.complete);
    Ok(())
}
