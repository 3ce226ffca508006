//! The progress of a long search: one line on a terminal, from the third second on, and the status
//! file of a work folder, as JSON for other programs. The speed gives an estimate of the time until
//! the layer is expanded.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fewest::service::{Counters, Progress};
use fewest_store::WorkFolder;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::runtime::machine;

const APPEARS: Duration = Duration::from_secs(2);
const ADVISES: Duration = Duration::from_secs(30);
const REDRAWN: Duration = Duration::from_millis(150);

/// Draws the progress line.
pub struct ProgressLine {
    started: Instant,
    /// Printed once, when the search takes long.
    advice: String,
    state: Mutex<State>,
}

struct State {
    bar: ProgressBar,
    drawn: Option<Instant>,
    advised: bool,
    meter: SpeedMeter,
}

impl ProgressLine {
    /// Creates the line. `None` if quiet, or if standard error is no terminal.
    pub fn on_terminal(quiet: bool, advice: &str) -> Option<Self> {
        (!quiet && std::io::stderr().is_terminal()).then(|| Self {
            started: Instant::now(),
            advice: advice.to_owned(),
            state: Mutex::new(State {
                bar: ProgressBar::hidden(),
                drawn: None,
                advised: false,
                meter: SpeedMeter::new(),
            }),
        })
    }

    /// Draws the line if the last one is old enough; returns at once otherwise.
    pub fn show(&self, counters: &Counters) {
        let elapsed = self.started.elapsed();
        // Another thread is drawing the line at this moment.
        let Ok(mut state) = self.state.try_lock() else { return };
        if elapsed < APPEARS || state.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAWN) {
            return;
        }
        if state.drawn.is_none() {
            state.bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                state.bar.set_style(style);
            }
        }
        state.drawn = Some(Instant::now());
        let speed = state.meter.measure(counters);
        state.bar.set_message(line(counters, &speed, elapsed));
        state.bar.tick();
        if elapsed >= ADVISES && !state.advised {
            state.advised = true;
            state.bar.println(&self.advice);
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Ok(state) = self.state.get_mut() {
            state.bar.finish_and_clear();
        }
    }
}

fn line(counters: &Counters, speed: &Speed, elapsed: Duration) -> String {
    let bytes = machine::resident_bytes().unwrap_or(0);
    let now = Progress::of(counters, usize::try_from(bytes).unwrap_or(usize::MAX));
    let trees = counters.trees.load(Relaxed);
    let (depth, positions, part) = match trees {
        0 => ("depth", now.positions, "layer".to_owned()),
        // Iterative deepening: the depth is the threshold, a lower bound.
        _ => ("at least", now.generated, format!("{trees} trees")),
    };
    let mut parts = vec![format!("{depth} {}", now.depth)];
    match counters.best.load(Relaxed) {
        0 => {}
        best => parts.push(format!("best known {best}")),
    }
    parts.push(format!("{} positions", short(positions as f64)));
    if let Some(left) = speed.left.filter(|left| left.as_secs() > 2) {
        parts.push(format!("{part} {:.0} %, {} left", 100.0 * speed.share, clock(left)));
    }
    parts.push(format!("{} moves/s", short(speed.rate)));
    if bytes > 0 {
        parts.push(format!("{} MB", bytes >> 20));
    }
    parts.push(clock(elapsed));
    parts.join(" · ")
}

/// Returns minutes and seconds: `12:05`.
fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// Returns three digits and a unit: `1.23 M`.
fn short(number: f64) -> String {
    let units = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    match units.iter().find(|(size, _)| number >= *size) {
        Some((size, unit)) => format!("{:.3}", number / size)[..4].trim_end_matches('.').to_owned() + unit,
        None => format!("{number:.0}"),
    }
}

/// Measures the speed from counters that it sees from time to time.
pub struct SpeedMeter {
    begun: Instant,
    depth: u64,
    layer_begun: Instant,
    /// Positions expanded before the layer.
    expanded_before: u64,
    generated_before: Option<u64>,
}

