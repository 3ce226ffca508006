//! The classics in all three metrics, compared with the known answers.

use std::path::Path;

use fewest::{Position, Puzzle};

use super::ours;
use crate::cpu;

const METRICS: [&str; 3] = ["slides", "paths", "steps"];

/// Name, file, and the fewest moves in the order of [`METRICS`].
const CLASSICS: [(&str, &str, [u64; 3]); 7] = [
    ("L'Ane Rouge (Klotski)", "ext/classic/klotski_lane_rouge.txt", [90, 81, 116]),
    ("Dad's Puzzler", "ext/classic/dads_pennant.txt", [62, 59, 83]),
    ("Century", "ext/cs61b/handout.config.2__goal.1.from.handout.txt", [111, 99, 131]),
    ("Super Century", "ext/cs61b/super-century__super-century.txt", [150, 138, 179]),
    ("Quzzle", "ext/cs61b/quzzle__quzzle.txt", [93, 84, 115]),
    ("Little House", "ext/cs61b/little.house__little.house.txt", [250, 231, 307]),
    ("unit Rush Hour 5 x 5", "ext/classic/unit_rush_5x5.txt", [199, 199, 199]),
];

/// Reads a puzzle from a file.
pub fn open(path: &Path, metric: &str) -> Option<Box<dyn Position>> {
    let text = std::fs::read_to_string(path).ok()?;
    let puzzle = Puzzle {
        what: Some("blocks".to_owned()),
        metric: Some(metric.to_owned()),
        ..Puzzle::text("bench", &text)
    };
    Some(puzzle.open_one().expect("a puzzle").position)
}

/// Prints the table; `false` if a length differs from the known one.
pub fn compare(folder: &Path) -> bool {
    println!("\n{:24} {:>22} {:>29} {:>29}", "classic", "slides", "paths", "steps");
    let mut good = true;
    for (name, file, known) in CLASSICS {
        print!("{name:24}");
        for (metric, known) in METRICS.into_iter().zip(known) {
            let Some(position) = open(&folder.join(file), metric) else {
                print!(" {:>28}", "no file");
                continue;
            };
            let (solved, seconds) = cpu::time(|| ours::solve(position.as_ref()));
            let is_right = solved.fewest == Some(known);
            good &= is_right;
            let fewest = solved.fewest.map_or_else(|| "none".to_owned(), |fewest| fewest.to_string());
            let remark = if is_right { "" } else { " WRONG" };
            let rate = solved.positions as f64 / seconds / 1e6;
            print!(" {fewest:>4}{remark} {:8.1} ms {rate:5.1} M/s", 1000.0 * seconds);
        }
        println!();
    }
    good
}
