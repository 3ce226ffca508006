//! A corpus of boards as people type them, each with the board that is meant.
//!
//! The files in `tests/data/typed` hold texts between lines of the form
//!
//! ```text
//! @board NAME FAMILY:FORMAT      the lines below are a board in a format of the family
//! @text TITLE = NAME             the text below is read as this board, with and without `--as`
//! @text TITLE = ask NAME         it is asked about; this board is one of the readings
//! @text TITLE = ask              it is asked about or refused: there is no board that is meant
//! @text TITLE = fault WORDS      it is a board with a mistake; the message has these words
//! ```
//!
//! With the word `escaped` at the end of the line, `\n`, `\t`, `\r`, `\s` (a blank) and `\u{…}` in
//! the text are characters, and line ends of the file are not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewest::service::{AsWhat, OpenError, Opened, ReadOptions, Source, open};

/// What should come of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Board(String),
    Asked(Option<String>),
    Fault(String),
}

/// A text of the corpus.
#[derive(Clone, Debug)]
pub struct Typed {
    pub title: String,
    pub wanted: Wanted,
    pub text: String,
}

/// What came of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// The family, the board in a form that can be compared, and what was said.
    Read {
        family: &'static str,
        board: String,
        understood: String,
    },
    /// The readings that are asked about, and what is said of each.
    Asked(Vec<(String, String)>),
    Fault(String),
}

/// A board in a form in which equal boards are equal texts: the order and the names of pieces and
/// the names of holes do not matter.
pub fn canonical(opened: &Opened) -> String {
    let position = &opened.position;
    let info = position.info();
    let written = info.formats.iter().find_map(|format| {
        let mut out = Vec::new();
        let written = position.write(format.id, &mut out).expect("memory");
        matches!(written, fewest::service::Written::Yes).then(|| String::from_utf8(out).expect("text"))
    });
    let written = written.expect("a format for every board");
    let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
    match info.id {
        "blocks" => {
            // Walls are cells; the first piece and the goals keep their places.
            let mut rest = lines.split_off(2.min(lines.len()));
            let walls: Vec<String> = rest.extract_if(.., |line| line.ends_with(" n")).collect();
            for wall in walls {
                let numbers: Vec<usize> = wall.split(' ').filter_map(|word| word.parse().ok()).collect();
                let [row, column, width, height] = numbers[..] else { panic!("{wall}") };
                for row in row..row + height {
                    rest.extend((column..column + width).map(|column| format!("{row} {column} wall")));
                }
            }
            rest.sort();
            lines.extend(rest);
        }
        "pegs" => lines.retain(|line| !line.starts_with("holes:")),
        _ => {}
    }
    lines.insert(0, info.id.to_owned());
    lines.join("\n")
}

/// Reads a text as the program does.
pub fn come(text: &str, what: Option<&str>) -> Came {
    let what = what.map(|what| AsWhat::parse(what).expect("a family"));
    match open(&[Source::new("text", text)], what, &ReadOptions::default()) {
        Ok(opening) => match (&opening.puzzles[..], opening.faults.first()) {
            ([one], None) => Came::Read {
                family: one.position.info().id,
                board: canonical(one),
                understood: one.understood.clone(),
            },
            (_, Some(fault)) => Came::Fault(fault.to_string()),
            (many, None) => Came::Fault(format!("{} puzzles", many.len())),
        },
        Err(OpenError::Ambiguous(candidates)) => Came::Asked(
            candidates
                .into_iter()
                .map(|candidate| {
                    let choice = candidate.choice.clone().unwrap_or_default();
                    (candidate.what(), format!("{} {choice}", candidate.understood.unwrap_or_default()))
                })
                .collect(),
        ),
        Err(OpenError::Fault(fault) | OpenError::Option(fault)) => Came::Fault(fault.to_string()),
        Err(OpenError::Unknown) => Came::Fault("unknown".to_owned()),
    }
}

