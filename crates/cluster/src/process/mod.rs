//! The part of one process in a search: rendezvous, plan, worker threads, and the supervisor in the
//! caller's thread.

mod supervisor;
mod worker;

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Context, StateSpace};
use fewest_store::WorkFolder;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};

use crate::error::ClusterError;
use crate::exchange::Exchange;
use crate::network::announcement::{Announcement, Purpose};
use crate::network::handshake::random;
use crate::network::heartbeat::{FramedStream, HeartbeatLinks, framed_streams};
use crate::network::rendezvous::{ClusterOptions, PeerLinks, rendezvous};
use crate::plan::{PART, PartInventory, PartName, Plan, StartMode, plan};
use crate::process::supervisor::{EXIT_GRACE, POLL_INTERVAL, Supervisor};
use crate::process::worker::{Halt, WorkerTask, run_worker};
use crate::shared::{ClusterResult, CommittedLayers, Event, ProcessCost, Shared, WorkerProgress};

/// Runs a breadth-first search of all states that are reachable from the initial states of `space`,
/// together with the other processes of `options`, which must be given the same puzzle. `cx` holds
/// the threads and the memory of this process and its stop conditions. `cost` returns at the end
/// the resources that the process used.
///
/// # Errors
/// The reason why the search ended. A limit of `cx` is not an error: the result has the layers that
/// are complete.
pub fn explore(
    space: Box<dyn StateSpace>,
    folder: &WorkFolder,
    options: &ClusterOptions,
    cx: &Context<'_>,
    farthest: usize,
    cost: &dyn Fn() -> ProcessCost,
) -> Result<ClusterResult, ClusterError> {
    // Too little memory is said before other processes are waited for.
    worker_bytes(options.hosts.len(), cx.threads, cx)?;
    let space: Arc<dyn StateSpace> = space.into();
    let search = format!("{} words {}", space.words(), space.fingerprint());
    let held = inventory(folder, &search)?;
    let announcement = Announcement {
        version: crate::fault::version(),
        search: search.clone(),
        hosts: options.hosts.clone(),
        process: options.process,
        instance: instance()?,
        threads: cx.threads,
        held,
        purpose: Purpose::Life,
    };
    let Some(met) = rendezvous(&announcement, options, &|| cx.poll().is_ok())? else {
        let stopped = cx.check().err();
        return Ok(ClusterResult {
            counted: LayerCounts { stopped, ..LayerCounts::default() },
            ..ClusterResult::default()
        });
    };
    // All processes must have the same number of threads: the least of all.
    let threads = met.announcements.iter().map(|announcement| announcement.threads).min().unwrap_or(1);
    let held: Vec<Vec<PartInventory>> =
        met.announcements.iter().map(|announcement| announcement.held.clone()).collect();
    let plan = Arc::new(plan(&held, threads, space.kind())?);
    let task = ProcessRun { space, folder, options, threads, plan, search, farthest };
    task.run(met, cx, cost)
}

/// Returns the memory of each worker: what the links to the other processes leave.
///
/// # Errors
/// [`ClusterError::Memory`] if they leave too little.
fn worker_bytes(processes: usize, threads: usize, cx: &Context<'_>) -> Result<usize, ClusterError> {
    let others = processes.saturating_sub(1);
    let (links, left) = (others * LINK_BYTES, cx.budget.left());
    let needed = links + threads * LEAST_BYTES;
    if left < needed {
        return Err(ClusterError::Memory(memory_message(others, threads, (needed - left).div_ceil(1 << 20))));
    }
    Ok((left - links) / threads)
}

/// Returns the message that `mebibytes` are missing for links and threads.
fn memory_message(others: usize, threads: usize, mebibytes: usize) -> String {
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    let subject = match others {
        0 if threads == "1 thread" => format!("{threads} needs"),
        0 => format!("{threads} need"),
        1 => format!("the links to 1 other process and {threads} need"),
        _ => format!("the links to {others} other processes and {threads} need"),
    };
    format!("{subject} {mebibytes} MiB more than the memory limit leaves")
}

