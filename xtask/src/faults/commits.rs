//! Kills the process at every step of a commit and resumes with another number of threads.

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

/// The occurrences of a step at which the process is killed.
const TIMES: [u32; 4] = [1, 2, 7, 19];

pub fn run(walk: &mut Walk) -> Outcome {
    for step in STEPS {
        for time in TIMES {
            walk.clear();
            let mut killed = 0;
            // The fault is repeated: each process makes progress, until the fault does not occur.
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
