//! The whole program: one board from an empty cache, and again from a warm one. Wall time, all
//! threads.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::boards::{self, text};
use super::ours::entries;
use crate::lights::program::{self, Folder};

/// Boards tried.
const BOARDS: usize = 9;

pub fn compare(seed: u64) -> bool {
    match measure(seed) {
        Ok(good) => good,
        Err(why) => {
            println!("the program was not run: {why}");
            true
        }
    }
}

fn measure(seed: u64) -> Result<bool, String> {
    let program = program::fewest()?;
    let folder = Folder::new()?;
    let board = folder.0.join("board.txt");
    let cache = folder.0.join("cache");
    let (mut cold, mut warm, mut good) = (Vec::new(), Vec::new(), true);
    for tiles in boards::fresh(seed + 1, BOARDS) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        // There is no cache the first time.
        let _ = std::fs::remove_dir_all(&cache);
        let first = run(&program, &board, &cache)?;
        cold.push(first.1);
        let again: Vec<(String, f64)> =
            (0..3).map(|_| run(&program, &board, &cache)).collect::<Result<_, String>>()?;
        good &= again.iter().all(|(said, _)| *said == first.0);
        warm.push(again.iter().map(|(_, seconds)| *seconds).fold(f64::INFINITY, f64::min));
    }
    // Until a board was hard enough for the tables of seven tiles.
    let is_full = || {
        let files = std::fs::read_dir(&cache).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).any(|data| data.len() as usize >= entries(7) / 2)
    };
    for tiles in boards::fresh(0, 1000).into_iter().take_while(|_| !is_full()) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        run(&program, &board, &cache)?;
    }
    let mut full = Vec::new();
    for tiles in boards::fresh(seed + 1, BOARDS) {
        std::fs::write(&board, text(&tiles)).map_err(|error| error.to_string())?;
        full.push(run(&program, &board, &cache)?.1);
    }
    for (what, seconds) in
        [("empty cache", &mut cold), ("the same again", &mut warm), ("full cache", &mut full)]
    {
        seconds.sort_by(f64::total_cmp);
        println!(
            "{BOARDS} random boards, whole process, wall seconds, {what:14}: median {:.3}, worst {:.3}",
            seconds[BOARDS / 2],
            seconds[BOARDS - 1]
        );
    }
    Ok(good)
}

/// Returns the output of the program and its time.
fn run(program: &Path, board: &Path, cache: &Path) -> Result<(String, f64), String> {
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
