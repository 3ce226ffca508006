//! Signs of life between processes, on links of their own.
//!
//! Everybody says every second how long the slowest of its workers has not moved. A link that ends, or says nothing for
//! too long, means that the other process is gone or cannot be reached; `timely` would wait for ever.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::run::Cost;
use crate::shared::Event;

/// How often everybody says that it is alive.
pub const BEAT: Duration = Duration::from_secs(1);

/// What is said on such a link, one document a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Word {
    /// Alive; the slowest worker moved so many milliseconds ago.
    Alive(u64),
    /// This process ends before the walk does, and why.
    Leaving(String),
    /// This process is done, and what it cost.
    Done(Cost),
}

/// When others were heard last, and how long their slowest worker has stood still then.
type Heard = Arc<Mutex<Vec<(Instant, Duration)>>>;

/// The links of a process to all others.
pub struct Links {
    writers: Vec<Option<TcpStream>>,
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
    /// Listens to all others, and tells `events` what they say.
    pub fn new(streams: Vec<Option<TcpStream>>, events: &Sender<Event>) -> std::io::Result<Self> {
        let heard: Heard = Arc::new(Mutex::new(vec![(Instant::now(), Duration::ZERO); streams.len()]));
        let mut writers = Vec::new();
        for (number, stream) in streams.into_iter().enumerate() {
            if let Some(stream) = &stream {
                let (stream, heard, events) = (stream.try_clone()?, Arc::clone(&heard), events.clone());
                std::thread::spawn(move || listen(number, stream, &heard, &events));
            }
            writers.push(stream);
        }
        Ok(Self { writers, heard })
    }

    /// Says something to all others. Who does not listen is noticed elsewhere.
    pub fn say(&self, word: &Word) {
        let Ok(mut line) = serde_json::to_vec(word) else { return };
        line.push(b'\n');
        for mut writer in self.writers.iter().flatten() {
            let _ = writer.set_write_timeout(Some(BEAT));
            let _ = writer.write_all(&line);
        }
    }

    /// The first that has been silent, or stood still, for longer than allowed.
    pub fn silent(&self, allowed: Duration) -> Option<Silent> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let others = (0..).zip(heard.iter()).zip(&self.writers).filter(|(_, writer)| writer.is_some());
        let mut others = others.map(|((number, heard), _)| (number, heard.0.elapsed(), heard.1));
        others.find_map(|(number, silent, still)| {
            if silent > allowed {
                Some(Silent::Process(number, silent))
            } else if still > allowed {
                Some(Silent::Worker(number, still))
            } else {
                None
            }
        })
    }
}

fn listen(number: usize, stream: TcpStream, heard: &Heard, events: &Sender<Event>) {
    let mut lines = BufReader::new(stream).lines();
    loop {
        // Nobody may be there any more to be told; then nobody has to be.
        let word = lines.next().and_then(Result::ok).and_then(|line| serde_json::from_str(&line).ok());
        let _ = match word {
            Some(Word::Alive(still)) => {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard[number] = (Instant::now(), Duration::from_millis(still));
                Ok(())
            }
            Some(Word::Leaving(why)) => events.send(Event::Leaving(number, why)),
            Some(Word::Done(cost)) => events.send(Event::Done(number, cost)),
            None => {
                let _ = events.send(Event::Gone(number));
                return;
            }
        };
    }
}
