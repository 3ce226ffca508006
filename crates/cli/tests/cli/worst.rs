//! The worst known files and requests of at most 1 MB, with their memory and time:
//! `docs/worst-inputs.md`.
//!
//! `cargo test -p fewest-cli --test cli worst:: -- --nocapture` prints the table. With
//! `FEWEST_WORST=PROGRAM` another build of the program is measured, and nothing is asserted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Folder, alone, program};
use serde_json::{Value, json};

/// The memory limit of every command and server, and the largest accepted peak.
const LIMIT: &str = "200M";
const MOST: u64 = 240 << 20;
/// The `ulimit -v` of every process, which protects the machine from older builds.
const GUARD: u64 = 8 << 30;
/// A command that takes longer is killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A case.
enum Worst {
    /// A format, and a file with this text to solve.
    File(&'static str, String),
    /// A command.
    Command(&'static [&'static str]),
    /// A request.
    Request(Value),
}

fn cases() -> Vec<(&'static str, Worst)> {
    let rows = |width: usize, height: usize| format!("{}\n", "0".repeat(width)).repeat(height);
    let facts = |text: &str| Worst::File("lights:facts", text.to_owned());
    let square =
        format!("{}@{}\n{}", "#".repeat(8), "#".repeat(7), format!("{}\n", "#".repeat(16)).repeat(15));
    let constants: String = (0..90).map(|n| format!("#const c{n}=f(c{0},c{0}).", n + 1)).collect();
    let generate = |family: &str, how: Value| {
        Worst::Request(
            json!({ "ask": { "generate": { "family": family, "how": how } }, "milliseconds": 2000 }),
        )
    };
    let look = |kind: &str, text: &str| {
        let puzzle = json!({ "sources": [{ "name": "worst", "bytes": text }], "as": kind });
        Worst::Request(json!({ "ask": "look", "puzzle": puzzle, "milliseconds": 2000 }))
    };
    vec![
        ("facts: nested functions", facts("cell(f(f(f(f(1..16000000)))),1).")),
        ("facts: pairs in pairs", facts("cell((1..4000,1..4000),1).")),
        ("facts: many ranges", facts(&format!("cell({}).", vec!["1..16000000"; 200].join(",")))),
        ("facts: long texts", facts(&format!("cell(f(\"{}\",1..1000000),1).", "a".repeat(10_000)))),
        ("facts: said and denied", facts("cell(1,1). foo(1..16000000). -foo(1).")),
        ("facts: constants of constants", facts(&format!("{constants}#const c90=1. cell(c0,1)."))),
        ("facts: 1000 x 1000 cells", facts("cell(1..1000,1..1000). time(1..4).")),
        (
            "mask 16 x 16 on 1000 x 1000",
            Worst::File("lights:rules", format!("mask\n{square}\n{}", rows(1000, 1000))),
        ),
        (
            "mask 1 x 501 on 1 x 500000",
            Worst::File("lights:rules", format!("mask\n@{}\n\n{}", "#".repeat(500), rows(500_000, 1))),
        ),
        ("10,000,000 turns", Worst::File("lights:rules", format!("turns 10000000\n{}", rows(10, 10)))),
        ("blocks: grid 4096 x 4096", Worst::File("blocks:course", "4096 4096\n1 1 1 1 b\n".to_owned())),
        (
            "blocks: gates, 40,000 lines",
            Worst::File(
                "blocks:course",
                format!("400 400\n1 1 1 1 b\n{}", "gate 2 2 399 399\n".repeat(40_000)),
            ),
        ),
        (
            "blocks: one long line, many short",
            Worst::File("blocks:grids", format!("a{}\n{}\n.a\n", ".".repeat(400_000), ".\n".repeat(200_000))),
        ),
        (
            "pegs: one long line, many short",
            Worst::File("pegs:grid", format!("x o{}x\n{}", " ".repeat(400_000), "x\n".repeat(200_000))),
        ),
        (
            "generate lights 1 x 4294967295",
            Worst::Command(&["generate", "lights", "--size", "1x4294967295", "--seed", "1"]),
        ),
        (
            "generate lights 4096 x 4096 torus",
            Worst::Command(&[
                "generate",
                "lights",
                "--size",
                "4096x4096",
                "--rule",
                "wrap torus",
                "--seed",
                "1",
            ]),
        ),
        (
            "server: generate lights 1 x 4294967295",
            generate("lights", json!({ "size": [1, 4_294_967_295_u32] })),
        ),
        ("server: generate lights 65535 x 65535", generate("lights", json!({ "size": [65_535, 65_535] }))),
        (
            "server: generate lights, 255 colours",
            generate("lights", json!({ "size": [4096, 4096], "rule": "colours 255" })),
        ),
        ("server: generate pegs triangle:90", generate("pegs", json!({ "rule": "board triangle:90" }))),
        ("server: generate tiles 1000 x 1000", generate("tiles", json!({ "size": [1000, 1000] }))),
        ("server: look at facts, nested", look("lights:facts", "cell(f(1..200,1..200,1..400),1).")),
        (
            "server: look at one large block",
            look("blocks:tray", "4096 4096\n0 0 4095 4094\ngoal\n0 1 4095 4095\n"),
        ),
    ]
}

