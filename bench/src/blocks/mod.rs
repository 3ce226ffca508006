//! Rush Hour: lengths and CPU seconds compared with the peers.

pub mod classics;
mod ours;
mod rush;

use std::path::Path;

use crate::{results, timing};
use rush::Lot;

/// Fresh boards made from the seed.
const FRESH: usize = 300;
/// Boards for clingo: it grounds and solves each twice, which takes long.
const FOR_CLINGO: usize = 6;

/// Boards of one origin. The second value of each is the length that the origin claims, if any.
struct Set {
    name: String,
    boards: Vec<(String, Option<u64>)>,
}

/// Runs everything; `false` if a length differs anywhere.
pub fn bench(seed: u64) -> bool {
    let mut sets = from_data();
    if sets.is_empty() {
        println!("FEWEST_DATA is not set: fresh boards only");
    }
    let fresh = rush::fresh(seed, FRESH).into_iter().map(|lot| (lot.line(), None)).collect();
    sets.push(Set { name: format!("fresh, seed {seed}"), boards: fresh });

    println!("\nblocks: Rush Hour, one thread, CPU seconds, the quickest of five rounds");
    println!(
        "{:24} {:>6} {:>10} {:>9} {:>8} {:>12} {:>7} {:>9} {:>6}",
        "boards", "count", "positions", "from text", "solving", "pathfinding", "ratio", "M pos/s", "wrong"
    );
    let good = sets.iter().map(compare).fold(true, |all, good| all & good);
    let first = sets.first().map(|set| &set.boards[..]).unwrap_or_default();
    // The first cards, and the last and hardest.
    let some = first.iter().take(FOR_CLINGO).chain(first.last());
    let boards: Vec<_> = some.map(|(board, _)| board.clone()).collect();
    ours::show_sparse(seed);
    let folder = std::env::var_os("FEWEST_DATA").map(|folder| Path::new(&folder).join("blocks"));
    folder.is_none_or(|folder| classics::compare(&folder)) & rush::compare_with_clingo(&boards) & good
}

fn from_data() -> Vec<Set> {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else { return Vec::new() };
    let folder = Path::new(&folder).join("blocks");
    let names = ["rush_original40", "rush_fogleman_forty", "rush_fogleman_sample"];
    let read = |name: &&str| {
        let text = std::fs::read_to_string(folder.join(name).with_extension("txt")).ok()?;
        let board = |line: &str| {
            let mut words = line.split_whitespace();
            let slides = words.next()?.parse().ok();
            Some((words.next()?.to_owned(), slides))
        };
        Some(Set { name: (*name).to_owned(), boards: text.lines().filter_map(board).collect() })
    };
    names.iter().filter_map(read).collect()
}

fn compare(set: &Set) -> bool {
    let (from_text, all_seconds) = timing::least(|| {
        set.boards.iter().map(|(board, _)| ours::solve(ours::open(board).as_ref())).collect::<Vec<_>>()
    });
    let positions: Vec<_> = set.boards.iter().map(|(board, _)| ours::open(board)).collect();
    let (solved, solving) =
        timing::least(|| positions.iter().map(|position| ours::solve(position.as_ref())).collect::<Vec<_>>());
    let (theirs, their_seconds) = timing::least(|| {
        set.boards.iter().map(|(board, _)| rush::fewest_by_pathfinding(&Lot::read(board))).collect::<Vec<_>>()
    });
    let wrong = (0..set.boards.len())
        .filter(|&at| {
            let ours = solved[at].fewest;
            let claimed = set.boards[at].1;
            ours != theirs[at]
                || from_text[at].fewest != ours
                || claimed.is_some_and(|claimed| ours != Some(claimed))
        })
        .inspect(|&at| {
            println!(
                "  WRONG: {} ours {:?}, pathfinding {:?}",
                set.boards[at].0, solved[at].fewest, theirs[at]
            );
        })
        .count();
    let seen: u64 = solved.iter().map(|one| one.positions).sum();
    println!(
        "{:24} {:6} {seen:10} {all_seconds:9.3} {solving:8.3} {their_seconds:12.3} {:6.1}x {:9.2} {wrong:6}",
        set.name,
        set.boards.len(),
        their_seconds / solving,
        seen as f64 / solving / 1e6,
    );
    if set.name == "rush_fogleman_sample" {
        let rate = seen as f64 / solving / 1e6;
        let ours = format!("{}, {rate:.0} million positions per second", results::seconds(solving));
        let ratio = format!("{:.1}x", their_seconds / solving);
        results::record("rush-802", &ours, Some((results::seconds(their_seconds), ratio)));
    }
    wrong == 0
}
