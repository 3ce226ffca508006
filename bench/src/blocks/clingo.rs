//! The peer clingo: an answer-set solver on a plain encoding with a fixed number of steps. It is asked for a plan of
//! the fewest moves, which exists, and of one move less, which does not.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::ours;
use super::rush::Lot;
use crate::cpu;

const ENCODING: &str = include_str!("rush.lp");
const DRIVER: &str = include_str!("run_clingo.py");

/// Prints the table; `false` if clingo does not agree.
pub fn compare(boards: &[String]) -> bool {
    let python = match environment() {
        Ok(python) => python,
        Err(why) => {
            println!("\nclingo: NOT RUN ({why})");
            return true;
        }
    };
    println!(
        "\n{:36} {:>6} {:>9} {:>10} {:>10} {:>9}",
        "board", "slides", "ours", "clingo k", "k - 1", "ratio"
    );
    let mut good = true;
    for board in boards {
        let position = ours::open(board);
        ours::solve(position.as_ref());
        let (solved, seconds) = cpu::time(|| ours::solve(position.as_ref()));
        let Some(fewest) = solved.fewest else { continue };
        let facts = facts(&Lot::read(board));
        let with = ask(&python, &facts, fewest);
        let without = fewest.checked_sub(1).map_or(Some((false, 0.0)), |less| ask(&python, &facts, less));
        let (Some((yes, first)), Some((no, second))) = (with, without) else {
            println!("{board:36} clingo gave no answer");
            good = false;
            continue;
        };
        good &= yes && !no;
        let remark = if yes && !no { "" } else { "  DISAGREES" };
        let ratio = (first + second) / seconds;
        println!("{board:36} {fewest:6} {seconds:9.6} {first:10.3} {second:10.3} {ratio:8.0}x{remark}");
    }
    good
}

/// A Python with clingo in it, made beside the built things on first use.
fn environment() -> Result<PathBuf, String> {
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

fn facts(lot: &Lot) -> String {
    let mut text = String::new();
    for (number, car) in lot.cars.iter().enumerate() {
        let axis = if car.horizontal { "row" } else { "column" };
        let _ =
            writeln!(text, "car({number},{axis},{},{}). at({number},{},0).", car.line, car.length, car.place);
    }
    for cell in (0..36).filter(|cell| lot.walls >> cell & 1 == 1) {
        let _ = writeln!(text, "wall({},{}).", cell % 6, cell / 6);
    }
    text
}

/// Whether there is a plan of at most `steps` moves, and the CPU seconds of grounding and solving.
fn ask(python: &Path, facts: &str, steps: u64) -> Option<(bool, f64)> {
    let program = format!("{facts}{ENCODING}");
    let output = Command::new(python).args(["-c", DRIVER, &program, &steps.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (word, seconds) = text.trim().split_once(' ')?;
    Some((word == "yes", seconds.parse().ok()?))
}