/// Returns a random number that identifies this start of the process.
fn instance() -> Result<u64, ClusterError> {
    let bytes = random().map_err(|error| ClusterError::Bug(format!("there are no random bytes: {error}")))?;
    Ok(bytes[..8].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// Returns the inventories of the parts in the work folder. Parts without a manifest are deleted.
fn inventory(folder: &WorkFolder, search: &str) -> Result<Vec<PartInventory>, ClusterError> {
    let mut held = Vec::new();
    if folder.kept()?.is_some() {
        return Err(foreign(folder, "holds a search by one process"));
    }
    for inside in folder.names_inside(PART)? {
        let Some(name) = PartName::read(&inside) else { continue };
        let part = folder.inside(&inside)?;
        match part.kept()? {
            Some(saved) if saved.fingerprint == name.fingerprint(search) => {
                held.push(PartInventory::of(name, &saved));
            }
            Some(_) => {
                return Err(foreign(&part, "belongs to another puzzle, or to another question about it"));
            }
            None => part.demolish(),
        }
    }
    Ok(held)
}

fn foreign(folder: &WorkFolder, why: &str) -> ClusterError {
    let what = format!("`{}` {why}", folder.path().display());
    fewest_store::StoreError { kind: fewest_store::StoreErrorKind::Foreign, what }.into()
}

/// The approximate memory per link to another process: buffers of `timely` and frames.
const LINK_BYTES: usize = 3 << 20;
/// The least memory of a worker; with less, its sorted runs would have a few keys only.
const LEAST_BYTES: usize = 1 << 20;

/// The part of this process in a search.
pub struct ProcessRun<'a> {
    pub space: Arc<dyn StateSpace>,
    pub folder: &'a WorkFolder,
    pub options: &'a ClusterOptions,
    pub threads: usize,
    pub plan: Arc<Plan>,
    pub search: String,
    pub farthest: usize,
}

impl ProcessRun<'_> {
    pub fn workers(&self) -> usize {
        self.threads * self.options.hosts.len()
    }

    /// Opens the folders of the workers of this process, and assigns each old part to a worker.
    fn worker_tasks(&self, cx: &Context<'_>) -> Result<Vec<Option<WorkerTask>>, ClusterError> {
        let bytes = worker_bytes(self.options.hosts.len(), self.threads, cx)?;
        let mut worker_tasks = Vec::new();
        for thread in 0..self.threads {
            let index = self.options.process * self.threads + thread;
            let name =
                PartName { generation: self.plan.generation, index: index as u32, of: self.workers() as u32 };
            worker_tasks.push(WorkerTask {
                name,
                folder: self.folder.inside(&name.folder())?,
                old: Vec::new(),
                plan: Arc::clone(&self.plan),
                search: self.search.clone(),
                bytes,
                farthest: self.farthest,
            });
        }
        let mut next = 0;
        for inside in self.folder.names_inside(PART)? {
            let Some(name) = PartName::read(&inside) else { continue };
            if name.generation == self.plan.generation {
                continue;
            }
            let part = self.folder.inside(&inside)?;
            if self.plan.start == StartMode::Repartition(name.generation) {
                worker_tasks[next % self.threads].old.push((name, part));
                next += 1;
            } else {
                // It was left by a repartition, complete or interrupted.
                part.demolish();
            }
        }
        Ok(worker_tasks.into_iter().map(Some).collect())
    }

    fn run(
        self,
        met: PeerLinks,
        cx: &Context<'_>,
        cost: &dyn Fn() -> ProcessCost,
    ) -> Result<ClusterResult, ClusterError> {
        let (events, received) = channel();
        let worker_tasks = Mutex::new(self.worker_tasks(cx)?);
        let lost = |error: std::io::Error| ClusterError::Peer(error.to_string());
        let patience = self.options.patience;
        let links = HeartbeatLinks::new(met.life, patience, &events).map_err(lost)?;
        silence_lost_links(&events);
        let shared = Arc::new(Shared {
            ended: AtomicBool::new(false),
            at_work: AtomicUsize::new(self.threads),
            workers: (0..self.threads).map(|_| WorkerProgress::default()).collect(),
            begun: Instant::now(),
            layers: Mutex::new(CommittedLayers {
                sizes: self.plan.sizes.clone(),
                goals: self.plan.goals.clone(),
                made: (self.plan.expanded, self.plan.generated),
            }),
        });
        let (keys, heard) =
            framed_streams(met.keys, self.options.heartbeat(), patience, &shared, &events).map_err(lost)?;
        let workers = self.start(keys, worker_tasks, &shared, events)?;
        let supervisor = Supervisor {
            options: self.options,
            threads: self.threads,
            links,
            heard,
            events: received,
            shared: &shared,
            cx,
            lost: Cell::new(None),
        };
        let ended = supervisor.supervise(cost);
        shared.ended.store(true, Relaxed);
        let until = Instant::now() + EXIT_GRACE;
        while shared.at_work.load(Relaxed) > 0 && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL / 10);
        }
        // Workers that are parked or hang end with the process; joining would block forever.
        std::mem::forget(workers);
        ended
    }

    fn start(
        &self,
        sockets: Vec<Option<FramedStream>>,
        worker_tasks: Mutex<Vec<Option<WorkerTask>>>,
        shared: &Arc<Shared>,
        events: Sender<Event>,
    ) -> Result<WorkerGuards<()>, ClusterError> {
        let hooks = Hooks::default();
        let inner = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        let process = self.options.process;
        let (builders, others): (Vec<AllocatorBuilder>, Box<dyn Any + Send>) = if sockets.len() == 1 {
            (inner.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
        } else {
            let made = initialize_networking_from_sockets(inner, sockets, process, self.threads, hooks);
            let (builders, guard) = made.map_err(|error| ClusterError::Peer(error.to_string()))?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
        };
        let (space, shared, threads) = (Arc::clone(&self.space), Arc::clone(shared), self.threads);
        timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
            let own = worker.index() % threads;
            let task = worker_tasks.lock().unwrap_or_else(PoisonError::into_inner)[own].take();
            let mut exchange = Exchange::new(worker);
            // The exchange outlives a panic: if it were dropped while unwinding, the other workers
            // would take the input of this one for complete.
            let result = catch_unwind(AssertUnwindSafe(|| {
                let task = task.expect("every worker has a job");
                run_worker(worker, &mut exchange, space.as_ref(), task, &shared)
            }));
            shared.at_work.fetch_sub(1, Relaxed);
            shared.wait(own, true);
            let _ = events.send(match result {
                Ok(Ok(result)) => Event::Finished(Box::new(result)),
                Ok(Err(Halt::Stop(stop))) => Event::Stopped(stop),
                Ok(Err(Halt::Foreign(from))) => Event::Foreign(from / threads),
                Err(panic) => Event::Panicked(words(panic.as_ref())),
            });
            // The process ends when all workers are done; until then the worker must not exit,
            // since that would close its inputs.
            loop {
                std::thread::park();
            }
        })
        .map_err(ClusterError::Bug)
    }
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}

/// Silences the panic messages that follow a lost link. The threads of `timely` that read and write
/// the link panic, and then the workers that use them. The supervisor reports the loss instead.
fn silence_lost_links(events: &Sender<Event>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_message_of_too_little_memory_are_grammatical() {
        for (others, threads, subject) in [
            (0, 1, "1 thread needs"),
            (0, 2, "2 threads need"),
            (1, 1, "the links to 1 other process and 1 thread need"),
            (2, 8, "the links to 2 other processes and 8 threads need"),
        ] {
            let expected = format!("{subject} 7 MiB more than the memory limit leaves");
            assert_eq!(memory_message(others, threads, 7), expected);
        }
    }
}
