//! Heartbeats between processes, on links of their own.
//!
//! Each process sends the activity of its workers at every heartbeat. A link that ends, or is
//! silent for too long, means that the other process is gone or unreachable; `timely` would wait
//! forever.

use std::io::BufReader;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::error::excerpt;
use crate::interface::{HEARTBEAT, ProcessCost};
use crate::network::frame::{FrameReader, FrameWriter, is_damage};
use crate::network::link::{Link, Socket};
use crate::shared::{Activity, Event};

/// The size limit of a status message.
const MOST_BYTES: usize = 1 << 16;

/// A message on a heartbeat link, one JSON document per message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PeerStatus {
    /// The process is alive, with the activity of its workers.
    Alive(Activity),
    /// The process ends before the search does, with the reason.
    Leaving(String),
    /// The process has finished, with the resources that it used.
    Done(ProcessCost),
}

/// For each process the time of its last heartbeat and the activity of its workers.
type LastHeartbeats = Arc<Mutex<Vec<(Instant, Activity)>>>;

/// The heartbeat links of a process to all others.
pub struct HeartbeatLinks {
    writers: Vec<Option<Mutex<FrameWriter<Socket>>>>,
    last_heard: LastHeartbeats,
}

/// A process that is silent or does not progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresponsive {
    /// No heartbeat for this time.
    Process(usize, Duration),
    /// The process is alive, and one of its workers has not progressed for this time.
    Worker(usize, Duration),
}

impl HeartbeatLinks {
    /// Starts a listener per link that reports to `events`. Silence counts after `grace`, since
    /// some processes may still be in the rendezvous.
    pub fn new(links: Vec<Option<Link>>, grace: Duration, events: &Sender<Event>) -> std::io::Result<Self> {
        let begin = (Instant::now() + grace, Activity::default());
        let last_heard: LastHeartbeats = Arc::new(Mutex::new(vec![begin; links.len()]));
        let mut writers = Vec::new();
        for (number, link) in links.into_iter().enumerate() {
            let Some(Link { writer, reader, .. }) = link else {
                writers.push(None);
                continue;
            };
            writer.inner().limit_writes(HEARTBEAT)?;
            let (last_heard, events) = (Arc::clone(&last_heard), events.clone());
            std::thread::Builder::new().spawn(move || listen(number, reader, &last_heard, &events))?;
            writers.push(Some(Mutex::new(writer)));
        }
        Ok(Self { writers, last_heard })
    }

    /// Sends a status to all others. A failed write is ignored: the listener detects a lost link.
    pub fn send(&self, status: &PeerStatus) {
        let Ok(message) = serde_json::to_vec(status) else { return };
        for writer in self.writers.iter().flatten() {
            let _ = writer.lock().unwrap_or_else(PoisonError::into_inner).send(&message);
        }
    }

    /// Returns the first process that has been silent or without progress for longer than
    /// `allowed`.
    pub fn unresponsive(&self, allowed: Duration) -> Option<Unresponsive> {
        let mut others = self.others();
        others.find_map(|(number, unresponsive, activity)| {
            if unresponsive > allowed {
                Some(Unresponsive::Process(number, unresponsive))
            } else if activity.still() > allowed {
                Some(Unresponsive::Worker(number, activity.still()))
            } else {
                None
            }
        })
    }

    /// Returns for how long all workers of all other processes have waited for messages.
    pub fn idle(&self) -> Duration {
        self.others().map(|(_, _, activity)| activity.idle()).min().unwrap_or(Duration::MAX)
    }

    /// For each other process: its index, the time since its last heartbeat, and its activity.
    fn others(&self) -> impl Iterator<Item = (usize, Duration, Activity)> {
        let last_heard = self.last_heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_other: Vec<bool> = self.writers.iter().map(Option::is_some).collect();
        let others = (0..).zip(last_heard).zip(is_other).filter(|(_, is_other)| *is_other);
        others.map(|((number, (at, activity)), _)| (number, at.elapsed(), activity))
    }
}

/// Parses a status message. None if it is malformed.
pub fn decode(message: &[u8]) -> Option<PeerStatus> {
    serde_json::from_slice(message).ok()
}

fn listen(
    number: usize,
    mut reader: FrameReader<BufReader<Socket>>,
    last_heard: &LastHeartbeats,
    events: &Sender<Event>,
) {
    loop {
        let status = match reader.receive(MOST_BYTES) {
            Ok(message) => decode(&message),
            Err(error) => {
                let is_damaged = is_damage(&error);
                let _ = events.send(if is_damaged { Event::Damaged(number) } else { Event::Gone(number) });
                return;
            }
        };
        // The send fails only if the supervisor has ended.
        let _ = match status {
            Some(PeerStatus::Alive(activity)) => {
                let mut last_heard = last_heard.lock().unwrap_or_else(PoisonError::into_inner);
                last_heard[number] = (Instant::now(), activity);
                Ok(())
            }
            Some(PeerStatus::Leaving(why)) => events.send(Event::Leaving(number, excerpt(&why))),
            Some(PeerStatus::Done(cost)) => events.send(Event::Done(number, cost)),
            None => {
                let _ = events.send(Event::Damaged(number));
                return;
            }
        };
    }
}
