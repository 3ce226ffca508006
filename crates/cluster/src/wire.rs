//! The links that `timely` uses: its bytes in frames, every one of them, its own progress messages
//! included.
//!
//! A frame without payload goes out at every beat. So a link that is silent has a fault even where
//! nothing is to be sent, and bytes that were lost are noticed at the next beat, where otherwise
//! both sides would wait for the rest of a frame.

use std::io::{self, BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::link::{Link, Socket};
use crate::seal::{Opener, Sealer, is_damage};
use crate::shared::{Event, Shared};

/// When a frame came last from every process.
#[derive(Clone)]
pub struct Heard(Arc<Mutex<Vec<Option<Instant>>>>);

impl Heard {
    /// The first process that has sent no frame for longer than allowed.
    pub fn silent(&self, allowed: Duration) -> Option<(usize, Duration)> {
        let heard = lock(&self.0);
        let mut silent = (0..).zip(heard.iter()).filter_map(|(number, at)| Some((number, (*at)?.elapsed())));
        silent.find(|(_, time)| *time > allowed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A link for keys, as `timely` reads and writes it.
#[derive(Clone)]
pub struct Wire {
    number: usize,
    sealer: Arc<Mutex<Sealer<Socket>>>,
    opener: Arc<Mutex<Opener<BufReader<Socket>>>>,
    heard: Heard,
    events: Sender<Event>,
}

/// Makes wires of links, with a thread for the beats of each.
pub fn wires(
    links: Vec<Option<Link>>,
    beat: Duration,
    grace: Duration,
    shared: &Arc<Shared>,
    events: &Sender<Event>,
) -> io::Result<(Vec<Option<Wire>>, Heard)> {
    let begin = Instant::now() + grace;
    let heard = links.iter().map(|link| link.as_ref().map(|_| begin)).collect();
    let heard = Heard(Arc::new(Mutex::new(heard)));
    let mut wires = Vec::new();
    for (number, link) in links.into_iter().enumerate() {
        let Some(link) = link else {
            wires.push(None);
            continue;
        };
        let sealer = Arc::new(Mutex::new(link.sealer));
        let (beating, shared) = (Arc::clone(&sealer), Arc::clone(shared));
        std::thread::Builder::new().spawn(move || {
            while !shared.has_ended() {
                std::thread::sleep(beat);
                // A link that is lost is noticed where it is read.
                if lock(&beating).send(&[]).is_err() {
                    return;
                }
            }
        })?;
        let (opener, heard) = (Arc::new(Mutex::new(link.opener)), heard.clone());
        wires.push(Some(Wire { number, sealer, opener, heard, events: events.clone() }));
    }
    Ok((wires, heard))
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut opener = lock(&self.opener);
        let heard = || lock(&self.heard.0)[self.number] = Some(Instant::now());
        let read = opener.read_with(bytes, &heard);
        if read.as_ref().is_err_and(is_damage) {
            let _ = self.events.send(Event::Damaged(self.number));
        }
        read
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.sealer).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.sealer).flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        if nonblocking { Err(io::ErrorKind::Unsupported.into()) } else { Ok(()) }
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        lock(&self.sealer).inner().shutdown(how)
    }
}
