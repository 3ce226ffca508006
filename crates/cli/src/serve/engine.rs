//! The library at work for many people at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest::{Command, Counters, Fault, Progress, Request, Response, handle};
use tokio::sync::OwnedSemaphorePermit;

use super::body::{Bodies, Taken};
use super::client::Client;
use super::lane::{Full, Lane, Waiting};
use crate::{host, interrupt, machine};

/// What the server may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
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
    glances: Arc<Lane>,
    short: Arc<Lane>,
    long: Arc<Lane>,
    longest: Duration,
    bodies: Bodies,
    bytes_of_glance: usize,
    bytes_of_work: usize,
}

/// Whether work gives way to other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manners {
    /// It is over at once.
    Glance,
    /// Somebody waits for it this moment, and it takes a second at most.
    Brisk,
    /// It may take long, and what is quick must not wait for it.
    Patient,
}

impl Manners {
    /// How nice the thread is; nothing if it gives way to nobody.
    fn nice(self) -> Option<i32> {
        match self {
            Self::Glance => None,
            Self::Brisk => Some(5),
            Self::Patient => Some(10),
        }
    }
}

/// While this lives, somebody waits for the answer.
#[derive(Debug, Default)]
pub struct Interest(Gone);

/// Whether nobody waits for the answer any more.
pub type Gone = Arc<AtomicBool>;

impl Interest {
    /// What tells when it ends.
    pub fn gone(&self) -> Gone {
        Arc::clone(&self.0)
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// How far a piece of work is.
pub type Sign = Arc<Mutex<Progress>>;

/// Work that has its turn.
#[derive(Debug)]
pub struct Turn {
    request: Request,
    body: Taken,
    time: Duration,
    bytes: usize,
    manners: Manners,
    permit: OwnedSemaphorePermit,
}

/// Work that waits for its turn.
#[derive(Debug)]
pub struct Queued {
    request: Request,
    body: Taken,
    time: Duration,
    bytes: usize,
    manners: Manners,
    since: Instant,
    waiting: Waiting,
}

impl Engine {
    /// An engine within these bounds.
    pub fn new(bounds: &Bounds) -> Self {
        Self {
            // Looking at a position takes no time and hardly any memory.
            glances: Lane::new(2 * bounds.at_once, 8 * bounds.waiting),
            short: Lane::new(bounds.at_once, bounds.waiting),
            long: Lane::new(bounds.at_once, bounds.waiting),
            longest: bounds.longest,
            // An eighth for what is asked, a quarter for glances, the rest for work.
            bodies: Bodies::within(bounds.bytes / 8),
            bytes_of_glance: bounds.bytes / 4 / (2 * bounds.at_once.max(1)),
            bytes_of_work: bounds.bytes / 8 * 5 / (2 * bounds.at_once.max(1)),
        }
    }

    /// The longest solve.
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// Memory for what is asked.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Queues up for the lane of a request.
    pub fn enter(&self, request: Request, body: Taken, client: Client) -> Result<Queued, Full> {
        let time = request.milliseconds.map_or(self.longest, Duration::from_millis).min(self.longest);
        let (lane, manners) = match request.ask {
            Command::Look
            | Command::Write { .. }
            | Command::Paint(_)
            | Command::List
            | Command::Check { legal: true, .. } => (&self.glances, Manners::Glance),
            Command::Solve
            | Command::Hint
            | Command::Check { .. }
            | Command::Map(_)
            | Command::Locate(_)
            | Command::GoTo { .. }
            | Command::Generate { .. } => match time <= SHORT {
                true => (&self.short, Manners::Brisk),
                false => (&self.long, Manners::Patient),
            },
        };
        let bytes = match manners {
            Manners::Glance => self.bytes_of_glance,
            Manners::Brisk | Manners::Patient => self.bytes_of_work,
        };
        Ok(Queued {
            request,
            body,
            time,
            bytes,
            manners,
            since: Instant::now(),
            waiting: lane.enter(client)?,
        })
    }
}

impl Queued {
    /// How many wait.
    pub fn length(&self) -> usize {
        self.waiting.length()
    }

    /// Waits for the turn. Somebody who wants an answer within a second does not mean: a second after others had theirs.
    pub async fn turn(self) -> Option<Turn> {
        let permit = self.waiting.turn().await?;
        let time = match self.manners {
            Manners::Glance | Manners::Patient => self.time,
            Manners::Brisk => self.time.saturating_sub(self.since.elapsed()).max(LEAST),
        };
        let Self { request, body, bytes, manners, .. } = self;
        Some(Turn { request, body, time, bytes, manners, permit })
    }
}

impl Turn {
    /// Does the work; ends early when nobody is interested any more.
    pub async fn run(self, gone: Gone, sign: Sign) -> Response {
        let work = move || {
            let ended = |counters: &Counters| {
                let bytes = machine::resident_bytes().unwrap_or(0);
                let progress = Progress::of(counters, usize::try_from(bytes).unwrap_or(usize::MAX));
                *sign.lock().unwrap_or_else(PoisonError::into_inner) = progress;
                gone.load(Relaxed) || interrupt::asked()
            };
            let (mut response, stats) = host::run_beside(Some(self.time), self.bytes, &ended, |host| {
                fewest_draw::lay_out_response(handle(&self.request, host), host)
            });
            response.stats = Some(stats);
            drop((self.request, self.body, self.permit));
            response
        };
        let answer = match self.manners.nice() {
            None => tokio::task::spawn_blocking(work).await.ok(),
            Some(nice) => beside(nice, work).await,
        };
        answer.unwrap_or_else(|| {
            tracing::error!("a request met a bug");
            Response::fault(&Fault::new("fewest met a situation that it should never meet"), &[])
        })
    }
}

/// Works in a thread of its own that gives way to others; nothing comes of it if there is no thread, or a bug.
async fn beside(nice: i32, work: impl FnOnce() -> Response + Send + 'static) -> Option<Response> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = move || {
        machine::give_way(nice);
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("solve".to_owned()).spawn(thread).ok()?;
    receiver.await.ok()
}
