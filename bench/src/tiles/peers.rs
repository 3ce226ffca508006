//! The peers: the crate `slidy`, run as a program of its own (`bench/peers/slidy`), because its
//! licence keeps it out of the workspace; and IDA* of the crate `pathfinding` with Manhattan
//! distance, as its users write it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tiles::ours::{Fifteen, text};
use pathfinding::prelude::idastar;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/slidy/Cargo.toml");

/// Its times, in CPU seconds of its process.
pub struct Slidy {
    /// The time to build its tables.
    pub builds: f64,
    /// The fewest moves and the seconds per board.
    pub answers: Vec<(u64, f64)>,
}

/// Builds the program and solves boards with it.
///
/// # Errors
/// The reason if that fails.
pub fn solve_with_slidy(boards: &[Fifteen]) -> Result<Slidy, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new(".")).join("bench-slidy");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut child = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--locked", "--manifest-path", MANIFEST, "--target-dir"])
        .arg(target)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut boards_in = child.stdin.take().ok_or("it takes no boards")?;
    let lines: String = boards.iter().map(|board| text(board).trim_end().replace('\n', "/") + "\n").collect();
    // All boards together fit in a pipe, so this does not wait for the program to be built.
    boards_in.write_all(lines.as_bytes()).map_err(|error| error.to_string())?;
    drop(boards_in);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(output.status.to_string());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    parse_slidy(&said)
        .filter(|slidy| slidy.answers.len() == boards.len())
        .ok_or_else(|| format!("it said: {said}"))
}

fn parse_slidy(said: &str) -> Option<Slidy> {
    let mut lines = said.lines();
    let builds = lines.next()?.parse().ok()?;
    let answer = |line: &str| {
        let (moves, seconds) = line.split_once(' ')?;
        Some((moves.parse().ok()?, seconds.parse().ok()?))
    };
    Some(Slidy { builds, answers: lines.map(answer).collect::<Option<_>>()? })
}

pub fn fewest_by_pathfinding(board: &Fifteen) -> u64 {
    let successors = |board: &Fifteen| {
        let blank = board.iter().position(|&tile| tile == 0).unwrap_or(0);
        let (row, col) = (blank / 4, blank % 4);
        let mut next = Vec::with_capacity(4);
        let mut go = |cell: usize| {
            let mut board = *board;
            board.swap(blank, cell);
            next.push((board, 1_u64));
        };
        if row > 0 {
            go(blank - 4);
        }
        if row < 3 {
            go(blank + 4);
        }
        if col > 0 {
            go(blank - 1);
        }
        if col < 3 {
            go(blank + 1);
        }
        next
    };
    let manhattan = |board: &Fifteen| {
        let steps = |(cell, &tile): (usize, &u8)| match usize::from(tile) {
            0 => 0,
            tile => ((tile - 1) / 4).abs_diff(cell / 4) + ((tile - 1) % 4).abs_diff(cell % 4),
        };
        board.iter().enumerate().map(steps).sum::<usize>() as u64
    };
    let solved: Fifteen = std::array::from_fn(|cell| ((cell + 1) % 16) as u8);
    idastar(board, successors, manhattan, |board| *board == solved).map_or(0, |(_, moves)| moves)
}
