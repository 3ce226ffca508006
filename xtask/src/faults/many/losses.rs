//! Processes that are lost: each is killed at every step of a layer, at random times, all at once;
//! some are stopped; links are slow, lossy or cut, between two network namespaces of this machine
//! if that is permitted.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Crew, clear, codes, ended, gather, goes_on, has_layer, signal};
use crate::faults::LongSearch;
use crate::faults::kills::STEPS;
use crate::shell::ChoreResult;

/// The steps of `crates/cluster` besides those of a commit.
const STAGES: [&str; 5] = ["expanding", "taken-in", "joined", "reported", "layer-committed"];
/// The steps where partitions move to other workers.
const MOVES: [&str; 2] = ["moved", "move-committed"];
/// The numbers of processes that resume, in turn.
const CREWS: [usize; 4] = [1, 2, 3, 5];
const TIMES: u32 = 24;

/// Kills processes, and resumes with other numbers of them.
pub fn kills(search: &mut LongSearch) -> ChoreResult {
    let mut turn = 0;
    for stage in STAGES.iter().chain(&STEPS) {
        for victim in 0..2 {
            for time in [1, 9] {
                clear(search);
                let fault = format!("{victim} of 2 killed at `{stage}`, time {time}");
                let all = Crew::of(2)?.run(search, |number, command| {
                    if number == victim {
                        command.env("FEWEST_FAILPOINT", format!("{stage}:{time}"));
                    }
                })?;
                let other = &all[1 - victim];
                // Some steps occur only once, or at the very end.
                if all[victim].code.is_some() {
                    let good = time > 1 && all[victim].code == Some(0);
                    search.row(&fault, 0, "the step was not reached", good);
                    continue;
                }
                let named = other.said.contains(&format!("process {victim} ("));
                if other.code != Some(0) && !(other.code == Some(75) && named) {
                    search.row(&fault, 1, &format!("{:?}: {}", other.code, other.said), false);
                    continue;
                }
                turn += 1;
                let before = format!("the other {}", codes(&all)[1 - victim]);
                goes_on(search, &fault, 1, &before, CREWS[turn % CREWS.len()])?;
            }
        }
    }
    for stage in MOVES {
        for victim in 0..3 {
            clear(search);
            half_way(search)?;
            let all = Crew::of(3)?.run(search, |number, command| {
                if number == victim {
                    command.env("FEWEST_FAILPOINT", format!("{stage}:1"));
                }
            })?;
            let fault = format!("{victim} of 3 killed at `{stage}`");
            turn += 1;
            match all[victim].code {
                Some(code) => search.row(&fault, 0, &format!("not killed: {code}"), false),
                None => goes_on(search, &fault, 1, &codes(&all).join(", "), CREWS[turn % CREWS.len()])?,
            }
        }
    }
    at_random(search, "one of them", false)?;
    at_random(search, "all at once", true)
}

/// Prepares a search by two processes that was stopped in the middle.
fn half_way(search: &mut LongSearch) -> ChoreResult {
    let children = Crew::of(2)?.start(search, |_, _| {})?;
    has_layer(search, 1, 7);
    signal(&children[1], "-KILL")?;
    for child in children {
        ended(child)?;
    }
    Ok(())
}

/// Kills repeatedly, with 2, 3, 5 and 1 processes in turn; a search that completes is started
/// again.
fn at_random(search: &mut LongSearch, whom: &str, kills_all: bool) -> ChoreResult {
    clear(search);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut killed, mut wrong, mut noise) = (0, Vec::new(), 1_u64);
    let mut next = || {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise >> 33
    };
    for turn in 0..TIMES as usize {
        let processes = CREWS[(turn + 1) % CREWS.len()];
        gather(search, processes)?;
        let children = Crew::of(processes)?.start(search, |_, _| {})?;
        std::thread::sleep(Duration::from_millis(100 + next() % 900));
        let victim = next() as usize % processes;
        for (number, child) in children.iter().enumerate() {
            if kills_all || number == victim {
                killed += u32::from(signal(child, "-KILL")?);
            }
        }
        let all = children.into_iter().map(ended).collect::<ChoreResult<Vec<_>>>()?;
        for one in &all {
            let name = one.code.map_or("killed".to_owned(), |code| code.to_string());
            *counts.entry(name).or_default() += 1;
            // A process that was killed during the rendezvous is reported as missing, not as lost.
            if !matches!(one.code, None | Some(0 | 75 | 65)) {
                wrong.push(one.said.clone());
            }
        }
        if all.iter().all(|one| one.code == Some(0)) {
            if all[0].table != search.expected {
                wrong.push("another histogram".to_owned());
            }
            clear(search);
        }
    }
    let counts: Vec<String> = counts.iter().map(|(code, times)| format!("{code} {times} times")).collect();
    let fault = format!("kill -9 at random times, {whom}");
    if !wrong.is_empty() {
        search.row(&fault, killed, &format!("{}; wrong: {wrong:?}", counts.join(", ")), false);
        return Ok(());
    }
    goes_on(search, &fault, killed, &counts.join(", "), 3)
}

/// Stops processes, and disturbs and cuts links.
pub fn silence(search: &mut LongSearch) -> ChoreResult {
    stopped_for_a_while(search)?;
    stopped_for_ever(search)?;
    let Some(networks) = Networks::new() else {
        println!("{:38} {:>7}  NOT RUN: networks cannot be made here", "slow, lossy and cut links", 0);
        return Ok(());
    };
    links(search, &networks)
}

