//! Wrong lists of hosts, and processes with different options: reported within 30 seconds, before
//! the search starts.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use super::{Crew, clear, ended};
use crate::faults::{Ran, Walk};
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    let crew = Crew::of(2)?;
    let port = TcpListener::bind(&crew.hosts[1])?;
    told(walk, "port in use", "is in use", |walk| alone(walk, &crew, 1))?;
    drop(port);
    told(walk, "a host is missing", "was not there within 25 s", |walk| alone(walk, &crew, 0))?;
    let lists = [
        ("a host that cannot be reached", [&crew.hosts[0], "192.0.2.1:4100"], 0, "was not there"),
        ("the number of another host", [&crew.hosts[0], "192.0.2.1:4100"], 1, "is no address of this host"),
        ("a name that is unknown", ["no-such-host.invalid:4100", &crew.hosts[1]], 1, "is no address"),
        ("a line that is none", ["alpha 4100", &crew.hosts[1]], 1, "is no host and port"),
        ("a host twice", [&crew.hosts[1], &crew.hosts[1]], 1, "is already process 0"),
    ];
    for (fault, hosts, number, words) in lists {
        let crew = Crew { hosts: hosts.map(str::to_owned).to_vec(), ..Crew::of(2)? };
        told(walk, fault, words, |walk| alone(walk, &crew, number))?;
    }
    let crew = Crew::of(3)?.with("--meet=4s");
    told(walk, "two with the same number", "perhaps process 1 runs already", |walk| {
        let first = crew.process(walk, 1)?.spawn()?;
        std::thread::sleep(Duration::from_secs(1));
        let second = alone(walk, &Crew { folders: "more", ..crew.clone() }, 1);
        ended(first)?;
        second
    })?;
    strangers(walk)
}

/// Runs two processes with different options.
fn strangers(walk: &mut Walk) -> Outcome {
    std::fs::write(walk.folder.join("other.txt"), "####\n####\n####\n####\n")?;
    let first = || Ok::<_, crate::shell::Trouble>(Crew::of(2)?.with("--meet=4s"));
    let crew = first()?;
    differ(walk, "another version", "is fewest 99.0", &crew, &crew, Some("99.0"))?;
    let crew = first()?;
    let second = Crew { board: "other.txt", ..crew.clone() };
    differ(walk, "another puzzle", "has another puzzle", &crew, &second, None)?;
    let mut second = Crew { list: "longer.txt", ..crew.clone() };
    second.hosts.push("127.0.0.1:9".to_owned());
    second.before.push(Vec::new());
    differ(walk, "another list of hosts", "another list of hosts", &crew, &second, None)
}

fn differ(
    walk: &mut Walk,
    fault: &str,
    words: &str,
    first: &Crew,
    second: &Crew,
    version: Option<&str>,
) -> Outcome {
    clear(walk);
    let mut command = second.process(walk, 1)?;
    if let Some(version) = version {
        command.env("FEWEST_VERSION", version);
    }
    let children = [first.process(walk, 0)?.spawn()?, command.spawn()?];
    let all = children.into_iter().map(ended).collect::<Outcome<Vec<_>>>()?;
    let said = all.iter().find(|one| one.said.contains(words));
    let good = all.iter().all(|one| one.code == Some(65)) && said.is_some();
    let line = first_line(&said.unwrap_or(&all[0]).said).to_owned();
    walk.row(fault, 1, &format!("{}: {line}", super::codes(&all).join(" and ")), good);
    Ok(())
}

/// Runs one process without the others.
fn alone(walk: &Walk, crew: &Crew, number: usize) -> Outcome<Ran> {
    ended(crew.process(walk, number)?.spawn()?)
}

fn told(walk: &mut Walk, fault: &str, words: &str, run: impl FnOnce(&Walk) -> Outcome<Ran>) -> Outcome {
    clear(walk);
    let begin = Instant::now();
    let end = run(walk)?;
    let seconds = begin.elapsed().as_secs_f64();
    let good = end.code == Some(65) && end.said.contains(words) && seconds < 30.0;
    let code = end.code.map_or("killed".to_owned(), |code| code.to_string());
    walk.row(fault, 1, &format!("{code} after {seconds:.1} s: {}", first_line(&end.said)), good);
    Ok(())
}

fn first_line(said: &str) -> &str {
    said.lines().next().unwrap_or_default()
}
