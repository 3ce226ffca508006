//! Ctrl-C and `kill -9` at random times, a hundred of each, with 1, 2, 3 and 5 threads in turn.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Ran, Walk};
use crate::shell::Outcome;

const TIMES: u32 = 100;
const THREADS: [u64; 4] = [1, 2, 3, 5];

pub fn run(walk: &mut Walk) -> Outcome {
    // Twice the time of an undisturbed search, because the machine may be busy.
    walk.clear();
    let begin = std::time::Instant::now();
    super::ran(&mut walk.on_disk(2))?;
    let longest = u64::try_from(begin.elapsed().as_micros()).unwrap_or(u64::MAX);
    for (name, signal, allowed) in [("Ctrl-C", "-INT", Some(75)), ("kill -9", "-KILL", None)] {
        disturb(walk, name, signal, allowed, longest)?;
    }
    Ok(())
}

/// Sends a signal repeatedly; a search that completes is started again.
fn disturb(walk: &mut Walk, name: &str, signal: &str, allowed: Option<i32>, longest: u64) -> Outcome {
    walk.clear();
    let mut codes: BTreeMap<String, u32> = BTreeMap::new();
    let (mut sent, mut wrong, mut noise) = (0, 0, 1_u64);
    while sent < TIMES {
        let child = walk.started(THREADS[sent as usize % THREADS.len()])?;
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
            Some(0) => walk.is_expected(&ran),
            Some(130) => !walk.folder.join("work/MANIFEST").exists(),
            Some(code) => Some(code) == allowed && ran.said.contains("go on with"),
            None => true,
        };
        wrong += u32::from(!good);
        *codes.entry(ran.code.map_or("killed".to_owned(), |code| code.to_string())).or_default() += 1;
        if ran.code == Some(0) {
            walk.clear();
        }
    }
    let codes: Vec<String> = codes.iter().map(|(code, times)| format!("{code} {times} times")).collect();
    let fault = format!("{name} at random times");
    if wrong > 0 {
        walk.row(&fault, sent, &format!("{}; {wrong} were wrong", codes.join(", ")), false);
        return Ok(());
    }
    walk.goes_on(&fault, sent, &codes.join(", "), 2)
}
