//! How fast a walk goes, and how long its layer will take.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fewest::Counters;

/// Looks at counters now and then.
pub struct SpeedMeter {
    begun: Instant,
    depth: u64,
    layer_begun: Instant,
    /// Positions expanded when the layer was begun.
    expanded_before: u64,
    generated_before: Option<u64>,
}

/// What can be told.
pub struct Speed {
    /// Successors a second since the process began.
    pub rate: f64,
    /// How much of the layer is expanded, or of the trees of a bound, from 0 to 1.
    pub share: f64,
    /// Until the layer is expanded.
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
        // What an earlier process did says nothing about this one.
        let before = *self.generated_before.get_or_insert(generated);
        let frontier = counters.frontier.load(Relaxed) as f64;
        let share = if frontier > 0.0 { (expanded - self.expanded_before) as f64 / frontier } else { 0.0 };
        // A depth that was cut into trees is as far as these are.
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
