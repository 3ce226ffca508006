//! The process ends, as by `kill -9`, at every step of a commit, and goes on with another number of threads.

use super::{Walk, ran};
use crate::shell::Outcome;

/// The steps of `crates/store`, in their order within a commit.
pub const STEPS: [&str; 9] = [
    "written",
    "synced",
    "renamed",
    "run-removed",
    "names-synced",
    "manifest-written",
    "manifest-renamed",
    "committed",
    "old-removed",
];

/// At which of the times that a process comes to a step it ends.
const TIMES: [u32; 4] = [1, 2, 7, 19];

pub fn run(walk: &mut Walk) -> Outcome {
    for step in STEPS {
        for time in TIMES {
            walk.clear();
            let mut killed = 0;
            // The same fault again and again: each process comes a little farther, or the fault never comes.
            for threads in [2, 1, 3] {
                let mut command = walk.on_disk(threads);
                let ran = ran(command.env("FEWEST_FAILPOINT", format!("{step}:{time}")))?;
                if ran.code.is_some() {
                    break;
                }
                killed += 1;
            }
            let fault = format!("killed at `{step}`, time {time}");
            if killed == 0 {
                walk.row(&fault, 0, "the step was never reached", false);
            } else {
                walk.goes_on(&fault, killed, "", 1)?;
            }
        }
    }
    Ok(())
}
