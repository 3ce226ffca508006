//! `fewest explore` in several processes: under every fault the same histogram as with one process,
//! or the exit code of the fault.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Folder, Run};
use crate::proxy::{Proxy, Tamper};
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
fn one_to_three_local_processes_have_the_same_histogram() {
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
        let processes = if local == "1" { "1 process:".to_owned() } else { format!("{local} processes:") };
        assert!(run.err.contains(&format!("[0] {workers} workers in {processes}")), "{run:?}");
        assert!(run.document()["stats"]["cpu_seconds"].as_f64() > Some(0.0), "{run:?}");
    }
    // A finished search is answered again, also by another number of processes.
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
    started(&mut prepared(folder, number, options))
}

fn started(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

fn prepared(folder: &Folder, number: usize, options: &[&str]) -> Command {
    let (number, work) = (number.to_string(), format!("--work=w/{number}"));
    let explore = ["explore", "--json", "--hosts=hosts.txt", "--process", &number, &work];
    // An option of the caller replaces the default.
    let limits = ["--threads=1", "--memory=100M", "--meet=30s", "--stall=120s"];
    let limits = limits.into_iter().filter(|limit| {
        let name = limit.split('=').next().unwrap_or_default();
        !options.iter().any(|option| option.starts_with(name))
    });
    let limits: Vec<&str> = limits.collect();
    let mut command = folder.command(&[&explore[..], &limits, options].concat());
    command.env_remove("FEWEST_TOKEN");
    command
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
    crate::harness::signal(&second, "-INT");
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
    assert!(run.code == 65 && run.err.contains("holds a search by one process"), "{run:?}");
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
    let folder = Folder::new();
    hosts(&folder, 2);
    // The same machine under two names.
    let list = folder.read("hosts.txt");
    folder.write("hosts.txt", list.replacen("127.0.0.1", "localhost", 1));
    // In place of ssh: every host name has a folder, and the rest is the command for the shell of
    // the host. The host prints control characters.
    let script = "#!/bin/sh\n[ \"$1\" = -- ] || exit 99\nshift\nmkdir -p \"$1\" && cd \"$1\" && shift\n\
        printf '%s\\n' \"$*\" > line\nprintf 'welcome \\033]0;x\\007\\033[2J\\377\\n' >&2\nexec sh -c \"$*\"\n";
    folder.write_script("ssh", script);
    let script = folder.path("ssh");
    let (ssh, program) =
        (script.to_string_lossy().into_owned(), crate::harness::program().to_string_lossy().into_owned());
    let launch = ["launch", "--ssh", &ssh, "--program", &program, "hosts.txt"];
    let explore = ["explore", "--json", "eight-easy", "--threads=1", "--memory=100M", "--work=my layers"];
    let run = folder.run(&[&launch[..], &explore].concat());
    assert_eq!(explored(&run), explored(&folder.run(&["explore", "--json", "eight-easy"])));
    assert!(run.err.contains("[0] 2 workers in 2 processes"), "{run:?}");
    assert!(folder.path("localhost/my layers").is_dir() && folder.path("127.0.0.1/my layers").is_dir());
    assert!(run.err.contains("welcome \\x1b]0;x\\x07\\x1b[2J") && !run.err.contains('\u{1b}'), "{run:?}");
    // The secret of a run is not in the command line, where other users could see it.
    let line = folder.read("localhost/line");
    assert!(line.contains("--hosts - --process 0") && !line.contains("secret"), "{line}");
    let is_long = |word: &str| word.len() >= 32 && word.chars().all(|letter| letter.is_ascii_hexdigit());
    assert!(!line.split([' ', '=']).any(is_long), "{line}");
    let run = folder.run(&[&launch[..], &explore[..5]].concat());
    assert_eq!(run.code, 2, "without a folder it cannot work: {run:?}");
    assert_eq!(folder.run(&["launch", "hosts.txt", "solve", "eight-easy"]).code, 2);
    // A name that ssh would parse as an option is refused.
    std::fs::remove_file(folder.path("localhost/line")).expect("it is there");
    folder.write("hosts.txt", "-oProxyCommand=touch${IFS}owned:4100\nlocalhost:4100\n");
    let run = folder.run(&[&launch[..], &explore].concat());
    assert!(run.code == 65 && run.err.contains("is no host and port"), "{run:?}");
    assert!(!folder.path("localhost/line").exists(), "nothing was started");
}

/// Explores a triangle of pegs in two processes with a proxy between them.
fn through(folder: &Folder, tamper: Tamper, at: u64, stall: &str) -> ([Output; 2], Proxy, Duration) {
    let _ = std::fs::remove_dir_all(folder.path("w"));
    hosts(folder, 2);
    let list = folder.read("hosts.txt");
    let (first, rest) = list.split_once('\n').expect("two lines");
    let proxy = Proxy::new(first, tamper, at).expect("a port");
    folder.write("hosts.txt", format!("{}\n{rest}", proxy.place));
    let (listen, begin) = (format!("--listen={first}"), Instant::now());
    let all =
        [process(folder, 0, &["triangle:5", &listen, stall]), process(folder, 1, &["triangle:5", stall])];
    (all.map(ended), proxy, begin.elapsed())
}

/// Every process ends with the same table, or with a code and the name of the other.
fn is_right_or_told(all: &[Output; 2], expected: &Value, what: &str) -> bool {
    for (one, other) in all.iter().zip(["process 1 (127.0.0.1:", "process 0 (127.0.0.1:"]) {
        let said = text(&one.stderr);
        match one.status.code() {
            Some(0) => {}
            // A lost message is noticed by all processes.
            Some(75) => {
                assert!(said.contains(other) || said.contains("all processes have waited"), "{what}: {said}");
            }
            code => panic!("{what}: {code:?} {said}"),
        }
    }
    if all[0].status.code() != Some(0) {
        assert!(all[0].stdout.is_empty(), "{what}: no answer where there is a fault");
        return false;
    }
    let document: Value = serde_json::from_slice(&all[0].stdout).expect("a document");
    assert_eq!(document["explored"], *expected, "{what}");
    true
}

#[test]
fn bytes_changed_between_processes_never_give_another_table() {
    let folder = Folder::new();
    let expected = explored(&folder.run(&["explore", "--json", "triangle:5"]));
    let (all, proxy, _) = through(&folder, Tamper::Flip(0), u64::MAX, "--stall=60s");
    assert!(is_right_or_told(&all, &expected, "nothing is changed"));
    let all_bytes = proxy.passed();
    assert!(all_bytes > 2000, "everything goes through the proxy: {all_bytes}");
    // In the handshake, in the hellos, in the first and the last layers; in between by a fixed
    // sequence.
    let mut noise = 1_u64;
    let places = (0..7).map(|turn: u64| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all_bytes * turn / 7 + (noise >> 33) % (all_bytes / 7)
    });
    let (mut changed, mut told) = (0, 0);
    for (turn, at) in places.enumerate() {
        let length = 1 + turn * 5;
        for tamper in
            [Tamper::Flip(turn as u8), Tamper::Drop(length), Tamper::Repeat(length), Tamper::Insert(length)]
        {
            let what = format!("{tamper:?} at byte {at} of {all_bytes}");
            let (all, proxy, time) = through(&folder, tamper, at, "--stall=60s");
            let is_right = is_right_or_told(&all, &expected, &what);
            assert!(time < Duration::from_secs(55), "{what}: noticed at once, not after {time:?}");
            changed += u32::from(proxy.changed_at().is_some());
            told += u32::from(!is_right);
        }
    }
    assert!(changed > 14 && told > 7, "{told} of {changed} were told");
}

