//! `cargo xtask faults`: the program ended at every step of a commit, and the walk taken up again with another number of threads.
//!
//! Damaged, missing and exchanged files, signals, full budgets and two processes in one folder are tests of the program
//! (`crates/cli/tests/work.rs`) and run every time; only what needs the feature `failpoints` is here.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::{Outcome, Shell, Trouble};

/// The steps of `crates/store` at which a process can be ended, in their order within a commit.
const STEPS: [&str; 8] = [
    "written",
    "synced",
    "renamed",
    "names-synced",
    "manifest-written",
    "manifest-renamed",
    "committed",
    "old-removed",
];

/// At which of the times that a process comes to a step it ends.
const TIMES: [u32; 4] = [1, 2, 7, 19];

/// Every one of the 2^20 boards of this size can be reached.
const BOARD: &str = "#####\n#####\n#####\n#####\n";

/// Runs every fault and prints a table.
pub fn run(shell: &Shell) -> Outcome {
    shell.cargo(&["build", "--release", "-p", "fewest-cli", "--features", "failpoints"]).run()?;
    let target = shell.target()?;
    let program = target.join("release/fewest");
    let folder = target.join("faults");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("board.txt"), BOARD)?;
    let (code, expected) = explore(&program, &folder, "1", None, "--tier=sparse")?;
    if code != Some(0) {
        return Err(Trouble::Failed(format!("the walk in memory ended with {code:?}")));
    }
    println!("{:18} {:>5} {:>8}  result", "step", "time", "killed");
    let mut bad = 0;
    for step in STEPS {
        for time in TIMES {
            let _ = std::fs::remove_dir_all(folder.join("work"));
            let fault = format!("{step}:{time}");
            let mut killed = 0;
            // The same fault again and again: each process comes a little farther, or the fault never comes.
            let mut found = None;
            for threads in ["2", "1", "3"] {
                let (code, layers) = explore(&program, &folder, threads, Some(&fault), "--tier=disk")?;
                if code.is_some() {
                    found = Some((code, layers));
                    break;
                }
                killed += 1;
            }
            let (code, layers) = match found {
                Some(found) => found,
                None => explore(&program, &folder, "1", None, "--tier=disk")?,
            };
            let same = code == Some(0) && layers == expected;
            bad += u32::from(!same || killed == 0);
            let result = if same { "the same histogram".to_owned() } else { format!("code {code:?}") };
            println!("{step:18} {time:>5} {killed:>8}  {result}");
        }
    }
    std::fs::remove_dir_all(&folder)?;
    if bad == 0 { Ok(()) } else { Err(Trouble::Failed(format!("{bad} faults were not survived"))) }
}

/// The exit code, or nothing if the process was killed, and the table of layers.
fn explore(
    program: &Path,
    folder: &Path,
    threads: &str,
    fault: Option<&str>,
    tier: &str,
) -> Outcome<(Option<i32>, String)> {
    let mut command = Command::new(program);
    command.args(["explore", "-q", "--csv", "--as", "lights:text", "board.txt", "--threads", threads, tier]);
    if tier == "--tier=disk" {
        // With little memory there are many runs and many parts of a layer.
        command.args(["--work", "work", "--memory", "24M"]);
    }
    command.current_dir(folder);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    if let Some(fault) = fault {
        command.env("FEWEST_FAILPOINT", fault);
    }
    let output = command.output()?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}
