//! `fewest explore` in several processes: the same histogram as with one, whatever happens to them, or a code that says why not.
#![cfg(feature = "cluster")]

mod harness;

use std::net::TcpListener;
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use harness::{Folder, Run};
use serde_json::Value;

/// Lights on 4 x 4 cells: 2^12 boards can be reached.
const LIGHTS: &str = "####\n####\n####\n####\n";

fn explored(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{run:?}");
    run.document()["explored"].clone()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn must_show_1_two_and_three_local_processes_see_the_same() {
    let folder = Folder::new();
    let explore = ["explore", "--json", "eight-hardest", "--farthest=2"];
    let expected = explored(&folder.run(&explore));
    let sum: u64 = expected["layers"].as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
    assert_eq!(sum, 181_440);
    for (local, threads) in [("1", "2"), ("2", "1"), ("3", "1"), ("2", "2")] {
        let work = format!("--work=w{local}{threads}");
        let options = ["--local", local, "--threads", threads, &work, "--memory=400M", "--meet=100s"];
        let run = folder.run(&[&explore[..], &options].concat());
        assert_eq!(explored(&run), expected, "{local} processes of {threads} threads");
        let workers = local.parse::<u32>().unwrap_or(0) * threads.parse::<u32>().unwrap_or(0);
        assert!(run.err.contains(&format!("[0] {workers} workers in {local} processes")), "{run:?}");
        assert!(run.document()["stats"]["cpu_seconds"].as_f64() > Some(0.0), "{run:?}");
    }
    // A finished walk is answered again, by another number of processes too.
    let again =
        folder.run(&[&explore[..], &["--local=2", "--work=w31", "--memory=400M", "--meet=100s"]].concat());
    assert_eq!(explored(&again), expected);
}

#[test]
fn every_family_and_metric_sees_the_same() {
    let folder = Folder::with("lights.txt", LIGHTS);
    for puzzle in [
        &["klotski"][..],
        &["klotski", "--metric=paths"],
        &["--as=lights:text", "lights.txt"],
        &["triangle:5"],
        &["triangle:5", "--metric=moves"],
    ] {
        let explore = [&["explore", "--json"], puzzle].concat();
        let expected = explored(&folder.run(&explore));
        let _ = std::fs::remove_dir_all(folder.path("w"));
        let run =
            folder.run(&[&explore[..], &["--local=2", "--work=w", "--memory=400M", "--meet=100s"]].concat());
        assert_eq!(explored(&run), expected, "{puzzle:?}");
    }
}

/// A list of processes on this machine, with ports that were free a moment ago.
fn hosts(folder: &Folder, processes: usize) {
    let taken: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let lines = taken.iter().map(|port| format!("{}\n", port.local_addr().expect("an address")));
    folder.write("hosts.txt", lines.collect::<String>());
}

/// One process of the list, in a folder of its own.
fn process(folder: &Folder, number: usize, options: &[&str]) -> Child {
    let (number, work) = (number.to_string(), format!("--work=w/{number}"));
    let explore = ["explore", "--json", "--hosts=hosts.txt", "--process", &number, &work];
    let limits = ["--threads=1", "--memory=100M", "--meet=30s", "--stall=120s"];
    let mut command = folder.command(&[&explore[..], &limits, options].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

fn ended(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

/// Lights on 4 x 5 cells: every one of the 2^20 boards can be reached.
const MANY: &str = "#####\n#####\n#####\n#####\n";

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_ends_the_others_and_three_go_on() {
    let folder = Folder::with("board.txt", MANY);
    let puzzle = ["--as=lights:text", "board.txt"];
    let expected = explored(&folder.run(&[&["explore", "--json"][..], &puzzle].concat()));
    hosts(&folder, 2);
    let (first, mut second) = (process(&folder, 0, &puzzle), process(&folder, 1, &puzzle));
    // Some layers are complete.
    let manifest = folder.path("w/1/part-0000-0001-of-0002/MANIFEST");
    let has_layers = || std::fs::read_to_string(&manifest).is_ok_and(|text| text.contains("layer-006"));
    while !has_layers() && second.try_wait().expect("it can be asked").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    second.kill().expect("it can be killed");
    let (first, second) = (ended(first), ended(second));
    assert_eq!(second.status.code(), None, "it was killed at work");
    assert_eq!(first.status.code(), Some(75), "{}", text(&first.stderr));
    let said = text(&first.stderr);
    assert!(said.contains("process 1 (127.0.0.1:") && said.contains(") is gone"), "{said}");
    assert!(said.contains("start all processes again"), "{said}");
    hosts(&folder, 3);
    let all: Vec<Child> = (0..3).map(|number| process(&folder, number, &puzzle)).collect();
    let all: Vec<Output> = all.into_iter().map(ended).collect();
    for one in &all {
        assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    }
    let document: Value = serde_json::from_slice(&all[0].stdout).expect("a document");
    assert_eq!(document["explored"], expected);
    assert!(all[1].stdout.is_empty() && all[2].stdout.is_empty(), "the first has the answer");
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_one_process_ends_all_and_all_go_on() {
    let folder = Folder::with("board.txt", MANY);
    let puzzle = ["--as=lights:text", "board.txt"];
    hosts(&folder, 2);
    let (first, mut second) = (process(&folder, 0, &puzzle), process(&folder, 1, &puzzle));
    let manifest = folder.path("w/0/part-0000-0000-of-0002/MANIFEST");
    while !manifest.exists() && second.try_wait().expect("it can be asked").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    harness::signal(&second, "-INT");
    let (first, second) = (ended(first), ended(second));
    assert_eq!((first.status.code(), second.status.code()), (Some(75), Some(75)), "{}", text(&first.stderr));
    assert!(text(&first.stderr).contains("has ended: it was interrupted"), "{}", text(&first.stderr));
    let all = [process(&folder, 0, &puzzle), process(&folder, 1, &puzzle)].map(ended);
    assert!(all.iter().all(|one| one.status.code() == Some(0)), "{}", text(&all[0].stderr));
}

#[test]
fn lists_that_are_wrong_are_65_and_say_what_to_do() {
    let folder = Folder::new();
    let fails = |options: &[&str], words: &str| {
        let run =
            folder.run(&[&["explore", "eight-easy", "--hosts=hosts.txt", "--work=w"][..], options].concat());
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    };
    fails(&["--process=0"], "cannot read the list of hosts `hosts.txt`");
    folder.write("hosts.txt", "alpha:4000\nbeta\n");
    fails(&["--process=0"], "`beta` is no host and port");
    folder.write("hosts.txt", "127.0.0.1:4000\n127.0.0.1:4000\n");
    fails(&["--process=0"], "is already process 0");
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = port.local_addr().expect("an address");
    folder.write("hosts.txt", format!("127.0.0.1:1\n{place}\n"));
    fails(&["--process=1"], "is in use: perhaps process 1 runs already");
    drop(port);
    fails(&["--process=1", "--meet=300ms"], "process 0 (`127.0.0.1:1`) was not there within 0.3 s");
    let usage = folder.run(&["explore", "eight-easy", "--hosts=hosts.txt", "--process=2", "--work=w"]);
    assert_eq!(usage.code, 2, "{usage:?}");
    assert_eq!(folder.run(&["explore", "eight-easy", "--local=2"]).code, 2, "a folder is needed");
}

#[test]
fn other_puzzles_and_folders_of_others_are_65() {
    let folder = Folder::new();
    hosts(&folder, 2);
    let all = [process(&folder, 0, &["eight-easy"]), process(&folder, 1, &["klotski"])].map(ended);
    let said = text(&all[0].stderr) + &text(&all[1].stderr);
    assert!(all.iter().all(|one| one.status.code() == Some(65)), "{said}");
    assert!(said.contains("has another puzzle"), "{said}");
    assert_eq!(folder.run(&["explore", "--tier=disk", "klotski", "--work=alone"]).code, 0);
    let run = folder.run(&["explore", "klotski", "--work=alone", "--local=2"]);
    assert!(run.code == 65 && run.err.contains("holds a walk by one process"), "{run:?}");
    assert_eq!(
        folder.run(&["explore", "klotski", "--work=many", "--local=2", "--memory=400M", "--meet=100s"]).code,
        0
    );
    let run =
        folder.run(&["explore", "eight-easy", "--work=many", "--local=2", "--memory=400M", "--meet=100s"]);
    assert!(run.code == 65 && run.err.contains("belongs to another puzzle"), "{run:?}");
    std::fs::remove_dir_all(folder.path("many/process-1")).expect("it is there");
    let run = folder.run(&["explore", "klotski", "--work=many", "--local=2", "--memory=400M", "--meet=100s"]);
    assert!(run.code == 65 && run.err.contains("is in the folder of none of the processes"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn launch_starts_every_host_and_passes_on_what_they_say() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    hosts(&folder, 2);
    // The same machine under two names.
    let list = folder.read("hosts.txt");
    folder.write("hosts.txt", list.replacen("127.0.0.1", "localhost", 1));
    // In place of ssh: every name of a host has a folder, and the rest is what a shell there would run.
    folder.write("ssh", "#!/bin/sh\nmkdir -p \"$1\" && cd \"$1\" && shift && exec sh -c \"$*\"\n");
    let script = folder.path("ssh");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let (ssh, program) =
        (script.to_string_lossy().into_owned(), harness::program().to_string_lossy().into_owned());
    let launch = ["launch", "--ssh", &ssh, "--program", &program, "hosts.txt"];
    let explore = ["explore", "--json", "eight-easy", "--threads=1", "--memory=100M", "--work=my layers"];
    let run = folder.run(&[&launch[..], &explore].concat());
    assert_eq!(explored(&run), explored(&folder.run(&["explore", "--json", "eight-easy"])));
    assert!(run.err.contains("[0] 2 workers in 2 processes"), "{run:?}");
    assert!(folder.path("localhost/my layers").is_dir() && folder.path("127.0.0.1/my layers").is_dir());
    let run = folder.run(&[&launch[..], &explore[..5]].concat());
    assert_eq!(run.code, 2, "without a folder it cannot work: {run:?}");
    assert_eq!(folder.run(&["launch", "hosts.txt", "solve", "eight-easy"]).code, 2);
}
