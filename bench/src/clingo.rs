//! The answer-set solver clingo, from the Python package index.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const DRIVER: &str = include_str!("run_clingo.py");
/// The time limit in seconds.
const TIME_LIMIT: u32 = 120;

/// Returns a Python with clingo, installed in the target folder on first use.
pub fn environment() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = own.parent().and_then(Path::parent).unwrap_or(Path::new(".")).join("bench-python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !has_clingo(&python) {
        println!("installing the Python package clingo into {}", folder.display());
        run(Command::new("python3").arg("-m").arg("venv").arg(&folder))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "clingo"]))?;
    }
    if has_clingo(&python) { Ok(python) } else { Err("it cannot be imported".to_owned()) }
}

fn has_clingo(python: &Path) -> bool {
    run(Command::new(python).args(["-c", "import clingo"]).stderr(Stdio::null())).is_ok()
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the answer of clingo for a program with the constant `k`, `None` after the time limit,
/// and the CPU seconds of grounding and solving.
pub fn ask(python: &Path, program: &str, k: u64) -> Option<(Option<bool>, f64)> {
    let words = [DRIVER, program, &k.to_string(), &TIME_LIMIT.to_string()];
    let output = Command::new(python).arg("-c").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (word, seconds) = text.trim().split_once(' ')?;
    let answer = match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    Some((answer, seconds.parse().ok()?))
}
