//! The library at work for many people at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest::{Command, Counters, Fault, Progress, Request, Response, handle};
use tokio::sync::OwnedSemaphorePermit;

use super::body::{BodyMemory, BodyPermit};
use super::client::Client;
use super::queue::{Full, Queue, Waiting};
use crate::runtime::{self, interrupt, machine};

/// What the server may use.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Solves at once; each has one thread.
    pub at_once: usize,
    /// Requests that wait for their turn.
    pub waiting: usize,
    /// The longest solve.
    pub longest: Duration,
    /// Memory for all of them together.
    pub bytes: usize,
}

/// Work that asks for no more time than this has a lane of its own: hints, and whatever a page shows while one plays.
const SHORT: Duration = Duration::from_secs(1);

/// What is left for work that has waited as long as it may take: enough for what is known at once.
const LEAST: Duration = Duration::from_millis(20);

/// The lanes.
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

/// Whether work gives way to other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    /// It is over at once.
    Lookup,
    /// Somebody waits for it this moment, and it takes a second at most.
    Interactive,
    /// It may take long, and what is quick must not wait for it.
    Background,
}

impl Priority {
    /// How nice the thread is; nothing if it gives way to nobody.
    fn nice(self) -> Option<i32> {
        match self {
            Self::Lookup => None,
            Self::Interactive => Some(5),
            Self::Background => Some(10),
        }
    }
}

/// While this lives, somebody waits for the answer.
#[derive(Debug, Default)]
pub struct CancelOnDrop(Cancelled);

/// Whether nobody waits for the answer any more.
pub type Cancelled = Arc<AtomicBool>;

impl CancelOnDrop {
    /// What tells when it ends.
    pub fn cancelled(&self) -> Cancelled {
        Arc::clone(&self.0)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// How far a piece of work is.
pub type SharedProgress = Arc<Mutex<Progress>>;

/// Work that has its turn.
#[derive(Debug)]
pub struct Admitted {
    request: Request,
    body: BodyPermit,
    time: Duration,
    bytes: usize,
    priority: Priority,
    permit: OwnedSemaphorePermit,
}

/// Work that waits for its turn.
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
    /// An engine within these bounds.
    pub fn new(limits: &ServerLimits) -> Self {
        Self {
            // Looking at a position takes no time and hardly any memory.
            lookups: Queue::new(2 * limits.at_once, 8 * limits.waiting),
            short: Queue::new(limits.at_once, limits.waiting),
            long: Queue::new(limits.at_once, limits.waiting),
            longest: limits.longest,
            // An eighth for what is asked, a quarter for glances, the rest for work.
            body_memory: BodyMemory::within(limits.bytes / 8),
            bytes_of_lookup: limits.bytes / 4 / (2 * limits.at_once.max(1)),
            bytes_of_work: limits.bytes / 8 * 5 / (2 * limits.at_once.max(1)),
        }
    }

    /// The longest solve.
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// Memory for what is asked.
    pub fn body_memory(&self) -> &BodyMemory {
        &self.body_memory
    }

    /// Queues up for the lane of a request.
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
    /// How many wait.
    pub fn length(&self) -> usize {
        self.waiting.length()
    }

    /// Waits for the turn. Somebody who wants an answer within a second does not mean: a second after others had theirs.
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
    /// Does the work; ends early when nobody is interested any more.
    pub async fn run(self, cancelled: Cancelled, progress: SharedProgress) -> Response {
        let work = move || {
            let ended = |counters: &Counters| {
                let bytes = machine::resident_bytes().unwrap_or(0);
                let now = Progress::of(counters, usize::try_from(bytes).unwrap_or(usize::MAX));
                *progress.lock().unwrap_or_else(PoisonError::into_inner) = now;
                cancelled.load(Relaxed) || interrupt::asked()
            };
            let (mut response, stats) =
                runtime::run_single_threaded(Some(self.time), self.bytes, &ended, |cx| {
                    fewest_draw::laid_out(handle(&self.request, cx), cx)
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
            tracing::error!("a request met a bug");
            Response::fault(&Fault::new("fewest met a situation that it should never meet"), &[])
        })
    }
}

/// Works in a thread of its own that gives way to others; nothing comes of it if there is no thread, or a bug.
async fn run_nice(nice: i32, work: impl FnOnce() -> Response + Send + 'static) -> Option<Response> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = move || {
        machine::give_way(nice);
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("solve".to_owned()).spawn(thread).ok()?;
    receiver.await.ok()
}
