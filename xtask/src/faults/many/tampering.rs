//! Bytes that are changed between processes, foreign connections, secrets that differ or are
//! missing.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::{Crew, clear, codes, ended, signal};
use crate::faults::{Ran, Walk};
use crate::shell::Outcome;

#[path = "../../../../crates/cli/tests/cli/proxy.rs"]
mod proxy;

use proxy::{Proxy, Tamper};

/// Runs of each kind of change.
const TIMES: u64 = 30;

pub fn run(walk: &mut Walk) -> Outcome {
    let (all, bytes, ..) = through(walk, Tamper::Flip(0), u64::MAX)?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected;
    walk.row("a proxy that changes nothing", 1, &format!("{:?}, {bytes} bytes", codes(&all)), good);
    changes(walk, "one bit flipped", bytes, |noise| Tamper::Flip((noise % 8) as u8))?;
    changes(walk, "1 to 100 bytes dropped", bytes, |noise| Tamper::Drop(1 + noise as usize % 100))?;
    changes(walk, "1 to 100 bytes repeated", bytes, |noise| Tamper::Repeat(1 + noise as usize % 100))?;
    changes(walk, "1 to 100 bytes inserted", bytes, |noise| Tamper::Insert(1 + noise as usize % 100))?;
    changes(walk, "a direction of a link swallowed", bytes, |_| Tamper::Swallow)?;
    strangers(walk)?;
    secrets(walk)
}

/// Two processes with a proxy between them. Returns their results, the bytes that passed, whether
/// something was changed, and the time.
fn through(walk: &Walk, tamper: Tamper, at: u64) -> Outcome<(Vec<Ran>, u64, bool, Duration)> {
    clear(walk);
    let mut crew = Crew::of(2)?.with("--stall=5s");
    let proxy = Proxy::new(&crew.hosts[0], tamper, at)?;
    let listen = format!("--listen={}", std::mem::replace(&mut crew.hosts[0], proxy.place.clone()));
    let begin = Instant::now();
    let all = crew.run(walk, |number, command| {
        if number == 0 {
            command.arg(&listen);
        }
    })?;
    Ok((all, proxy.passed(), proxy.is_done(), begin.elapsed()))
}

/// Changes bytes at random places: expects the same histogram, or a code and the name of the other
/// process.
fn changes(walk: &mut Walk, fault: &str, bytes: u64, tamper: impl Fn(u64) -> Tamper) -> Outcome {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut changed, mut wrong, mut noise, mut longest) = (0, Vec::new(), 1_u64, Duration::ZERO);
    for _ in 0..TIMES {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (noise >> 20) % bytes;
        let (all, _, is_changed, time) = through(walk, tamper(noise >> 40), at)?;
        changed += u32::from(is_changed);
        longest = longest.max(time);
        let is_told = |number: usize| {
            all[number].code == Some(75) && all[number].said.contains(&format!("process {} (", 1 - number))
        };
        let is_same = all[0].code == Some(0) && all[0].table == walk.expected;
        if !(is_same || is_told(0)) || !(all[1].code == Some(0) || is_told(1)) {
            wrong.push(format!("at byte {at}: {:?} {} {}", codes(&all), all[0].said, all[1].said));
        }
        *counts.entry(codes(&all).join(" and ")).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(codes, times)| format!("{codes} {times} times")).collect();
    let end = format!("{}; at most {:.1} s; wrong: {wrong:?}", counts.join(", "), longest.as_secs_f64());
    let good = wrong.is_empty() && longest < Duration::from_secs(60);
    walk.row(fault, changed, &end, good);
    Ok(())
}

/// Foreign clients connect during the rendezvous, and one process is stopped for a while.
fn strangers(walk: &mut Walk) -> Outcome {
    clear(walk);
    let crew = Crew::of(2)?;
    let first = crew.process(walk, 0)?.spawn()?;
    let begin = Instant::now();
    while TcpStream::connect(&crew.hosts[0]).is_err() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut kept = Vec::new();
    let liar = [&b"\x89fewest2"[..], &[0; 64]].concat();
    for said in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", &[0xa5; 5000], &liar] {
        for _ in 0..100 {
            if let Ok(mut stream) = TcpStream::connect(&crew.hosts[0]) {
                let _ = stream.write_all(said);
                kept.push(stream);
            }
        }
    }
    let second = crew.process(walk, 1)?.spawn()?;
    signal(&second, "-STOP")?;
    std::thread::sleep(Duration::from_secs(6));
    signal(&second, "-CONT")?;
    let all = [ended(first)?, ended(second)?];
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected;
    let fault = format!("{} strangers, a host stopped for 6 s", kept.len());
    walk.row(&fault, 1, &format!("{:?}", codes(&all)), good);
    Ok(())
}

/// Processes with different secrets do not connect.
fn secrets(walk: &mut Walk) -> Outcome {
    for (fault, theirs) in [("another secret", "another one of enough bytes"), ("one without a secret", "")] {
        clear(walk);
        let all = Crew::of(2)?.with("--meet=3s").run(walk, |number, command| {
            if number == 1 {
                command.env("FEWEST_TOKEN", theirs);
            }
        })?;
        let good = all.iter().all(|one| one.code == Some(65) && one.said.contains("another secret"));
        walk.row(fault, 1, &format!("{:?}: {}", codes(&all), first_line(&all[1])), good);
    }
    clear(walk);
    let hosts = ["127.0.0.1:4100", "192.0.2.1:4100"].map(str::to_owned).to_vec();
    let crew = Crew { hosts, ..Crew::of(2)? };
    let one = ended(crew.process(walk, 0)?.env("FEWEST_TOKEN", "").spawn()?)?;
    let good = one.code == Some(65) && one.said.contains("without a secret");
    walk.row("no secret beyond loopback", 1, &format!("{:?}: {}", one.code, first_line(&one)), good);
    Ok(())
}

fn first_line(ran: &Ran) -> &str {
    ran.said.lines().next().unwrap_or_default()
}
