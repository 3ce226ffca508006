//! The traffic between workers of a distributed search, for every family: the partition function
//! must keep most successors at the worker that generated them, and must balance the load.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::timing::{self, Folder};

/// A puzzle of every family, with at least some hundred thousand successors.
const PUZZLES: [(&str, &[&str]); 7] = [
    ("tiles 3 x 3", &["eight-hardest"]),
    ("tiles 2 x 5", &["--as", "tiles:rows", "two-by-five.txt"]),
    ("lights 4 x 5", &["--as", "lights:text", "lights.txt"]),
    ("blocks, Klotski", &["klotski"]),
    ("blocks on rails", &["rush.txt", "--as", "blocks:rush"]),
    ("pegs, triangle of 15", &["triangle:5", "--goal=stuck"]),
    ("pegs, triangle of 21", &["triangle:6"]),
];

/// Prints a table of the traffic with 2 and with 8 workers.
pub fn bench() -> bool {
    match measure() {
        Ok(good) => good,
        Err(why) => {
            println!("traffic was not measured: {why}");
            false
        }
    }
}

fn measure() -> Result<bool, String> {
    let program = timing::fewest_program()?;
    let folder = Folder::new()?;
    let files = [
        ("lights.txt", "#####\n#####\n#####\n#####\n"),
        ("two-by-five.txt", "2 5\n1 2 3 4 5\n6 7 8 9 0\n"),
        ("rush.txt", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.0.join(name), text).map_err(|error| error.to_string())?;
    }
    println!("\ntraffic: successors that another worker keeps");
    println!("{:22} {:>12} {:>10} {:>10}", "puzzle", "successors", "2 workers", "8 workers");
    let mut good = true;
    for (name, puzzle) in PUZZLES {
        let two = sent(&program, &folder.0, puzzle, "1")?;
        let eight = sent(&program, &folder.0, puzzle, "4")?;
        println!("{name:22} {:>12} {:>8.1} % {:>8.1} %", two.successors, two.share, eight.share);
        good &= eight.share < 87.5;
    }
    println!("without a projection: 50 % and 87.5 %");
    Ok(good)
}

/// The figures of the summary of a search.
struct Sent {
    successors: u64,
    share: f64,
}

fn sent(program: &Path, folder: &Path, puzzle: &[&str], threads: &str) -> Result<Sent, String> {
    let _ = std::fs::remove_dir_all(folder.join("work"));
    let output = Command::new(program)
        .args(["explore", "--csv"])
        .args(puzzle)
        .args(["--local=2", "--work=work", "--memory=2G", "--threads", threads])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{puzzle:?}: {said}"));
    }
    // `2 workers in 2 processes: 13.2 % of 480000 successors went to another worker, 0.3 MB as
    // 61000 keys; …`
    let read = || {
        let rest = said.split("processes: ").nth(1)?;
        let share: f64 = rest.split(' ').next()?.parse().ok()?;
        let successors: u64 = rest.split(' ').nth(3)?.parse().ok()?;
        Some(Sent { successors, share })
    };
    read().ok_or_else(|| format!("there is no summary in: {said}"))
}
