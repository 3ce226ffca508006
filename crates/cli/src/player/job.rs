//! A background job of the player. Dropping it stops the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use fewest::Context;

use crate::runtime;
use crate::runtime::limits::Limits;

/// The time limit of a job if `--time` is not given.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running job.
pub struct Job<T> {
    stop: Arc<AtomicBool>,
    result: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    pub fn start(limits: &Limits, work: impl FnOnce(&Context<'_>) -> T + Send + 'static) -> Self {
        let (send, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&stop);
        let time = limits.time.unwrap_or(PATIENCE);
        let bytes = limits.budget();
        std::thread::spawn(move || {
            let (made, _) = runtime::run_single_threaded(Some(time), bytes, &|_| ended.load(Relaxed), work);
            // The job may have been dropped.
            let _ = send.send(made);
        });
        Self { stop, result }
    }

    /// Returns the result if the job has finished; `Err` if it has panicked.
    pub fn look(&self) -> Result<Option<T>, String> {
        match self.result.try_recv() {
            Ok(made) => Ok(Some(made)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(ENDED.to_owned()),
        }
    }

    /// Waits for the result.
    pub fn wait(self) -> Result<T, String> {
        self.result.recv().map_err(|_| ENDED.to_owned())
    }
}

const ENDED: &str = "the solver met a bug; please report it with the puzzle";

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
