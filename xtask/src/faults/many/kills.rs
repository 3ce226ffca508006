//! Kills each of several processes at every step of a layer, at random times, and all at once.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Crew, clear, codes, ended, gather, goes_on, signal};
use crate::faults::Walk;
use crate::faults::commits::STEPS;
use crate::shell::Outcome;

/// The steps of `crates/cluster` besides those of a commit.
const STAGES: [&str; 5] = ["expanding", "taken-in", "joined", "reported", "layer-committed"];
/// The steps where partitions move to other workers.
const MOVES: [&str; 2] = ["moved", "move-committed"];
/// The numbers of processes that resume, in turn.
const CREWS: [usize; 4] = [1, 2, 3, 5];
const TIMES: u32 = 24;

pub fn run(walk: &mut Walk) -> Outcome {
    let mut turn = 0;
    for stage in STAGES.iter().chain(&STEPS) {
        for victim in 0..2 {
            for time in [1, 9] {
                clear(walk);
                let fault = format!("{victim} of 2 killed at `{stage}`, time {time}");
                let all = Crew::of(2)?.run(walk, |number, command| {
                    if number == victim {
                        command.env("FEWEST_FAILPOINT", format!("{stage}:{time}"));
                    }
                })?;
                let other = &all[1 - victim];
                // Some steps occur only once, or at the very end.
                if all[victim].code.is_some() {
                    let good = time > 1 && all[victim].code == Some(0);
                    walk.row(&fault, 0, "the step was not reached", good);
                    continue;
                }
                let named = other.said.contains(&format!("process {victim} ("));
                if other.code != Some(0) && !(other.code == Some(75) && named) {
                    walk.row(&fault, 1, &format!("{:?}: {}", other.code, other.said), false);
                    continue;
                }
                turn += 1;
                let before = format!("the other {}", codes(&all)[1 - victim]);
                goes_on(walk, &fault, 1, &before, CREWS[turn % CREWS.len()])?;
            }
        }
    }
    for stage in MOVES {
        for victim in 0..3 {
            clear(walk);
            half_way(walk)?;
            let all = Crew::of(3)?.run(walk, |number, command| {
                if number == victim {
                    command.env("FEWEST_FAILPOINT", format!("{stage}:1"));
                }
            })?;
            let fault = format!("{victim} of 3 killed at `{stage}`");
            turn += 1;
            match all[victim].code {
                Some(code) => walk.row(&fault, 0, &format!("not killed: {code}"), false),
                None => goes_on(walk, &fault, 1, &codes(&all).join(", "), CREWS[turn % CREWS.len()])?,
            }
        }
    }
    at_random(walk, "one of them", false)?;
    at_random(walk, "all at once", true)
}

/// Prepares a search by two processes that was stopped in the middle.
pub fn half_way(walk: &mut Walk) -> Outcome {
    let children = Crew::of(2)?.start(walk, |_, _| {})?;
    super::has_layer(walk, 1, 7);
    signal(&children[1], "-KILL")?;
    for child in children {
        ended(child)?;
    }
    Ok(())
}

/// Kills repeatedly, with 2, 3, 5 and 1 processes in turn; a search that completes is started
/// again.
fn at_random(walk: &mut Walk, whom: &str, kills_all: bool) -> Outcome {
    clear(walk);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut killed, mut wrong, mut noise) = (0, Vec::new(), 1_u64);
    let mut next = || {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise >> 33
    };
    for turn in 0..TIMES as usize {
        let processes = CREWS[(turn + 1) % CREWS.len()];
        gather(walk, processes)?;
        let children = Crew::of(processes)?.start(walk, |_, _| {})?;
        std::thread::sleep(Duration::from_millis(100 + next() % 900));
        let victim = next() as usize % processes;
        for (number, child) in children.iter().enumerate() {
            if kills_all || number == victim {
                killed += u32::from(signal(child, "-KILL")?);
            }
        }
        let all = children.into_iter().map(ended).collect::<Outcome<Vec<_>>>()?;
        for one in &all {
            let name = one.code.map_or("killed".to_owned(), |code| code.to_string());
            *counts.entry(name).or_default() += 1;
            // A process that was killed during the rendezvous is reported as missing, not as lost.
            if !matches!(one.code, None | Some(0 | 75 | 65)) {
                wrong.push(one.said.clone());
            }
        }
        if all.iter().all(|one| one.code == Some(0)) {
            if all[0].table != walk.expected {
                wrong.push("another histogram".to_owned());
            }
            clear(walk);
        }
    }
    let counts: Vec<String> = counts.iter().map(|(code, times)| format!("{code} {times} times")).collect();
    let fault = format!("kill -9 at random times, {whom}");
    if !wrong.is_empty() {
        walk.row(&fault, killed, &format!("{}; wrong: {wrong:?}", counts.join(", ")), false);
        return Ok(());
    }
    goes_on(walk, &fault, killed, &counts.join(", "), 3)
}
