//! Boards that have not been solved here: the optimum, or what is proven when time or memory ends.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fewest::{Context, Counters, Ended, LowerBound, SolveOptions, Stop};

use super::classics;
use crate::cpu;

const BOARDS: [&str; 12] = [
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
pub fn bench(metric: &str, minutes: u64, gibibytes: usize) -> bool {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else {
        println!("FEWEST_DATA is not set");
        return false;
    };
    println!("stretch boards in {metric}: at most {minutes} min and {gibibytes} GiB each");
    println!("{:40} {:>16} {:>13} {:>10} {:>8} {:>6}", "board", "", "positions", "CPU s", "GiB", "ended");
    for board in BOARDS {
        one(&Path::new(&folder).join("blocks").join(board), board, metric, minutes, gibibytes);
    }
    true
}

fn one(path: &Path, board: &str, metric: &str, minutes: u64, gibibytes: usize) {
    let Some(position) = classics::open(path, metric) else {
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
    let (solved, seconds) = cpu::time(|| {
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
