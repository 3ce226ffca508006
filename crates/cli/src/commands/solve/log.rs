//! The log of a batch: line *n* answers puzzle *n*. Behind them stand answers of puzzles that were
//! tried again with more time; they count instead of those before. A line is complete if it ends
//! with a line feed; a partial line that a crash left at the end is truncated.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fewest::service::{Fault, Response, ResponseStatus, SolveOptions};

use crate::exit::Code;

/// A log that is open for appending.
pub struct Log {
    path: PathBuf,
    file: File,
    options: SolveOptions,
    answers: Vec<LoggedAnswer>,
    synced: Instant,
}

/// The part of an answer that is kept in memory.
#[derive(Clone, Copy, Debug)]
pub struct LoggedAnswer {
    pub outcome: ResponseStatus,
    pub code: Code,
    /// The seconds after which a time limit ended the search, if one did.
    out_of_time: Option<f64>,
}

impl LoggedAnswer {
    /// Whether a time limit left the puzzle open.
    pub const fn is_out_of_time(self) -> bool {
        self.out_of_time.is_some()
    }

    fn by(document: &Response, options: &SolveOptions) -> Self {
        let seconds = document.stats.as_ref().and_then(|stats| stats.seconds).unwrap_or(0.0);
        let out_of_time = (document.limit.as_deref() == Some("time")).then_some(seconds);
        Self { outcome: document.outcome, code: code_of(document, options), out_of_time }
    }
}

/// Returns the exit code of a document, the same for a new one and for one read from a log.
fn code_of(document: &Response, options: &SolveOptions) -> Code {
    let limit = match document.limit.as_deref() {
        Some("memory") => Some(Code::Memory),
        Some("disk") => Some(Code::Disk),
        Some(_) => Some(Code::Time),
        None => None,
    };
    let asked_in_vain =
        options.count && document.count.is_none() || options.all.is_some() && document.all.is_empty();
    let is_fewest = document.optimal == Some(true);
    match document.outcome {
        ResponseStatus::Error => Code::BadInput,
        ResponseStatus::Unsolvable => Code::Unsolvable,
        ResponseStatus::Stopped => limit.unwrap_or(Code::Time),
        ResponseStatus::Solved if is_fewest && asked_in_vain => limit.unwrap_or(Code::Answered),
        ResponseStatus::Solved if is_fewest || options.any || options.fast => Code::Answered,
        ResponseStatus::Solved => Code::NotProven,
        ResponseStatus::Done => Code::Answered,
    }
}

/// Why a log cannot be used.
pub enum LogError {
    Io(io::Error),
    /// A line in the middle cannot be read.
    Corrupt(Fault),
    /// It answers other puzzles, or another process writes it.
    Foreign(Fault),
}

/// The work that a crash of the machine may lose.
const SYNC_EVERY: Duration = Duration::from_secs(1);

