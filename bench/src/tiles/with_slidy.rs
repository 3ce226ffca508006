//! The crate `slidy`, run as a program of its own (`bench/peers/slidy`): its licence keeps it out
//! of the workspace.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::boards::{Fifteen, text};

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
pub fn solve(boards: &[Fifteen]) -> Result<Slidy, String> {
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
    read(&said).filter(|slidy| slidy.answers.len() == boards.len()).ok_or_else(|| format!("it said: {said}"))
}

fn read(said: &str) -> Option<Slidy> {
    let mut lines = said.lines();
    let builds = lines.next()?.parse().ok()?;
    let answer = |line: &str| {
        let (moves, seconds) = line.split_once(' ')?;
        Some((moves.parse().ok()?, seconds.parse().ok()?))
    };
    Some(Slidy { builds, answers: lines.map(answer).collect::<Option<_>>()? })
}
