//! The byte streams of `timely` over framed links. All its bytes travel in frames, progress
//! messages included.
//!
//! An empty frame is sent at every heartbeat. So a silent link is a fault even if there is no data
//! to send, and lost bytes are detected at the next heartbeat, where otherwise both sides would
//! wait for the rest of a frame.

use std::io::{self, BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::network::frame::{FrameReader, FrameWriter, is_damage};
use crate::network::link::{Link, Socket};
use crate::shared::{Event, Shared};

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
        let (heartbeat_sealer, shared) = (Arc::clone(&writer), Arc::clone(shared));
        std::thread::Builder::new().spawn(move || {
            while !shared.has_ended() {
                std::thread::sleep(heartbeat);
                // A lost link is detected by its reader.
                if lock(&heartbeat_sealer).send(&[]).is_err() {
                    return;
                }
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
