//! Sliding tiles: the fifteen puzzle compared with the crates `slidy` and `pathfinding`.
//!
//! The whole program is measured too: one board from an empty cache, and again from a warm one, in
//! wall time of all threads.

pub mod large;
mod ours;
mod peers;
pub mod twenty_four;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::results;
use crate::timing::{self, Folder};
use fewest::service::Tables;
pub use ours::below;
use ours::{Fifteen, Solver, Timed, entries, fresh, text};

/// Fresh boards made from the seed.
const FRESH: usize = 25;
/// Boards of Korf's hundred, counted from 1, that Manhattan distance can solve.
const EASY: [usize; 4] = [79, 12, 42, 55];

/// Runs everything; `false` if a length differs anywhere.
pub fn bench(seed: u64) -> bool {
    println!("\ntiles: 4 x 4, one thread, CPU seconds, seed {seed}");
    let table_cache = Timed::default();
    let solver = Solver { table_cache: &table_cache };
    let fresh: Vec<(Fifteen, Option<u64>)> =
        ours::fresh(seed, FRESH).into_iter().map(|board| (board, None)).collect();
    let korf = ours::from_data("korf15_100", Some(1));
    if korf.is_empty() {
        println!("FEWEST_DATA is not set: fresh boards only");
    }
    let all: Vec<Fifteen> = korf.iter().chain(&fresh).map(|(board, _)| *board).collect();
    let slidy = match peers::solve_with_slidy(&all) {
        Ok(slidy) => slidy,
        Err(why) => {
            println!("slidy was not run: {why}");
            return false;
        }
    };
    println!("slidy builds its tables in {:.3}", slidy.builds);
    let mut answers = slidy.answers.into_iter();
    println!(
        "\n{:44} {:>6} {:>12} {:>9} {:>9} {:>7} {:>6}",
        "boards", "count", "nodes", "ours", "slidy", "ratio", "wrong"
    );
    let mut good = true;
    for (name, boards) in [("Korf's", &korf), ("fresh", &fresh)] {
        if boards.is_empty() {
            continue;
        }
        let theirs: Vec<(u64, f64)> = answers.by_ref().take(boards.len()).collect();
        let seconds: f64 = theirs.iter().map(|(_, seconds)| seconds).sum();
        let right: Vec<u64> =
            boards.iter().zip(&theirs).map(|((_, known), (slidy, _))| known.unwrap_or(*slidy)).collect();
        let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
        let mut row = |key: &str, what: &str, solver: &Solver<'_>, tables: Tables, theirs: f64| {
            let done = solver.all(&boards, tables);
            let wrong = done.lengths.iter().zip(&right).filter(|(ours, right)| ours != right).count();
            println!(
                "{:44} {:6} {:12} {:9.3} {theirs:9.3} {:6.1}x {wrong:6}",
                format!("{name}, {what}"),
                boards.len(),
                done.nodes,
                done.seconds,
                theirs / done.seconds
            );
            good &= wrong == 0;
            if name == "Korf's" && wrong == 0 {
                let ours = format!("{}, {} positions", results::seconds(done.seconds), done.nodes);
                let ratio = format!("{:.1}x", theirs / done.seconds);
                results::record(key, &ours, Some((results::seconds(theirs), ratio)));
            }
        };
        let empty = Timed::default();
        row(
            "korf-built",
            "empty cache, building included",
            &Solver { table_cache: &empty },
            Tables::Default,
            slidy.builds + seconds,
        );
        solver.prepare(Tables::Default, 7);
        row("korf-default", "default tables in the cache", &solver, Tables::Default, seconds);
        solver.prepare(Tables::Large, 8);
        row("korf-large", "large tables in the cache", &solver, Tables::Large, seconds);
    }
    table_cache.print();
    good &= hardest(&solver);
    if let Some(boards) = EASY.iter().map(|&number| korf.get(number - 1)).collect::<Option<Vec<_>>>() {
        good &= beside_pathfinding(&solver, &boards);
    }
    good & compare_processes(seed)
}

