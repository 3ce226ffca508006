//! What a name on the command line stands for: a file, a line of a file, standard input, a puzzle that comes with the
//! program, or a puzzle of one line itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use fewest::{AsWhat, FAMILIES, Fault, Source, Sure};

use crate::runtime::limits;

/// An input that was read.
#[derive(Debug)]
pub struct Input {
    pub source: Source,
    /// What it is, where that is known from the name.
    pub what: Option<AsWhat>,
    /// Only the puzzle on this line, as in `boards.txt:12`.
    pub line: Option<usize>,
}

/// Reads what a name stands for. A file is preferred to an embedded puzzle of the same name.
pub fn read(name: &str) -> Result<Input, Fault> {
    if name == "-" {
        return Ok(Input { source: standard_input()?, what: None, line: None });
    }
    if Path::new(name).exists() {
        return Ok(Input { source: file(name, name)?, what: None, line: None });
    }
    if let Some((entry, example)) = fewest::example(name) {
        let what = AsWhat { entry, format: Some(example.format) };
        return Ok(Input { source: Source::new(name, example.text), what: Some(what), line: None });
    }
    if let Some((path, line)) = name.rsplit_once(':')
        && let Ok(line) = line.parse()
        && Path::new(path).exists()
    {
        return Ok(Input { source: file(path, path)?, what: None, line: Some(line) });
    }
    // Some puzzles are a line of text, and so short that one can say them: `triangle:5`.
    let said = Source::new(name, name);
    if let [(family, format, Sure::Certain)] = fewest::claims(&said)[..]
        && let Some(entry) = fewest::family(family)
    {
        return Ok(Input { source: said, what: Some(AsWhat { entry, format: Some(format) }), line: None });
    }
    Err(Fault::new(format!("there is no file `{name}`, and no embedded puzzle of that name"))
        .remedy("`fewest list puzzles` shows the puzzles that come with the program"))
}

/// Reads a file, or standard input for `-`, whatever is in it.
pub fn text(name: &str) -> Result<Source, Fault> {
    if name == "-" { standard_input() } else { file(name, name) }
}

/// The goal that a word stands for: a name that some family knows, or what is in a file of that name. Other words are
/// the family's to understand.
pub fn goal(word: &str) -> Result<String, Fault> {
    let is_name = FAMILIES.iter().flat_map(|entry| entry.info.goals).any(|goal| goal.id == word);
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
    // Of pipes and devices the length is 0.
    all_of(file, usize::try_from(about.len()).unwrap_or(usize::MAX), name)
}

fn standard_input() -> Result<Source, Fault> {
    all_of(io::stdin().lock(), 0, "-")
}

/// The bytes by which a text of unknown length grows at least.
const PIECE: usize = 1 << 16;

/// Reads everything, up to the memory that is allowed. A file of a known `length` takes that and no more.
fn all_of(mut from: impl Read, length: usize, name: &str) -> Result<Source, Fault> {
    let room = limits::room();
    let fits = |bytes: usize| room.check(bytes, 1, || format!("the text of `{name}`"));
    fits(length)?;
    let mut bytes = Vec::with_capacity(length);
    loop {
        // One byte more than is left tells a text that fits from one that does not.
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
