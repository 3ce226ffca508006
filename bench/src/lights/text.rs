//! 100 million lights, text to text, compared with `tr`, which only exchanges two characters.

use super::Random;
use super::program::{Folder, fewest, run};

const SIDE: usize = 10_000;
/// The number of runs, of which the fastest counts.
const RUNS: usize = 3;

/// Prints the row; `false` if the board is not solved.
pub fn compare(seed: u64) -> bool {
    match both(seed) {
        Ok((ours, theirs)) => {
            println!(
                "{:36} {:>9} {:>9} {:>7}\n{:36} {ours:9.3} {theirs:9.3} {:6.2}x",
                "text to text",
                "ours",
                "tr",
                "ratio",
                "10,000 x 10,000, any solution",
                ours / theirs
            );
            true
        }
        Err(why) => {
            println!("text to text: NOT RUN ({why})");
            !why.starts_with("ours")
        }
    }
}

fn both(seed: u64) -> Result<(f64, f64), String> {
    let program = fewest()?;
    let folder = Folder::new()?;
    std::fs::write(folder.0.join("big.txt"), Random::new(seed).board(SIDE))
        .map_err(|error| error.to_string())?;
    let ours = format!(
        "{:?} solve big.txt --as lights --any --print presses --quiet > ours",
        program.display().to_string()
    );
    let theirs = "LC_ALL=C tr '#0' '10' < big.txt > theirs";
    let mut least = [f64::INFINITY; 2];
    for _ in 0..RUNS {
        for (least, line) in least.iter_mut().zip([ours.as_str(), theirs]) {
            let (code, seconds) = run(line, &folder.0)?;
            if code != 0 {
                return Err(format!("ours or tr ended with code {code}"));
            }
            *least = least.min(seconds);
        }
    }
    Ok(least.into())
}
