//! Processes that do not belong together: wrong lists of hosts, different options, secrets that
//! differ or are missing, foreign connections, bytes that are changed on the way.

#[path = "../../../../crates/cli/tests/cli/proxy.rs"]
mod proxy;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use proxy::{Proxy, Tamper};

use super::{Crew, clear, codes, ended, signal};
use crate::faults::{LongSearch, Ran};
use crate::shell::ChoreResult;

/// Runs of each kind of change.
const TIMES: u64 = 30;

/// Changes bytes between processes, connects to them, and gives them different secrets.
pub fn tampering(search: &mut LongSearch) -> ChoreResult {
    let (all, bytes, ..) = through(search, Tamper::Flip(0), u64::MAX)?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected;
    search.row("a proxy that changes nothing", 1, &format!("{:?}, {bytes} bytes", codes(&all)), good);
    changes(search, "one bit flipped", bytes, |noise| Tamper::Flip((noise % 8) as u8))?;
    changes(search, "1 to 100 bytes dropped", bytes, |noise| Tamper::Drop(1 + noise as usize % 100))?;
    changes(search, "1 to 100 bytes repeated", bytes, |noise| Tamper::Repeat(1 + noise as usize % 100))?;
    changes(search, "1 to 100 bytes inserted", bytes, |noise| Tamper::Insert(1 + noise as usize % 100))?;
    changes(search, "a direction of a link swallowed", bytes, |_| Tamper::Swallow)?;
    strangers(search)?;
    secrets(search)
}

/// Two processes with a proxy between them. Returns their results, the bytes that passed, and the
/// time from the change until both have ended, if something was changed.
fn through(search: &LongSearch, tamper: Tamper, at: u64) -> ChoreResult<(Vec<Ran>, u64, Option<Duration>)> {
    clear(search);
    let mut crew = Crew::of(2)?.with("--stall=5s");
    let proxy = Proxy::new(&crew.hosts[0], tamper, at)?;
    let listen = format!("--listen={}", std::mem::replace(&mut crew.hosts[0], proxy.place.clone()));
    let all = crew.run(search, |number, command| {
        if number == 0 {
            command.arg(&listen);
        }
    })?;
    Ok((all, proxy.passed(), proxy.changed_at().map(|at| at.elapsed())))
}

/// Changes bytes at random places: expects the same histogram, or a code and the name of the other
/// process.
fn changes(search: &mut LongSearch, fault: &str, bytes: u64, tamper: impl Fn(u64) -> Tamper) -> ChoreResult {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut changed, mut wrong, mut noise, mut longest) = (0, Vec::new(), 1_u64, Duration::ZERO);
    for _ in 0..TIMES {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (noise >> 20) % bytes;
        let (all, _, since) = through(search, tamper(noise >> 40), at)?;
        changed += u32::from(since.is_some());
        // A change that the handshake repairs delays nothing.
        if all.iter().any(|one| one.code != Some(0)) {
            longest = longest.max(since.unwrap_or_default());
        }
        // Where a message is lost, both may notice at once that each waits for the other.
        let is_told = |number: usize| {
            let said = &all[number].said;
            let is_named = said.contains(&format!("process {} (", 1 - number));
            all[number].code == Some(75) && (is_named || said.contains("one was lost"))
        };
        let is_same = all[0].code == Some(0) && all[0].table == search.expected;
        if !(is_same || is_told(0)) || !(all[1].code == Some(0) || is_told(1)) {
            wrong.push(format!("at byte {at}: {:?} {} {}", codes(&all), all[0].said, all[1].said));
        }
        *counts.entry(codes(&all).join(" and ")).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(codes, times)| format!("{codes} {times} times")).collect();
    let end =
        format!("{}; at most {:.1} s after it; wrong: {wrong:?}", counts.join(", "), longest.as_secs_f64());
    let good = wrong.is_empty() && longest < Duration::from_secs(60);
    search.row(fault, changed, &end, good);
    Ok(())
}

/// Foreign clients connect during the rendezvous, and one process is stopped for a while.
fn strangers(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    let crew = Crew::of(2)?;
    let first = crew.process(search, 0)?.spawn()?;
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
    let second = crew.process(search, 1)?.spawn()?;
    signal(&second, "-STOP")?;
    std::thread::sleep(Duration::from_secs(6));
    signal(&second, "-CONT")?;
    let all = [ended(first)?, ended(second)?];
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected;
    let fault = format!("{} strangers, a host stopped for 6 s", kept.len());
    search.row(&fault, 1, &format!("{:?}", codes(&all)), good);
    Ok(())
}

