//! Resolves a name on the command line: a file, a line of a file, standard input, an embedded
//! puzzle, or the text of a puzzle of one line itself.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use fewest::service::{AsWhat, Fault, Source, Sure, families};

use crate::exit::Failure;
use crate::runtime::limits;

/// A text that was read, and what its name says about it.
#[derive(Debug)]
pub struct Input {
    pub source: Source,
    /// The family and format, if the name determines them.
    pub what: Option<AsWhat>,
    /// Only the puzzle on this line, as in `boards.txt:12`.
    pub line: Option<usize>,
}

/// Reads the input of a name. A file is preferred to an embedded puzzle of the same name.
pub fn read(name: &str) -> Result<Input, Fault> {
    if name == "-" {
        return Ok(Input { source: standard_input()?, what: None, line: None });
    }
    if Path::new(name).exists() {
        return Ok(Input { source: file(name, name)?, what: None, line: None });
    }
    if let Some((entry, example)) = fewest::service::example(name) {
        let what = AsWhat { entry, format: Some(example.format) };
        return Ok(Input { source: Source::new(name, example.text), what: Some(what), line: None });
    }
    if let Some((path, line)) = name.rsplit_once(':')
        && let Ok(line) = line.parse()
        && Path::new(path).exists()
    {
        return Ok(Input { source: file(path, path)?, what: None, line: Some(line) });
    }
    if is_file_name(name) {
        return Err(Fault::new(format!("there is no file `{name}`")));
    }
    // The name may be the text of a puzzle: `triangle:5`.
    let said = Source::new(name, name);
    if let [(family, format, Sure::Certain)] = fewest::service::claims(&said)[..]
        && let Some(entry) = fewest::service::family(family)
    {
        return Ok(Input { source: said, what: Some(AsWhat { entry, format: Some(format) }), line: None });
    }
    let fault = Fault::new(format!("there is no file `{name}`, and no embedded puzzle of that name"));
    if is_value_of_all(name) {
        return Err(fault.remedy(format!("the number of `--all` stands behind `=`: `--all={name}`")));
    }
    let known = families().flat_map(|entry| entry.info.examples).map(|example| example.name);
    Err(fault.remedy(match fewest::service::nearest(name, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`fewest list puzzles` shows the puzzles that come with the program".to_owned(),
    }))
}

/// The inputs of a command: those that were named, else standard input, unless that is a terminal.
///
/// # Errors
/// Nothing is named, and nothing is piped into the program.
pub fn or_standard(names: &[String], what: &str) -> Result<Vec<String>, Failure> {
    match names {
        [] if io::stdin().is_terminal() => Err(Failure::Usage(format!(
            "name {what}: a file, or a puzzle that `fewest list puzzles` shows; or pipe a board into the program"
        ))),
        [] => Ok(vec!["-".to_owned()]),
        names => Ok(names.to_vec()),
    }
}

/// Whether a name can only be that of a file: it has a suffix of letters, and is no text of a
/// board.
fn is_file_name(name: &str) -> bool {
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
    let known =
        ["lp", "txt", "json", "csv", "md", "pbm", "xml", "lst", "asp", "yaml", "yml", "out", "log", "dat"];
    suffix.is_some_and(|suffix| known.iter().any(|known| suffix.eq_ignore_ascii_case(known)))
        && !name.contains(char::is_whitespace)
}

/// Whether a word is a number that stands behind the option `--all`.
fn is_value_of_all(word: &str) -> bool {
    let words: Vec<_> = std::env::args_os().collect();
    word.parse::<u64>().is_ok() && words.windows(2).any(|two| two[0] == "--all" && two[1] == word)
}

/// Reads a file, or standard input for `-`, without looking at the content.
pub fn text(name: &str) -> Result<Source, Fault> {
    if name == "-" { standard_input() } else { file(name, name) }
}

/// Returns the goal for a word: the word itself if a family has a goal of that name, else the text
/// of a file of that name, else the word, which the family parses.
pub fn goal(word: &str) -> Result<String, Fault> {
    let is_name = families().flat_map(|entry| entry.info.goals()).any(|goal| goal.id == word);
    if is_name || !Path::new(word).is_file() {
        return Ok(word.to_owned());
    }
    let source = file(word, word)?;
    String::from_utf8(source.bytes).map_err(|_| Fault::new(format!("the goal `{word}` is not text")))
}

fn file(path: &str, name: &str) -> Result<Source, Fault> {
    let unreadable = |error: io::Error| cannot_read(name, &error);
    let file = File::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    if about.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    // Pipes and devices have length 0.
    all_of(file, usize::try_from(about.len()).unwrap_or(usize::MAX), name)
}

fn standard_input() -> Result<Source, Fault> {
    all_of(io::stdin().lock(), 0, "-")
}

/// The least number of bytes by which the buffer of a text of unknown length grows.
const PIECE: usize = 1 << 16;

/// Reads a text to its end within the memory limit. The buffer of a file of known `length` has
/// exactly that capacity.
fn all_of(mut from: impl Read, length: usize, name: &str) -> Result<Source, Fault> {
    let room = limits::room();
    let fits = |bytes: usize| room.check(bytes, 1, || format!("the text of `{name}`"));
    fits(length)?;
    let mut bytes = Vec::with_capacity(length);
    loop {
        // Reading one byte more than is left tells a text that fits from one that does not.
        let piece = bytes.len().max(PIECE).min(room.bytes() - bytes.len()).saturating_add(1);
        let read = from.by_ref().take(piece as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| cannot_read(name, &error))?;
        fits(bytes.len())?;
        if read < piece {
            return Ok(Source::new(name, bytes));
        }
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Fault {
    Fault::new(match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{name}`"),
        io::ErrorKind::IsADirectory => format!("`{name}` is a folder; name the files in it"),
        _ => format!("cannot read `{name}`: {error}"),
    })
}
