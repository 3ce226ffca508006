//! The links: every process with every other, one for keys and one for signs of life.
//!
//! A process listens at its own line of the list and calls those before it. Both sides of a link say hello at once and judge what they
//! hear, so whatever is wrong is told on both.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::hello::{Hello, Purpose, Unheard, other_version};
use crate::trouble::Trouble;

/// How long one attempt may take; there may be many.
const ATTEMPT: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);

/// The links of a process, with nothing at its own number.
pub struct Met {
    /// For keys.
    pub keys: Vec<Option<TcpStream>>,
    /// For signs of life.
    pub life: Vec<Option<TcpStream>>,
    /// What everybody said, ourselves among them.
    pub hellos: Vec<Hello>,
}

struct Meet<'a> {
    own: &'a Hello,
    until: Instant,
    go_on: &'a dyn Fn() -> bool,
    keys: Vec<Option<TcpStream>>,
    life: Vec<Option<TcpStream>>,
    hellos: Vec<Option<Hello>>,
}

/// Meets all others of the list, or says who is missing when the time is over. `go_on` is asked often.
///
/// # Errors
/// What is wrong with the list or with one of the others; nothing if `go_on` said no.
pub fn meet(own: &Hello, patience: Duration, go_on: &dyn Fn() -> bool) -> Result<Option<Met>, Trouble> {
    let (until, all) = (Instant::now() + patience, own.hosts.len());
    let listener = listen(&own.hosts[own.process], own.process)?;
    let nobody = || (0..all).map(|_| None).collect();
    let mut meet = Meet { own, until, go_on, keys: nobody(), life: nobody(), hellos: vec![None; all] };
    meet.hellos[own.process] = Some(own.clone());
    while let Some(other) = meet.missing() {
        if !go_on() {
            return Ok(None);
        }
        if Instant::now() > until {
            return Err(meet.nobody_there(other, patience));
        }
        meet.answer(&listener)?;
        for before in (0..own.process).filter(|&before| meet.is_missing(before)).collect::<Vec<_>>() {
            meet.call(before)?;
        }
        std::thread::sleep(PAUSE);
    }
    let hellos = meet.hellos.into_iter().flatten().collect();
    Ok(Some(Met { keys: meet.keys, life: meet.life, hellos }))
}

fn listen(place: &str, number: usize) -> Result<TcpListener, Trouble> {
    let wrong = |what: String, remedy| Trouble::Hosts { what, remedy };
    let listener = TcpListener::bind(place).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            let what = format!("`{place}` is in use: perhaps process {number} runs already");
            wrong(what, "end the other one, or take another port in the list")
        }
        ErrorKind::AddrNotAvailable => {
            let what = format!("`{place}` is no address of this host, so this cannot be process {number}");
            wrong(what, "give the number of the line that has this host")
        }
        _ => wrong(format!("cannot listen at `{place}`: {error}"), "mend the list of hosts"),
    })
}

impl Meet<'_> {
    fn is_missing(&self, other: usize) -> bool {
        other != self.own.process && (self.keys[other].is_none() || self.life[other].is_none())
    }

    fn missing(&self) -> Option<usize> {
        (0..self.own.hosts.len()).find(|&other| self.is_missing(other))
    }

    fn nobody_there(&self, other: usize, patience: Duration) -> Trouble {
        let place = &self.own.hosts[other];
        Trouble::Hosts {
            what: format!("process {other} (`{place}`) was not there within {} s", patience.as_secs_f64()),
            remedy: "start it, mend its line, or open its port; all processes begin together",
        }
    }

    /// Takes everybody who calls now.
    fn answer(&mut self, listener: &TcpListener) -> Result<(), Trouble> {
        while let Ok((stream, from)) = listener.accept() {
            let from = from.to_string();
            if stream.set_nonblocking(false).is_ok() {
                self.greet(stream, None, &from)?;
            }
        }
        Ok(())
    }

    /// Calls a process for every link that is not there yet.
    fn call(&mut self, other: usize) -> Result<(), Trouble> {
        let place = self.own.hosts[other].clone();
        let addresses = place.to_socket_addrs().map_err(|error| Trouble::Hosts {
            what: format!("`{place}` of process {other} is no address: {error}"),
            remedy: "mend the list of hosts",
        })?;
        let addresses: Vec<_> = addresses.collect();
        for purpose in [Purpose::Keys, Purpose::Life] {
            let links = if purpose == Purpose::Keys { &self.keys } else { &self.life };
            if links[other].is_some() || !(self.go_on)() {
                continue;
            }
            let left = self.until.saturating_duration_since(Instant::now()).clamp(PAUSE, ATTEMPT);
            let stream = addresses.iter().find_map(|address| TcpStream::connect_timeout(address, left).ok());
            if let Some(stream) = stream {
                self.greet(stream, Some((other, purpose)), &place)?;
            }
        }
        Ok(())
    }

    /// Says hello, and keeps the link if the other side fits. `called` is whom we expect.
    fn greet(
        &mut self,
        stream: TcpStream,
        called: Option<(usize, Purpose)>,
        who: &str,
    ) -> Result<(), Trouble> {
        let purpose = called.map_or(Purpose::Life, |(_, purpose)| purpose);
        let limits = stream.set_read_timeout(Some(ATTEMPT)).and(stream.set_write_timeout(Some(ATTEMPT)));
        let own = Hello { purpose, ..self.own.clone() };
        if limits.is_err() || stream.set_nodelay(true).is_err() || own.say(&stream).is_err() {
            return Ok(());
        }
        let other = match Hello::hear(&stream) {
            Ok(other) => other,
            Err(Unheard::Stranger) => return Ok(()),
            Err(Unheard::Version(theirs)) => {
                let number = called.map_or(String::new(), |(number, _)| format!("process {number}, at "));
                return Err(other_version(&format!("{number}`{who}`"), &theirs));
            }
        };
        self.own.fits(&other)?;
        let number = other.process;
        if called.is_some_and(|(expected, _)| expected != number) {
            let expected = called.map_or(0, |(expected, _)| expected);
            return Err(Trouble::Hosts {
                what: format!("the process at `{who}` says that it is number {number}, and not {expected}"),
                remedy: "give every process the number of its line",
            });
        }
        // Whoever calls says what the link is for.
        let purpose = called.map_or(other.purpose, |(_, purpose)| purpose);
        let links = if purpose == Purpose::Keys { &mut self.keys } else { &mut self.life };
        if links[number].is_some() {
            return Err(Trouble::Hosts {
                what: format!("two processes say that they are number {number}"),
                remedy: "give every process another number, that of its line",
            });
        }
        let endless = stream.set_read_timeout(None).and(stream.set_write_timeout(None));
        if endless.is_ok() {
            links[number] = Some(stream);
            self.hellos[number] = Some(other);
        }
        Ok(())
    }
}
