//! Makes puzzles that need an exact number of moves, for each family.

use fewest::{Error, Puzzle};

pub(crate) fn main() -> Result<(), Error> {
    let puzzles: [Puzzle; 3] = [
        fewest::tiles::generate().size(4, 4).distance(30).seed(7).build()?.into(),
        fewest::lights::generate().size(5, 5).distance(9).seed(7).build()?.into(),
        fewest::blocks::generate().size(6, 6).distance(12).seed(7).build()?.into(),
    ];
    for puzzle in puzzles {
        let solution = puzzle.solve()?.into_solution()?;
        println!("{}: {} {}\n{puzzle}", puzzle.family(), solution.len(), solution.metric());
    }
    Ok(())
}
