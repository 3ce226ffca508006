//! The limits of a search: time, memory and threads, and Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use fewest::service::{Room, Stats, Stop};

use crate::exit::Code;
use crate::runtime::{limits, machine};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Stop each puzzle after this time, a long output included, and say what is proven: 500ms,
    /// 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,

    /// Use at most this much memory: 500M, 4G (powers of 1024) [default: 70 % of what the machine
    /// allows]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,

    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

/// The memory limit of the command. Texts are read and boards are built before a search, by code
/// that has no [`Limits`].
static HELD: AtomicU64 = AtomicU64::new(0);

/// The time limit of the command for each puzzle, if it has one.
static TIME: Mutex<Option<Duration>> = Mutex::new(None);

/// Sets the limits of the command: `--memory`, or 70 % of what the machine allows, and `--time`.
pub fn hold(memory: Option<u64>, time: Option<Duration>) {
    HELD.store(bytes_of(memory), Relaxed);
    *TIME.lock().unwrap_or_else(PoisonError::into_inner) = time;
}

/// Returns the time limit of the command for each puzzle, the reading of its text included.
pub fn time() -> Option<Duration> {
    *TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the memory that is left for texts and boards.
pub fn room() -> Room {
    let limit = match HELD.load(Relaxed) {
        0 => bytes_of(None),
        limit => limit,
    };
    let left = limit.saturating_sub(machine::resident_bytes().unwrap_or(0));
    Room::of(usize::try_from(left).unwrap_or(usize::MAX))
}

/// Returns whether the process holds 10 % more than the memory limit of the command.
pub fn is_exceeded() -> bool {
    let limit = HELD.load(Relaxed);
    limit > 0 && machine::resident_bytes().is_some_and(|held| held > limit.saturating_add(limit / 10))
}

/// Returns `memory`, or 70 % of what the machine allows, and at most 70 % of the resource limits of
/// the process; the rest is for code, stacks and the overhead of the allocator.
fn bytes_of(memory: Option<u64>) -> u64 {
    let most = machine::resource_bytes().map_or(u64::MAX, |bytes| bytes / 10 * 7);
    memory.unwrap_or_else(|| machine::allowed_bytes() / 10 * 7).min(most)
}
/// Bytes that a search takes without leasing them, measured with `--memory 50M` in all families.
const LATER: u64 = 6 << 20;

impl Limits {
    /// Sets the limits of the command; see [`room`] and [`time`].
    pub fn hold(&self) {
        hold(self.memory, self.time);
    }

    /// Returns these limits after a part of the time has passed.
    pub fn after(&self, passed: Duration) -> Self {
        Self { time: self.time.map(|time| time.saturating_sub(passed)), ..self.clone() }
    }

    /// Returns these limits after a search that took `stats`.
    pub fn after_search(&self, stats: &Stats) -> Self {
        self.after(Duration::from_secs_f64(stats.seconds.unwrap_or(0.0)))
    }

    /// Returns these limits, with those of `others` where this one has none.
    pub fn or(&self, others: &Self) -> Self {
        Self {
            time: self.time.or(others.time),
            memory: self.memory.or(others.memory),
            threads: self.threads.or(others.threads),
        }
    }

    /// Returns the threads and the memory of each of `processes` processes on this machine.
    #[cfg(feature = "cluster")]
    pub fn divided(&self, processes: u64) -> (usize, u64) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or((cores / processes as usize).max(1));
        (threads, bytes_of(self.memory) / processes)
    }

    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Returns the bytes that a search may lease. Memory that the process holds already, including
    /// the puzzle, counts against the limit. 5 % are left to the allocator, or 20 % with several
    /// threads, because it then keeps much more than it hands out. Up to [`LATER`] more is left for
    /// memory that is not leased: pages of the program that are not loaded yet, stacks, tables of a
    /// family.
    pub fn budget(&self) -> usize {
        let limit = bytes_of(self.memory);
        let left = limit.saturating_sub(machine::resident_bytes().unwrap_or(0));
        let kept = if self.threads() > 1 { left / 5 } else { left / 20 } + LATER.min(left / 4);
        usize::try_from(left - kept).unwrap_or(usize::MAX)
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "a number from 1 on is needed".to_owned())
}

/// Reads `90`, `1.5s`, `500ms`, `2m`, `1h30m`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time like 500ms, 30s, 5m or 1h30m is needed".to_owned();
    let mut rest = text.trim();
    let mut seconds = 0.0;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let (number, after) = leading_number(rest).ok_or_else(wrong)?;
        let unit_ends = after.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(after.len());
        seconds += number
            * match after[..unit_ends].trim() {
                "ms" => 0.001,
                "" | "s" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                "d" => 86400.0,
                _ => return Err(wrong()),
            };
        rest = &after[unit_ends..];
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// Reads `1000000`, `500M`, `1.5G`, `4GiB`; `MB` and `GB` are powers of 1000.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "a size like 500M or 4G is needed".to_owned();
    let (number, unit) = leading_number(text.trim()).ok_or_else(wrong)?;
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "ki" | "kib" => 1024.0,
        "m" | "mi" | "mib" => 1024.0 * 1024.0,
        "g" | "gi" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "ti" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(wrong()),
    };
    let bytes = number * factor;
    // Floating point is exact enough for every real memory size; 2^63 is a sane end.
    if bytes < 9.2e18 { Ok(bytes as u64) } else { Err(wrong()) }
}

