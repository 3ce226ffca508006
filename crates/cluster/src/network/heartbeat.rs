//! Signs of life between processes, on links of their own.
//!
//! Everybody says every second when its workers have moved. A link that ends, or says nothing for
//! too long, means that the other process is gone or cannot be reached; `timely` would wait for ever.

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

/// More bytes than any word has.
const MOST_BYTES: usize = 1 << 16;

/// What is said on such a link, one document a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PeerStatus {
    /// Alive, and when its workers have moved.
    Alive(Activity),
    /// This process ends before the walk does, and why.
    Leaving(String),
    /// This process is done, and what it cost.
    Done(ProcessCost),
}

/// When others were heard last, and when their workers had moved then.
type LastHeartbeats = Arc<Mutex<Vec<(Instant, Activity)>>>;

/// The links of a process to all others.
pub struct HeartbeatLinks {
    writers: Vec<Option<Mutex<FrameWriter<Socket>>>>,
    last_heard: LastHeartbeats,
}

/// Somebody who is silent, or whose workers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresponsive {
    /// Nothing was heard of it for so long.
    Process(usize, Duration),
    /// It is alive, and a worker of it has not moved for so long.
    Worker(usize, Duration),
}

impl HeartbeatLinks {
    /// Listens to all others, and tells `events` what they say. Their silence counts after `grace`:
    /// some may still wait for others.
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

    /// Says something to all others. One that does not listen is noticed elsewhere.
    pub fn send(&self, status: &PeerStatus) {
        let Ok(message) = serde_json::to_vec(status) else { return };
        for writer in self.writers.iter().flatten() {
            let _ = writer.lock().unwrap_or_else(PoisonError::into_inner).send(&message);
        }
    }

    /// The first that has been silent, or stood still, for longer than allowed.
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

    /// For how long all workers of all others have waited for messages.
    pub fn idle(&self) -> Duration {
        self.others().map(|(_, _, activity)| activity.idle()).min().unwrap_or(Duration::MAX)
    }

    /// For every other process, for how long it was silent and what it said of its workers.
    fn others(&self) -> impl Iterator<Item = (usize, Duration, Activity)> {
        let last_heard = self.last_heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_other: Vec<bool> = self.writers.iter().map(Option::is_some).collect();
        let others = (0..).zip(last_heard).zip(is_other).filter(|(_, is_other)| *is_other);
        others.map(|((number, (at, activity)), _)| (number, at.elapsed(), activity))
    }
}

/// Reads one message of a link.
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
        // Where the thread that looks after everything has ended, there is nothing to be told.
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
