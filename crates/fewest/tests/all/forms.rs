//! The table of forms `instances/forms/typed.txt`: texts as people type boards, each read as the board
//! that is meant, asked about where it is ambiguous, or refused where it is no board.

use std::collections::BTreeMap;

use fewest::service::{AsWhat, OpenError, Opened, ReadOptions, Source, open};

/// An entry of the table.
struct Entry {
    name: String,
    /// A board, or `ask`, `refuse`, `ask-or-refuse`.
    wanted: String,
    bytes: Vec<u8>,
}

/// The text of an entry without its escapes: `\s` a blank, `\t` a tab, `\e` escape, `\u{…}`.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let code = rest[at + 1..].chars().next().expect("a letter behind a backslash");
        rest = &rest[at + 1 + code.len_utf8()..];
        match code {
            's' => out.push(' '),
            't' => out.push('\t'),
            'e' => out.push('\u{1b}'),
            'u' => {
                let (number, after) = rest[1..].split_once('}').expect("a closing brace");
                let number = u32::from_str_radix(number, 16).expect("a number");
                out.push(char::from_u32(number).expect("a character"));
                rest = after;
            }
            other => out.push(other),
        }
    }
    out + rest
}

/// The bytes of a text as a file of some program has them.
fn encoded(text: &str, flags: &[&str]) -> Vec<u8> {
    let has = |flag: &str| flags.contains(&flag);
    let text = if has("escaped") { unescaped(text) } else { text.to_owned() };
    let text = match () {
        () if has("crlf") => text.replace('\n', "\r\n"),
        () if has("cr") => text.replace('\n', "\r"),
        () => text,
    };
    match () {
        () if has("utf16le") => {
            [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
        }
        () if has("utf16be") => {
            [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect()
        }
        () if has("latin1") => text.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect(),
        () if has("bom") => format!("\u{feff}{text}").into_bytes(),
        () => text.into_bytes(),
    }
}

/// The boards, as format and text, and the forms of the table.
fn table() -> (BTreeMap<String, (String, String)>, Vec<Entry>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/forms/typed.txt");
    let table = std::fs::read_to_string(path).expect("the table of forms");
    let (mut boards, mut forms) = (BTreeMap::new(), Vec::new());
    for entry in table.split("\n%% ").skip(1) {
        let (heading, text) = entry.split_once('\n').unwrap_or((entry, ""));
        let text = format!("{}\n", text.trim_end_matches('\n'));
        let words: Vec<&str> = heading.split(' ').collect();
        match words[..] {
            ["board", name, format] => drop(boards.insert(name.to_owned(), (format.to_owned(), text))),
            ["form", name, wanted, ref flags @ ..] => forms.push(Entry {
                name: name.to_owned(),
                wanted: wanted.to_owned(),
                bytes: encoded(&text, flags),
            }),
            _ => panic!("{heading}"),
        }
    }
    (boards, forms)
}

/// A board without the names and the order of its pieces, and without the names of its holes.
fn canonical(opened: &Opened) -> String {
    let position = &opened.position;
    let mut out = Vec::new();
    position.write(position.info().formats[0].id, &mut out).expect("memory");
    let text = String::from_utf8(out).expect("text");
    if position.info().id != "blocks" {
        // Holes have letters or numbers as names.
        let is_naming = |line: &&str| line.starts_with("holes:");
        return text.lines().filter(|line| !is_naming(line)).map(|line| format!("{line}\n")).collect();
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut others: Vec<&str> = lines[2..].to_vec();
    others.sort_unstable();
    format!("{}\n{}\n{}\n", lines[0], lines[1], others.join("\n"))
}

/// What came of a text.
enum Read {
    As(Box<Opened>),
    Asked(Vec<String>),
    Refused(String),
}

fn read(bytes: &[u8], what: Option<AsWhat>) -> Read {
    match open(&[Source::new("typed", bytes.to_vec())], what, &ReadOptions::default()) {
        Ok(mut opening) if opening.puzzles.len() == 1 && opening.faults.is_empty() => {
            Read::As(Box::new(opening.puzzles.remove(0)))
        }
        Ok(opening) if opening.faults.is_empty() => {
            Read::Refused(format!("{} puzzles", opening.puzzles.len()))
        }
        Ok(opening) => Read::Refused(opening.faults[0].what.clone()),
        Err(OpenError::Ambiguous(candidates)) => {
            Read::Asked(candidates.into_iter().filter_map(|candidate| candidate.understood).collect())
        }
        Err(error) => Read::Refused(error.fault().what),
    }
}

#[test]
fn texts_are_read_as_meant_asked_about_or_refused_and_never_as_another_board() {
    let (boards, forms) = table();
    let mut wanted = BTreeMap::new();
    for (name, (format, text)) in &boards {
        let what = AsWhat::parse(format).expect(format);
        match read(text.as_bytes(), Some(what)) {
            Read::As(opened) => drop(wanted.insert(name.as_str(), (what, canonical(&opened)))),
            Read::Asked(_) | Read::Refused(_) => panic!("the board {name} is not read"),
        }
    }
    let (mut meant, mut read_as_meant) = (0, 0);
    let (mut not_read, mut wrong) = (Vec::new(), Vec::new());
    for form in &forms {
        let name = &form.name;
        let found = read(&form.bytes, None);
        if let Some((what, board)) = wanted.get(form.wanted.as_str()) {
            meant += 1;
            match found {
                Read::As(opened) if canonical(&opened) == *board => read_as_meant += 1,
                Read::As(opened) => wrong.push(format!("{name}: {}", opened.understood)),
                Read::Asked(readings) => not_read.push(format!("{name}: asked: {}", readings.join("; "))),
                Read::Refused(why) => not_read.push(format!("{name}: refused: {why}")),
            }
            let family = AsWhat { format: None, ..*what };
            if let Read::As(opened) = read(&form.bytes, Some(family))
                && canonical(&opened) != *board
            {
                wrong.push(format!("{name} as {}: {}", family.entry.info.id, opened.understood));
            }
            continue;
        }
        match (form.wanted.as_str(), found) {
            (_, Read::As(opened)) => wrong.push(format!("{name}: {}", opened.understood)),
            ("ask" | "ask-or-refuse", Read::Asked(_)) | ("refuse" | "ask-or-refuse", Read::Refused(_)) => {}
            ("ask", Read::Refused(why)) => not_read.push(format!("{name}: refused: {why}")),
            ("refuse", Read::Asked(readings)) => {
                not_read.push(format!("{name}: asked: {}", readings.join("; ")));
            }
            (other, _) => panic!("{name}: {other}"),
        }
    }
    let report = format!(
        "{read_as_meant} of {meant} read as meant; of {} texts not as wanted:\n{}\nread as another board:\n{}",
        forms.len(),
        not_read.join("\n"),
        wrong.join("\n")
    );
    println!("{report}");
    assert!(wrong.is_empty() && read_as_meant * 100 >= meant * 95, "{report}");
}

/// Texts of any length that readers might take long for.
const REPEATED: [&str; 32] = [
    "[",
    "(",
    "[[1,0],",
    "[]",
    "{\"a\":",
    "\"",
    "'",
    "1 ",
    "1 0\n",
    "#.#\n",
    "# = on\n",
    "|",
    "+---+\n| 1 |\n",
    "┌─┐\n│x│\n",
    "a.b,",
    "\\n",
    "===\n1 2\n",
    "/* ",
    "// x\n",
    "💡⬜\n",
    "1\t",
    "<td>",
    "<table><tr>",
    "\\begin{a}&",
    "> 1 0\n",
    "- 1\n",
    "goal:\n",
    "x\n\n",
    "  x\n x x\n",
    "=> \n",
    "AA..B\n",
    "1e5 ",
];

/// The time of reading is linear in the text. It is measured, so the test runs only where it is asked
/// for: `cargo test -p fewest --test all linear -- --ignored --nocapture`.
#[test]
#[ignore = "measures times"]
fn reading_takes_linear_time() {
    const LEAST: usize = 1 << 14;
    let mut slow = Vec::new();
    for pattern in REPEATED {
        let times = [1, 4, 16].map(|factor| {
            let text = pattern.repeat(factor * LEAST / pattern.len());
            let once = || {
                let began = std::time::Instant::now();
                let _ = read(text.as_bytes(), None);
                began.elapsed().as_secs_f64()
            };
            (0..3).map(|_| once()).fold(f64::MAX, f64::min)
        });
        let ratio = times[2] / times[0].max(1e-4);
        println!(
            "{pattern:?}: {:.2} {:.2} {:.2} ms, {ratio:.1}",
            times[0] * 1e3,
            times[1] * 1e3,
            times[2] * 1e3
        );
        if ratio > 40.0 {
            slow.push(pattern);
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}