fn stopped_for_a_while(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    let children = Crew::of(2)?.start(search, |_, _| {})?;
    has_layer(search, 1, 5);
    signal(&children[1], "-STOP")?;
    std::thread::sleep(Duration::from_secs(10));
    signal(&children[1], "-CONT")?;
    let all = children.into_iter().map(ended).collect::<ChoreResult<Vec<_>>>()?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected;
    let end =
        if good { "the same histogram".to_owned() } else { format!("{:?} {}", codes(&all), all[0].said) };
    search.row("1 of 2 stopped for 10 s", 1, &end, good);
    Ok(())
}

fn stopped_for_ever(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    let mut children = Crew::of(2)?.with("--stall=3s").start(search, |_, _| {})?;
    has_layer(search, 1, 5);
    signal(&children[1], "-STOP")?;
    let first = ended(children.remove(0))?;
    signal(&children[0], "-KILL")?;
    ended(children.remove(0))?;
    let fault = "1 of 2 stopped for ever";
    if first.code == Some(75)
        && first.said.contains("process 1 (")
        && first.said.contains("has sent no heartbeat for 3 s")
    {
        return goes_on(search, fault, 1, "75 after 3 s", 3);
    }
    search.row(fault, 1, &format!("{:?}: {}", first.code, first.said), false);
    Ok(())
}

/// Two network namespaces with a link between them.
struct Networks;

const NAMES: [&str; 2] = ["fewest-0", "fewest-1"];
const PLACES: [&str; 2] = ["10.77.77.1", "10.77.77.2"];

fn ip(words: &str) -> bool {
    let mut command = Command::new(words.split(' ').next().unwrap_or("ip"));
    command.args(words.split(' ').skip(1)).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Networks {
    fn new() -> Option<Self> {
        let networks = Self;
        // Removes leftovers of an earlier run.
        networks.remove();
        let mut made = NAMES.iter().all(|name| ip(&format!("ip netns add {name}")));
        made &= ip(&format!(
            "ip link add fewest-a netns {} type veth peer name fewest-b netns {}",
            NAMES[0], NAMES[1]
        ));
        for ((name, device), place) in NAMES.iter().zip(["fewest-a", "fewest-b"]).zip(PLACES) {
            made = made
                && ip(&format!("ip -n {name} address add {place}/24 dev {device}"))
                && ip(&format!("ip -n {name} link set {device} up"))
                && ip(&format!("ip -n {name} link set lo up"));
        }
        made.then_some(networks)
    }

    fn remove(&self) {
        for name in NAMES {
            ip(&format!("ip netns del {name}"));
        }
    }

    /// Makes the link slow or lossy in both directions. Returns `false` if that is not possible
    /// here.
    fn disturb(&self, how: &str) -> bool {
        let devices = NAMES.iter().zip(["fewest-a", "fewest-b"]);
        devices.into_iter().all(|(name, device)| {
            ip(&format!("ip netns exec {name} tc qdisc replace dev {device} root {how}"))
        })
    }

    fn link(&self, state: &str) -> bool {
        ip(&format!("ip -n {} link set fewest-a {state}", NAMES[0]))
    }

    fn crew(&self) -> ChoreResult<Crew> {
        let before = NAMES.map(|name| ["ip", "netns", "exec", name].map(str::to_owned).to_vec());
        let hosts = PLACES.map(|place| format!("{place}:4100"));
        Ok(Crew { hosts: hosts.to_vec(), before: before.to_vec(), ..Crew::of(2)? })
    }
}

impl Drop for Networks {
    fn drop(&mut self) {
        self.remove();
    }
}

fn links(search: &mut LongSearch, networks: &Networks) -> ChoreResult {
    clear(search);
    let all = networks.crew()?.run(search, |_, _| {})?;
    let good = |search: &LongSearch, all: &[super::Ran]| {
        all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected
    };
    let is_good = good(search, &all);
    search.row("two networks", 1, &format!("{:?}", codes(&all)), is_good);
    for (fault, how) in [
        ("100 ms and 5 % loss each way", "netem delay 100ms loss 5%"),
        // It also keeps the search from completing before the link is cut.
        ("8 Mbit/s, and what is more is dropped", "tbf rate 8mbit burst 8kb limit 20kb"),
    ] {
        if !networks.disturb(how) {
            println!("{fault:38} {:>7}  NOT RUN: this kernel cannot do that", 0);
            continue;
        }
        clear(search);
        let all = networks.crew()?.run(search, |_, _| {})?;
        let is_good = good(search, &all);
        search.row(fault, 1, &format!("{:?}", codes(&all)), is_good);
    }
    clear(search);
    let mut children = networks.crew()?.start(search, |_, _| {})?;
    has_layer(search, 1, 4);
    networks.link("down");
    std::thread::sleep(Duration::from_secs(25));
    networks.link("up");
    // The processes are still running.
    let waited = children.iter_mut().all(|child| child.try_wait().is_ok_and(|end| end.is_none()));
    let all = children.into_iter().map(ended).collect::<ChoreResult<Vec<_>>>()?;
    let is_good = waited && good(search, &all);
    search.row("a link cut for 25 s", 1, &format!("{:?}, after waiting: {waited}", codes(&all)), is_good);
    clear(search);
    let children = networks.crew()?.with("--stall=4s").start(search, |_, _| {})?;
    has_layer(search, 1, 4);
    networks.link("down");
    let all = children.into_iter().map(ended).collect::<ChoreResult<Vec<_>>>()?;
    networks.link("up");
    let silent =
        all.iter().all(|one| one.code == Some(75) && one.said.contains("has sent no heartbeat for 4 s"));
    let fault = "a link cut for ever";
    if silent {
        return goes_on(search, fault, 1, "75 and 75 after 4 s", 1);
    }
    search.row(fault, 1, &format!("{:?}: {} {}", codes(&all), all[0].said, all[1].said), false);
    Ok(())
}
