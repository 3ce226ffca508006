//! The worker threads of a batch: each takes the next puzzle; the main thread writes answers in
//! order.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use fewest::{Bug, Counters, Ended, Fault, Response, Stop, picture_of};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::BatchOptions;
use super::jobs::Job;
use super::log::Log;
use crate::exit::Failure;
use crate::runtime::{self, interrupt};

/// The result of a job.
enum Answer {
    Document(Box<Response>),
    Bug(Box<Response>),
    Interrupted,
}

/// Solves the jobs that the log does not answer yet. Returns whether a bug was found.
pub fn solve_all(
    jobs: &[Job],
    log: &mut Log,
    asked: &BatchOptions<'_>,
    quiet: bool,
) -> Result<bool, Failure> {
    interrupt::listen();
    let done = log.answers().len();
    let next = AtomicUsize::new(done);
    let abandoned = AtomicBool::new(false);
    let threads = asked.limits.threads().min(jobs.len() - done);
    let share = asked.limits.budget() / threads.max(1);
    let bar = bar(jobs.len(), done, quiet);
    let (send, receive) = mpsc::channel();
    let mut found_bug = false;
    let written = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, abandoned) = (send.clone(), &next, &abandoned);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(job) = jobs.get(number) else { return };
                    let answer = solve(job, asked, share, abandoned);
                    if matches!(answer, Answer::Interrupted) || send.send((number, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        loop {
            match receive.recv_timeout(Duration::from_millis(200)) {
                Ok((number, answer)) => {
                    waiting.insert(number, answer);
                }
                Err(RecvTimeoutError::Timeout) => bar.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(answer) = waiting.remove(&log.answers().len()) {
                let document = match answer {
                    Answer::Interrupted => continue,
                    Answer::Document(document) => document,
                    Answer::Bug(document) => {
                        found_bug = true;
                        document
                    }
                };
                if let Err(error) = log.add(&document) {
                    // Further results could not be stored.
                    abandoned.store(true, Relaxed);
                    return Err(error);
                }
                bar.inc(1);
            }
        }
    });
    bar.finish_and_clear();
    written?;
    Ok(found_bug)
}

fn solve(job: &Job, asked: &BatchOptions<'_>, bytes: usize, abandoned: &AtomicBool) -> Answer {
    let ended = |_: &Counters| interrupt::asked() || abandoned.load(Relaxed);
    if interrupt::asked() || abandoned.load(Relaxed) {
        return Answer::Interrupted;
    }
    let about = Response { id: Some(job.id.clone()), ..job.about.clone() };
    let Some(opened) = &job.opened else { return Answer::Document(Box::new(about)) };
    let position = opened.position.as_ref();
    let (solved, stats) = runtime::run_single_threaded(asked.limits.time, bytes, &ended, |cx| {
        position.solve(&asked.options, cx)
    });
    match solved {
        Ok(solved) if solved.ended == Ended::Limit(Stop::Interrupt) => Answer::Interrupted,
        Ok(solved) => {
            let document = about.solved(&solved, picture_of(position));
            Answer::Document(Box::new(Response { stats: Some(stats), ..document }))
        }
        Err(Bug(what)) => {
            let fault = Response::fault(&Fault::new(what), &[]).fault;
            Answer::Bug(Box::new(Response { fault, ..about }))
        }
    }
}

/// Returns the progress bar; hidden if quiet, or if standard error is no terminal.
fn bar(all: usize, done: usize, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} · {per_sec} · {eta} left") {
        bar.set_style(style);
    }
    bar.with_position(done as u64)
}
