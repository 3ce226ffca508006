//! Peg solitaire: no peer in the package registries does more than find one solution, so the
//! results are compared with target figures, each in CPU seconds of one thread.

mod tables;

use fewest::pegs::{self, Board, Pegs};
use fewest::{Context, Family, LowerBound, Outcome, ReadOptions, SolveOptions, Source};
use fewest_search::{Aim, bfs};

use crate::cpu;

/// The largest allowed time to enumerate everything reachable on the English board.
const MOST_MEGABYTES: usize = 250;

/// Runs everything; `false` if a number is wrong.
pub fn bench(_: u64) -> bool {
    println!("\npegs: one thread, CPU seconds\n{:52} {:>28} {:>9} {:>9}", "", "result", "seconds", "at most");
    let mut good = true;
    let mut row = |what: &str, right: &str, most: Option<f64>, work: &dyn Fn() -> String| {
        let (result, seconds) = cpu::time(work);
        let most = most.map(|most| format!("{most:9.3}")).unwrap_or_default();
        let mark = if right.is_empty() || result == right { "" } else { "  WRONG" };
        println!("{what:52} {result:>28} {seconds:9.3} {most:>9}{mark}");
        good &= mark.is_empty();
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
    row("English, 21 problems, a solution each", "21 solved", Some(1.0), &|| {
        tables::solved("english", tables::ENGLISH)
    });
    row("French, 10 problems, a solution each", "10 solved", None, &|| {
        tables::solved("french", tables::FRENCH)
    });
    row("French, vacancies refuted by a colouring", "21 of 37", None, &|| tables::refuted("french"));
    row("triangles of side 4 to 7, the best of all pairs", "5 9 9 12", None, &|| {
        ["triangle:4", "triangle:5", "triangle:6", "triangle:7"].map(tables::best_of_pairs).join(" ")
    });
    row("triangle of side 8, the best of all pairs", "13", None, &|| tables::best_of_pairs("triangle:8"));
    if let Some(problems) = tables::catalogue() {
        row("catalogue, a solution or none within 10 seconds", "", None, &|| tables::within_reach(&problems));
    }
    good &= tables::fewest_moves("english", tables::ENGLISH);
    good
}

fn board(text: &str, metric: &str) -> Board {
    let how = ReadOptions { metric: Some(metric.to_owned()), ..ReadOptions::default() };
    let mut reading = Pegs::read(&[Source::new("board", text)], &how);
    reading.instances.remove(0).board
}

type Solved = Outcome<<Pegs as Family>::Answer, <Pegs as Family>::Certificate>;

fn solve(board: &Board, count: bool) -> Solved {
    Pegs::solve(board, &SolveOptions { count, ..SolveOptions::default() }, &Context::default())
}

/// `31 jumps`, if that is proven to be the fewest.
fn length(solved: &Solved, metric: &str) -> String {
    match (&solved.best, solved.at_least) {
        (Some(best), LowerBound::Moves(least)) if least == best.len() as u64 => format!("{least} {metric}"),
        _ => "not proven".to_owned(),
    }
}

fn count(solved: &Solved) -> String {
    solved.count.map(|count| count.to_string()).unwrap_or_default()
}
