//! The thread that looks after the workers of a process, and listens to the other processes.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Context, Stop};

use crate::links::{Links, Silent, Word};
use crate::run::{Cost, Seen, Task};
use crate::shared::{Event, Layers, Shared, Tick};
use crate::trouble::Trouble;
use crate::wire::Heard;
use crate::worker::Walked;

/// Looks after the workers of a process and listens to the other processes.
pub struct Keeper<'a> {
    pub task: &'a Task<'a>,
    pub links: Links,
    pub heard: Heard,
    pub happens: Receiver<Event>,
    pub shared: &'a Shared,
    pub host: &'a Context<'a>,
    /// A process whose link was lost when it was done, or when keys were of no use any more.
    pub lost: Cell<Option<usize>>,
}

/// How often the front end is asked.
pub const GLANCE: Duration = Duration::from_millis(50);
/// How long workers may take to leave their folders when everything ends.
pub const PARTING: Duration = Duration::from_secs(1);

impl Keeper<'_> {
    pub fn look_after(self, cost: &dyn Fn() -> Cost) -> Result<Seen, Trouble> {
        let processes = self.task.meeting.hosts.len();
        let mut costs: Vec<Option<Cost>> = vec![None; processes];
        let (mut walked, mut left) = (None, self.task.threads);
        let mut beat = Instant::now();
        loop {
            if beat.elapsed() >= self.task.beat() {
                beat = Instant::now();
                self.links.say(&Word::Alive(self.shared.moved()));
            }
            let event = match self.happens.recv_timeout(GLANCE) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Bug("no worker is left".to_owned()));
                }
            };
            match event {
                Some(Event::Walked(end)) => {
                    left -= 1;
                    walked = Some(*end);
                    if left == 0 {
                        let own = cost();
                        self.links.say(&Word::Done(own));
                        costs[self.task.meeting.process] = Some(own);
                    }
                }
                Some(Event::Done(other, cost)) => costs[other] = Some(cost),
                // Keys are of no use any more; whether the others are done is told by signs of life.
                Some(Event::Lost(other)) if left == 0 => self.lost.set(Some(other)),
                Some(Event::Damaged(other)) if costs[other].is_some() => self.lost.set(Some(other)),
                Some(event) => {
                    if let Some(ended) = self.ended(event, &costs) {
                        return ended;
                    }
                }
                None => self.glance(left)?,
            }
            if let (Some(end), true) = (&walked, costs.iter().all(Option::is_some)) {
                return Ok(self.seen(None, Some(end), costs.into_iter().flatten().collect()));
            }
            if left > 0
                && let Err(stop) = self.look_around()
            {
                return Ok(self.stopped(stop));
            }
        }
    }

    /// What to do about an event that may end everything.
    fn ended(&self, event: Event, costs: &[Option<Cost>]) -> Option<Result<Seen, Trouble>> {
        let place = |other: usize| format!("process {other} ({})", self.task.meeting.hosts[other]);
        match event {
            Event::Stopped(stop) => Some(Ok(self.stopped(stop))),
            Event::Panicked(why) => {
                // Workers panic where a link is lost, perhaps before that is told.
                let told = match self.happens.recv_timeout(GLANCE) {
                    Ok(Event::Lost(other) | Event::Gone(other) | Event::Damaged(other)) => Some(other),
                    _ => None,
                };
                let Some(other) = self.lost.get().or(told) else {
                    self.leave("it met a bug");
                    return Some(Err(Trouble::Bug(why)));
                };
                let what = format!("the link to {} was lost", place(other));
                self.leave(&what);
                Some(Err(Trouble::Peer(what)))
            }
            Event::Damaged(other) => {
                let what = format!("what {} sent was changed or lost on its way", place(other));
                self.leave(&what);
                Some(Err(Trouble::Peer(what)))
            }
            Event::Foreign(other) => {
                let what = format!("{} sent keys that are not kept here, or out of order", place(other));
                self.leave(&what);
                Some(Err(Trouble::Peer(what)))
            }
            // One that is done may go.
            Event::Gone(other) | Event::Lost(other) if costs[other].is_some() => {
                self.lost.set(Some(other));
                None
            }
            Event::Gone(other) | Event::Lost(other) => {
                // What it said last may still be on its way.
                let last = self.happens.recv_timeout(GLANCE).ok();
                if let Some(event @ (Event::Leaving(..) | Event::Damaged(_))) = last {
                    return self.ended(event, costs);
                }
                self.leave(&format!("{} is gone", place(other)));
                Some(Err(Trouble::Peer(format!("{} is gone", place(other)))))
            }
            Event::Leaving(other, why) => {
                self.leave(&format!("{} has ended: {why}", place(other)));
                Some(Err(Trouble::Peer(format!("{} has ended: {why}", place(other)))))
            }
            Event::Walked(_) | Event::Done(..) => None,
        }
    }

    fn leave(&self, why: &str) {
        self.shared.ended.store(true, Relaxed);
        self.links.say(&Word::Leaving(why.to_owned()));
    }

    /// Ends by a limit of this process, with what is complete.
    fn stopped(&self, stop: Stop) -> Seen {
        let stop = self.host.stop(stop);
        self.leave(match stop {
            Stop::Time => "its time is over",
            Stop::Memory => "its memory is not enough",
            Stop::Disk => "its disk is full",
            Stop::Interrupt => "it was interrupted",
            Stop::Storage => "its folder cannot be used",
        });
        self.seen(Some(stop), None, Vec::new())
    }

    fn seen(&self, stopped: Option<Stop>, end: Option<&Walked>, costs: Vec<Cost>) -> Seen {
        let Layers { mut sizes, mut goals, made } = self.shared.layers();
        if sizes.last() == Some(&0) {
            sizes.pop();
        }
        goals.truncate(sizes.len());
        let farthest = end.map(|end| end.farthest.clone()).unwrap_or_default();
        let made = end.map_or(made, |end| end.made);
        let counters = &self.host.counters;
        counters.expanded.store(made.0, Relaxed);
        counters.generated.store(made.1, Relaxed);
        counters.positions.store(sizes.iter().sum(), Relaxed);
        Seen {
            counted: LayerCounts { layers: sizes, goals, farthest, stopped },
            made,
            costs,
            traffic: end.map(|end| end.traffic).unwrap_or_default(),
            workers: self.task.workers(),
        }
    }

    /// Nothing has happened: is anybody silent?
    fn glance(&self, left: usize) -> Result<(), Trouble> {
        let (allowed, own) = (self.task.meeting.stall, self.shared.moved());
        let place = |other: usize| format!("process {other} ({})", self.task.meeting.hosts[other]);
        let what = match self.links.silent(allowed) {
            Some(Silent::Process(other, time)) => {
                format!("{} has said nothing for {} s", place(other), time.as_secs())
            }
            Some(Silent::Worker(other, time)) => {
                format!("a worker of {} has not moved for {} s", place(other), time.as_secs())
            }
            None if left == 0 => return Ok(()),
            None if own.still() > allowed => {
                format!("a worker of this process has not moved for {} s", own.still().as_secs())
            }
            None if own.idle().min(self.links.idle()) > allowed => {
                let idle = own.idle().as_secs();
                format!("all processes have waited for a message of another for {idle} s: one was lost")
            }
            None => match self.heard.silent(allowed) {
                Some((other, time)) => {
                    format!("{} has sent no keys and no beat for {} s", place(other), time.as_secs())
                }
                None => return Ok(()),
            },
        };
        self.leave(&what);
        Err(Trouble::Peer(what))
    }

    /// Shows the front end how far everything is, and asks it whether to go on.
    fn look_around(&self) -> Result<(), Stop> {
        let counters = &self.host.counters;
        let layers = self.shared.layers();
        let sum =
            |of: fn(&Tick) -> &AtomicU64| self.shared.ticks.iter().map(|tick| of(tick).load(Relaxed)).sum();
        counters.expanded.store(sum(|tick| &tick.expanded), Relaxed);
        counters.generated.store(sum(|tick| &tick.generated), Relaxed);
        counters.positions.store(layers.sizes.iter().sum(), Relaxed);
        counters.depth.store(layers.sizes.len().saturating_sub(1) as u64, Relaxed);
        counters.frontier.store(layers.sizes.last().copied().unwrap_or(0), Relaxed);
        self.host.poll()
    }
}
