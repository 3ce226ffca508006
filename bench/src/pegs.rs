//! Peg solitaire: no peer in the package registries does more than find one solution, so the
//! results are compared with target figures, each in CPU seconds of one thread.
//!
//! Large sets of problems are every pair of vacancy and finish of a board, and the catalogue of
//! Debian's peg-solitaire.

use std::ops::ControlFlow;

use fewest_search::{Aim, bfs};

use crate::{results, timing};
use fewest::pegs::{self, Board, Certificate, Pegs};
use fewest::service::{
    Context, Ended, Family, LowerBound, ReadOptions, Reason, SolveOptions, SolveReport, Source, Stop,
};

/// The largest allowed time to enumerate everything reachable on the English board.
const MOST_MEGABYTES: usize = 250;

/// Runs everything; `false` if a number is wrong.
pub fn bench(_: u64) -> bool {
    println!("\npegs: one thread, CPU seconds\n{:52} {:>28} {:>9} {:>9}", "", "result", "seconds", "at most");
    let mut good = true;
    let mut row = |what: &str, right: &str, most: Option<f64>, work: &dyn Fn() -> String| {
        let (result, seconds) = timing::time(work);
        let most = most.map(|most| format!("{most:9.3}")).unwrap_or_default();
        let mark = if right.is_empty() || result == right { "" } else { "  WRONG" };
        println!("{what:52} {result:>28} {seconds:9.3} {most:>9}{mark}");
        good &= mark.is_empty();
        let key = match what {
            "English centre, positions that can be won" => "english-won",
            "English centre, fewest moves" => "english-moves",
            "English centre, everything that can be reached" => "english-all",
            _ => return,
        };
        if mark.is_empty() {
            results::record(key, &results::seconds(seconds), None);
        }
    };
    row("triangle, all 32768 boards decided and counted", "13935 can be won", Some(0.020), &|| {
        let ways = pegs::census(&board("triangle:5\n", "jumps")).unwrap_or_default();
        format!("{} can be won", ways.iter().filter(|&&ways| ways > 0).count())
    });
    row("English centre, a solution", "31 jumps", Some(0.001), &|| {
        length(&solve(&board("english\ngoal: d4\n", "jumps"), false), "jumps")
    });
    row("English centre, positions that can be won", "1679072", Some(0.8), &|| {
        let won = pegs::winnable_level_sizes(&board("english\ngoal: d4\n", "jumps"), &Context::default());
        won.ok().flatten().unwrap_or_default().iter().sum::<u64>().to_string()
    });
    row("English centre, solutions counted", "40861647040079968", None, &|| {
        count(&solve(&board("english\ngoal: d4\n", "jumps"), true))
    });
    row("English centre, fewest moves", "18 moves, 7488", Some(5.0), &|| {
        let solved = solve(&board("english\ngoal: d4\n", "moves"), true);
        format!("{}, {}", length(&solved, "moves"), count(&solved))
    });
    row("English centre, everything that can be reached", "23475688", Some(10.0), &|| {
        let packed = Pegs::state_space(&board("english\n", "jumps")).expect("33 holes fit into a key");
        let cx = Context::default();
        let seen = bfs(packed.as_ref(), &cx, Aim::Everything).layer_sizes().iter().sum::<u64>();
        let megabytes = cx.budget.peak().div_ceil(1_000_000);
        let enough = if megabytes <= MOST_MEGABYTES { "" } else { ", too much memory" };
        println!("{megabytes} MB of at most {MOST_MEGABYTES}:");
        format!("{seen}{enough}")
    });
    row("English, 21 problems, a solution each", "21 solved", Some(1.0), &|| solved("english", ENGLISH));
    row("French, 10 problems, a solution each", "10 solved", None, &|| solved("french", FRENCH));
    row("French, vacancies refuted by a colouring", "21 of 37", None, &|| refuted("french"));
    row("triangles of side 4 to 7, the best of all pairs", "5 9 9 12", None, &|| {
        ["triangle:4", "triangle:5", "triangle:6", "triangle:7"].map(best_of_pairs).join(" ")
    });
    row("triangle of side 8, the best of all pairs", "13", None, &|| best_of_pairs("triangle:8"));
    if let Some(problems) = catalogue() {
        row("catalogue, a solution or none within 10 seconds", "", None, &|| within_reach(&problems));
    }
    good &= fewest_moves("english", ENGLISH);
    good
}