/// The boards and texts of a file of the corpus.
pub fn parse(file: &str) -> (BTreeMap<String, String>, Vec<Typed>) {
    let mut boards = BTreeMap::new();
    let mut texts = Vec::new();
    let mut sections: Vec<(&str, String)> = Vec::new();
    for line in file.split_inclusive('\n') {
        if line.starts_with("@board ") || line.starts_with("@text ") {
            sections.push((line.trim_end(), String::new()));
        } else if let Some((_, text)) = sections.last_mut() {
            text.push_str(line);
        }
    }
    for (head, text) in sections {
        if let Some(head) = head.strip_prefix("@board ") {
            let (name, format) = head.split_once(' ').expect(head);
            let what = AsWhat::parse(format).expect(format);
            let opening = open(&[Source::new(name, text)], Some(what), &ReadOptions::default());
            let opening = opening.expect(name);
            assert!(opening.faults.is_empty() && opening.puzzles.len() == 1, "{name}: {opening:?}");
            boards.insert(name.to_owned(), canonical(&opening.puzzles[0]));
            continue;
        }
        let head = head.strip_prefix("@text ").expect(head);
        let (title, wanted) = head.split_once(" = ").expect(head);
        let (wanted, is_escaped) = match wanted.strip_suffix(" escaped") {
            Some(wanted) => (wanted, true),
            None => (wanted, false),
        };
        let board = |name: &str| boards.get(name).unwrap_or_else(|| panic!("no board {name}")).clone();
        let wanted = match wanted.split_once(' ').unwrap_or((wanted, "")) {
            ("ask", "") => Wanted::Asked(None),
            ("ask", name) => Wanted::Asked(Some(board(name))),
            ("fault", words) => Wanted::Fault(words.to_owned()),
            (name, _) => Wanted::Board(board(name)),
        };
        let text = if is_escaped { unescaped(&text) } else { text };
        texts.push(Typed { title: title.to_owned(), wanted, text });
    }
    (boards, texts)
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().filter(|c| *c != '\n');
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some('r')) => out.push('\r'),
            ('\\', Some('s')) => out.push(' '),
            ('\\', Some('u')) => {
                let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                out.push(
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).expect("a character"),
                );
            }
            ('\\', Some(other)) => out.push(other),
            (c, _) => out.push(c),
        }
    }
    out
}

/// How a text went: as wanted, asked or refused although a board is meant, or wrongly and silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    AsMeant,
    Refused,
    Wrong,
}

/// Judges what came of a text.
pub fn judge(wanted: &Wanted, came: &Came) -> Verdict {
    match (wanted, came) {
        (Wanted::Board(wanted), Came::Read { board, .. }) if wanted == board => Verdict::AsMeant,
        (_, Came::Read { .. }) => Verdict::Wrong,
        (Wanted::Board(_), _) => Verdict::Refused,
        (Wanted::Asked(None), _) => Verdict::AsMeant,
        (Wanted::Asked(Some(_)), Came::Asked(_)) => Verdict::AsMeant,
        (Wanted::Fault(words), Came::Fault(message)) if message.contains(words) => Verdict::AsMeant,
        (Wanted::Asked(Some(_)) | Wanted::Fault(_), _) => Verdict::Refused,
    }
}

/// What is wrong with the texts of a file: a line or more for each.
pub fn report(file: &str, texts: &[Typed]) -> (BTreeMap<Verdict, usize>, String) {
    let mut counts = BTreeMap::new();
    let mut said = String::new();
    for typed in texts {
        let came = come(&typed.text, None);
        let mut verdict = judge(&typed.wanted, &came);
        let mut also = String::new();
        if let (Wanted::Board(board), Verdict::AsMeant | Verdict::Refused) = (&typed.wanted, verdict) {
            let family = board.split('\n').next().expect("a family");
            let as_family = come(&typed.text, Some(family));
            let judged = judge(&typed.wanted, &as_family);
            if judged > verdict || (judged == Verdict::Refused) {
                also = format!("  --as {family}: {as_family:?}\n");
                verdict = verdict.max(judged);
            }
        }
        *counts.entry(verdict).or_insert(0) += 1;
        if verdict != Verdict::AsMeant {
            let _ = writeln!(
                said,
                "{verdict:?} {file}: {}\n{}\n  wanted {:?}\n  came {came:?}\n{also}",
                typed.title, typed.text, typed.wanted
            );
        }
    }
    (counts, said)
}

/// The files of the corpus.
fn files() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/typed");
    let mut files: Vec<(String, String)> = std::fs::read_dir(&folder)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "txt"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("text"))
        })
        .collect();
    files.sort();
    files
}

/// At least 95 of 100 texts are read as meant, with and without `--as`; none is read as another
/// board.
#[test]
fn what_people_type_is_read_as_meant_or_asked_about() {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut said = String::new();
    for (name, file) in files() {
        let (_, texts) = parse(&file);
        let (found, more) = report(&name, &texts);
        found.into_iter().for_each(|(verdict, count)| *counts.entry(verdict).or_insert(0) += count);
        said += &more;
    }
    let all: usize = counts.values().sum();
    let refused = counts.get(&Verdict::Refused).copied().unwrap_or(0);
    assert!(all > 390, "{all} texts");
    assert!(!counts.contains_key(&Verdict::Wrong) && 20 * refused <= all, "{counts:?}\n{said}");
}
