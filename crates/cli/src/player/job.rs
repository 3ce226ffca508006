//! Work beside the game, which is stopped when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use fewest::Context;

use crate::runtime;
use crate::runtime::limits::Limits;

/// How long a player waits, if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(30);

/// Work under way.
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
            // The game may have gone on without us.
            let _ = send.send(made);
        });
        Self { stop, result }
    }

    /// The result, if there is one by now; `Err` if there will never be one.
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
