//! Processes that are stopped, and links that are slow, lossy or cut, between two network
//! namespaces of this machine if that is permitted.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Crew, clear, codes, ended, goes_on, has_layer, signal};
use crate::faults::Walk;
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    stopped_for_a_while(walk)?;
    stopped_for_ever(walk)?;
    let Some(networks) = Networks::new() else {
        println!("{:38} {:>7}  NOT RUN: networks cannot be made here", "slow, lossy and cut links", 0);
        return Ok(());
    };
    links(walk, &networks)
}

fn stopped_for_a_while(walk: &mut Walk) -> Outcome {
    clear(walk);
    let children = Crew::of(2)?.start(walk, |_, _| {})?;
    has_layer(walk, 1, 5);
    signal(&children[1], "-STOP")?;
    std::thread::sleep(Duration::from_secs(10));
    signal(&children[1], "-CONT")?;
    let all = children.into_iter().map(ended).collect::<Outcome<Vec<_>>>()?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected;
    let end =
        if good { "the same histogram".to_owned() } else { format!("{:?} {}", codes(&all), all[0].said) };
    walk.row("1 of 2 stopped for 10 s", 1, &end, good);
    Ok(())
}

fn stopped_for_ever(walk: &mut Walk) -> Outcome {
    clear(walk);
    let mut children = Crew::of(2)?.with("--stall=3s").start(walk, |_, _| {})?;
    has_layer(walk, 1, 5);
    signal(&children[1], "-STOP")?;
    let first = ended(children.remove(0))?;
    signal(&children[0], "-KILL")?;
    ended(children.remove(0))?;
    let fault = "1 of 2 stopped for ever";
    if first.code == Some(75)
        && first.said.contains("process 1 (")
        && first.said.contains("has said nothing for 3 s")
    {
        return goes_on(walk, fault, 1, "75 after 3 s", 3);
    }
    walk.row(fault, 1, &format!("{:?}: {}", first.code, first.said), false);
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

    fn crew(&self) -> Outcome<Crew> {
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

fn links(walk: &mut Walk, networks: &Networks) -> Outcome {
    clear(walk);
    let all = networks.crew()?.run(walk, |_, _| {})?;
    let good = |walk: &Walk, all: &[super::Ran]| {
        all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected
    };
    let is_good = good(walk, &all);
    walk.row("two networks", 1, &format!("{:?}", codes(&all)), is_good);
    for (fault, how) in [
        ("100 ms and 5 % loss each way", "netem delay 100ms loss 5%"),
        // It also keeps the search from completing before the link is cut.
        ("8 Mbit/s, and what is more is dropped", "tbf rate 8mbit burst 8kb limit 20kb"),
    ] {
        if !networks.disturb(how) {
            println!("{fault:38} {:>7}  NOT RUN: this kernel cannot do that", 0);
            continue;
        }
        clear(walk);
        let all = networks.crew()?.run(walk, |_, _| {})?;
        let is_good = good(walk, &all);
        walk.row(fault, 1, &format!("{:?}", codes(&all)), is_good);
    }
    clear(walk);
    let mut children = networks.crew()?.start(walk, |_, _| {})?;
    has_layer(walk, 1, 4);
    networks.link("down");
    std::thread::sleep(Duration::from_secs(25));
    networks.link("up");
    // The processes are still running.
    let waited = children.iter_mut().all(|child| child.try_wait().is_ok_and(|end| end.is_none()));
    let all = children.into_iter().map(ended).collect::<Outcome<Vec<_>>>()?;
    let is_good = waited && good(walk, &all);
    walk.row("a link cut for 25 s", 1, &format!("{:?}, after waiting: {waited}", codes(&all)), is_good);
    clear(walk);
    let children = networks.crew()?.with("--stall=4s").start(walk, |_, _| {})?;
    has_layer(walk, 1, 4);
    networks.link("down");
    let all = children.into_iter().map(ended).collect::<Outcome<Vec<_>>>()?;
    networks.link("up");
    let silent = all.iter().all(|one| one.code == Some(75) && one.said.contains("has said nothing for 4 s"));
    let fault = "a link cut for ever";
    if silent {
        return goes_on(walk, fault, 1, "75 and 75 after 4 s", 1);
    }
    walk.row(fault, 1, &format!("{:?}: {} {}", codes(&all), all[0].said, all[1].said), false);
    Ok(())
}
