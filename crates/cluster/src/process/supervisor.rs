//! The supervisor of a process: it monitors the workers and the other processes, sends heartbeats,
//! and decides when the search ends.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Context, Stop};

use crate::error::ClusterError;
use crate::network::heartbeat::{HeartbeatLinks, LastFrames, PeerStatus, Unresponsive};
use crate::network::rendezvous::ClusterOptions;
use crate::shared::{
    ClusterResult, CommittedLayers, Event, ProcessCost, Shared, WorkerProgress, WorkerResult,
};

/// The supervisor of a process.
pub struct Supervisor<'a> {
    pub options: &'a ClusterOptions,
    pub threads: usize,
    pub links: HeartbeatLinks,
    pub heard: LastFrames,
    pub events: Receiver<Event>,
    pub shared: &'a Shared,
    pub cx: &'a Context<'a>,
    /// A process whose link was lost after it had finished, or after the own workers had.
    pub lost: Cell<Option<usize>>,
}

/// The interval at which the front end is polled.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time that workers have to release their folders at the end.
pub const EXIT_GRACE: Duration = Duration::from_secs(1);

impl Supervisor<'_> {
    pub fn supervise(self, cost: &dyn Fn() -> ProcessCost) -> Result<ClusterResult, ClusterError> {
        let processes = self.options.hosts.len();
        let mut costs: Vec<Option<ProcessCost>> = vec![None; processes];
        let (mut result, mut left) = (None, self.threads);
        // The first heartbeat is sent at once: until it arrives, the others allow for the
        // rendezvous too, so that a process that stops before it would be noticed late.
        let mut heartbeat: Option<Instant> = None;
        loop {
            if heartbeat.is_none_or(|sent| sent.elapsed() >= self.options.heartbeat()) {
                heartbeat = Some(Instant::now());
                self.links.send(&PeerStatus::Alive(self.shared.activity()));
            }
            let event = match self.events.recv_timeout(POLL_INTERVAL) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ClusterError::Bug("no worker is left".to_owned()));
                }
            };
            match event {
                Some(Event::Finished(end)) => {
                    left -= 1;
                    result = Some(*end);
                    if left == 0 {
                        let own = cost();
                        self.links.send(&PeerStatus::Done(own));
                        costs[self.options.process] = Some(own);
                    }
                }
                Some(Event::Done(other, cost)) => costs[other] = Some(cost),
                // The own workers have finished; heartbeats tell whether the others have.
                Some(Event::Lost(other)) if left == 0 => self.lost.set(Some(other)),
                Some(Event::Damaged(other)) if costs[other].is_some() => self.lost.set(Some(other)),
                Some(event) => {
                    if let Some(ended) = self.ended(event, &costs) {
                        return ended;
                    }
                }
                None => self.check_liveness(left)?,
            }
            if let (Some(end), true) = (&result, costs.iter().all(Option::is_some)) {
                return Ok(self.result(None, Some(end), costs.into_iter().flatten().collect()));
            }
            if left > 0
                && let Err(stop) = self.report_progress()
            {
                return Ok(self.stopped(stop));
            }
        }
    }

    /// Handles an event that may end the search. Returns the end, or None if the search continues.
    fn ended(
        &self,
        event: Event,
        costs: &[Option<ProcessCost>],
    ) -> Option<Result<ClusterResult, ClusterError>> {
        let place = |other: usize| format!("process {other} ({})", self.options.hosts[other]);
        match event {
            Event::Stopped(stop) => Some(Ok(self.stopped(stop))),
            Event::Panicked(why) => {
                // Workers panic when a link is lost, perhaps before that event arrives.
                let told = match self.events.recv_timeout(POLL_INTERVAL) {
                    Ok(Event::Lost(other) | Event::Gone(other) | Event::Damaged(other)) => Some(other),
                    _ => None,
                };
                let Some(other) = self.lost.get().or(told) else {
                    self.leave("it failed with an internal error");
                    return Some(Err(ClusterError::Bug(why)));
                };
                let what = format!("the link to {} was lost", place(other));
                self.leave(&what);
                Some(Err(ClusterError::Peer(what)))
            }
            Event::Damaged(other) => {
                let what = format!("what {} sent was changed or lost on its way", place(other));
                self.leave(&what);
                Some(Err(ClusterError::Peer(what)))
            }
            Event::Foreign(other) => {
                let what = format!("{} sent keys that are not kept here, or out of order", place(other));
                self.leave(&what);
                Some(Err(ClusterError::Peer(what)))
            }
            // A process that has finished may go.
            Event::Gone(other) | Event::Lost(other) if costs[other].is_some() => {
                self.lost.set(Some(other));
                None
            }
            Event::Gone(other) | Event::Lost(other) => {
                // Its last status may still be in the queue.
                let last = self.events.recv_timeout(POLL_INTERVAL).ok();
                if let Some(event @ (Event::Leaving(..) | Event::Damaged(_))) = last {
                    return self.ended(event, costs);
                }
                self.leave(&format!("{} is gone", place(other)));
                Some(Err(ClusterError::Peer(format!("{} is gone", place(other)))))
            }
            Event::Leaving(other, why) => {
                self.leave(&format!("{} has ended: {why}", place(other)));
                Some(Err(ClusterError::Peer(format!("{} has ended: {why}", place(other)))))
            }
            Event::Finished(_) | Event::Done(..) => None,
        }
    }

    fn leave(&self, why: &str) {
        self.shared.ended.store(true, Relaxed);
        self.links.send(&PeerStatus::Leaving(why.to_owned()));
    }

    /// Ends the search at a limit of this process. Returns the complete layers.
    fn stopped(&self, stop: Stop) -> ClusterResult {
        let stop = self.cx.stop(stop);
        self.leave(match stop {
            Stop::Time => "its time is over",
            Stop::Memory => "its memory is not enough",
            Stop::Disk => "its disk is full",
            Stop::Interrupt => "it was interrupted",
            Stop::Storage => "its folder cannot be used",
        });
        self.result(Some(stop), None, Vec::new())
    }

    fn result(
        &self,
        stopped: Option<Stop>,
        end: Option<&WorkerResult>,
        costs: Vec<ProcessCost>,
    ) -> ClusterResult {
        let CommittedLayers { mut sizes, mut goals, made } = self.shared.layers();
        if sizes.last() == Some(&0) {
            sizes.pop();
        }
        goals.truncate(sizes.len());
        let farthest = end.map(|end| end.farthest.clone()).unwrap_or_default();
        let made = end.map_or(made, |end| end.made);
        let counters = &self.cx.counters;
        counters.expanded.store(made.0, Relaxed);
        counters.generated.store(made.1, Relaxed);
        counters.positions.store(sizes.iter().sum(), Relaxed);
        ClusterResult {
            counted: LayerCounts { layers: sizes, goals, farthest, stopped },
            made,
            costs,
            traffic: end.map(|end| end.traffic).unwrap_or_default(),
            workers: self.threads * self.options.hosts.len(),
        }
    }

    /// Checks the timeouts of all processes and workers, when no event has arrived.
    fn check_liveness(&self, left: usize) -> Result<(), ClusterError> {
        let (allowed, own) = (self.options.stall, self.shared.activity());
        let place = |other: usize| format!("process {other} ({})", self.options.hosts[other]);
        let what = match self.links.unresponsive(allowed) {
            Some(Unresponsive::Process(other, time)) => {
                format!("{} has sent no heartbeat for {} s", place(other), time.as_secs())
            }
            Some(Unresponsive::Worker(other, time)) => {
                format!("a worker of {} has made no progress for {} s", place(other), time.as_secs())
            }
            None if left == 0 => return Ok(()),
            None if own.still() > allowed => {
                format!("a worker of this process has made no progress for {} s", own.still().as_secs())
            }
            None if own.idle().min(self.links.idle()) > allowed => {
                let idle = own.idle().as_secs();
                format!("all processes have waited for a message of another for {idle} s: one was lost")
            }
            None => match self.heard.silent(allowed) {
                Some((other, time)) => {
                    format!("{} has sent neither keys nor heartbeats for {} s", place(other), time.as_secs())
                }
                None => return Ok(()),
            },
        };
        self.leave(&what);
        Err(ClusterError::Peer(what))
    }

    /// Updates the counters for the front end and polls it.
    fn report_progress(&self) -> Result<(), Stop> {
        let counters = &self.cx.counters;
        let layers = self.shared.layers();
        let sum = |of: fn(&WorkerProgress) -> &AtomicU64| {
            self.shared.workers.iter().map(|worker| of(worker).load(Relaxed)).sum()
        };
        counters.expanded.store(sum(|worker| &worker.expanded), Relaxed);
        counters.generated.store(sum(|worker| &worker.generated), Relaxed);
        counters.positions.store(layers.sizes.iter().sum(), Relaxed);
        counters.depth.store(layers.sizes.len().saturating_sub(1) as u64, Relaxed);
        counters.frontier.store(layers.sizes.last().copied().unwrap_or(0), Relaxed);
        self.cx.poll()
    }
}
