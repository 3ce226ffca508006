//! Signs of life between processes, on links of their own.
//!
//! Everybody says every second when its workers have moved. A link that ends, or says nothing for
//! too long, means that the other process is gone or cannot be reached; `timely` would wait for ever.

use std::io::BufReader;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::link::{Link, Socket};
use crate::printable::beginning;
use crate::run::Cost;
use crate::seal::{Opener, Sealer, is_damage};
use crate::shared::{Event, Moved};

/// How often everybody says that it is alive.
pub const BEAT: Duration = Duration::from_secs(1);
/// More bytes than any word has.
const MOST_BYTES: usize = 1 << 16;

/// What is said on such a link, one document a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Word {
    /// Alive, and when its workers have moved.
    Alive(Moved),
    /// This process ends before the walk does, and why.
    Leaving(String),
    /// This process is done, and what it cost.
    Done(Cost),
}

/// When others were heard last, and when their workers had moved then.
type Heard = Arc<Mutex<Vec<(Instant, Moved)>>>;

/// The links of a process to all others.
pub struct Links {
    writers: Vec<Option<Mutex<Sealer<Socket>>>>,
    heard: Heard,
}

/// Somebody who is silent, or whose workers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silent {
    /// Nothing was heard of it for so long.
    Process(usize, Duration),
    /// It is alive, and a worker of it has not moved for so long.
    Worker(usize, Duration),
}

impl Links {
    /// Listens to all others, and tells `events` what they say. Their silence counts after `grace`:
    /// some may still wait for others.
    pub fn new(links: Vec<Option<Link>>, grace: Duration, events: &Sender<Event>) -> std::io::Result<Self> {
        let begin = (Instant::now() + grace, Moved::default());
        let heard: Heard = Arc::new(Mutex::new(vec![begin; links.len()]));
        let mut writers = Vec::new();
        for (number, link) in links.into_iter().enumerate() {
            let Some(Link { sealer, opener, .. }) = link else {
                writers.push(None);
                continue;
            };
            sealer.inner().limit_writes(BEAT)?;
            let (heard, events) = (Arc::clone(&heard), events.clone());
            std::thread::Builder::new().spawn(move || listen(number, opener, &heard, &events))?;
            writers.push(Some(Mutex::new(sealer)));
        }
        Ok(Self { writers, heard })
    }

    /// Says something to all others. One that does not listen is noticed elsewhere.
    pub fn say(&self, word: &Word) {
        let Ok(message) = serde_json::to_vec(word) else { return };
        for writer in self.writers.iter().flatten() {
            let _ = writer.lock().unwrap_or_else(PoisonError::into_inner).send(&message);
        }
    }

    /// The first that has been silent, or stood still, for longer than allowed.
    pub fn silent(&self, allowed: Duration) -> Option<Silent> {
        let mut others = self.others();
        others.find_map(|(number, silent, moved)| {
            if silent > allowed {
                Some(Silent::Process(number, silent))
            } else if moved.still() > allowed {
                Some(Silent::Worker(number, moved.still()))
            } else {
                None
            }
        })
    }

    /// For how long all workers of all others have waited for messages.
    pub fn idle(&self) -> Duration {
        self.others().map(|(_, _, moved)| moved.idle()).min().unwrap_or(Duration::MAX)
    }

    /// For every other process, for how long it was silent and what it said of its workers.
    fn others(&self) -> impl Iterator<Item = (usize, Duration, Moved)> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_other: Vec<bool> = self.writers.iter().map(Option::is_some).collect();
        let others = (0..).zip(heard).zip(is_other).filter(|(_, is_other)| *is_other);
        others.map(|((number, (at, moved)), _)| (number, at.elapsed(), moved))
    }
}

/// Reads one message of a link.
pub fn read(message: &[u8]) -> Option<Word> {
    serde_json::from_slice(message).ok()
}

fn listen(number: usize, mut opener: Opener<BufReader<Socket>>, heard: &Heard, events: &Sender<Event>) {
    loop {
        let word = match opener.receive(MOST_BYTES) {
            Ok(message) => read(&message),
            Err(error) => {
                let is_damaged = is_damage(&error);
                let _ = events.send(if is_damaged { Event::Damaged(number) } else { Event::Gone(number) });
                return;
            }
        };
        // Where the thread that looks after everything has ended, there is nothing to be told.
        let _ = match word {
            Some(Word::Alive(moved)) => {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard[number] = (Instant::now(), moved);
                Ok(())
            }
            Some(Word::Leaving(why)) => events.send(Event::Leaving(number, beginning(&why))),
            Some(Word::Done(cost)) => events.send(Event::Done(number, cost)),
            None => {
                let _ = events.send(Event::Damaged(number));
                return;
            }
        };
    }
}
