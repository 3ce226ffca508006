//! Large sets of problems: every pair of vacancy and finish of a board, and the catalogue of
//! Debian's peg-solitaire.

use std::ops::ControlFlow;

use fewest::pegs::{Certificate, Pegs};
use fewest::{Context, Ended, Family, LowerBound, Reason, SolveOptions, Stop};

use super::{board, count, length, solve};
use crate::cpu;

/// The single vacancies and finishes of the English board, up to symmetry.
pub const ENGLISH: &[(&str, &str)] = &[
    ("c1", "c1"),
    ("c4", "c1"),
    ("f4", "c1"),
    ("c7", "c1"),
    ("d1", "d1"),
    ("a4", "d1"),
    ("d4", "d1"),
    ("d7", "d1"),
    ("c2", "c2"),
    ("c5", "c2"),
    ("f5", "c2"),
    ("d2", "d2"),
    ("a5", "d2"),
    ("d5", "d2"),
    ("c3", "c3"),
    ("f3", "c3"),
    ("a3", "d3"),
    ("d3", "d3"),
    ("d6", "d3"),
    ("d1", "d4"),
    ("d4", "d4"),
];

/// Those of the French board that parity allows.
pub const FRENCH: &[(&str, &str)] = &[
    ("e1", "c1"),
    ("b4", "c1"),
    ("e4", "c1"),
    ("e7", "c1"),
    ("a3", "d2"),
    ("d3", "d2"),
    ("d6", "d2"),
    ("d2", "d3"),
    ("a5", "d3"),
    ("d5", "d3"),
];

fn pair(name: &str, (vacancy, finish): (&str, &str), metric: &str) -> fewest::pegs::Board {
    board(&format!("{name}\nvacancy: {vacancy}\ngoal: {finish}\n"), metric)
}

/// Returns the number of pairs with a solution.
pub fn solved(name: &str, pairs: &[(&str, &str)]) -> String {
    let is_solved = |of: &&(&str, &str)| solve(&pair(name, **of, "jumps"), false).best.is_some();
    format!("{} solved", pairs.iter().filter(is_solved).count())
}

/// Returns the number of vacancies that a parity class refutes for every finish.
pub fn refuted(name: &str) -> String {
    let shape = board(&format!("{name}\n"), "jumps");
    let holes = shape.shape().holes();
    let is_refuted = |hole: &usize| {
        let solved = solve(&board(&format!("{name}\nholes: 0\nvacancy: {hole}\n"), "jumps"), false);
        let by_colouring =
            |why: &Reason<Certificate>| matches!(why, Reason::Certificate(why) if why.pagodas.is_empty());
        solved.at_least == LowerBound::Never && solved.why.iter().any(by_colouring)
    };
    format!("{} of {holes}", (0..holes).filter(is_refuted).count())
}

/// Returns the fewest moves of the best pair of vacancy and finish.
pub fn best_of_pairs(name: &str) -> String {
    let pairs = Pegs::pairs(&board(&format!("{name}\n"), "moves"), &Context::default()).unwrap_or_default();
    let fewest = |row: &String| row.split_once(" moves")?.0.parse::<u64>().ok();
    pairs.iter().filter_map(|(_, row)| fewest(row)).min().map_or_else(String::new, |best| best.to_string())
}

/// Prints the fewest moves of every pair; `false` if one is not proven.
pub fn fewest_moves(name: &str, pairs: &[(&str, &str)]) -> bool {
    println!(
        "\n{name}: fewest moves\n{:>7} {:>7} {:>10} {:>12} {:>9}",
        "vacancy", "finish", "fewest", "ways", "seconds"
    );
    let mut good = true;
    for of in pairs {
        let (done, seconds) = cpu::time(|| solve(&pair(name, *of, "moves"), true));
        let fewest = length(&done, "moves");
        good &= fewest != "not proven";
        println!("{:>7} {:>7} {fewest:>10} {:>12} {seconds:9.3}", of.0, of.1, count(&done));
    }
    good
}

/// Returns the problems of the catalogue as board files, if there is one.
pub fn catalogue() -> Option<Vec<String>> {
    let folder = std::env::var_os("FEWEST_DATA")?;
    let path = std::path::Path::new(&folder).join("pegs/debian_catalog.txt");
    let text = std::fs::read_to_string(path).ok()?;
    let problem = |block: &str| {
        let (head, rows) = block.split_once('\n')?;
        let mut words = head.split_whitespace().skip(1);
        let (geometry, kind) = (words.next()?, words.next()?);
        let headings = match kind {
            "direct8" => "directions: 8\n",
            "inverse4" => "play: backward\n",
            _ => "",
        };
        Some(format!("grid: {geometry}\n{headings}{}\n", rows.trim_end()))
    };
    Some(text.split("@ ").skip(1).filter_map(problem).collect())
}

/// Seconds per problem of the catalogue.
const PATIENCE: f64 = 10.0;

/// Returns the number of problems that are solved in time.
pub fn within_reach(problems: &[String]) -> String {
    let is_answered = |text: &&String| {
        let begin = cpu::now();
        let poll = |_: &fewest::Counters| match cpu::now() - begin > PATIENCE {
            true => ControlFlow::Break(Stop::Time),
            false => ControlFlow::Continue(()),
        };
        let cx = Context::new(1, 4 << 30, &poll);
        let solved = Pegs::solve(&board(text, "jumps"), &SolveOptions::default(), &cx);
        solved.ended == Ended::Complete && (solved.best.is_some() || solved.at_least == LowerBound::Never)
    };
    format!("{} of {}", problems.iter().filter(is_answered).count(), problems.len())
}