/// Processes with different secrets do not connect.
fn secrets(search: &mut LongSearch) -> ChoreResult {
    for (fault, theirs) in [("another secret", "another one of enough bytes"), ("one without a secret", "")] {
        clear(search);
        let all = Crew::of(2)?.with("--meet=3s").run(search, |number, command| {
            if number == 1 {
                command.env("FEWEST_TOKEN", theirs);
            }
        })?;
        let good = all.iter().all(|one| one.code == Some(65) && one.said.contains("another secret"));
        search.row(fault, 1, &format!("{:?}: {}", codes(&all), first_line(&all[1])), good);
    }
    clear(search);
    let hosts = ["127.0.0.1:4100", "192.0.2.1:4100"].map(str::to_owned).to_vec();
    let crew = Crew { hosts, ..Crew::of(2)? };
    let one = ended(crew.process(search, 0)?.env("FEWEST_TOKEN", "").spawn()?)?;
    let good = one.code == Some(65) && one.said.contains("without a secret");
    search.row("no secret beyond loopback", 1, &format!("{:?}: {}", one.code, first_line(&one)), good);
    Ok(())
}

fn first_line(ran: &Ran) -> &str {
    ran.said.lines().next().unwrap_or_default()
}

/// Wrong lists of hosts and different options: reported within 30 seconds, before the search
/// starts.
pub fn lists(search: &mut LongSearch) -> ChoreResult {
    let crew = Crew::of(2)?;
    let port = TcpListener::bind(&crew.hosts[1])?;
    told(search, "port in use", "is in use", |search| alone(search, &crew, 1))?;
    drop(port);
    told(search, "a host is missing", "was not there within 25 s", |search| alone(search, &crew, 0))?;
    let lists = [
        ("a host that cannot be reached", [&crew.hosts[0], "192.0.2.1:4100"], 0, "was not there"),
        ("the number of another host", [&crew.hosts[0], "192.0.2.1:4100"], 1, "is no address of this host"),
        ("a name that is unknown", ["no-such-host.invalid:4100", &crew.hosts[1]], 1, "is no address"),
        ("a line that is none", ["alpha 4100", &crew.hosts[1]], 1, "is no host and port"),
        ("a host twice", [&crew.hosts[1], &crew.hosts[1]], 1, "is already process 0"),
    ];
    for (fault, hosts, number, words) in lists {
        let crew = Crew { hosts: hosts.map(str::to_owned).to_vec(), ..Crew::of(2)? };
        told(search, fault, words, |search| alone(search, &crew, number))?;
    }
    let crew = Crew::of(3)?.with("--meet=4s");
    told(search, "two with the same number", "perhaps process 1 runs already", |search| {
        let first = crew.process(search, 1)?.spawn()?;
        std::thread::sleep(Duration::from_secs(1));
        let second = alone(search, &Crew { folders: "more", ..crew.clone() }, 1);
        ended(first)?;
        second
    })?;
    different_options(search)
}

/// Runs two processes with different options.
fn different_options(search: &mut LongSearch) -> ChoreResult {
    std::fs::write(search.folder.join("other.txt"), "####\n####\n####\n####\n")?;
    let first = || Ok::<_, crate::shell::Trouble>(Crew::of(2)?.with("--meet=4s"));
    let crew = first()?;
    differ(search, "another version", "is fewest 99.0", &crew, &crew, Some("99.0"))?;
    let crew = first()?;
    let second = Crew { board: "other.txt", ..crew.clone() };
    differ(search, "another puzzle", "has another puzzle", &crew, &second, None)?;
    let mut second = Crew { list: "longer.txt", ..crew.clone() };
    second.hosts.push("127.0.0.1:9".to_owned());
    second.before.push(Vec::new());
    differ(search, "another list of hosts", "another list of hosts", &crew, &second, None)
}

fn differ(
    search: &mut LongSearch,
    fault: &str,
    words: &str,
    first: &Crew,
    second: &Crew,
    version: Option<&str>,
) -> ChoreResult {
    clear(search);
    let mut command = second.process(search, 1)?;
    if let Some(version) = version {
        command.env("FEWEST_VERSION", version);
    }
    let children = [first.process(search, 0)?.spawn()?, command.spawn()?];
    let all = children.into_iter().map(ended).collect::<ChoreResult<Vec<_>>>()?;
    let said = all.iter().find(|one| one.said.contains(words));
    let good = all.iter().all(|one| one.code == Some(65)) && said.is_some();
    let line = first_line(said.unwrap_or(&all[0])).to_owned();
    search.row(fault, 1, &format!("{}: {line}", codes(&all).join(" and ")), good);
    Ok(())
}

/// Runs one process without the others.
fn alone(search: &LongSearch, crew: &Crew, number: usize) -> ChoreResult<Ran> {
    ended(crew.process(search, number)?.spawn()?)
}

fn told(
    search: &mut LongSearch,
    fault: &str,
    words: &str,
    run: impl FnOnce(&LongSearch) -> ChoreResult<Ran>,
) -> ChoreResult {
    clear(search);
    let begin = Instant::now();
    let end = run(search)?;
    let seconds = begin.elapsed().as_secs_f64();
    let good = end.code == Some(65) && end.said.contains(words) && seconds < 30.0;
    let code = end.code.map_or("killed".to_owned(), |code| code.to_string());
    search.row(fault, 1, &format!("{code} after {seconds:.1} s: {}", first_line(&end)), good);
    Ok(())
}
