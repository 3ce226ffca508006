//! Requests as a server receives them: any bytes as a document, or bytes that select the command
//! and the text.
//!
//! No input may cause a panic, every request has a response that is a document, and the memory of a
//! request is bounded by its budget, however large the numbers in it are.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fewest::service::{
    Command, Context, Counters, FAMILIES, GenerateOptions, MapOptions, PuzzleText, Request, ResponseStatus,
    Session, Source, Stop, Stroke, handle,
};

use crate::counted;

/// The memory and time limits of one request.
const BYTES: usize = 4 << 20;
const POLLS: u32 = 2;

/// The memory limit of a request: its budget plus what is too small to be counted.
const MOST: isize = 64 << 20;

/// Answers one request.
///
/// # Panics
/// If a property does not hold.
pub fn drive(data: &[u8]) {
    let Some(request) = request(data) else { return };
    let polls = AtomicU32::new(0);
    let patience = |_: &Counters| match polls.fetch_add(1, Relaxed) {
        POLLS.. => ControlFlow::Break(Stop::Time),
        _ => ControlFlow::Continue(()),
    };
    let cx = Context::new(1, BYTES, &patience);
    let (response, peak) = counted::peak_of(|| handle(&request, &cx));
    assert!(peak <= MOST, "{peak} bytes for {request:?}");
    assert_eq!(response.outcome == ResponseStatus::Error, response.fault.is_some(), "{response:?}");
    serde_json::to_string(&response).expect("a response is a document");
}

/// Parses the input as a document; otherwise the first bytes select the command and the format, and
/// the rest are the text and, after a zero byte, the details of the request.
fn request(data: &[u8]) -> Option<Request> {
    if data.first() == Some(&b'{') {
        return serde_json::from_slice(data).ok();
    }
    let [ask, format, rest @ ..] = data else { return None };
    let (text, more) = rest.split_at(rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len()));
    let more = more.get(1..).unwrap_or_default();
    let formats: Vec<String> = FAMILIES
        .iter()
        .flat_map(|family| {
            family.info.formats.iter().map(|format| format!("{}:{}", family.info.id, format.id))
        })
        .collect();
    // One more than there are: the family is then recognised.
    let what = formats.get(usize::from(*format) % (formats.len() + 1)).cloned();
    let puzzle = PuzzleText { sources: vec![Source::new("fuzz", text)], what, ..PuzzleText::default() };
    let words = String::from_utf8_lossy(more).into_owned();
    let ask = self::ask(*ask, more, &words, *format);
    let moves = match ask {
        Command::Look | Command::Hint | Command::Locate(_) => words.lines().map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let cursor = more.first().map(|&byte| usize::from(byte));
    Some(Request::new(ask, Session { puzzle, moves, cursor }))
}

fn ask(which: u8, bytes: &[u8], words: &str, format: u8) -> Command {
    // Numbers of every magnitude: a byte for the digits, and one for the zeros behind them.
    let number = |at: usize| {
        let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or(0));
        byte(at).checked_shl(byte(at + 1) as u32 % 70).unwrap_or(usize::MAX)
    };
    let map =
        || MapOptions { most: number(0), merge: number(2) > 7, sample: (number(4) > 7).then(|| number(6)) };
    match which % 12 {
        0 => Command::Solve,
        1 => Command::Hint,
        2 => Command::Look,
        3 => Command::Check { answer: words.to_owned(), legal: true },
        4 => Command::Check { answer: words.to_owned(), legal: false },
        5 => Command::Write { format: words.trim().to_owned() },
        6 => {
            let brushes = fewest::service::catalogue();
            let brush = brushes.get(number(8) % brushes.len()).and_then(|family| {
                let document = serde_json::to_value(family).ok()?;
                document["brushes"][0]["id"].as_str().map(str::to_owned)
            });
            let (from, to) = ((number(0), number(2)), (number(4), number(6)));
            Command::Paint(Stroke { brush: brush.unwrap_or_default(), from, to })
        }
        7 => Command::Map(map()),
        8 => Command::Locate(map()),
        9 => Command::GoTo { position: number(8) as u32, map: map() },
        10 => Command::Generate {
            family: FAMILIES[usize::from(format) % FAMILIES.len()].info.id.to_owned(),
            how: GenerateOptions {
                size: (number(0) > 0).then(|| (number(0), number(2))),
                moves: (number(4) > 0).then_some(number(4) as u64),
                seed: number(6) as u64,
                pieces: (number(8) > 0).then(|| number(8)),
                walls: (number(10) > 0).then(|| number(10)),
                rule: words.get(12..).filter(|rule| !rule.is_empty()).map(str::to_owned),
                ..GenerateOptions::default()
            },
        },
        _ => Command::List,
    }
}

/// Every kind of request for a small example of every family, as a document and as bytes.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (number, family) in FAMILIES.iter().enumerate() {
        let Some(example) = family.info.examples.iter().min_by_key(|example| example.text.len()) else {
            continue;
        };
        for which in 0..12_u8 {
            let name = format!("{}-{which}", family.info.id);
            let what = Some(format!("{}:{}", family.info.id, example.format));
            let puzzle = PuzzleText {
                sources: vec![Source::new("seed", example.text)],
                what,
                ..PuzzleText::default()
            };
            let more = [3, 0, 3, 0, 2, 0, 1, 0, 2, 0, 0, 0];
            let ask = ask(which, &more, example.format, number as u8);
            let request = Request::new(ask, Session::new(puzzle));
            seeds.push((
                format!("{name}.json"),
                serde_json::to_vec(&request).expect("a request is a document"),
            ));
            seeds.push((name, [&[which, 255], example.text.as_bytes(), &[0], &more].concat()));
        }
    }
    for (name, text) in [
        ("ranges", "cell(1..4,1..4). time(1..4). black(2,2)."),
        ("nested", "#const a=f(b,b). #const b=(1;2). cell((1..3,1..3),1..2)."),
        ("mask", "mask\n##\n#@\n\n0#0\n#00\n"),
        ("gates", "9 9\n1 1 1 1 b\ngate 2 2 3 3\n"),
        (
            "level",
            "{\"boardSize\":[4,4],\"escapePoint\":[1,1],\"blocks\":[{\"shape\":[1,1],\"position\":[0,0]}]}",
        ),
        ("triangle", "triangle:4"),
    ] {
        seeds.push((name.to_owned(), [&[2, 255], text.as_bytes(), b"\0"].concat()));
    }
    seeds
}
