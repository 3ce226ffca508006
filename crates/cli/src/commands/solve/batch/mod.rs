//! `fewest solve --batch FILE --log LOG`: solves every puzzle of a file on one thread each, on all
//! cores, and writes one document per puzzle in the order of the file. The log is the whole state
//! of a batch, so the same command resumes it.

mod jobs;
mod log;
mod workers;

use std::path::PathBuf;

use clap::Args;
use fewest::{Response, ResponseStatus, SolveOptions, Source};

use crate::args::Reading;
use crate::command_line::this_command;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::runtime::interrupt;
use crate::runtime::limits::Limits;
use jobs::Shard;
use log::{Log, LogError};

/// Options of a batch.
#[derive(Args, Debug)]
#[command(next_help_heading = "Batch")]
pub struct Batch {
    /// Solve every puzzle of FILE, one thread each, with an equal share of the memory; the same
    /// command goes on where it ended
    #[arg(long, value_name = "FILE", requires = "log", conflicts_with_all = ["puzzles", "print", "json", "out", "work", "tier", "method", "stats"])]
    pub batch: Option<String>,

    /// Where the documents go, one line a puzzle, in the order of FILE
    #[arg(long, value_name = "LOG", requires = "batch")]
    pub log: Option<PathBuf>,

    /// Only the puzzles I, I+N, I+2N, … of FILE, for N programs beside each other
    #[arg(long, value_name = "I/N", requires = "batch", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
}

/// Everything that determines an answer besides the puzzle.
pub struct BatchOptions<'a> {
    pub reading: &'a Reading,
    pub limits: &'a Limits,
    pub options: SolveOptions,
}

/// Solves the puzzles of `file` that `log` does not answer yet.
pub fn run(
    batch: &Batch,
    file: &str,
    asked: &BatchOptions<'_>,
    console: &mut Console,
) -> Result<Code, Failure> {
    let Some(path) = &batch.log else { return Err(Failure::Usage("a batch needs `--log`".to_owned())) };
    let jobs = match jobs::read(file, batch.shard, asked) {
        Ok(jobs) => jobs,
        Err(why) => {
            let (fault, source) = *why;
            faults::show(Severity::Error, &fault, source.as_slice());
            return Ok(Code::BadInput);
        }
    };
    let ids: Vec<&str> = jobs.iter().map(|job| job.id.as_str()).collect();
    let mut log = match Log::open(path, &ids, &asked.options) {
        Ok(log) => log,
        Err(LogError::Io(error)) => return Err(Failure::Output(error)),
        Err(LogError::Corrupt(fault)) => return Ok(refuse(&fault, Code::CorruptFile)),
        Err(LogError::Foreign(fault)) => return Ok(refuse(&fault, Code::BadInput)),
    };
    let answered_before = log.answers().len();
    if answered_before > 0 {
        let name = path.display().to_string();
        console.note(&format!(
            "{}: {answered_before} of {} are answered",
            fewest::visible(&name),
            jobs.len()
        ));
    }
    let found_bug = workers::solve_all(&jobs, &mut log, asked, console.quiet)?;
    log.close()?;
    let answered = log.answers().len();
    if found_bug {
        return Ok(Code::Bug);
    }
    if answered < jobs.len() {
        debug_assert!(interrupt::asked(), "only a person or a signal ends a batch early");
        let (all, again) = (jobs.len(), this_command());
        console.note(&format!("stopped after {answered} of {all} puzzles; go on with\n  {again}"));
        return Ok(Code::Resumable);
    }
    console.note(&summary(&log));
    Ok(log.answers().iter().map(|answer| answer.code).max().unwrap_or(Code::Answered))
}

fn refuse(fault: &fewest::Fault, code: Code) -> Code {
    faults::show(Severity::Error, fault, &[] as &[Source]);
    code
}

fn summary(log: &Log) -> String {
    let with = |word: ResponseStatus| log.answers().iter().filter(|answer| answer.outcome == word).count();
    let named = [
        (with(ResponseStatus::Solved), "solved"),
        (with(ResponseStatus::Unsolvable), "without solution"),
        (with(ResponseStatus::Stopped), "stopped by a limit"),
        (with(ResponseStatus::Error), "not readable"),
    ];
    let parts: Vec<String> =
        named.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    format!("{} puzzles: {}", log.answers().len(), parts.join(", "))
}

/// Returns the exit code of a document, the same for a new one and for one read from a log.
pub fn code_of(document: &Response, options: &SolveOptions) -> Code {
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
