//! The speed of a search, and an estimate of the time until its layer is expanded.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fewest::Counters;

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
