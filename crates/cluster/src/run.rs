//! A process: its workers in threads of their own, and the caller's thread, which looks after them.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Context, StateSpace};
use fewest_store::WorkFolder;
use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};

use crate::handshake::{Secret, random};
use crate::hello::{Hello, Purpose};
use crate::keeper::{GLANCE, Keeper, PARTING};
use crate::links::{BEAT, Links};
use crate::mail::Mail;
use crate::meet::{How, Met, meet};
use crate::plan::{Begin, Held, Name, PART, Plan, plan};
use crate::shared::{Event, Layers, Shared, Tick};
use crate::trouble::Trouble;
use crate::wire::{Wire, wires};
use crate::worker::{Halt, Job, walk};

/// Who takes part, and how long to wait for whom.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Where every process listens: `host:port`.
    pub hosts: Vec<String>,
    /// The number of this process in the list.
    pub process: usize,
    /// How long to wait for the others at the beginning.
    pub patience: Duration,
    /// How long somebody may be silent later.
    pub stall: Duration,
    /// What all processes must prove to have; without it only loopback is used.
    pub secret: Option<Secret>,
    /// Where this process listens, if not at its place in the list: behind a tunnel, or a port that
    /// is mapped.
    pub listen: Option<String>,
}

/// What a process took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// CPU seconds.
    pub cpu: f64,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The most disk, in bytes.
    pub disk: u64,
}

/// What went from worker to worker, all workers together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Successors generated.
    pub generated: u64,
    /// Of these, other workers keep so many.
    pub strange: u64,
    /// Keys sent: the same without repeats in a chunk.
    pub sent: u64,
    /// Bytes sent.
    pub bytes: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Layers, goals, and why it ended early.
    pub counted: LayerCounts,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
    /// What every process took; empty if it ended early.
    pub costs: Vec<Cost>,
    /// What went from worker to worker since this start.
    pub traffic: Traffic,
    /// Workers, all processes together.
    pub workers: usize,
}

/// Walks through everything that can be reached from the roots of `packed`, together with the other processes of the meeting, which
/// are given the same puzzle. `host` says how many threads and how many bytes this process may use and when to stop; `cost` says at
/// the end what the process took.
///
/// # Errors
/// What ended it, unless it was a limit of `host`: that is told with what is complete until then.
pub fn explore(
    packed: Box<dyn StateSpace>,
    folder: &WorkFolder,
    meeting: &Meeting,
    host: &Context<'_>,
    farthest: usize,
    cost: &dyn Fn() -> Cost,
) -> Result<Seen, Trouble> {
    let packed: Arc<dyn StateSpace> = packed.into();
    let walk = format!("{} words {}", packed.words(), packed.fingerprint());
    let held = inventory(folder, &walk)?;
    let hello = Hello {
        version: crate::fault::version(),
        walk: walk.clone(),
        hosts: meeting.hosts.clone(),
        process: meeting.process,
        instance: instance()?,
        threads: host.threads,
        held,
        purpose: Purpose::Life,
    };
    let how = How {
        secret: meeting.secret.as_ref(),
        listen: meeting.listen.as_deref(),
        patience: meeting.patience,
        stall: meeting.stall,
    };
    let Some(met) = meet(&hello, &how, &|| host.poll().is_ok())? else {
        let stopped = host.check().err();
        return Ok(Seen { counted: LayerCounts { stopped, ..LayerCounts::default() }, ..Seen::default() });
    };
    // The others may have fewer cores, and all must have as many threads.
    let threads = met.hellos.iter().map(|hello| hello.threads).min().unwrap_or(1);
    let held: Vec<Vec<Held>> = met.hellos.iter().map(|hello| hello.held.clone()).collect();
    let plan = Arc::new(plan(&held, threads, packed.kind())?);
    let task = Task { packed, folder, meeting, threads, plan, walk, farthest };
    task.run(met, host, cost)
}

