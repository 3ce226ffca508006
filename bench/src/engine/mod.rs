//! The overhead of the engine: instructions of the same search in `fewest-search` and in a
//! hand-written loop.
//!
//! Both sides use the same data structures and give the same layers. Instructions are counted by
//! valgrind, because they do not depend on the load of the machine.

pub mod by_hand;

use std::process::{Command, Stdio};

use fewest_search::{Aim, Context, bfs};

use by_hand::Tiles;

/// The largest allowed overhead.
const LIMIT: f64 = 1.15;

/// State spaces by name: one that fits into the small table, one that continues with sorted layers.
fn space(name: &str) -> Option<Tiles> {
    match name {
        "3x3" => Some(Tiles::new(3, 3)),
        "2x5" => Some(Tiles::new(5, 2)),
        _ => None,
    }
}

/// Counts both sides. Returns `false` if the overhead is too large.
pub fn bench() -> bool {
    println!("\nengine: instructions of a walk through all positions, one thread");
    println!("{:24} {:>10} {:>16} {:>16} {:>7}", "space", "positions", "by hand", "engine", "ratio");
    let mut good = true;
    for name in ["3x3", "2x5"] {
        let (hand, engine) = (count(name, "by-hand"), count(name, "engine"));
        let (Some((positions, hand)), Some((same, engine))) = (hand, engine) else {
            println!("{name:24} NOT RUN (is valgrind installed?)");
            return false;
        };
        assert_eq!(positions, same, "both sides walk through the same space");
        let ratio = engine as f64 / hand as f64;
        good &= ratio <= LIMIT;
        let remark = if ratio <= LIMIT { "" } else { "  above the limit" };
        println!(
            "{:24} {positions:10} {hand:16} {engine:16} {ratio:6.3}x{remark}",
            format!("sliding tiles {name}")
        );
    }
    good
}

/// Runs one side under valgrind: (positions, instructions).
fn count(space: &str, side: &str) -> Option<(u64, u64)> {
    let own = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(["engine", space, side])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let positions = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected :"))?.1;
    Some((positions, collected.trim().parse().ok()?))
}

/// Runs one side and prints the number of positions.
pub fn one_side(name: &str, side: &str) -> bool {
    let Some(tiles) = space(name) else { return false };
    let layers = match side {
        "engine" => bfs(&tiles, &Context::default(), Aim::Everything).layer_sizes(),
        "by-hand" => by_hand::bfs(&tiles),
        _ => return false,
    };
    println!("{}", layers.iter().sum::<u64>());
    true
}
