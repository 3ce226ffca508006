//! The engine of the server: runs requests in three queues with bounded time and memory.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest::service::{Command, Counters, Fault, Progress, Request, Response, handle};
use tokio::sync::OwnedSemaphorePermit;

use super::body::{BodyMemory, BodyPermit};
use super::queue::Client;
use super::queue::{Full, Queue, Waiting};
use crate::runtime::limits::is_interrupted;
use crate::runtime::{self, machine};

/// The limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Concurrent solves, with one thread each.
    pub at_once: usize,
    /// The length of a queue.
    pub waiting: usize,
    /// The time limit of a solve.
    pub longest: Duration,
    /// The memory for all requests together.
    pub bytes: usize,
}

/// Requests with at most this time limit have a queue of their own: hints, and what the page shows
/// during a game.
const SHORT: Duration = Duration::from_secs(1);

/// The least time of an interactive request that has waited: enough for answers without search.
const LEAST: Duration = Duration::from_millis(20);

/// The queues and their shares of memory.
#[derive(Debug)]
pub struct Engine {
    lookups: Arc<Queue>,
    short: Arc<Queue>,
    long: Arc<Queue>,
    longest: Duration,
    body_memory: BodyMemory,
    bytes_of_lookup: usize,
    bytes_of_work: usize,
}

/// The priority of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    /// No search: takes milliseconds.
    Lookup,
    /// The page waits for it; takes at most a second.
    Interactive,
    /// May take long and must not delay quick requests.
    Background,
}

impl Priority {
    /// Returns the niceness of the thread. `None` for the default.
    fn nice(self) -> Option<i32> {
        match self {
            Self::Lookup => None,
            Self::Interactive => Some(5),
            Self::Background => Some(10),
        }
    }
}

/// Cancels the work when it is dropped, because no client waits for the answer any more.
#[derive(Debug, Default)]
pub struct CancelOnDrop(Cancelled);

/// Whether the work is cancelled.
pub type Cancelled = Arc<AtomicBool>;

impl CancelOnDrop {
    /// Returns the flag that is set on drop.
    pub fn cancelled(&self) -> Cancelled {
        Arc::clone(&self.0)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The progress of a request, shared with its stream of events.
pub type SharedProgress = Arc<Mutex<Progress>>;

/// A request that has a slot.
#[derive(Debug)]
pub struct Admitted {
    request: Request,
    body: BodyPermit,
    time: Duration,
    bytes: usize,
    priority: Priority,
    permit: OwnedSemaphorePermit,
}

/// A request that waits in a queue.
#[derive(Debug)]
pub struct Queued {
    request: Request,
    body: BodyPermit,
    time: Duration,
    bytes: usize,
    priority: Priority,
    since: Instant,
    waiting: Waiting,
}

impl Engine {
    /// Creates an engine with these limits.
    pub fn new(limits: &ServerLimits) -> Self {
        Self {
            // A lookup takes hardly any time and memory.
            lookups: Queue::new(2 * limits.at_once, 8 * limits.waiting),
            short: Queue::new(limits.at_once, limits.waiting),
            long: Queue::new(limits.at_once, limits.waiting),
            longest: limits.longest,
            // 1/8 for bodies, 1/4 for lookups, the rest for searches.
            body_memory: BodyMemory::within(limits.bytes / 8),
            bytes_of_lookup: limits.bytes / 4 / (2 * limits.at_once.max(1)),
            bytes_of_work: limits.bytes / 8 * 5 / (2 * limits.at_once.max(1)),
        }
    }

    /// Returns the time limit of a solve.
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// Returns the memory for request bodies.
    pub fn body_memory(&self) -> &BodyMemory {
        &self.body_memory
    }

    /// Enters the queue of a request. The error says that the queue is full.
    pub fn enter(&self, request: Request, body: BodyPermit, client: Client) -> Result<Queued, Full> {
        let time = request.milliseconds.map_or(self.longest, Duration::from_millis).min(self.longest);
        let (queue, priority) = match request.ask {
            Command::Look
            | Command::Write { .. }
            | Command::Paint(_)
            | Command::List
            | Command::Check { legal: true, .. } => (&self.lookups, Priority::Lookup),
            Command::Solve
            | Command::Hint
            | Command::Check { .. }
            | Command::Map(_)
            | Command::Locate(_)
            | Command::GoTo { .. }
            | Command::Generate { .. } => match time <= SHORT {
                true => (&self.short, Priority::Interactive),
                false => (&self.long, Priority::Background),
            },
        };
        let bytes = match priority {
            Priority::Lookup => self.bytes_of_lookup,
            Priority::Interactive | Priority::Background => self.bytes_of_work,
        };
        Ok(Queued {
            request,
            body,
            time,
            bytes,
            priority,
            since: Instant::now(),
            waiting: queue.enter(client)?,
        })
    }
}

impl Queued {
    /// Returns the length of the queue.
    pub fn length(&self) -> usize {
        self.waiting.length()
    }

    /// Waits for a slot. The time limit of an interactive request includes the time in the queue.
    pub async fn admit(self) -> Option<Admitted> {
        let permit = self.waiting.admit().await?;
        let time = match self.priority {
            Priority::Lookup | Priority::Background => self.time,
            Priority::Interactive => self.time.saturating_sub(self.since.elapsed()).max(LEAST),
        };
        let Self { request, body, bytes, priority, .. } = self;
        Some(Admitted { request, body, time, bytes, priority, permit })
    }
}

impl Admitted {
    /// Runs the request. It stops early when it is cancelled.
    pub async fn run(self, cancelled: Cancelled, progress: SharedProgress) -> Response {
        let work = move || {
            let ended = |counters: &Counters| {
                let bytes = machine::resident_bytes().unwrap_or(0);
                let now = Progress::of(counters, usize::try_from(bytes).unwrap_or(usize::MAX));
                *progress.lock().unwrap_or_else(PoisonError::into_inner) = now;
                cancelled.load(Relaxed) || is_interrupted()
            };
            let (mut response, stats) =
                runtime::run_single_threaded(Some(self.time), self.bytes, &ended, |cx| {
                    fewest_draw::lay_out_response(handle(&self.request, cx), cx)
                });
            response.stats = Some(stats);
            drop((self.request, self.body, self.permit));
            response
        };
        let answer = match self.priority.nice() {
            None => tokio::task::spawn_blocking(work).await.ok(),
            Some(nice) => run_nice(nice, work).await,
        };
        answer.unwrap_or_else(|| {
            tracing::error!("a request failed with an internal error");
            Response::fault(&Fault::new("fewest has a bug: an internal check failed"), &[])
        })
    }
}

/// Runs `work` in a thread of its own with this niceness. `None` if there is no thread, or if it
/// panics.
async fn run_nice(nice: i32, work: impl FnOnce() -> Response + Send + 'static) -> Option<Response> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = move || {
        machine::give_way(nice);
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("solve".to_owned()).spawn(thread).ok()?;
    receiver.await.ok()
}
