//! `fewest serve` over TCP: the page, the API, events, refusals and shutdown.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::harness::{COURSE, Folder, huge, signal};
use serde_json::{Value, json};

/// A server that is killed after the test.
struct Server {
    child: Child,
    address: String,
    _folder: Folder,
}

/// A response of the server.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Server {
    fn start(more: &[&str]) -> Self {
        let folder = Folder::new();
        let arguments = [&["serve", "--listen", "127.0.0.1:0", "--log", "none"], more].concat();
        let mut child = folder.command(&arguments).stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Self { child, address, _folder: folder }
    }

    fn send(&self, line: &str, kind: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let length = body.len();
        let address = &self.address;
        write!(stream, "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n")
            .expect("the server reads");
        let head = format!("content-type: {kind}\r\ncontent-length: {length}\r\n\r\n");
        // A refusal may close the connection before everything is sent.
        let _ = stream.write_all(format!("{head}{body}").as_bytes());
        stream
    }

    fn ask(&self, line: &str, kind: &str, body: &str) -> Answer {
        let mut text = String::new();
        let _ = self.send(line, kind, body).read_to_string(&mut text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn post(&self, path: &str, request: &Value) -> Answer {
        self.ask(&format!("POST {path}"), JSON, &request.to_string())
    }

    fn end(mut self) -> Option<i32> {
        signal(&self.child, "-TERM");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const JSON: &str = "application/json";

fn puzzle(text: &str) -> Value {
    json!({ "sources": [{ "name": "test", "bytes": text }], "as": "blocks" })
}

#[test]
fn the_page_and_its_documents() {
    let server = Server::start(&[]);
    let page = server.ask("GET /", "", "");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<main id=\"play\"") && page.head.contains("text/html"));
    for header in ["script-src 'self'", "frame-ancestors 'none'", "nosniff", "x-frame-options: deny"] {
        assert!(page.head.contains(header), "{header} is missing in {}", page.head);
    }
    assert!(!page.head.contains("unsafe-inline"));
    let answer = server.post("/api/ask", &json!({ "ask": "solve", "puzzle": puzzle(COURSE) }));
    let document: Value = serde_json::from_str(&answer.body).expect("a document");
    assert_eq!((answer.status, &document["length"], &document["optimal"]), (200, &json!(5), &json!(true)));
    assert_eq!(server.ask("GET /api/schema.json", "", "").status, 200);
    assert_eq!(server.end(), Some(0));
}

#[test]
fn a_job_is_events_and_the_end_is_friendly() {
    let server = Server::start(&["--memory", "400M"]);
    let request = json!({ "ask": "solve", "puzzle": puzzle(&huge()) }).to_string();
    let stream = server.send("POST /api/jobs", JSON, &request);
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "event: waiting"));
    assert!(lines.any(|line| line == "event: progress"));
    assert_eq!(server.end(), Some(0));
    assert!(lines.any(|line| line == "event: done"));
    assert!(lines.any(|line| line.contains("\"limit\":\"interrupt\"")), "what is known is told");
}

#[test]
fn a_million_lights_are_looked_at_as_a_bitmap() {
    let server = Server::start(&[]);
    let text = format!("{}\n", "#..#.##.".repeat(125)).repeat(1000);
    let puzzle = json!({ "sources": [{ "name": "large", "bytes": text }], "as": "lights" });
    let answer = server.post("/api/ask", &json!({ "ask": "look", "puzzle": puzzle }));
    let document: Value = serde_json::from_str(&answer.body).expect("a document");
    let scene = &document["scene"];
    assert_eq!((&scene["width"], &scene["bitmap"][999]), (&json!(1000), &json!("#..#.##.".repeat(125))));
    assert!(scene["shapes"].as_array().is_some_and(Vec::is_empty) && document["moves"].is_null());
    assert!(answer.body.len() < 2 * text.len(), "it is not larger than what was sent");
}

