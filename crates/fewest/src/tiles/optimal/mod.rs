//! Fewest moves of a sliding-tile board: lower bounds from pattern tables, depth-first search with a rising limit.
//!
//! | file | what it holds |
//! |---|---|
//! | `grid.rs` | cells, neighbours, ways to turn the board |
//! | `partition.rs` | which tiles make a pattern |
//! | `sets.rs`, `orders.rs` | numbers for where the tiles of a pattern lie, and for their order there |
//! | `pattern.rs`, `sliced.rs`, `manhattan.rs`, `table.rs` | building the table of a pattern |
//! | `shelved.rs` | tables kept from one search to the next |
//! | `slides.rs` | positions for the search |
//! | `lines.rs`, `patterns.rs` | the bounds: without tables, and with them |
//! | `words.rs` | sequences of moves that need not be searched |
//! | `ladder.rs` | which of these for which board |

mod grid;
mod ladder;
mod lines;
mod manhattan;
mod method;
mod orders;
mod partition;
mod pattern;
mod patterns;
mod sets;
mod shelved;
mod slides;
mod sliced;
mod table;
mod words;

use fewest_search::deepening::{Every, Round};
use fewest_search::{Host, Stop};

pub(crate) use grid::{Direction, Grid};
pub(crate) use lines::lines_bound;

/// A board relabelled so that only the goal matters: `home[cell]` is the goal cell of what lies on `cell`, the blank included;
/// `blank_home` is that of the blank. The board must be solvable; at most 256 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    pub(crate) home: Vec<u8>,
    pub(crate) blank_home: u8,
}

impl Placement {
    fn grid(&self) -> Grid {
        Grid { rows: usize::from(self.rows), cols: usize::from(self.cols) }
    }
}

/// Which pattern tables may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    /// None: only the bound of [`lower_bound`].
    None,
    /// Those that pay off for a few boards.
    Default,
    /// The largest, for many boards or for the hardest.
    Large,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The fewest steps of the blank; of several shortest ways always the same.
    pub(crate) trail: Option<Vec<Direction>>,
    /// No solution has fewer.
    pub(crate) at_least: u32,
    /// Why it ended without a solution.
    pub(crate) stop: Option<Stop>,
    /// The limits that were searched to the end, without a solution.
    pub(crate) rounds: Vec<Round>,
}

/// Finds the fewest moves.
pub(crate) fn solve(placement: &Placement, tables: Tables, host: &Host<'_>) -> Found {
    ladder::solve(placement, tables, host)
}

/// Counts the solutions of `length` moves, the fewest there are, and lists the first `most` of them.
///
/// # Errors
/// Why the host stopped it.
pub(crate) fn every(
    placement: &Placement,
    length: u32,
    most: usize,
    tables: Tables,
    host: &Host<'_>,
) -> Result<Every<Direction>, Stop> {
    ladder::every(placement, length, most, tables, host)
}

/// A lower bound that needs no search: Manhattan distance and linear conflicts.
pub(crate) fn lower_bound(placement: &Placement) -> u32 {
    let home: Vec<u32> = placement.home.iter().map(|&home| u32::from(home)).collect();
    lines_bound(placement.grid(), &home, u32::from(placement.blank_home)) as u32
}

pub fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
pub fn probe() {
    use std::sync::atomic::Ordering::Relaxed;
    let args: Vec<String> = std::env::args().collect();
    let path = format!("/work/shared/data/tiles/{}.txt", args[1]);
    let text = std::fs::read_to_string(path).unwrap();
    let boards: Vec<(u32, Placement)> = text.lines().filter(|l| !l.starts_with('#')).map(|l| {
        let parts: Vec<&str> = l.split('|').collect();
        let nums: Vec<usize> = parts.last().unwrap().split_whitespace().map(|x| x.parse().unwrap()).collect();
        let length = if parts.len() > 1 { parts[1].trim().parse().unwrap() } else { 80 };
        let n = nums.len();
        let side = n.isqrt() as u8;
        let home = nums.iter().map(|&t| if t == 0 { n - 1 } else { t - 1 } as u8).collect();
        (length, Placement { rows: side, cols: side, home, blank_home: n as u8 - 1 })
    }).collect();
    let size = match &args[2][..] { "s" => partition::Size::Small, "m" => partition::Size::Medium, _ => partition::Size::Large };
    let host = Host::default();
    let t = cpu();
    let tables = shelved::Shelved::open(boards[0].1.grid(), boards[0].1.blank_home, size, &host).unwrap().unwrap();
    println!("tables {:.3} s", cpu() - t);
    for words in [2, 6, 8, 10, 11, 12, 13] {
        let automaton = words::automaton(words);
        for mirrors in [true] {
            let method = method::Method { tables: Some(&tables), mirrors, automaton: &automaton };
            host.counters.generated.store(0, Relaxed);
            let t = cpu();
            for (length, board) in &boards {
                let d = method.first(board, 0, None, &host);
                assert_eq!(d.path.unwrap().len() as u32, *length);
            }
            let t = cpu() - t;
            let n = host.counters.generated.load(Relaxed);
            println!("words {words} ({} nodes) mirror {mirrors}: {n} nodes {t:.3} s {:.1} ns/node", automaton.nodes(), t * 1e9 / n as f64);
        }
    }
}
