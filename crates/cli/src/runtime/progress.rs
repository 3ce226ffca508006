//! The progress of a long search: one line on a terminal, from the third second on.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fewest::{Counters, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::runtime::machine;
use crate::runtime::speed::{Speed, SpeedMeter};

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

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_stay_short() {
        assert_eq!(
            [0.0, 999.0, 1234.0, 12_345_678.0, 1e12].map(short),
            ["0", "999", "1.23 k", "12.3 M", "1.00 T"]
        );
        assert_eq!(short(123_456.0), "123 k");
    }
}
