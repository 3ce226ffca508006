//! Whole state spaces in every tier, and in a hash set, each as a process of its own: CPU, wall
//! time, memory and disk.
//!
//! CPU seconds are those of all threads. Ratios are to the sorted layers in memory with one thread,
//! in the same run.
//!
//! The hash sets hold the last three layers of a breadth-first search, the usual implementation.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::engine::by_hand::Tiles;
use crate::timing::{self, Folder};
use hashbrown::HashSet;

/// The memory of the disk tier.
const MEBIBYTES: u64 = 64;

/// Positions at each depth from the goal of 3 x 4, by Korf (OEIS A090166).
const THREE_BY_FOUR: [u64; 54] = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119_888,
    198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396, 4_009_722, 5_621_354, 7_647_872,
    10_065_800, 12_760_413, 15_570_786, 18_171_606, 20_299_876, 21_587_248, 21_841_159, 20_906_905,
    18_899_357, 16_058_335, 12_772_603, 9_515_217, 6_583_181, 4_242_753, 2_503_873, 1_350_268, 643_245,
    270_303, 92_311, 27_116, 5390, 1115, 86, 18,
];

/// One run.
struct Row {
    name: String,
    layers: Vec<u64>,
    cpu: f64,
    wall: f64,
    peak: u64,
    disk: Option<u64>,
}

/// Runs everything on a board of `rows` x `columns`; `false` if a layer differs or a target is
/// missed.
pub fn bench(rows: usize, columns: usize) -> bool {
    match measure(rows, columns) {
        Ok(good) => good,
        Err(why) => {
            println!("explore was not measured: {why}");
            false
        }
    }
}

fn measure(rows: usize, columns: usize) -> Result<bool, String> {
    let program = timing::fewest_program()?;
    let folder = Folder::new()?;
    let goal: Vec<String> = (1..rows * columns).chain([0]).map(|tile| tile.to_string()).collect();
    let lines: Vec<String> = goal.chunks(columns).map(|row| row.join(" ") + "\n").collect();
    std::fs::write(folder.0.join("board.txt"), lines.concat()).map_err(|error| error.to_string())?;
    println!("\nexplore: tiles {rows} x {columns}, every row a process; load before {}", load());
    println!(
        "{:26} {:>8} {:>8} {:>7} {:>9} {:>10} {:>10}  layers",
        "tier", "CPU s", "wall s", "ratio", "M pos/s", "peak MiB", "disk MiB"
    );
    let memory = format!("--memory={MEBIBYTES}M");
    let plan: [(&str, &[&str]); 7] = [
        ("sparse, 1 thread", &["--tier=sparse", "--threads=1"]),
        ("sparse, 2 threads", &["--tier=sparse", "--threads=2"]),
        ("dense, 1 thread", &["--tier=dense", "--threads=1"]),
        ("dense, 2 threads", &["--tier=dense", "--threads=2"]),
        ("disk, 1 thread", &["--tier=disk", "--work=one", "--threads=1", &memory]),
        ("disk, 2 threads", &["--tier=disk", "--work=two", "--threads=2", &memory]),
        ("2 processes of 1 thread", &["--local=2", "--work=many", "--threads=1", "--memory=2G"]),
    ];
    let mut done: Vec<Row> = Vec::new();
    for (name, options) in plan {
        let row = ours(&program, &folder.0, name, options)?;
        show(&row, done.first().unwrap_or(&row));
        done.push(row);
    }
    let hashed = hashed_row(rows, columns);
    show(&hashed, &done[0]);
    println!("load after {}", load());
    Ok(judge(&done, &hashed, (rows, columns) == (3, 4)))
}

fn ours(program: &Path, folder: &Path, name: &str, options: &[&str]) -> Result<Row, String> {
    let output = Command::new(program)
        .args(["explore", "--quiet", "--json", "--as", "tiles", "board.txt"])
        .args(options)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let stats = &document["stats"];
    let layers = document["explored"]["layers"].as_array().into_iter().flatten();
    Ok(Row {
        name: name.to_owned(),
        layers: layers.filter_map(Value::as_u64).collect(),
        cpu: stats["cpu_seconds"].as_f64().unwrap_or(f64::NAN),
        wall: stats["seconds"].as_f64().unwrap_or(f64::NAN),
        peak: stats["peak_bytes"].as_u64().unwrap_or(0),
        disk: stats["disk_bytes"].as_u64(),
    })
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn show(row: &Row, first: &Row) {
    let positions: u64 = row.layers.iter().sum();
    println!(
        "{:26} {:8.2} {:8.2} {:6.2}x {:9.2} {:10.1} {:>10}  {}",
        row.name,
        row.cpu,
        row.wall,
        row.cpu / first.cpu,
        positions as f64 / row.cpu / 1e6,
        mebibytes(row.peak),
        row.disk.map_or(String::new(), |bytes| format!("{:.1}", mebibytes(bytes))),
        if row.layers == first.layers { "the same" } else { "DIFFERENT" }
    );
}

/// Prints for every target whether it is met.
fn judge(done: &[Row], hashed: &Row, is_known: bool) -> bool {
    let [sparse, sparse_two, dense, _, disk, _, many] = done else { return false };
    let widest = sparse.layers.iter().copied().max().unwrap_or(1);
    let per_widest = disk.disk.unwrap_or(0) as f64 / widest as f64;
    let same = done.iter().chain([hashed]).all(|row| row.layers == sparse.layers);
    let known = !is_known || sparse.layers == THREE_BY_FOUR;
    let promises = [
        ("the same layers everywhere, and those of the literature".to_owned(), same && known),
        (
            format!("dense {:.2}x of sparse, at most 0.5", dense.cpu / sparse.cpu),
            dense.cpu <= 0.5 * sparse.cpu,
        ),
        (format!("disk {:.2}x of sparse, at most 1.7", disk.cpu / sparse.cpu), disk.cpu <= 1.7 * sparse.cpu),
        (
            format!("disk {per_widest:.1} bytes per position of the widest layer, at most 16"),
            per_widest <= 16.0,
        ),
        (
            format!("disk {:.1} MiB of memory at most, of {MEBIBYTES}", mebibytes(disk.peak)),
            disk.peak <= MEBIBYTES << 20,
        ),
        (
            format!("a hash set takes {:.2}x of sparse, at least 2", hashed.cpu / sparse.cpu),
            hashed.cpu >= 2.0 * sparse.cpu,
        ),
        (
            format!("two processes {:.2}x of sparse in all, at most 1.5", many.cpu / sparse.cpu),
            many.cpu <= 1.5 * sparse.cpu,
        ),
        // Wall time depends on other load, so it decides nothing.
        (
            format!(
                "two threads {:.2}x quicker than one, 1.6 on a machine that is ours alone",
                sparse.wall / sparse_two.wall
            ),
            true,
        ),
    ];
    for (what, kept) in &promises {
        println!("{} {what}", if *kept { "  ok " } else { "NOT  " });
    }
    promises.iter().all(|(_, kept)| *kept)
}

/// Returns the load average of the last minute.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}

/// Runs it in this process.
fn hashed_row(rows: usize, columns: usize) -> Row {
    let tiles = Tiles::new(columns, rows);
    let begin = Instant::now();
    let (layers, cpu) = timing::time(|| bfs_in_hash_sets(&tiles));
    let peak = peak_bytes().unwrap_or(0);
    let name = "hashbrown, 1 thread".to_owned();
    Row { name, layers, cpu, wall: begin.elapsed().as_secs_f64(), peak, disk: None }
}

fn bfs_in_hash_sets(tiles: &Tiles) -> Vec<u64> {
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
