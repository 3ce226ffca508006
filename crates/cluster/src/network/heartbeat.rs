//! Heartbeats between processes, on links of their own.
//!
//! Each process sends the activity of its workers at every heartbeat. A link that ends, or is
//! silent for too long, means that the other process is gone or unreachable; `timely` would wait
//! forever.

use std::io::{self, BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::excerpt;
use crate::network::frame::{FrameReader, FrameWriter, is_damage};
use crate::network::{Link, Socket};
use crate::shared::{Activity, Event, ProcessCost, Shared};

/// The longest time between two heartbeats of a process.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

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

/// The time of the last frame from each process.
#[derive(Clone)]
pub struct LastFrames(Arc<Mutex<Vec<Option<Instant>>>>);

impl LastFrames {
    /// Returns the first process that has sent no frame for longer than `allowed`, and for how
    /// long.
    pub fn silent(&self, allowed: Duration) -> Option<(usize, Duration)> {
        let last_frames = lock(&self.0);
        let mut silent =
            (0..).zip(last_frames.iter()).filter_map(|(number, at)| Some((number, (*at)?.elapsed())));
        silent.find(|(_, time)| *time > allowed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A link for keys as a stream of `timely`.
#[derive(Clone)]
pub struct FramedStream {
    number: usize,
    writer: Arc<Mutex<FrameWriter<Socket>>>,
    reader: Arc<Mutex<FrameReader<BufReader<Socket>>>>,
    last_frames: LastFrames,
    events: Sender<Event>,
}

/// Turns links into streams, with one heartbeat thread per link.
pub fn framed_streams(
    links: Vec<Option<Link>>,
    heartbeat: Duration,
    grace: Duration,
    shared: &Arc<Shared>,
    events: &Sender<Event>,
) -> io::Result<(Vec<Option<FramedStream>>, LastFrames)> {
    let begin = Instant::now() + grace;
    let last_frames = links.iter().map(|link| link.as_ref().map(|_| begin)).collect();
    let last_frames = LastFrames(Arc::new(Mutex::new(last_frames)));
    let mut framed_streams = Vec::new();
    for (number, link) in links.into_iter().enumerate() {
        let Some(link) = link else {
            framed_streams.push(None);
            continue;
        };
        let writer = Arc::new(Mutex::new(link.writer));
        let (heartbeat_writer, shared) = (Arc::clone(&writer), Arc::clone(shared));
        std::thread::Builder::new().spawn(move || {
            while !shared.has_ended() {
                // A lost link is detected by its reader.
                if lock(&heartbeat_writer).send(&[]).is_err() {
                    return;
                }
                std::thread::sleep(heartbeat);
            }
        })?;
        let (reader, last_frames) = (Arc::new(Mutex::new(link.reader)), last_frames.clone());
        framed_streams.push(Some(FramedStream {
            number,
            writer,
            reader,
            last_frames,
            events: events.clone(),
        }));
    }
    Ok((framed_streams, last_frames))
}

impl Read for FramedStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut reader = lock(&self.reader);
        let last_frames = || lock(&self.last_frames.0)[self.number] = Some(Instant::now());
        let read = reader.read_with(bytes, &last_frames);
        if read.as_ref().is_err_and(is_damage) {
            let _ = self.events.send(Event::Damaged(self.number));
        }
        read
    }
}

impl Write for FramedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.writer).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.writer).flush()
    }
}

impl Stream for FramedStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        if nonblocking { Err(io::ErrorKind::Unsupported.into()) } else { Ok(()) }
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        lock(&self.writer).inner().shutdown(how)
    }
}
