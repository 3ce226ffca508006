//! The walk with hash sets of the last three layers, as most would write it.

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
            // A move changes the side of the gap, so that nothing of this layer comes again.
            next.extend(tiles.successors(key).filter(|key| !before.contains(key)));
        }
        before = std::mem::replace(&mut current, next);
    }
    layers
}

/// The most that this process ever held.
fn peak_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
