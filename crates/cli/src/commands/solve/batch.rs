//! `fewest solve --batch FILE --log LOG`: solves every puzzle of a file on one thread each, on all
//! cores, and writes one document per puzzle in the order of the file. The log is all the state
//! of a batch, so the same command resumes it.
//!
//! Each worker thread takes the next puzzle; the main thread writes the answers in order.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use clap::Args;
use fewest::service::{
    Bug, Counters, Ended, Fault, FaultDocument, Opened, OptionField, Response, ResponseStatus, SolveOptions,
    Source, Stop,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use xxhash_rust::xxh3::xxh3_64;

use crate::args::{Reading, this_command};
use crate::commands::solve::log::{Log, LogError};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::input::{self, Input};
use crate::puzzles;
use crate::runtime::limits::{self, Deadline, Limits};
use crate::runtime::{self};

/// Options of a batch.
#[derive(Args, Debug)]
#[command(next_help_heading = "Batch")]
pub struct Batch {
    /// Solve every puzzle of FILE, one thread each, with an equal share of the memory; the same
    /// command goes on where it ended
    #[arg(long, value_name = "FILE", requires = "log", conflicts_with_all = ["puzzles", "print", "json", "out", "work", "tier", "method", "stats"])]
    pub batch: Option<String>,

    /// Write the documents to this file, one line per puzzle, in the order of FILE
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
    let jobs = match read_jobs(file, batch.shard, asked) {
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
            fewest::service::visible(&name),
            jobs.len()
        ));
    }
    let again = log.open_with_more_time(asked.limits.time);
    if !again.is_empty() {
        let left = if again.len() == 1 {
            "1 that a time limit left open is".to_owned()
        } else {
            format!("{} that a time limit left open are", again.len())
        };
        console.note(&format!("{left} tried again"));
    }
    let todo: Vec<usize> = (answered_before..jobs.len()).chain(again.iter().copied()).collect();
    let (found_bug, done) = solve_all(&jobs, &todo, &mut log, asked, console.quiet)?;
    log.close()?;
    let answered = log.answers().len();
    if found_bug {
        return Ok(Code::Bug);
    }
    if done < todo.len() {
        debug_assert!(limits::is_interrupted(), "only a person or a signal ends a batch early");
        let (all, again) = (jobs.len(), this_command());
        console.note(&format!("stopped after {answered} of {all} puzzles; go on with\n  {again}"));
        return Ok(Code::Resumable);
    }
    let summary = match again.len() {
        0 => summary(&log),
        tried => {
            let decided = again.iter().filter(|&&index| !log.answers()[index].is_out_of_time()).count();
            format!("{}; of {tried} tried again {decided} are decided now", summary(&log))
        }
    };
    console.note(&summary);
    Ok(log.answers().iter().map(|answer| answer.code).max().unwrap_or(Code::Answered))
}

fn refuse(fault: &fewest::service::Fault, code: Code) -> Code {
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
    let all = log.answers().len();
    format!("{all} {}: {}", if all == 1 { "puzzle" } else { "puzzles" }, parts.join(", "))
}

/// One puzzle, or the fault in its place.
pub struct BatchPuzzle {
    /// A hash of the puzzle and the options.
    pub id: String,
    /// The document before solving: file, line, family, warnings.
    pub about: Response,
    /// The puzzle; `None` if `about` is a fault.
    pub opened: Option<Opened>,
}

/// A part of the puzzles: every `of`-th, beginning with `number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Parses `I/N` with 1 ≤ I ≤ N.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a part like 1/4, 2/4, … 4/4 is needed".to_owned()),
        }
    }

    fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

/// The fault if there are no jobs, and the text if there is one.
pub type NoJobs = Box<(Fault, Option<Source>)>;

/// Reads the puzzles of a file.
fn read_jobs(file: &str, shard: Option<Shard>, asked: &BatchOptions<'_>) -> Result<Vec<BatchPuzzle>, NoJobs> {
    let Input { source, what, .. } = input::read(file).map_err(|fault| Box::new((fault, None)))?;
    let reading = asked.reading;
    let options = reading.options(limits::room());
    let sources = [source];
    let opening = match fewest::service::open(&sources, reading.what.or(what), &options) {
        Ok(opening) => opening,
        Err(error) => {
            let [source] = sources;
            return Err(Box::new((puzzles::explain(error, file, &[]), Some(source))));
        }
    };
    let puzzles = opening.puzzles.into_iter().map(|opened| {
        let about = Response {
            file: Some(file.to_owned()),
            line: opened.line,
            warnings: FaultDocument::all(&opened.warnings, &sources),
            ..Response::about(opened.position.as_ref(), opened.format)
        };
        (about, Some(opened))
    });
    let faults = opening.faults.iter().map(|fault| {
        let line = fault.at.map(|at| sources[0].line_and_column(at.start).0);
        (Response { file: Some(file.to_owned()), line, ..Response::fault(fault, &sources) }, None)
    });
    let mut all: Vec<_> = puzzles.chain(faults).collect();
    if all.is_empty() {
        return Err(Box::new((Fault::new("there is no puzzle in it"), Some(Source::new(file, "")))));
    }
    // A bad line keeps its place in the order.
    all.sort_by_key(|(about, _)| about.line);
    let mine = all.into_iter().enumerate().filter(|(index, _)| shard.is_none_or(|shard| shard.has(*index)));
    Ok(mine
        .map(|(_, (about, opened))| BatchPuzzle { id: job_id(&about, opened.as_ref(), asked), about, opened })
        .collect())
}