#[test]
fn a_hint_names_a_move_of_an_unsolved_puzzle() {
    let server = Server::start(&[]);
    let request = json!({ "ask": "hint", "puzzle": puzzle(&huge()), "milliseconds": 100 });
    let hint: Value = serde_json::from_str(&server.post("/api/ask", &request).body).expect("a document");
    assert_eq!((&hint["outcome"], &hint["optimal"]), (&json!("done"), &json!(false)), "{hint}");
    assert!(hint["at_least"].as_u64() < hint["length"].as_u64() && hint["moves"][0].is_string(), "{hint}");
}

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::start(&[]);
    assert_eq!(server.post("/api/ask", &json!({ "ask": "sing" })).status, 400);
    assert_eq!(server.ask("POST /api/ask", "text/plain", "{}").status, 415);
    assert_eq!(server.ask("POST /api/ask", JSON, &" ".repeat(3 << 20)).status, 413);
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/nothing"] {
        assert_eq!(server.ask(&format!("GET {path}"), "", "").status, 404, "{path}");
    }
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start(&["--host", "puzzles.example"]);
    let status = |headers: &str| {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        write!(stream, "GET / HTTP/1.1\r\n{headers}connection: close\r\n\r\n").expect("the server reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        text.split(' ').nth(1).and_then(|word| word.parse::<u16>().ok()).unwrap_or(0)
    };
    let port = server.address.rsplit(':').next().expect("a port");
    let address = &server.address;
    assert_eq!(status(&format!("host: {address}\r\n")), 200);
    assert_eq!(status(&format!("host: localhost:{port}\r\norigin: http://localhost:{port}\r\n")), 200);
    assert_eq!(status("host: puzzles.example\r\norigin: https://puzzles.example\r\n"), 200);
    assert_eq!(status(&format!("host: rebound.example:{port}\r\n")), 421);
    assert_eq!(status(&format!("host: {address}\r\norigin: https://evil.example\r\n")), 403);
    assert_eq!(status(&format!("host: {address}\r\norigin: null\r\n")), 403);
}

/// Returns the peak resident set size of the server.
#[cfg(target_os = "linux")]
fn peak(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).expect("it is alive");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number") << 10
}

#[cfg(target_os = "linux")]
#[test]
fn small_requests_for_huge_boards_leave_the_server_small() {
    let generate =
        |family: &str, how: Value| json!({ "ask": { "generate": { "family": family, "how": how } } });
    let facts = |text: &str| {
        let puzzle = json!({ "sources": [{ "name": "facts", "bytes": text }], "as": "lights:facts" });
        json!({ "ask": "solve", "puzzle": puzzle })
    };
    let rows = format!("{}\n", "0".repeat(1000)).repeat(1000);
    let mask = format!(
        "mask\n{}@{}\n{}\n",
        "#".repeat(8),
        "#".repeat(7),
        format!("{}\n", "#".repeat(16)).repeat(15)
    );
    let masked =
        json!({ "sources": [{ "name": "mask", "bytes": format!("{mask}{rows}") }], "as": "lights:rules" });
    let constants: String = (0..90)
        .map(|n| format!("#const c{n}=f(c{},c{}).", n + 1, n + 1))
        .chain(["#const c90=1. cell(c0,1).".to_owned()])
        .collect();
    let server = Server::start(&["--memory", "400M", "--threads", "2", "--time", "2s"]);
    for request in [
        generate("lights", json!({ "size": [1, 4_294_967_295_u32] })),
        generate("lights", json!({ "size": [65_535, 65_535] })),
        generate("lights", json!({ "size": [2048, 2048], "rule": "wrap torus" })),
        generate("lights", json!({ "size": [3000, 3000] })),
        generate("tiles", json!({ "size": [1000, 1000] })),
        facts("cell(f(1..200,1..200,1..400),1)."),
        facts("cell((1..4000,1..4000),1)."),
        facts("cell(1,1). foo(1..16000000). -foo(1)."),
        facts(&constants),
        json!({ "ask": "look", "puzzle": masked }),
    ] {
        let answer = server.post("/api/ask", &request);
        let document: Value = serde_json::from_str(&answer.body).expect("a document");
        assert_eq!((answer.status, &document["outcome"]), (200, &json!("error")), "{document}");
        assert_eq!(document["limit"], json!("memory"), "{document}");
        assert!(
            document["fault"]["what"].as_str().is_some_and(|what| what.contains("are allowed")),
            "{document}"
        );
    }
    // This request ends by its time limit and must keep the memory limit until then.
    server.post("/api/ask", &generate("pegs", json!({ "rule": "board triangle:90" })));
    let held = peak(&server);
    assert!(held < 200 << 20, "{held} bytes");
    assert_eq!(server.end(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn clients_that_never_finish_their_request_hold_little() {
    let server = Server::start(&["--memory", "400M"]);
    let body = "x".repeat(2 << 20);
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nhost: {}\r\ncontent-type: {JSON}\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.set_write_timeout(Some(std::time::Duration::from_millis(200))).expect("a limit");
        // All but the last byte; what is refused may not be read to its end.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body.as_bytes()[1..]));
        streams.push(stream);
    }
    assert!(peak(&server) < 200 << 20, "{} bytes", peak(&server));
    let answer = server.post("/api/ask", &json!({ "ask": "solve", "puzzle": puzzle(COURSE) }));
    assert_eq!(answer.status, 200, "others are still served");
}
