//! The peer libm4ri, the best general elimination over GF(2): it solves the dense system, this
//! solver the board.

use std::process::{Command, Stdio};

use fewest::SolveOptions;

use super::program::Folder;
use super::{all_on, open, solve};
use crate::cpu;

const SOURCE: &str = include_str!("m4ri.c");
const SIDE: usize = 128;

/// Prints the row; `false` if the library finds another number of solutions.
pub fn compare() -> bool {
    let (rank, theirs) = match theirs() {
        Ok(found) => found,
        Err(why) => {
            println!("\nlibm4ri: NOT RUN ({why})");
            return true;
        }
    };
    let position = open(&all_on(SIDE));
    let how = SolveOptions { any: true, ..SolveOptions::default() };
    solve(position.as_ref(), &how);
    let times = 100;
    let (_, seconds) = cpu::time(|| (0..times).for_each(|_| drop(solve(position.as_ref(), &how))));
    let ours = seconds / f64::from(times);
    let explored = position.explore(&fewest::ExploreOptions::default(), &fewest_search::Context::default());
    let nullity =
        explored.facts.iter().find(|(name, _)| name == "nullity").and_then(|(_, value)| value.parse().ok());
    let agrees = nullity == (SIDE * SIDE).checked_sub(rank);
    println!(
        "\n{:36} {:>9} {:>9} {:>7}\n{:36} {ours:9.6} {theirs:9.3} {:6.0}x{}",
        "one solution",
        "ours",
        "libm4ri",
        "ratio",
        format!("{SIDE} x {SIDE}, all on"),
        theirs / ours,
        if agrees { "" } else { "  DISAGREES" }
    );
    agrees
}

/// Rank and CPU seconds.
fn theirs() -> Result<(usize, f64), String> {
    let folder = Folder::new()?;
    let (source, program) = (folder.0.join("m4ri.c"), folder.0.join("m4ri"));
    std::fs::write(&source, SOURCE).map_err(|error| error.to_string())?;
    let compile = || {
        let mut command = Command::new("cc");
        command.arg("-O2").arg("-o").arg(&program).arg(&source).args(["-lm4ri", "-lm"]);
        succeeds(&mut command)
    };
    if !compile() {
        // Debian's package, if it can be installed.
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--quiet", "libm4ri-dev"]).env("DEBIAN_FRONTEND", "noninteractive");
        if !succeeds(&mut install) || !compile() {
            return Err("no libm4ri-dev here, and it cannot be installed".to_owned());
        }
    }
    let output = Command::new(&program).arg(SIDE.to_string()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers =
        text.trim().split_once(' ').and_then(|(rank, time)| rank.parse().ok().zip(time.parse().ok()));
    numbers.ok_or_else(|| format!("it said {text:?}"))
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