/// Returns the id of a job. Two versions of the program agree on it if they write puzzles in the
/// same way.
fn job_id(about: &Response, opened: Option<&Opened>, asked: &BatchOptions<'_>) -> String {
    let mut text = Vec::new();
    let goal = asked.reading.given(OptionField::Goal);
    let place = format!("{:?} {:?} {:?} {:?}\n", about.line, asked.options, goal, about.metric);
    text.extend_from_slice(place.as_bytes());
    if let Some(opened) = opened {
        let written = opened.position.write(opened.format, &mut text);
        if !matches!(written, Ok(fewest::service::Written::Yes)) {
            text.extend_from_slice(format!("{:?}", opened.position).as_bytes());
        }
    }
    format!("{:016x}", xxh3_64(&text))
}

/// The result of a job.
enum Answer {
    Document(Box<Response>),
    Bug(Box<Response>),
    Interrupted,
}

/// Solves the jobs of these numbers: those that the log does not answer yet in their order, then
/// others once more. Returns whether a bug was found, and how many were answered.
fn solve_all(
    jobs: &[BatchPuzzle],
    todo: &[usize],
    log: &mut Log,
    asked: &BatchOptions<'_>,
    quiet: bool,
) -> Result<(bool, usize), Failure> {
    limits::listen_for_interrupts();
    let next = AtomicUsize::new(0);
    let abandoned = AtomicBool::new(false);
    let threads = asked.limits.threads().min(todo.len());
    let share = asked.limits.budget() / threads.max(1);
    let before = jobs.len().saturating_sub(todo.len());
    let bar = progress_bar(before + todo.len(), before, quiet);
    let (send, receive) = mpsc::channel();
    let mut found_bug = false;
    let written = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, abandoned) = (send.clone(), &next, &abandoned);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(job) = todo.get(number).map(|&index| &jobs[index]) else { return };
                    let answer = solve_job(job, asked, share, abandoned);
                    if matches!(answer, Answer::Interrupted) || send.send((number, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut done = 0;
        loop {
            match receive.recv_timeout(Duration::from_millis(200)) {
                Ok((number, answer)) => {
                    waiting.insert(number, answer);
                }
                Err(RecvTimeoutError::Timeout) => bar.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(done),
            }
            while let Some(answer) = waiting.remove(&done) {
                let document = match answer {
                    Answer::Interrupted => continue,
                    Answer::Document(document) => document,
                    Answer::Bug(document) => {
                        found_bug = true;
                        document
                    }
                };
                let index = todo[done];
                let is_again = index < log.answers().len();
                let added = if is_again { log.add_again(index, &document) } else { log.add(&document) };
                if let Err(error) = added {
                    // Further results could not be stored.
                    abandoned.store(true, Relaxed);
                    return Err(error);
                }
                done += 1;
                bar.inc(1);
            }
        }
    });
    bar.finish_and_clear();
    Ok((found_bug, written?))
}

fn solve_job(job: &BatchPuzzle, asked: &BatchOptions<'_>, bytes: usize, abandoned: &AtomicBool) -> Answer {
    let ended = |_: &Counters| limits::is_interrupted() || abandoned.load(Relaxed);
    if limits::is_interrupted() || abandoned.load(Relaxed) {
        return Answer::Interrupted;
    }
    let about = Response { id: Some(job.id.clone()), ..job.about.clone() };
    let Some(opened) = &job.opened else { return Answer::Document(Box::new(about)) };
    let position = opened.position.as_ref();
    let deadline = Deadline::after(Instant::now(), asked.limits.time);
    let (solved, stats) = runtime::run_single_threaded(asked.limits.time, bytes, &ended, |cx| {
        position.solve(&asked.options, cx)
    });
    match solved {
        Ok(solved) if solved.ended == Ended::Limit(Stop::Interrupt) => Answer::Interrupted,
        Ok(solved) => {
            let document = about.solved_while(&solved, &mut || !deadline.is_over());
            Answer::Document(Box::new(Response { stats: Some(stats), ..document }))
        }
        Err(Bug(what)) => {
            let fault = Response::fault(&Fault::new(what), &[]).fault;
            Answer::Bug(Box::new(Response { fault, ..about }))
        }
    }
}

/// Returns the progress bar; hidden if quiet, or if standard error is no terminal.
fn progress_bar(all: usize, done: usize, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} · {per_sec} · {eta} left") {
        bar.set_style(style);
    }
    bar.with_position(done as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_everything_and_overlap_nowhere() {
        let parts: Vec<Shard> = (1..=3).map(|i| Shard::parse(&format!("{i}/3")).expect("a part")).collect();
        for index in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(index)).count(), 1);
        }
        assert!(["", "1", "0/3", "4/3", "1/0", "-1/3", "a/b"].iter().all(|text| Shard::parse(text).is_err()));
    }
}