/// The seventeen boards of 80 moves.
fn hardest(solver: &Solver<'_>) -> bool {
    let boards = ours::from_data("hardest15_80", None);
    let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
    if boards.is_empty() {
        return true;
    }
    let done = solver.all(&boards, Tables::Large);
    let each = done.seconds / boards.len() as f64;
    println!("the {} boards of 80 moves, large tables: {:.3} each, {} nodes", boards.len(), each, done.nodes);
    let is_right = done.lengths.iter().all(|&length| length == 80);
    if is_right {
        results::record("hardest-15", &format!("{} each", results::seconds(each)), None);
    }
    is_right
}

/// A generic search with the same positions and Manhattan distance, for comparison.
fn beside_pathfinding(solver: &Solver<'_>, boards: &[&(Fifteen, Option<u64>)]) -> bool {
    let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
    let done = solver.all(&boards, Tables::Default);
    let (theirs, seconds) =
        timing::time(|| boards.iter().map(|board| peers::fewest_by_pathfinding(board)).collect::<Vec<_>>());
    println!("Korf's {EASY:?}: ours {:.4}, pathfinding (IDA*) {seconds:.4}", done.seconds);
    done.lengths == theirs
}

/// Boards tried.
const PROCESS_BOARDS: usize = 9;

fn compare_processes(seed: u64) -> bool {
    match measure_processes(seed) {
        Ok(good) => good,
        Err(why) => {
            println!("the program was not run: {why}");
            true
        }
    }
}

fn measure_processes(seed: u64) -> Result<bool, String> {
    let program = timing::fewest_program()?;
    let folder = Folder::new()?;
    let board = folder.0.join("board.txt");
    let cache = folder.0.join("cache");
    let (mut cold, mut warm, mut good) = (Vec::new(), Vec::new(), true);
    for tiles in fresh(seed + 1, PROCESS_BOARDS) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        // There is no cache the first time.
        let _ = std::fs::remove_dir_all(&cache);
        let first = run_process(&program, &board, &cache)?;
        cold.push(first.1);
        let again: Vec<(String, f64)> =
            (0..3).map(|_| run_process(&program, &board, &cache)).collect::<Result<_, String>>()?;
        good &= again.iter().all(|(said, _)| *said == first.0);
        warm.push(again.iter().map(|(_, seconds)| *seconds).fold(f64::INFINITY, f64::min));
    }
    // Until a board was hard enough for the tables of seven tiles.
    let is_full = || {
        let files = std::fs::read_dir(&cache).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).any(|data| data.len() as usize >= entries(7) / 2)
    };
    for tiles in fresh(0, 1000).into_iter().take_while(|_| !is_full()) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        run_process(&program, &board, &cache)?;
    }
    let mut full = Vec::new();
    for tiles in fresh(seed + 1, PROCESS_BOARDS) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        full.push(run_process(&program, &board, &cache)?.1);
    }
    for (what, seconds) in
        [("empty cache", &mut cold), ("the same again", &mut warm), ("full cache", &mut full)]
    {
        seconds.sort_by(f64::total_cmp);
        println!(
            "{PROCESS_BOARDS} random boards, whole process, wall seconds, {what:14}: median {:.3}, worst {:.3}",
            seconds[PROCESS_BOARDS / 2],
            seconds[PROCESS_BOARDS - 1]
        );
    }
    Ok(good)
}

/// Returns the output of the program and its time.
fn run_process(program: &Path, board: &Path, cache: &Path) -> Result<(String, f64), String> {
    let begin = Instant::now();
    let output = Command::new(program)
        .args(["solve", "--quiet", "--as", "tiles"])
        .arg(board)
        .env("FEWEST_CACHE", cache)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let seconds = begin.elapsed().as_secs_f64();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), seconds))
}
