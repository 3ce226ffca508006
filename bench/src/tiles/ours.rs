//! Boards of the fifteen puzzle; and this solver, with a table cache that measures the time to
//! build each table.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use fewest_store::LargePages;

use crate::timing;
use fewest::service::{
    Context, MemoryCache, Position, PuzzleText, SolveOptions, TableBytes, TableCache, Tables,
};

/// Tiles row by row, 0 the blank; the goal is 1 to 15, then the blank.
pub type Fifteen = [u8; 16];

/// Returns the boards of a file of the data set, with the number of moves if there is a column for
/// it. Empty without the data set.
pub fn from_data(name: &str, moves_at: Option<usize>) -> Vec<(Fifteen, Option<u64>)> {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else { return Vec::new() };
    let path = std::path::Path::new(&folder).join("tiles").join(name).with_extension("txt");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let board = |line: &str| {
        let parts: Vec<&str> = line.split('|').collect();
        let tiles: Vec<u8> =
            parts.last()?.split_whitespace().map(|tile| tile.parse().ok()).collect::<Option<_>>()?;
        Some((tiles.try_into().ok()?, moves_at.and_then(|at| parts[at].trim().parse().ok())))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(board).collect()
}

/// Random numbers below a limit, deterministic for a seed.
pub fn below(seed: u64) -> impl FnMut(usize) -> usize {
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |limit| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        (bits.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// Returns random solvable boards, deterministic for a seed.
pub fn fresh(seed: u64, count: usize) -> Vec<Fifteen> {
    let mut below = below(seed);
    let mut board = || {
        let mut tiles: Fifteen = std::array::from_fn(|cell| ((cell + 1) % 16) as u8);
        (1..16).rev().for_each(|at| tiles.swap(at, below(at + 1)));
        if !is_solvable(&tiles) {
            let first = usize::from(tiles[0] == 0);
            let second = if tiles[first + 1] == 0 { first + 2 } else { first + 1 };
            tiles.swap(first, second);
        }
        tiles
    };
    (0..count).map(|_| board()).collect()
}

/// Returns whether a board of four columns is solvable: inversions plus the row of the blank, from
/// 0, is odd.
fn is_solvable(tiles: &Fifteen) -> bool {
    let inversion = |&(one, other): &(usize, usize)| tiles[other] != 0 && tiles[one] > tiles[other];
    let pairs = (0..16).flat_map(|one| (one + 1..16).map(move |other| (one, other)));
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    (pairs.filter(inversion).count() + blank / 4) % 2 == 1
}

/// Rows of numbers.
pub fn text(tiles: &Fifteen) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    tiles.chunks(4).map(row).collect()
}

/// A table cache in memory with a clock: a table is built between a failed lookup and its
/// insertion.
#[derive(Default)]
pub struct Timed {
    table_cache: MemoryCache,
    large: Mutex<HashMap<String, TableBytes>>,
    asked: Mutex<HashMap<String, f64>>,
    built: Mutex<Vec<(String, usize, f64)>>,
}

impl TableCache for Timed {
    fn has(&self, name: &str) -> bool {
        self.table_cache.has(name) || self.large.lock().expect("one thread").contains_key(name)
    }

    fn get(&self, name: &str) -> Option<TableBytes> {
        let blob =
            self.large.lock().expect("one thread").get(name).cloned().or_else(|| self.table_cache.get(name));
        if blob.is_none() {
            self.asked.lock().expect("one thread").insert(name.to_owned(), timing::now());
        }
        blob
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        let since = self.asked.lock().expect("one thread").get(name).copied().unwrap_or_else(timing::now);
        self.built.lock().expect("one thread").push((name.to_owned(), bytes.len(), timing::now() - since));
        // As the cache of the program does.
        if bytes.len() < LargePages::FROM {
            return self.table_cache.keep(name, bytes);
        }
        let blob = self.hold(bytes);
        self.large.lock().expect("one thread").insert(name.to_owned(), blob.clone());
        blob
    }

    fn hold(&self, bytes: Vec<u8>) -> TableBytes {
        Arc::new(LargePages::read(&bytes[..], bytes.len()).expect("memory"))
    }
}

impl Timed {
    /// Returns the size of the largest table in bytes.
    fn largest(&self) -> usize {
        self.built.lock().expect("one thread").iter().map(|(_, bytes, _)| *bytes).max().unwrap_or(0)
    }

    /// Returns the number of tables of a kind that were built.
    pub fn count(&self, kind: &str) -> usize {
        self.built.lock().expect("one thread").iter().filter(|(name, ..)| name.contains(kind)).count()
    }

    /// Prints the tables that were built.
    pub fn print(&self) {
        println!("\n{:56} {:>12} {:>9}", "built", "bytes", "seconds");
        for (name, bytes, seconds) in self.built.lock().expect("one thread").iter() {
            println!("{name:56} {bytes:12} {seconds:9.3}");
        }
    }
}

/// This solver with a table cache.
pub struct Solver<'s> {
    pub table_cache: &'s Timed,
}

/// The results of some boards.
pub struct Done {
    pub lengths: Vec<u64>,
    pub nodes: u64,
    pub seconds: f64,
}

impl Solver<'_> {
    /// Solves boards in one thread.
    pub fn all(&self, boards: &[&Fifteen], tables: Tables) -> Done {
        let positions: Vec<Box<dyn Position>> = boards.iter().map(|board| open(board)).collect();
        let cx = Context::new(1, 8 << 30, &|_| ControlFlow::Continue(())).with_table_cache(self.table_cache);
        let how = SolveOptions { tables, ..SolveOptions::default() };
        let solve = |position: &dyn Position| {
            let solved = position.solve(&how, &cx).expect("the answer replays");
            solved.best.as_ref().filter(|_| solved.is_fewest()).map_or(0, |best| best.length())
        };
        let (lengths, seconds) =
            timing::time(|| positions.iter().map(|position| solve(position.as_ref())).collect());
        Done { lengths, nodes: cx.counters.generated.load(Relaxed), seconds }
    }

    /// Solves boards until one is hard enough that a table of that number of tiles is built.
    pub fn prepare(&self, tables: Tables, tiles: u32) {
        for board in fresh(0, 1000) {
            if self.table_cache.largest() >= entries(tiles) / 2 {
                return;
            }
            self.all(&[&board], tables);
        }
    }
}

/// Returns the number of entries of the table of a pattern of `tiles` tiles.
pub fn entries(tiles: u32) -> usize {
    (0..tiles as usize).map(|tile| 16 - tile).product()
}

fn open(board: &Fifteen) -> Box<dyn Position> {
    let puzzle = PuzzleText { what: Some("tiles".to_owned()), ..PuzzleText::text("bench", &text(board)) };
    puzzle.open_one().expect("a board").position
}