/// Returns the command of the program under the guard.
fn guarded(folder: &Folder, arguments: &[&str]) -> Command {
    let tried = std::env::var_os("FEWEST_WORST");
    let guard = format!("ulimit -v {} && exec \"$0\" \"$@\"", GUARD >> 10);
    let mut command = Command::new("sh");
    command.args(["-c", &guard]).arg(tried.unwrap_or_else(|| program().into())).args(arguments);
    command.env("FEWEST_CACHE", folder.path("cache")).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// Returns the peak resident set size of a process. `None` once it has ended.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// Waits for the end. Returns the largest memory seen and how the process ended.
fn watch(child: &mut Child) -> (u64, String) {
    let (started, mut most) = (Instant::now(), 0);
    loop {
        most = most.max(peak(child).unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child") {
            return (most, status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string()));
        }
        if started.elapsed() > PATIENCE {
            child.kill().expect("it ends");
            let _ = child.wait();
            return (most, "no end".to_owned());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> (u64, String) {
    let limits = ["--memory", LIMIT, "--time", "2s", "--threads", "2"];
    let mut command = guarded(folder, &[arguments, &limits].concat());
    watch(&mut command.stdout(Stdio::null()).spawn().expect("the program runs"))
}

fn request(folder: &Folder, request: &Value) -> (u64, String) {
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--log",
        "none",
        "--memory",
        LIMIT,
        "--threads",
        "2",
        "--time",
        "2s",
    ];
    let mut server = guarded(folder, &serve).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    let body = request.to_string();
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n"
    );
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let most = peak(&server).unwrap_or(0);
    let ended = match server.try_wait().expect("a child") {
        Some(_) => "server gone",
        None if read.is_err() || answer.is_empty() => "no answer",
        // A refusal is an answer too, but is reported separately.
        None if String::from_utf8_lossy(&answer).contains("\"limit\":\"memory\"") => "refused",
        None => "answered",
    };
    let _ = server.kill();
    let _ = server.wait();
    (most, ended.to_owned())
}

#[test]
fn the_worst_inputs_found_take_little() {
    let _alone = alone();
    let is_ours = std::env::var_os("FEWEST_WORST").is_none();
    println!("| input | bytes | memory, MB | seconds | ended |\n|---|---|---|---|---|");
    for (name, worst) in cases() {
        let folder = Folder::new();
        let started = Instant::now();
        let (bytes, (memory, ended)) = match &worst {
            Worst::File(kind, text) => {
                folder.write("worst.txt", text);
                let path = folder.path("worst.txt").to_string_lossy().into_owned();
                (text.len(), command(&folder, &["solve", "--as", kind, &path]))
            }
            Worst::Command(arguments) => (arguments.join(" ").len(), command(&folder, arguments)),
            Worst::Request(document) => (document.to_string().len(), request(&folder, document)),
        };
        let seconds = started.elapsed().as_secs_f64();
        // A process may end before it is measured.
        let seen = if memory == 0 { "not seen".to_owned() } else { (memory >> 20).to_string() };
        println!("| {name} | {bytes} | {seen} | {seconds:.2} | {ended} |");
        assert!(!is_ours || memory <= MOST, "{name}: {memory} bytes");
        assert!(
            !is_ours || !["killed", "134", "server gone", "no answer"].contains(&ended.as_str()),
            "{name}: {ended}"
        );
    }
}