#[test]
fn a_link_that_passes_nothing_any_more_ends_within_the_stall() {
    let folder = Folder::new();
    let expected = explored(&folder.run(&["explore", "--json", "triangle:5"]));
    for at in [2500, 4000, 6000] {
        let what = format!("nothing after byte {at}");
        let (all, _, time) = through(&folder, Tamper::Swallow, at, "--stall=3s");
        is_right_or_told(&all, &expected, &what);
        assert!(time < Duration::from_secs(60), "{what}: {time:?}");
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: &Child) -> Vec<u32> {
    let list = format!("/proc/{0}/task/{0}/children", of.id());
    let list = std::fs::read_to_string(list).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_paused_local_process_ends_all_after_the_stall() {
    let folder = Folder::with("board.txt", "3 4\n0 1 2 3\n4 5 6 7\n8 9 10 11\n");
    let explore = ["explore", "--as=tiles", "board.txt", "--local=2", "--work=w", "--threads=1"];
    let limits = ["--memory=200M", "--meet=100s", "--stall=2s"];
    let mut all = started(&mut folder.command(&[&explore[..], &limits].concat()));
    // The search has begun, and takes minutes.
    let manifest = folder.path("w/process-1/part-0000-0001-of-0002/MANIFEST");
    while !manifest.exists() && all.try_wait().expect("it can be asked").is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let paused = *children(&all).last().expect("two processes");
    assert!(
        Command::new("kill").args(["-STOP", &paused.to_string()]).status().expect("`kill` runs").success()
    );
    let begin = Instant::now();
    while all.try_wait().expect("it can be asked").is_none() {
        // Far beyond the 4 s that it takes on an idle machine.
        if begin.elapsed() > Duration::from_secs(60) {
            let _ = Command::new("kill").args(["-KILL", &paused.to_string()]).status();
            let _ = all.kill();
            panic!("it has not ended after {:?}", begin.elapsed());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let all = ended(all);
    let said = text(&all.stderr);
    assert_eq!(all.status.code(), Some(75), "{said}");
    assert!(said.contains("process 1 (127.0.0.1:"), "{said}");
    assert!(said.contains("[1] does not end and is killed") && said.contains("go on with"), "{said}");
}

/// Foreign connections to a port: idle ones, port scans, other protocols, forged handshakes.
fn foreign_connections(place: &str) -> Vec<TcpStream> {
    let call = || TcpStream::connect(place).expect("it listens");
    let mut kept: Vec<TcpStream> = (0..150).map(|_| call()).collect();
    let liar = [&b"\x89fewest2"[..], &[0; 64]].concat();
    let announcement = [&b"\x89fewest\n"[..], &(64_u32 << 20).to_be_bytes(), &[b'{'; 4096]].concat();
    for said in [&b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..], &[0xa5; 5000], &liar, &announcement, b"\x89few"] {
        for _ in 0..10 {
            drop(call());
            let mut stream = call();
            let _ = stream.write_all(said);
            kept.push(stream);
        }
    }
    kept
}

#[cfg(unix)]
#[test]
fn foreign_connections_and_a_slow_host_do_not_break_a_rendezvous() {
    let folder = Folder::new();
    let expected = explored(&folder.run(&["explore", "--json", "triangle:5"]));
    hosts(&folder, 2);
    let list = folder.read("hosts.txt");
    let place = list.lines().next().expect("a line");
    let first = process(&folder, 0, &["triangle:5"]);
    listens(place);
    let mut kept = foreign_connections(place);
    let second = process(&folder, 1, &["triangle:5"]);
    crate::harness::signal(&second, "-STOP");
    std::thread::sleep(Duration::from_secs(6));
    crate::harness::signal(&second, "-CONT");
    let all = [first, second].map(ended);
    let codes = all.each_ref().map(|one| one.status.code());
    assert_eq!(codes, [Some(0), Some(0)], "{} {}", text(&all[0].stderr), text(&all[1].stderr));
    assert!(is_right_or_told(&all, &expected, "strangers"));
    // Idle connections and other protocols get no reply.
    let mut heard = Vec::new();
    kept[0].set_read_timeout(Some(Duration::from_secs(5))).expect("a limit");
    let _ = kept[0].read_to_end(&mut heard);
    let _ = kept[150].read_to_end(&mut heard);
    assert!(heard.is_empty(), "{heard:?}");
}

/// Waits until a process listens at an address.
fn listens(place: &str) {
    let begin = Instant::now();
    while TcpStream::connect(place).is_err() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn a_host_that_is_stopped_while_others_call_it_is_met_later() {
    let folder = Folder::new();
    hosts(&folder, 2);
    let first = process(&folder, 0, &["eight-easy"]);
    listens(folder.read("hosts.txt").lines().next().expect("a line"));
    crate::harness::signal(&first, "-STOP");
    let second = process(&folder, 1, &["eight-easy"]);
    std::thread::sleep(Duration::from_secs(6));
    crate::harness::signal(&first, "-CONT");
    let all = [first, second].map(ended);
    let codes = all.each_ref().map(|one| one.status.code());
    assert_eq!(codes, [Some(0), Some(0)], "{} {}", text(&all[0].stderr), text(&all[1].stderr));
}

#[test]
fn a_process_that_is_started_again_takes_the_place_of_the_dead_one() {
    let folder = Folder::new();
    hosts(&folder, 3);
    let first = process(&folder, 0, &["eight-easy"]);
    let mut dead = process(&folder, 1, &["eight-easy"]);
    listens(folder.read("hosts.txt").lines().nth(1).expect("a line"));
    // By now it has most likely connected to the first; the third is missing.
    std::thread::sleep(Duration::from_secs(1));
    dead.kill().expect("it waits for the third");
    ended(dead);
    let all = [first, process(&folder, 1, &["eight-easy"]), process(&folder, 2, &["eight-easy"])].map(ended);
    let codes = all.each_ref().map(|one| one.status.code());
    let said = all.each_ref().map(|one| text(&one.stderr));
    assert_eq!(codes, [Some(0); 3], "{said:?}");
}

#[test]
fn without_the_same_secret_there_is_no_rendezvous() {
    let folder = Folder::new();
    let secrets = |folder: &Folder, tokens: [Option<&str>; 2], meet: &str| {
        hosts(folder, 2);
        let _ = std::fs::remove_dir_all(folder.path("w"));
        let all = [0, 1].map(|number| {
            let mut command = prepared(folder, number, &["eight-easy", meet]);
            if let Some(token) = tokens[number] {
                command.env("FEWEST_TOKEN", token);
            }
            started(&mut command)
        });
        all.map(ended)
    };
    let ours = Some("a long and random word");
    for other in [Some("another long and random word"), None] {
        let all = secrets(&folder, [ours, other], "--meet=2s");
        let said = text(&all[0].stderr) + &text(&all[1].stderr);
        assert!(all.iter().all(|one| one.status.code() == Some(65)), "{said}");
        assert!(said.contains("had another secret") && said.contains("has another secret"), "{said}");
        assert!(said.contains("--secret FILE"), "{said}");
    }
    let all = secrets(&folder, [ours, ours], "--meet=100s");
    assert!(all.iter().all(|one| one.status.code() == Some(0)), "{}", text(&all[0].stderr));
    let short = secrets(&folder, [Some("short"), ours], "--meet=1s");
    assert!(text(&short[0].stderr).contains("the secret in FEWEST_TOKEN has fewer than 16 bytes"));
}

#[test]
fn without_a_secret_only_loopback_is_used() {
    let folder = Folder::new();
    let fails = |options: &[&str], words: &str| {
        let mut command = prepared(&folder, 0, &[&["eight-easy", "--meet=1s"], options].concat());
        let run = Run::of(&command.output().expect("the program runs"));
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    };
    folder.write("hosts.txt", "127.0.0.1:4100\n192.0.2.1:4100\n");
    fails(&[], "without a secret `192.0.2.1:4100` is not used");
    folder.write("hosts.txt", "127.0.0.1:4100\n127.0.0.1:4101\n");
    fails(&["--listen=0.0.0.0:0"], "without a secret `0.0.0.0:0` is not used");
    fails(&["--secret=no-such-file"], "cannot read the secret `no-such-file`");
    folder.write("secret", "0123456789abcdef\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |mode| std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path("secret"), mode(0o644)).expect("a mode");
        fails(&["--secret=secret"], "can be read by every user of this host");
        std::fs::set_permissions(folder.path("secret"), mode(0o600)).expect("a mode");
    }
    // With a secret, the only fault is that the other process is missing.
    folder.write("hosts.txt", "127.0.0.1:4100\n192.0.2.1:4100\n");
    fails(
        &["--secret=secret", "--listen=127.0.0.1:0"],
        "process 1 (`192.0.2.1:4100`) was not there within 1 s",
    );
    folder.write("secret", "too short\n");
    fails(&["--secret=secret"], "the secret in `secret` has fewer than 16 bytes");
}
