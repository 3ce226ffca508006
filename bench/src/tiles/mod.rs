//! Sliding tiles: the fifteen puzzle compared with the crates `slidy` and `pathfinding`.

mod boards;
pub mod large;
mod ours;
mod processes;
pub mod twenty_four;
mod with_pathfinding;
mod with_slidy;

use fewest::Tables;

use crate::cpu;
use boards::Fifteen;
pub use boards::below;
use ours::{Solver, Timed};

/// Fresh boards made from the seed.
const FRESH: usize = 25;
/// Boards of Korf's hundred, counted from 1, that Manhattan distance can solve.
const EASY: [usize; 4] = [79, 12, 42, 55];

/// Runs everything; `false` if a length differs anywhere.
pub fn bench(seed: u64) -> bool {
    println!("\ntiles: 4 x 4, one thread, CPU seconds, seed {seed}");
    let table_cache = Timed::default();
    let solver = Solver { table_cache: &table_cache };
    let fresh: Vec<(Fifteen, Option<u64>)> =
        boards::fresh(seed, FRESH).into_iter().map(|board| (board, None)).collect();
    let korf = boards::from_data("korf15_100", Some(1));
    if korf.is_empty() {
        println!("FEWEST_DATA is not set: fresh boards only");
    }
    let all: Vec<Fifteen> = korf.iter().chain(&fresh).map(|(board, _)| *board).collect();
    let slidy = match with_slidy::solve(&all) {
        Ok(slidy) => slidy,
        Err(why) => {
            println!("slidy was not run: {why}");
            return false;
        }
    };
    println!("slidy builds its tables in {:.3}", slidy.builds);
    let mut answers = slidy.answers.into_iter();
    println!(
        "\n{:44} {:>6} {:>12} {:>9} {:>9} {:>7} {:>6}",
        "boards", "count", "nodes", "ours", "slidy", "ratio", "wrong"
    );
    let mut good = true;
    for (name, boards) in [("Korf's", &korf), ("fresh", &fresh)] {
        if boards.is_empty() {
            continue;
        }
        let theirs: Vec<(u64, f64)> = answers.by_ref().take(boards.len()).collect();
        let seconds: f64 = theirs.iter().map(|(_, seconds)| seconds).sum();
        let right: Vec<u64> =
            boards.iter().zip(&theirs).map(|((_, known), (slidy, _))| known.unwrap_or(*slidy)).collect();
        let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
        let mut row = |what: &str, solver: &Solver<'_>, tables: Tables, theirs: f64| {
            let done = solver.all(&boards, tables);
            let wrong = done.lengths.iter().zip(&right).filter(|(ours, right)| ours != right).count();
            println!(
                "{:44} {:6} {:12} {:9.3} {theirs:9.3} {:6.1}x {wrong:6}",
                format!("{name}, {what}"),
                boards.len(),
                done.nodes,
                done.seconds,
                theirs / done.seconds
            );
            good &= wrong == 0;
        };
        let empty = Timed::default();
        row(
            "empty shelf, building included",
            &Solver { table_cache: &empty },
            Tables::Default,
            slidy.builds + seconds,
        );
        solver.prepare(Tables::Default, 7);
        row("default tables on the shelf", &solver, Tables::Default, seconds);
        solver.prepare(Tables::Large, 8);
        row("large tables on the shelf", &solver, Tables::Large, seconds);
    }
    table_cache.print();
    good &= hardest(&solver);
    if let Some(boards) = EASY.iter().map(|&number| korf.get(number - 1)).collect::<Option<Vec<_>>>() {
        good &= beside_pathfinding(&solver, &boards);
    }
    good & processes::compare(seed)
}

/// The seventeen boards of 80 moves.
fn hardest(solver: &Solver<'_>) -> bool {
    let boards = boards::from_data("hardest15_80", None);
    let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
    if boards.is_empty() {
        return true;
    }
    let done = solver.all(&boards, Tables::Large);
    let each = done.seconds / boards.len() as f64;
    println!("the {} boards of 80 moves, large tables: {:.3} each, {} nodes", boards.len(), each, done.nodes);
    done.lengths.iter().all(|&length| length == 80)
}

/// A generic search with the same positions and Manhattan distance, for comparison.
fn beside_pathfinding(solver: &Solver<'_>, boards: &[&(Fifteen, Option<u64>)]) -> bool {
    let boards: Vec<&Fifteen> = boards.iter().map(|(board, _)| board).collect();
    let done = solver.all(&boards, Tables::Default);
    let (theirs, seconds) =
        cpu::time(|| boards.iter().map(|board| with_pathfinding::fewest(board)).collect::<Vec<_>>());
    println!("Korf's {EASY:?}: ours {:.4}, pathfinding (IDA*) {seconds:.4}", done.seconds);
    done.lengths == theirs
}