fn board(text: &str, metric: &str) -> Board {
    let how = ReadOptions { metric: Some(metric.to_owned()), ..ReadOptions::default() };
    let mut reading = Pegs::read(&[Source::new("board", text)], &how);
    reading.instances.remove(0).board
}

type PegsReport = SolveReport<<Pegs as Family>::Answer, <Pegs as Family>::Certificate>;

fn solve(board: &Board, count: bool) -> PegsReport {
    Pegs::solve(board, &SolveOptions { count, ..SolveOptions::default() }, &Context::default())
}

/// `31 jumps`, if that is proven to be the fewest.
fn length(solved: &PegsReport, metric: &str) -> String {
    match (&solved.best, solved.at_least) {
        (Some(best), LowerBound::Moves(least)) if least == best.len() as u64 => format!("{least} {metric}"),
        _ => "not proven".to_owned(),
    }
}

fn count(solved: &PegsReport) -> String {
    solved.count.map(|count| count.to_string()).unwrap_or_default()
}

/// The single vacancies and finishes of the English board, up to symmetry.
const ENGLISH: &[(&str, &str)] = &[
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
const FRENCH: &[(&str, &str)] = &[
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
fn solved(name: &str, pairs: &[(&str, &str)]) -> String {
    let is_solved = |of: &&(&str, &str)| solve(&pair(name, **of, "jumps"), false).best.is_some();
    format!("{} solved", pairs.iter().filter(is_solved).count())
}

/// Returns the number of vacancies that a parity class refutes for every finish.
fn refuted(name: &str) -> String {
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
fn best_of_pairs(name: &str) -> String {
    let pairs = Pegs::pairs(&board(&format!("{name}\n"), "moves"), &Context::default()).unwrap_or_default();
    let fewest = |row: &String| row.split_once(" moves")?.0.parse::<u64>().ok();
    pairs.iter().filter_map(|(_, row)| fewest(row)).min().map_or_else(String::new, |best| best.to_string())
}

/// Prints the fewest moves of every pair; `false` if one is not proven.
fn fewest_moves(name: &str, pairs: &[(&str, &str)]) -> bool {
    println!(
        "\n{name}: fewest moves\n{:>7} {:>7} {:>10} {:>12} {:>9}",
        "vacancy", "finish", "fewest", "ways", "seconds"
    );
    let mut good = true;
    for of in pairs {
        let (done, seconds) = timing::time(|| solve(&pair(name, *of, "moves"), true));
        let fewest = length(&done, "moves");
        good &= fewest != "not proven";
        println!("{:>7} {:>7} {fewest:>10} {:>12} {seconds:9.3}", of.0, of.1, count(&done));
    }
    good
}

/// Returns the problems of the catalogue as board files, if there is one.
fn catalogue() -> Option<Vec<String>> {
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
const TIME_LIMIT: f64 = 10.0;

/// Returns the number of problems that are solved in time.
fn within_reach(problems: &[String]) -> String {
    let is_answered = |text: &&String| {
        let begin = timing::now();
        let poll = |_: &fewest::service::Counters| match timing::now() - begin > TIME_LIMIT {
            true => ControlFlow::Break(Stop::Time),
            false => ControlFlow::Continue(()),
        };
        let cx = Context::new(1, 4 << 30, &poll);
        let solved = Pegs::solve(&board(text, "jumps"), &SolveOptions::default(), &cx);
        solved.ended == Ended::Complete && (solved.best.is_some() || solved.at_least == LowerBound::Never)
    };
    format!("{} of {}", problems.iter().filter(is_answered).count(), problems.len())
}