/// The measured speed.
pub struct Speed {
    /// Successors per second since the process began.
    pub rate: f64,
    /// The fraction of the layer, or of the subtrees of an iteration, that is expanded, from 0 to
    /// 1.
    pub share: f64,
    /// The estimated time until the layer is expanded.
    pub left: Option<Duration>,
}

impl SpeedMeter {
    pub fn new() -> Self {
        let now = Instant::now();
        Self { begun: now, depth: 0, layer_begun: now, expanded_before: 0, generated_before: None }
    }

    pub fn measure(&mut self, counters: &Counters) -> Speed {
        let (depth, expanded) = (counters.depth.load(Relaxed), counters.expanded.load(Relaxed));
        let generated = counters.generated.load(Relaxed);
        if depth != self.depth || expanded < self.expanded_before {
            (self.depth, self.layer_begun, self.expanded_before) = (depth, Instant::now(), expanded);
        }
        // Successors of an earlier process do not count.
        let before = *self.generated_before.get_or_insert(generated);
        let frontier = counters.frontier.load(Relaxed) as f64;
        let share = if frontier > 0.0 { (expanded - self.expanded_before) as f64 / frontier } else { 0.0 };
        // An iteration that is split into subtrees is measured by them.
        let trees = counters.trees.load(Relaxed) as f64;
        let share = if trees > 0.0 { counters.trees_done.load(Relaxed) as f64 / trees } else { share };
        let share = share.min(1.0);
        let so_far = self.layer_begun.elapsed().as_secs_f64();
        let left = (share > 0.01).then(|| so_far * (1.0 - share) / share);
        Speed {
            rate: generated.saturating_sub(before) as f64 / self.begun.elapsed().as_secs_f64().max(0.001),
            share,
            left: left.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        }
    }
}

const REWRITTEN: Duration = Duration::from_secs(1);

/// Rewrites the file at most once per second.
pub struct StatusFile<'a> {
    folder: &'a WorkFolder,
    begun: Instant,
    state: Mutex<(SpeedMeter, Option<Instant>)>,
}

#[derive(Serialize)]
struct Document {
    process: u32,
    seconds: f64,
    #[serde(flatten)]
    progress: Progress,
    /// The fraction of the layer that is expanded.
    layer_done: f64,
    /// The estimated time until it is expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    layer_seconds_left: Option<f64>,
    moves_per_second: f64,
    disk_bytes: u64,
}

impl<'a> StatusFile<'a> {
    pub fn new(folder: &'a WorkFolder) -> Self {
        Self { folder, begun: Instant::now(), state: Mutex::new((SpeedMeter::new(), None)) }
    }

    pub fn write(&self, counters: &Counters) {
        let Ok(mut state) = self.state.try_lock() else { return };
        if state.1.is_some_and(|written| written.elapsed() < REWRITTEN) {
            return;
        }
        state.1 = Some(Instant::now());
        let speed = state.0.measure(counters);
        let bytes = machine::resident_bytes().unwrap_or(0);
        let document = Document {
            process: std::process::id(),
            seconds: self.begun.elapsed().as_secs_f64(),
            progress: Progress::of(counters, usize::try_from(bytes).unwrap_or(usize::MAX)),
            layer_done: speed.share,
            layer_seconds_left: speed.left.map(|left| left.as_secs_f64()),
            moves_per_second: speed.rate,
            disk_bytes: self.folder.used(),
        };
        // The search does not depend on the file, so errors are ignored.
        if let Ok(text) = serde_json::to_string(&document) {
            let _ = self.folder.write_status(&(text + "\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_short() {
        assert_eq!(
            [0.0, 999.0, 1234.0, 12_345_678.0, 1e12].map(short),
            ["0", "999", "1.23 k", "12.3 M", "1.00 T"]
        );
        assert_eq!(short(123_456.0), "123 k");
    }
}
