//! This solver, with a table cache that measures the time to build each table.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use fewest::{Context, MemoryCache, Position, Puzzle, SolveOptions, TableBytes, TableCache, Tables};
use fewest_store::LargePages;

use super::boards::{Fifteen, fresh, text};
use crate::cpu;

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
            self.asked.lock().expect("one thread").insert(name.to_owned(), cpu::now());
        }
        blob
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        let since = self.asked.lock().expect("one thread").get(name).copied().unwrap_or_else(cpu::now);
        self.built.lock().expect("one thread").push((name.to_owned(), bytes.len(), cpu::now() - since));
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
            cpu::time(|| positions.iter().map(|position| solve(position.as_ref())).collect());
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
    let puzzle = Puzzle { what: Some("tiles".to_owned()), ..Puzzle::text("bench", &text(board)) };
    puzzle.open_one().expect("a board").position
}