impl Log {
    /// Opens or creates a log for puzzles with these ids and options.
    pub fn open(path: &Path, ids: &[&str], options: &SolveOptions) -> Result<Self, LogError> {
        let named = |error: io::Error| {
            LogError::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let fault = Fault::new(format!("`{}` is being written by another program", path.display()));
                return Err(LogError::Foreign(fault.remedy("name another log for each part of a batch")));
            }
            Err(TryLockError::Error(error)) => return Err(named(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(named)?;
        let (answers, good) = read(&bytes, path, ids, options)?;
        file.set_len(good as u64).map_err(named)?;
        file.seek(SeekFrom::End(0)).map_err(named)?;
        Ok(Self { path: path.to_owned(), file, options: options.clone(), answers, synced: Instant::now() })
    }

    /// Returns the answers so far.
    pub fn answers(&self) -> &[LoggedAnswer] {
        &self.answers
    }

    /// Returns the puzzles that an earlier time limit left open, if this one is longer by a tenth.
    pub fn open_with_more_time(&self, limit: Option<Duration>) -> Vec<usize> {
        let is_more = |seconds: f64| limit.is_none_or(|limit| limit.as_secs_f64() > 1.1 * seconds);
        let all = self.answers.iter().enumerate();
        all.filter(|(_, answer)| answer.out_of_time.is_some_and(is_more)).map(|(index, _)| index).collect()
    }

    /// Appends a new answer of a puzzle that has one.
    pub fn add_again(&mut self, index: usize, document: &Response) -> io::Result<()> {
        self.append(document)?;
        self.answers[index] = LoggedAnswer::by(document, &self.options);
        Ok(())
    }

    /// Appends the answer of the next puzzle.
    pub fn add(&mut self, document: &Response) -> io::Result<()> {
        self.append(document)?;
        self.answers.push(LoggedAnswer::by(document, &self.options));
        Ok(())
    }

    /// Appends a line with one system call.
    fn append(&mut self, document: &Response) -> io::Result<()> {
        let mut line = serde_json::to_vec(document)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.sync_now_and_then());
        written.map_err(|error| self.named(&error))
    }

    /// Syncs the file to disk.
    pub fn close(&mut self) -> io::Result<()> {
        self.file.sync_all().map_err(|error| self.named(&error))
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }

    fn sync_now_and_then(&mut self) -> io::Result<()> {
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// Returns the answers of a log and their length in bytes.
fn read(
    bytes: &[u8],
    path: &Path,
    ids: &[&str],
    options: &SolveOptions,
) -> Result<(Vec<LoggedAnswer>, usize), LogError> {
    let mut answers: Vec<LoggedAnswer> = Vec::new();
    let mut good = 0;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    for (number, line) in (1..).zip(lines) {
        let document: Response = match serde_json::from_slice(line) {
            Ok(document) => document,
            // The last line may be what a crash of the machine left; the others were safe.
            Err(_) if good + line.len() == bytes.len() && is_torn(line) => break,
            Err(error) => {
                let what = format!("line {number} of `{}` is damaged: {error}", path.display());
                return Err(LogError::Corrupt(
                    Fault::new(what).remedy("cut the log before this line, or name another one"),
                ));
            }
        };
        let again = || ids.iter().position(|&id| Some(id) == document.id.as_deref());
        if let Some(index) = again().filter(|_| number > ids.len()) {
            answers[index] = LoggedAnswer::by(&document, options);
            good += line.len();
            continue;
        }
        if document.id.is_none() || ids.get(number - 1).copied() != document.id.as_deref() {
            let what = format!("line {number} of `{}` does not answer puzzle {number}", path.display());
            let remedy = "a log belongs to one file of puzzles, asked for in one way; name another log";
            return Err(LogError::Foreign(Fault::new(what).remedy(remedy)));
        }
        answers.push(LoggedAnswer::by(&document, options));
        good += line.len();
    }
    if !is_torn(&bytes[good..]) {
        let what = format!("`{}` ends with something that is no answer", path.display());
        return Err(LogError::Foreign(Fault::new(what).remedy("name another log")));
    }
    Ok((answers, good))
}

/// Returns whether the bytes after the last complete answer can be the rest of a crash: the
/// beginning of an answer, or zeros. Only these are truncated.
fn is_torn(rest: &[u8]) -> bool {
    let document = Response { id: Some(String::new()), ..Response::default() };
    let mut opening = serde_json::to_vec(&document).unwrap_or_default();
    opening.truncate(opening.iter().position(|&byte| byte == b':').unwrap_or(0));
    let length = rest.trim_ascii_end().len().min(opening.len());
    rest.iter().all(|byte| b"\0\n".contains(byte)) || rest[..length] == opening[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str) -> String {
        let document = Response { id: Some(id.to_owned()), ..Response::default() };
        serde_json::to_string(&document).expect("a document") + "\n"
    }

    fn read_text(text: &str) -> Result<(usize, usize), &'static str> {
        match read(text.as_bytes(), Path::new("log"), &["a", "b", "c"], &SolveOptions::default()) {
            Ok((answers, good)) => Ok((answers.len(), good)),
            Err(LogError::Corrupt(_)) => Err("corrupt"),
            Err(LogError::Foreign(_)) => Err("foreign"),
            Err(LogError::Io(_)) => Err("io"),
        }
    }

    #[test]
    fn a_torn_end_is_cut_off_and_anything_else_is_refused() {
        let two = line("a") + &line("b");
        assert_eq!(read_text(""), Ok((0, 0)));
        assert_eq!(read_text(&two), Ok((2, two.len())));
        let begun = line("c")[..12].to_owned();
        for torn in ["{", &begun, "\0\0\0\n", "\n"] {
            assert_eq!(read_text(&(two.clone() + torn)), Ok((2, two.len())), "{torn:?}");
            assert_eq!(read_text(torn), Ok((0, 0)), "{torn:?}");
        }
        for foreign in ["important", "important\n", "{ \"my\": 1 }", "[1, 2]\n"] {
            assert!(
                read_text(foreign).is_err() && read_text(&(two.clone() + foreign)).is_err(),
                "{foreign:?}"
            );
        }
        assert_eq!(read_text(&("{\n".to_owned() + &two)), Err("corrupt"));
        assert_eq!(read_text(&line("b")), Err("foreign"));
        let again = two.clone() + &line("c") + &line("b");
        assert_eq!(read_text(&again), Ok((3, again.len())));
        assert_eq!(read_text(&(two + &line("c") + &line("d"))), Err("foreign"));
        assert_eq!(read_text("{\"outcome\":\"solved\"}\n"), Err("foreign"));
    }
}
