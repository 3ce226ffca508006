//! Runs work within limits: builds the [`Context`] with a poll function that checks time, memory
//! and Ctrl-C and shows the progress, and measures time and memory.

pub mod allocator;
pub mod limits;
pub mod machine;
mod progress;
pub mod work_folder;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest::service::{Context, Counters, Stats, Stop};
use fewest_store::WorkFolder;

use limits::OVERTIME;

use crate::runtime::limits::Limits;
use crate::runtime::progress::{ProgressLine, StatusFile};
use crate::runtime::work_folder::OpenWork;

/// Returns whether this thread has allocated more than 125 % of a budget of `bytes` since it held
/// `before`. Memory that a search leases stays within its budget; this check is for all other
/// allocations.
fn is_over(bytes: usize, before: isize) -> bool {
    usize::try_from(allocator::held() - before).is_ok_and(|held| held > bytes.saturating_add(bytes / 4))
}

/// Runs `work` and returns its result and statistics. `advice` is printed once when it takes long.
pub fn run<R>(
    limits: &Limits,
    quiet: bool,
    advice: &str,
    work: impl FnOnce(&Context<'_>) -> R,
) -> (R, Stats) {
    run_in_folder(&OpenWork { folder: None, tier: None }, limits, quiet, advice, work)
}

/// Runs `work` with a tier for layers and a work folder for layers that do not fit into memory.
pub fn run_in_folder<R>(
    opened: &OpenWork,
    limits: &Limits,
    quiet: bool,
    advice: &str,
    work: impl FnOnce(&Context<'_>) -> R,
) -> (R, Stats) {
    limits::listen_for_interrupts();
    let started = Instant::now();
    let cpu_before = machine::cpu_time();
    let line = ProgressLine::on_terminal(quiet, advice);
    let status = opened.folder.as_ref().map(StatusFile::new);
    let (budget, before) = (limits.budget(), allocator::held());
    let poll = |counters: &Counters| {
        if limits::is_interrupted() {
            return ControlFlow::Break(Stop::Interrupt);
        }
        if is_over(budget, before) {
            return ControlFlow::Break(Stop::Memory);
        }
        if limits.time.is_some_and(|time| started.elapsed() >= time) {
            return ControlFlow::Break(Stop::Time);
        }
        if let Some(line) = &line {
            line.show(counters);
        }
        if let Some(status) = &status {
            status.write(counters);
        }
        ControlFlow::Continue(())
    };
    let is_overdue = || limits.time.is_some_and(|time| started.elapsed() >= time + OVERTIME);
    let mut cx = Context::new(limits.threads(), budget, &poll)
        .with_table_cache(work_folder::cache(quiet))
        .with_overtime(&is_overdue);
    cx.tier = opened.tier;
    cx.store = opened.folder.as_ref().map(|folder| folder as _);
    let result = work(&cx);
    let mut stats = fewest::service::stats(&cx);
    stats.seconds = Some(started.elapsed().as_secs_f64());
    stats.cpu_seconds = taken(cpu_before, machine::cpu_time());
    // The budget counts leased memory only; the system knows all of it.
    stats.peak_bytes = machine::peak_bytes().unwrap_or(stats.peak_bytes);
    stats.disk_bytes = opened.folder.as_ref().map(WorkFolder::peak);
    (result, stats)
}

/// Runs `work` on one thread with `bytes` of memory, while other threads run other work. `ended`
/// receives the counters and returns whether the work is cancelled.
pub fn run_single_threaded<R>(
    time: Option<Duration>,
    bytes: usize,
    ended: &(dyn Fn(&Counters) -> bool + Sync),
    work: impl FnOnce(&Context<'_>) -> R,
) -> (R, Stats) {
    let started = Instant::now();
    let cpu_before = machine::thread_time();
    let before = allocator::held();
    let poll = |counters: &Counters| {
        if ended(counters) {
            return ControlFlow::Break(Stop::Interrupt);
        }
        if is_over(bytes, before) {
            return ControlFlow::Break(Stop::Memory);
        }
        if time.is_some_and(|time| started.elapsed() >= time) {
            return ControlFlow::Break(Stop::Time);
        }
        ControlFlow::Continue(())
    };
    let is_overdue = || time.is_some_and(|time| started.elapsed() >= time + OVERTIME);
    let cx =
        Context::new(1, bytes, &poll).with_table_cache(work_folder::cache(true)).with_overtime(&is_overdue);
    let result = work(&cx);
    let mut stats = fewest::service::stats(&cx);
    stats.seconds = Some(started.elapsed().as_secs_f64());
    stats.cpu_seconds = taken(cpu_before, machine::thread_time());
    (result, stats)
}

fn taken(before: Option<Duration>, after: Option<Duration>) -> Option<f64> {
    Some(after?.saturating_sub(before?).as_secs_f64())
}

/// The advice for work that can only be stopped early.
pub const ADVICE_TIME: &str = "still at work; Ctrl-C or `--time 1m` ends it and says what is proven so far";
