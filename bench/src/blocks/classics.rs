//! The classics in all three metrics, compared with the known answers; and boards that have not
//! been solved here: the optimum, or what is proven when time or memory ends.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::blocks::ours;
use crate::timing;
use fewest::service::{Context, Counters, Ended, LowerBound, Position, PuzzleText, SolveOptions, Stop};

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
    let puzzle = PuzzleText {
        what: Some("blocks".to_owned()),
        metric: Some(metric.to_owned()),
        ..PuzzleText::text("bench", &text)
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
            let (solved, seconds) = timing::time(|| ours::solve(position.as_ref()));
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

const STRETCH_BOARDS: [&str; 12] = [
    "seedfmt8/aveiro_n05.txt",
    "seedfmt8/aveiro_n06.txt",
    "seedfmt8/aveiro_n07.txt",
    "ext/gnome/transeuropa.txt",
    "ext/gnome/ithaca.txt",
    "ext/gnome/american_pie.txt",
    "ext/gnome/pelopones.txt",
    "ext/gnome/lodzianka.txt",
    "ext/gnome/shark.txt",
    "ext/gnome/sunshine.txt",
    "ext/cs61b/c71__71.txt",
    "ext/cs61b/pandemonium__pandemonium.txt",
];

/// Runs every board in a metric within limits of minutes and gibibytes. Returns `false` if there is
/// no data.
pub fn stretch(metric: &str, minutes: u64, gibibytes: usize) -> bool {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else {
        println!("FEWEST_DATA is not set");
        return false;
    };
    println!("stretch boards in {metric}: at most {minutes} min and {gibibytes} GiB each");
    println!("{:40} {:>16} {:>13} {:>10} {:>8} {:>6}", "board", "", "positions", "CPU s", "GiB", "ended");
    for board in STRETCH_BOARDS {
        stretch_one(&Path::new(&folder).join("blocks").join(board), board, metric, minutes, gibibytes);
    }
    true
}

fn stretch_one(path: &Path, board: &str, metric: &str, minutes: u64, gibibytes: usize) {
    let Some(position) = open(path, metric) else {
        println!("{board:40} no file");
        return;
    };
    let begun = Instant::now();
    let poll = |_: &Counters| match begun.elapsed() > Duration::from_secs(60 * minutes) {
        true => ControlFlow::Break(Stop::Time),
        false => ControlFlow::Continue(()),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let cx = Context::new(threads, gibibytes << 30, &poll);
    let (solved, seconds) = timing::time(|| {
        position.solve(&SolveOptions { any: true, ..SolveOptions::default() }, &cx).expect("no bug")
    });
    let answer = match (solved.at_least, solved.is_fewest()) {
        (LowerBound::Moves(fewest), true) => format!("fewest {fewest}"),
        (LowerBound::Moves(least), false) => format!("at least {least}"),
        (LowerBound::Never, _) => "no solution".to_owned(),
    };
    let ended = match solved.ended {
        Ended::Limit(stop) => format!("{stop:?}").to_lowercase(),
        _ => String::new(),
    };
    println!(
        "{board:40} {answer:>16} {:13} {seconds:10.1} {:8.2} {ended:>6}",
        cx.counters.positions.load(Relaxed),
        cx.budget.peak() as f64 / f64::from(1 << 30),
    );
}
