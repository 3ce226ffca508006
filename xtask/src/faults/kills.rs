//! Kills the process at every step of a commit, and sends it Ctrl-C and `kill -9` at random times.
//! It resumes with another number of threads.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{LongSearch, Ran, ran};
use crate::shell::ChoreResult;

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
const OCCURRENCES: [u32; 4] = [1, 2, 7, 19];
/// How often each signal is sent.
const TIMES: u32 = 100;
/// The numbers of threads, in turn.
const THREADS: [u64; 4] = [1, 2, 3, 5];

pub fn run(search: &mut LongSearch) -> ChoreResult {
    at_steps(search)?;
    at_random(search)
}

fn at_steps(search: &mut LongSearch) -> ChoreResult {
    for step in STEPS {
        for time in OCCURRENCES {
            search.clear();
            let mut killed = 0;
            // The fault is repeated: each process makes progress, until the fault does not occur.
            for threads in [2, 1, 3] {
                let mut command = search.on_disk(threads);
                let ran = ran(command.env("FEWEST_FAILPOINT", format!("{step}:{time}")))?;
                if ran.code.is_some() {
                    break;
                }
                killed += 1;
            }
            let fault = format!("killed at `{step}`, time {time}");
            if killed == 0 {
                search.row(&fault, 0, "the step was never reached", false);
            } else {
                search.goes_on(&fault, killed, "", 1)?;
            }
        }
    }
    Ok(())
}

/// Sends signals at random times.
fn at_random(search: &mut LongSearch) -> ChoreResult {
    // Twice the time of an undisturbed search, because the machine may be busy.
    search.clear();
    let begin = std::time::Instant::now();
    ran(&mut search.on_disk(2))?;
    let longest = u64::try_from(begin.elapsed().as_micros()).unwrap_or(u64::MAX);
    for (name, signal, allowed) in [("Ctrl-C", "-INT", Some(75)), ("kill -9", "-KILL", None)] {
        disturb(search, name, signal, allowed, longest)?;
    }
    Ok(())
}

/// Sends a signal repeatedly; a search that completes is started again.
fn disturb(
    search: &mut LongSearch,
    name: &str,
    signal: &str,
    allowed: Option<i32>,
    longest: u64,
) -> ChoreResult {
    search.clear();
    let mut codes: BTreeMap<String, u32> = BTreeMap::new();
    let (mut sent, mut wrong, mut noise) = (0, 0, 1_u64);
    while sent < TIMES {
        let child = search.started(THREADS[sent as usize % THREADS.len()])?;
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((noise >> 33) % longest.max(1)));
        let is_sent = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .output()?
            .status
            .success();
        sent += u32::from(is_sent);
        let output = child.wait_with_output()?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ran = Ran { code: output.status.code(), table: text(&output.stdout), said: text(&output.stderr) };
        // A signal may arrive before the handler is installed, before anything is stored, or after
        // the end.
        let good = match ran.code {
            Some(0) => search.is_expected(&ran),
            Some(130) => !search.folder.join("work/MANIFEST").exists(),
            Some(code) => Some(code) == allowed && ran.said.contains("go on with"),
            None => true,
        };
        wrong += u32::from(!good);
        *codes.entry(ran.code.map_or("killed".to_owned(), |code| code.to_string())).or_default() += 1;
        if ran.code == Some(0) {
            search.clear();
        }
    }
    let codes: Vec<String> = codes.iter().map(|(code, times)| format!("{code} {times} times")).collect();
    let fault = format!("{name} at random times");
    if wrong > 0 {
        search.row(&fault, sent, &format!("{}; {wrong} were wrong", codes.join(", ")), false);
        return Ok(());
    }
    search.goes_on(&fault, sent, &codes.join(", "), 2)
}
