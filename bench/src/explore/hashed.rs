//! Breadth-first search with hash sets of the last three layers, the usual implementation.

use std::time::Instant;

use hashbrown::HashSet;

use super::Row;
use crate::cpu;
use crate::engine::tiles::Tiles;

/// Runs it in this process.
pub fn row(rows: usize, columns: usize) -> Row {
    let tiles = Tiles::new(columns, rows);
    let begin = Instant::now();
    let (layers, cpu) = cpu::time(|| walk(&tiles));
    let peak = peak_bytes().unwrap_or(0);
    let name = "hashbrown, 1 thread".to_owned();
    Row { name, layers, cpu, wall: begin.elapsed().as_secs_f64(), peak, disk: None }
}

fn walk(tiles: &Tiles) -> Vec<u64> {
    let mut layers = Vec::new();
    let mut before: HashSet<u64> = HashSet::new();
    let mut current: HashSet<u64> = HashSet::from_iter([tiles.start]);
    while !current.is_empty() {
        layers.push(current.len() as u64);
        let mut next = HashSet::new();
        for &key in &current {
            // A move changes the parity of the blank, so no position of this layer is generated
            // again.
            next.extend(tiles.successors(key).filter(|key| !before.contains(key)));
        }
        before = std::mem::replace(&mut current, next);
    }
    layers
}

/// Returns the peak resident set size of this process.
fn peak_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
