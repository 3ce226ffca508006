//! The status file of a work folder: the progress of a long run as JSON, for other programs.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use fewest::{Counters, Progress};
use fewest_store::WorkFolder;
use serde::Serialize;

use crate::runtime::machine;
use crate::runtime::speed::SpeedMeter;

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