/// Returns a number that no other start of a process has.
fn instance() -> Result<u64, Trouble> {
    let bytes = random().map_err(|error| Trouble::Bug(format!("there are no random bytes: {error}")))?;
    Ok(bytes[..8].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// What the parts in the folder of this process hold. Those without a manifest are of no use and dropped.
fn inventory(folder: &WorkFolder, walk: &str) -> Result<Vec<Held>, Trouble> {
    let mut held = Vec::new();
    if folder.kept()?.is_some() {
        return Err(foreign(folder, "holds a walk by one process"));
    }
    for inside in folder.names_inside(PART)? {
        let Some(name) = Name::read(&inside) else { continue };
        let part = folder.inside(&inside)?;
        match part.kept()? {
            Some(saved) if saved.fingerprint == name.fingerprint(walk) => held.push(Held::of(name, &saved)),
            Some(_) => {
                return Err(foreign(&part, "belongs to another puzzle, or to another question about it"));
            }
            None => part.demolish(),
        }
    }
    Ok(held)
}

fn foreign(folder: &WorkFolder, why: &str) -> Trouble {
    let what = format!("`{}` {why}", folder.path().display());
    fewest_store::Trouble { kind: fewest_store::Kind::Foreign, what }.into()
}

/// Memory for a link to another process: what `timely` holds and the frames, about.
const LINK_BYTES: usize = 3 << 20;
/// A worker with less memory than this has runs of a few keys only.
const LEAST_BYTES: usize = 1 << 20;

/// A walk as this process takes part in it.
pub struct Task<'a> {
    pub packed: Arc<dyn StateSpace>,
    pub folder: &'a WorkFolder,
    pub meeting: &'a Meeting,
    pub threads: usize,
    pub plan: Arc<Plan>,
    pub walk: String,
    pub farthest: usize,
}

impl Task<'_> {
    /// How often a sign of life is given.
    pub fn beat(&self) -> Duration {
        BEAT.min(self.meeting.stall / 4)
    }

    pub fn workers(&self) -> usize {
        self.threads * self.meeting.hosts.len()
    }

    /// Opens the folders of the workers of this process, and gives every old part to one of them.
    fn jobs(&self, host: &Context<'_>) -> Result<Vec<Option<Job>>, Trouble> {
        let links = (self.meeting.hosts.len() - 1) * LINK_BYTES;
        let left = host.budget.left();
        let needed = links + self.threads * LEAST_BYTES;
        if left < needed {
            let more = (needed - left).div_ceil(1 << 20);
            let others = self.meeting.hosts.len() - 1;
            return Err(Trouble::Memory(format!(
                "the links to {others} other processes and {} threads need {more} MiB more than the memory limit leaves",
                self.threads
            )));
        }
        let bytes = (left - links) / self.threads;
        let mut jobs = Vec::new();
        for thread in 0..self.threads {
            let index = self.meeting.process * self.threads + thread;
            let name =
                Name { generation: self.plan.generation, index: index as u32, of: self.workers() as u32 };
            jobs.push(Job {
                name,
                folder: self.folder.inside(&name.folder())?,
                old: Vec::new(),
                plan: Arc::clone(&self.plan),
                walk: self.walk.clone(),
                bytes,
                farthest: self.farthest,
            });
        }
        let mut next = 0;
        for inside in self.folder.names_inside(PART)? {
            let Some(name) = Name::read(&inside) else { continue };
            if name.generation == self.plan.generation {
                continue;
            }
            let part = self.folder.inside(&inside)?;
            if self.plan.begin == Begin::Move(name.generation) {
                jobs[next % self.threads].old.push((name, part));
                next += 1;
            } else {
                // A move that was cut short, or was complete, left it.
                part.demolish();
            }
        }
        Ok(jobs.into_iter().map(Some).collect())
    }

    fn run(self, met: Met, host: &Context<'_>, cost: &dyn Fn() -> Cost) -> Result<Seen, Trouble> {
        let (events, happens) = channel();
        let jobs = Mutex::new(self.jobs(host)?);
        let lost = |error: std::io::Error| Trouble::Peer(error.to_string());
        let patience = self.meeting.patience;
        let links = Links::new(met.life, patience, &events).map_err(lost)?;
        hush_lost_links(&events);
        let shared = Arc::new(Shared {
            ended: AtomicBool::new(false),
            at_work: AtomicUsize::new(self.threads),
            ticks: (0..self.threads).map(|_| Tick::default()).collect(),
            begun: Instant::now(),
            layers: Mutex::new(Layers {
                sizes: self.plan.sizes.clone(),
                goals: self.plan.goals.clone(),
                made: (self.plan.expanded, self.plan.generated),
            }),
        });
        let (keys, heard) = wires(met.keys, self.beat(), patience, &shared, &events).map_err(lost)?;
        let workers = self.start(keys, jobs, &shared, events)?;
        let keeper =
            Keeper { task: &self, links, heard, happens, shared: &shared, host, lost: Cell::new(None) };
        let ended = keeper.look_after(cost);
        shared.ended.store(true, Relaxed);
        let until = Instant::now() + PARTING;
        while shared.at_work.load(Relaxed) > 0 && Instant::now() < until {
            std::thread::sleep(GLANCE / 10);
        }
        // Whoever sleeps, or hangs, ends with the process; joining would wait for ever.
        std::mem::forget(workers);
        ended
    }

    fn start(
        &self,
        sockets: Vec<Option<Wire>>,
        jobs: Mutex<Vec<Option<Job>>>,
        shared: &Arc<Shared>,
        events: Sender<Event>,
    ) -> Result<WorkerGuards<()>, Trouble> {
        let hooks = Hooks::default();
        let inner = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        let process = self.meeting.process;
        let (builders, others): (Vec<AllocatorBuilder>, Box<dyn Any + Send>) = if sockets.len() == 1 {
            (inner.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
        } else {
            let made = initialize_networking_from_sockets(inner, sockets, process, self.threads, hooks);
            let (builders, guard) = made.map_err(|error| Trouble::Peer(error.to_string()))?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
        };
        let (packed, shared, threads) = (Arc::clone(&self.packed), Arc::clone(shared), self.threads);
        timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
            let own = worker.index() % threads;
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner)[own].take();
            let mut mail = Mail::new(worker);
            // The mail lives outside: were it dropped on the way out of a panic, others would take this part for complete.
            let walked = catch_unwind(AssertUnwindSafe(|| {
                let job = job.expect("every worker has a job");
                walk(worker, &mut mail, packed.as_ref(), job, &shared)
            }));
            shared.at_work.fetch_sub(1, Relaxed);
            shared.wait(own, true);
            let _ = events.send(match walked {
                Ok(Ok(walked)) => Event::Walked(Box::new(walked)),
                Ok(Err(Halt::Stop(stop))) => Event::Stopped(stop),
                Ok(Err(Halt::Foreign(from))) => Event::Foreign(from / threads),
                Err(panic) => Event::Panicked(words(panic.as_ref())),
            });
            // The process ends when everybody is done; until then nobody may see this worker go.
            loop {
                std::thread::park();
            }
        })
        .map_err(Trouble::Bug)
    }
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}

/// The threads of `timely` that read and write links panic when one is lost, and workers that use them then do so too. That is no bug, and
/// is told in better words.
fn hush_lost_links(events: &Sender<Event>) {
    let (events, before) = (events.clone(), std::panic::take_hook());
    let is_lost = AtomicBool::new(false);
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        let name = thread.name().and_then(|name| name.strip_prefix("timely:")).unwrap_or_default();
        let link = name.strip_prefix("send-").or(name.strip_prefix("recv-"));
        if let Some(number) = link.and_then(|number| number.parse().ok()) {
            is_lost.store(true, Relaxed);
            let _ = events.send(Event::Lost(number));
        } else if !(name.starts_with("work-") && is_lost.load(Relaxed)) {
            before(panic);
        }
    }));
}
