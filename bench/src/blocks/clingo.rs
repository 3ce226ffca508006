//! The peer clingo: an answer-set solver on a plain encoding with a fixed number of steps. It is
//! asked for a plan of the fewest moves, which exists, and of one move fewer, which does not.

use std::fmt::Write as _;
use std::path::Path;

use super::ours;
use super::rush::Lot;
use crate::{clingo, cpu};

const ENCODING: &str = include_str!("rush.lp");

/// Prints the table; `false` if clingo does not agree.
pub fn compare(boards: &[String]) -> bool {
    let python = match clingo::environment() {
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

/// Returns whether there is a plan of at most `steps` moves, and the CPU seconds of grounding and
/// solving.
fn ask(python: &Path, facts: &str, steps: u64) -> Option<(bool, f64)> {
    let (answer, seconds) = clingo::ask(python, &format!("{facts}{ENCODING}"), steps)?;
    Some((answer?, seconds))
}
