//! Optimal solutions of the 24 puzzle: boards with known answers, their cost, and the bounds of the
//! hardest within a time limit.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::Ordering::Relaxed;

use crate::tiles::ours::Timed;
use crate::{results, timing};
use fewest::service::{Context, LowerBound, Position, PuzzleText, SolveOptions, Stop};

/// The four boards that every solver is compared on, by the numbers of Korf and Felner.
const FOUR: [u32; 4] = [40, 38, 25, 44];
/// The time of the public reference program for all of them, in CPU seconds of the machine of that
/// figure.
const REFERENCE: f64 = 66.7;

/// A board with a known answer.
struct Known {
    name: String,
    /// Nodes that another solver expanded.
    nodes: u64,
    moves: u64,
    text: String,
}

/// Solves the four boards with existing tables. Returns `false` if an answer is wrong.
pub fn four() -> bool {
    let korf = korf();
    let boards: Vec<&Known> =
        FOUR.iter().filter_map(|id| korf.iter().find(|known| known.name == id.to_string())).collect();
    println!("\n24 puzzle, the four boards (clausecker/24puzzle took {REFERENCE} s on another machine)");
    all(&boards, 1, None)
}

/// Solves boards of a list by rank, the easiest first, each within a limit of CPU minutes per
/// thread and with a number of threads. Returns `false` if an answer is wrong.
pub fn list(name: &str, ranks: RangeInclusive<usize>, threads: usize, minutes: f64) -> bool {
    let mut boards = if name == "random" { random() } else { korf() };
    boards.sort_by_key(|known| known.nodes);
    boards.truncate(*ranks.end());
    boards.drain(..boards.len().min(ranks.start() - 1));
    println!(
        "\n24 puzzle, {} boards ({name}), {threads} threads, at most {minutes} minutes of CPU time for each board and thread",
        boards.len()
    );
    all(&boards.iter().collect::<Vec<_>>(), threads, Some(minutes))
}

/// Ranks from 1: `20` means the first twenty, `17-20` the last four of them.
pub fn ranks(text: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or(("1", text));
    Some(first.parse().ok().filter(|&first| first > 0)?..=last.parse().ok()?)
}

fn all(boards: &[&Known], threads: usize, minutes: Option<f64>) -> bool {
    if boards.is_empty() {
        println!("NOT RUN: FEWEST_DATA is not set");
        return true;
    }
    let table_cache = Timed::default();
    prepare(boards[boards.len() - 1], &table_cache);
    table_cache.print();
    println!(
        "\n{:>6} {:>6} {:>8} {:>14} {:>14} {:>14} {:>9}",
        "board", "known", "ours", "generated", "expanded", "paper", "seconds"
    );
    let (mut good, mut times, mut all_expanded) = (true, Vec::new(), 0);
    for known in boards {
        let (found, host_nodes, seconds) = solve(known, &table_cache, threads, minutes);
        let said = match found {
            Ok(moves) => moves.to_string(),
            Err(at_least) => format!(">= {at_least}"),
        };
        good &= found.map_or_else(|at_least| at_least <= known.moves, |moves| moves == known.moves);
        if found.is_ok() {
            times.push(seconds);
        }
        let (generated, expanded) = host_nodes;
        all_expanded += expanded;
        println!(
            "{:>6} {:6} {said:>8} {generated:14} {expanded:14} {:14} {seconds:9.2}",
            known.name, known.moves, known.nodes
        );
        let _ = std::io::stdout().flush();
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    println!(
        "{} of {} solved, {:.1} CPU seconds together, median {median:.2}",
        times.len(),
        boards.len(),
        // The sum of no numbers would be -0.
        0.0 + times.iter().sum::<f64>()
    );
    if minutes.is_none() && good && times.len() == FOUR.len() {
        let ours = results::seconds(times.iter().sum());
        let ours = format!("{ours}, {} million positions expanded", all_expanded / 1_000_000);
        results::record("twenty-four", &ours, Some((format!("{REFERENCE} s"), String::new())));
    }
    good
}

/// Builds the tables by solving a board that needs them.
fn prepare(known: &Known, table_cache: &Timed) {
    let poll = |_: &fewest::service::Counters| {
        if table_cache.count("partitions") == 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Stop::Time)
        }
    };
    let cx = Context::new(1, 8 << 30, &poll).with_table_cache(table_cache);
    let _ = open(known).solve(&SolveOptions::default(), &cx).expect("the answer replays");
}

fn open(known: &Known) -> Box<dyn Position> {
    let puzzle = PuzzleText { what: Some("tiles".to_owned()), ..PuzzleText::text("bench", &known.text) };
    puzzle.open_one().expect("a board").position
}

/// Returns the fewest moves or the proven lower bound, nodes, and CPU seconds.
fn solve(
    known: &Known,
    table_cache: &Timed,
    threads: usize,
    minutes: Option<f64>,
) -> (Result<u64, u64>, (u64, u64), f64) {
    let position = open(known);
    let end = minutes.map(|minutes| timing::now() + 60.0 * minutes * threads as f64);
    let poll = move |_: &fewest::service::Counters| {
        let is_late = end.is_some_and(|end| timing::now() >= end);
        if is_late { ControlFlow::Break(Stop::Time) } else { ControlFlow::Continue(()) }
    };
    let cx = Context::new(threads, 8 << 30, &poll).with_table_cache(table_cache);
    let (solved, seconds) =
        timing::time(|| position.solve(&SolveOptions::default(), &cx).expect("the answer replays"));
    let found = match (solved.best.as_ref().filter(|_| solved.is_fewest()), solved.at_least) {
        (Some(best), _) => Ok(best.length()),
        (None, LowerBound::Moves(moves)) => Err(moves),
        (None, LowerBound::Never) => Err(u64::MAX),
    };
    (found, (cx.counters.generated.load(Relaxed), cx.counters.expanded.load(Relaxed)), seconds)
}

/// Korf and Felner's fifty boards.
fn korf() -> Vec<Known> {
    read("korf24_50.txt", |parts| {
        let [id, moves, nodes, .., board] = parts else { return None };
        Some(Known {
            name: (*id).to_owned(),
            moves: moves.parse().ok()?,
            nodes: nodes.parse().ok()?,
            text: rows(board),
        })
    })
}

/// Sixty random boards.
fn random() -> Vec<Known> {
    let mut boards = read("clausecker24_random.txt", |parts| {
        let [moves, nodes, .., board] = parts else { return None };
        Some(Known {
            name: String::new(),
            moves: moves.parse().ok()?,
            nodes: nodes.parse().ok()?,
            text: rows(board),
        })
    });
    boards.iter_mut().enumerate().for_each(|(at, known)| known.name = (at + 1).to_string());
    boards
}

fn read(name: &str, known: impl Fn(&[&str]) -> Option<Known>) -> Vec<Known> {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else { return Vec::new() };
    let text =
        std::fs::read_to_string(std::path::Path::new(&folder).join("tiles").join(name)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| known(&line.split('|').map(str::trim).collect::<Vec<_>>())).collect()
}

fn rows(board: &str) -> String {
    let tiles: Vec<&str> = board.split_whitespace().collect();
    tiles.chunks(5).map(|row| row.join(" ") + "\n").collect()
}