fn leading_number(text: &str) -> Option<(f64, &str)> {
    let ends = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..ends].parse().ok()?, &text[ends..]))
}

/// The time for a fallback after the time limit.
pub const OVERTIME: Duration = Duration::from_millis(150);

/// The interval at which the limits of a thread are checked.
const TICK: Duration = Duration::from_millis(10);

/// The moment at which the work for one puzzle has to end: its search, then the output.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Returns the end of work that began at `started`, with the overtime of a fallback. It never
    /// ends without a time limit.
    pub fn after(started: Instant, time: Option<Duration>) -> Self {
        Self(time.and_then(|time| started.checked_add(time)?.checked_add(OVERTIME)))
    }

    /// Returns the end of what follows a search that took `stats`.
    pub fn after_search(limits: &Limits, stats: &Stats) -> Self {
        let searched = Duration::from_secs_f64(stats.seconds.unwrap_or(0.0));
        Self::after(Instant::now(), limits.time.map(|time| time.saturating_sub(searched)))
    }

    /// Returns the end of work without a time limit.
    pub fn never() -> Self {
        Self(None)
    }

    /// Returns whether there is no time limit.
    pub fn is_never(self) -> bool {
        self.0.is_none()
    }

    /// Returns whether the time is over.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns whether the work may continue.
    ///
    /// # Errors
    /// The limit that ends it: memory or time.
    pub fn check(self) -> Result<(), Stop> {
        if limits::is_exceeded() {
            return Err(Stop::Memory);
        }
        if self.is_over() { Err(Stop::Time) } else { Ok(()) }
    }

    /// Runs work that cannot be polled, such as an encoder of images, in a thread of its own.
    /// After an error the thread is abandoned, so the command has to end.
    ///
    /// # Errors
    /// The limit that ended it, or Ctrl-C. A Ctrl-C that ended the search before does not count:
    /// what was found is still written.
    pub fn run<R: Send + 'static>(self, work: impl FnOnce() -> R + Send + 'static) -> Result<R, Stop> {
        listen_for_interrupts();
        let was_asked = is_interrupted();
        // Nothing is sent: the channel is closed when the work has ended, even by a panic.
        let (running, ended) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let _running = running;
            work()
        });
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            self.check()?;
            if is_interrupted() && !was_asked {
                return Err(Stop::Interrupt);
            }
        }
        thread.join().or_else(|panic| resume_unwind(panic))
    }
}

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// Installs the handler: from now on Ctrl-C is a request to stop. It is called when work starts
/// that polls for it, so that Ctrl-C still ends a program that waits for input.
pub fn listen_for_interrupts() {
    INSTALLED.call_once(|| {
        let on_signal = || {
            if ASKED.swap(true, Relaxed) {
                std::process::exit(i32::from(Code::Interrupted.number()));
            }
        };
        // If the handler cannot be installed, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(on_signal);
    });
}

/// Returns whether a stop was requested.
pub fn is_interrupted() -> bool {
    ASKED.load(Relaxed)
}

/// Requests a stop, as Ctrl-C does.
#[cfg(feature = "cluster")]
pub fn ask() {
    ASKED.store(true, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let ms = |text| parse_time(text).map(|time| time.as_millis()).ok();
        assert_eq!(ms("30s"), Some(30_000));
        assert_eq!(ms("500ms"), Some(500));
        assert_eq!(ms("1.5"), Some(1_500));
        assert_eq!(ms("1h30m"), Some(5_400_000));
        assert_eq!(ms("0s"), Some(0));
        assert!(["", "s", "-1s", "3 parsecs", "1..5s", "9e99s", "٣s"].iter().all(|text| ms(text).is_none()));
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("50M"), Ok(50 << 20));
        assert_eq!(parse_size("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_size("50MB"), Ok(50_000_000));
        assert_eq!(parse_size("123"), Ok(123));
        assert!(["", "M", "4 grams", "-1G", "99999999T"].iter().all(|text| parse_size(text).is_err()));
    }

    #[test]
    fn work_ends_with_its_result_or_at_the_deadline() {
        let limits = |time| Deadline::after(Instant::now(), time);
        assert_eq!(limits(None).run(|| 7), Ok(7));
        assert_eq!(limits(Some(Duration::MAX)).run(|| 7), Ok(7));
        let for_ever = || std::thread::sleep(Duration::from_secs(1 << 20));
        assert_eq!(limits(Some(Duration::ZERO)).run(for_ever), Err(Stop::Time));
    }
}
