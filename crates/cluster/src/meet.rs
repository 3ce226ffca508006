//! The rendezvous: every process gets two links with every other, one for keys and one for signs of
//! life.
//!
//! A process listens at its own line of the list and calls those before it. Every link is made in a
//! thread of its own with a limit of time, so a stranger that says nothing, or a host that is slow,
//! holds nothing up. Both sides prove the secret first ([`shake`]); then both say hello and judge
//! what they hear, so whatever is wrong is told on both. A link that was lost before all have met
//! is made again, and the later one of the same process takes the place of the earlier.

use std::io::ErrorKind;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::handshake::{Refused, Secret, Side, shake};
use crate::hello::{Hello, MOST_BYTES, Purpose, Unheard, other_version};
use crate::link::{Link, Socket};
use crate::trouble::Trouble;

/// How long it may take to be connected, and then to be greeted; there may be many attempts.
const CONNECT: Duration = Duration::from_secs(2);
const GREET: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);
/// Callers that are greeted at the same time, besides the processes that are expected.
const STRANGERS: usize = 64;
const MOST_CALLERS: usize = 512;
/// A caller that has not proven the secret for so long gives way to others.
const SLOW: Duration = Duration::from_secs(1);

/// The links of a process, with nothing at its own number.
pub struct Met {
    /// For keys.
    pub keys: Vec<Option<Link>>,
    /// For signs of life.
    pub life: Vec<Option<Link>>,
    /// What everybody said, ourselves among them.
    pub hellos: Vec<Hello>,
}

/// How to meet.
pub struct How<'a> {
    /// The secret; without one only loopback is used.
    pub secret: Option<&'a Secret>,
    /// Where to listen, if not at the own line of the list.
    pub listen: Option<&'a str>,
    /// How long to wait for the others.
    pub patience: Duration,
    /// How long a link may be silent later.
    pub stall: Duration,
}

/// What a thread needs to make a link.
struct Own {
    hello: Hello,
    secret: Secret,
    is_open: bool,
    stall: Duration,
}

/// Why there is no link.
enum Failed {
    /// A stranger, a lost link, or no time left: the next attempt may do better.
    Stranger,
    /// The other side does not have the secret.
    Secret,
    /// It is of another version.
    Version(String),
    /// The line of the list is no address.
    Address(String),
}

impl From<std::io::Error> for Failed {
    fn from(_: std::io::Error) -> Self {
        Self::Stranger
    }
}

impl From<Refused> for Failed {
    fn from(why: Refused) -> Self {
        match why {
            Refused::Stranger => Self::Stranger,
            Refused::Secret => Self::Secret,
        }
    }
}

/// With whom a link is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum With {
    /// The process that was called, and what for.
    Called(usize, Purpose),
    /// The number of a caller.
    Caller(u64),
}

/// What came of an attempt.
struct Attempt {
    with: With,
    place: String,
    end: Result<(Box<Link>, Hello), Failed>,
}

/// Another process, as far as it is known.
#[derive(Default)]
struct Peer {
    hello: Option<Hello>,
    keys: Option<Link>,
    life: Option<Link>,
    /// Whether it is being called, for keys and for signs of life.
    called: [bool; 2],
    /// Whether it was there and did not have the secret.
    refused: bool,
}

impl Peer {
    fn link(&mut self, purpose: Purpose) -> &mut Option<Link> {
        if purpose == Purpose::Keys { &mut self.keys } else { &mut self.life }
    }

    fn is_missing(&self) -> bool {
        self.keys.is_none() || self.life.is_none()
    }

    /// Drops links whose other side has gone.
    fn drop_dead(&mut self) {
        self.keys.take_if(|link| !link.is_alive());
        self.life.take_if(|link| !link.is_alive());
    }
}

struct Meet {
    own: Arc<Own>,
    peers: Vec<Peer>,
    attempts: (Sender<Attempt>, Receiver<Attempt>),
    /// Callers that are being greeted, oldest first.
    callers: Vec<(u64, Instant, TcpStream)>,
    next_caller: u64,
    /// The last caller that did not have the secret.
    refused: Option<String>,
}

/// Meets all others of the list, or says who is missing when the time is over. `go_on` is asked often.
///
/// # Errors
/// What is wrong with the list or with one of the others; nothing if `go_on` said no.
pub fn meet(own: &Hello, how: &How, go_on: &dyn Fn() -> bool) -> Result<Option<Met>, Trouble> {
    // A hello that is too long is told before others are kept waiting.
    own.message()?;
    let until = Instant::now() + how.patience;
    let place = how.listen.unwrap_or(&own.hosts[own.process]);
    if how.secret.is_none() {
        own.hosts.iter().map(String::as_str).chain([place]).try_for_each(is_private)?;
    }
    let listener = listen(place, own.process)?;
    let mut meet = Meet {
        own: Arc::new(Own {
            hello: own.clone(),
            secret: how.secret.cloned().unwrap_or_else(Secret::none),
            is_open: how.secret.is_none(),
            stall: how.stall,
        }),
        peers: own.hosts.iter().map(|_| Peer::default()).collect(),
        attempts: channel(),
        callers: Vec::new(),
        next_caller: 0,
        refused: None,
    };
    while let Some(other) = meet.missing() {
        if !go_on() {
            return Ok(None);
        }
        if Instant::now() > until {
            return Err(meet.not_there(other, how.patience));
        }
        meet.answer(&listener);
        meet.call();
        let first = meet.attempts.1.recv_timeout(PAUSE).ok();
        let rest: Vec<Attempt> = meet.attempts.1.try_iter().collect();
        first.into_iter().chain(rest).try_for_each(|attempt| meet.take(attempt))?;
    }
    let (mut keys, mut life, mut hellos) = (Vec::new(), Vec::new(), Vec::new());
    for peer in meet.peers {
        keys.push(peer.keys);
        life.push(peer.life);
        hellos.push(peer.hello.unwrap_or_else(|| own.clone()));
    }
    Ok(Some(Met { keys, life, hellos }))
}

/// Whether a line of the list is this host only. One that is no address is told of elsewhere.
fn is_private(place: &str) -> Result<(), Trouble> {
    let mut addresses = place.to_socket_addrs().into_iter().flatten();
    if addresses.all(|address| address.ip().is_loopback()) {
        return Ok(());
    }
    Err(Trouble::Hosts {
        what: format!("without a secret `{place}` is not used: any host that reaches it could take part"),
        remedy: "make a secret with `(umask 077; head -c 32 /dev/urandom | base64 > secret)`, copy the file to every host, and \
            give `--secret FILE` there, or its text as FEWEST_TOKEN; `fewest launch` makes one by itself",
    })
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

impl Meet {
    /// The first process that is not there.
    fn missing(&mut self) -> Option<usize> {
        let own = self.own.hello.process;
        self.peers.iter_mut().for_each(Peer::drop_dead);
        (0..self.peers.len()).find(|&other| other != own && self.peers[other].is_missing())
    }

    fn not_there(&self, other: usize, patience: Duration) -> Trouble {
        let (place, seconds) = (&self.own.hello.hosts[other], patience.as_secs_f64());
        let same = "give all processes the same secret, by `--secret FILE` or FEWEST_TOKEN";
        if self.peers[other].refused {
            let what = format!("process {other} (`{place}`) has another secret than this process");
            return Trouble::Hosts { what, remedy: same };
        }
        let what = format!("process {other} (`{place}`) was not there within {seconds} s");
        match &self.refused {
            Some(from) => {
                let what = format!("{what}, and a caller from {from} had another secret");
                Trouble::Hosts { what, remedy: same }
            }
            None => Trouble::Hosts {
                what,
                remedy: "start it, mend its line, or open its port; all processes begin together",
            },
        }
    }

    /// Greets all that call now, each in a thread of its own.
    fn answer(&mut self, listener: &TcpListener) {
        let most = (STRANGERS + 2 * self.peers.len()).min(MOST_CALLERS);
        loop {
            if self.callers.len() >= most {
                match self.callers.first() {
                    Some((_, since, _)) if since.elapsed() > SLOW => {
                        let (_, _, stream) = self.callers.remove(0);
                        let _ = stream.shutdown(Shutdown::Both);
                    }
                    _ => return,
                }
            }
            let Ok((stream, from)) = listener.accept() else { return };
            let (number, own) = (self.next_caller, Arc::clone(&self.own));
            let copy = stream.set_nonblocking(false).and_then(|()| stream.try_clone());
            let Ok(copy) = copy else { continue };
            self.next_caller += 1;
            self.callers.push((number, Instant::now(), copy));
            self.attempt(With::Caller(number), from.to_string(), move || greet(stream, None, &own));
        }
    }

    /// Calls every process before this one for every link that is not there yet.
    fn call(&mut self) {
        for other in 0..self.own.hello.process {
            for purpose in [Purpose::Keys, Purpose::Life] {
                let peer = &mut self.peers[other];
                let called = std::mem::replace(&mut peer.called[purpose as usize], true);
                if called || peer.link(purpose).is_some() {
                    peer.called[purpose as usize] = called;
                    continue;
                }
                let (own, place) = (Arc::clone(&self.own), self.own.hello.hosts[other].clone());
                let to = place.clone();
                self.attempt(With::Called(other, purpose), place, move || {
                    let stream = connected(&to, own.is_open).inspect_err(|_| std::thread::sleep(PAUSE))?;
                    greet(stream, Some(purpose), &own)
                });
            }
        }
    }

    /// Makes a link in a thread of its own.
    fn attempt(
        &self,
        with: With,
        place: String,
        make: impl FnOnce() -> Result<(Box<Link>, Hello), Failed> + Send + 'static,
    ) {
        let attempts = self.attempts.0.clone();
        // Where there is no thread for it, the other side calls again, and so does this one.
        let failed = attempts.clone();
        let kept = place.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            let _ = attempts.send(Attempt { with, place, end: make() });
        });
        if thread.is_err() {
            let _ = failed.send(Attempt { with, place: kept, end: Err(Failed::Stranger) });
        }
    }

    /// Keeps a link if the other side fits.
    fn take(&mut self, Attempt { with, place, end }: Attempt) -> Result<(), Trouble> {
        match with {
            With::Called(other, purpose) => self.peers[other].called[purpose as usize] = false,
            With::Caller(number) => self.callers.retain(|(other, ..)| *other != number),
        }
        let (link, other) = match end {
            Ok(made) => made,
            Err(Failed::Stranger) => return Ok(()),
            Err(Failed::Secret) => {
                match with {
                    With::Called(other, _) => self.peers[other].refused = true,
                    With::Caller(_) => self.refused = Some(place),
                }
                return Ok(());
            }
            Err(Failed::Version(theirs)) => {
                let number = match with {
                    With::Called(number, _) => format!("process {number}, at "),
                    With::Caller(_) => String::new(),
                };
                return Err(other_version(&format!("{number}`{place}`"), &theirs));
            }
            Err(Failed::Address(error)) => {
                let number = if let With::Called(number, _) = with { number } else { 0 };
                return Err(Trouble::Hosts {
                    what: format!("`{place}` of process {number} is no address: {error}"),
                    remedy: "mend the list of hosts",
                });
            }
        };
        self.own.hello.fits(&other)?;
        let number = other.process;
        let purpose = match with {
            With::Called(expected, _) if expected != number => {
                return Err(Trouble::Hosts {
                    what: format!(
                        "the process at `{place}` says that it is number {number}, and not {expected}"
                    ),
                    remedy: "give every process the number of its line",
                });
            }
            With::Called(_, purpose) => purpose,
            // The caller says what the link is for.
            With::Caller(_) => other.purpose,
        };
        let peer = &mut self.peers[number];
        if peer.hello.as_ref().is_some_and(|before| before.instance != other.instance) {
            peer.drop_dead();
            if peer.keys.is_some() || peer.life.is_some() {
                return Err(Trouble::Hosts {
                    what: format!("two processes say that they are number {number}"),
                    remedy: "give every process another number, that of its line",
                });
            }
        }
        *peer.link(purpose) = Some(*link);
        peer.hello = Some(other);
        Ok(())
    }
}

/// Connects to a line of the list.
fn connected(place: &str, is_open: bool) -> Result<TcpStream, Failed> {
    let addresses = place.to_socket_addrs().map_err(|error| Failed::Address(error.to_string()))?;
    let allowed = |address: &SocketAddr| !is_open || address.ip().is_loopback();
    let mut addresses = addresses.filter(allowed);
    let stream = addresses.find_map(|address| TcpStream::connect_timeout(&address, CONNECT).ok());
    stream.ok_or(Failed::Stranger)
}

/// Makes the handshake and exchanges hellos. `purpose` is what the link is for if this side has
/// called.
fn greet(stream: TcpStream, purpose: Option<Purpose>, own: &Own) -> Result<(Box<Link>, Hello), Failed> {
    stream.set_nodelay(true)?;
    let mut socket = Socket::new(stream, Instant::now() + GREET);
    let side = if purpose.is_some() { Side::Caller } else { Side::Called };
    let keys = shake(&mut socket, &own.secret, side)?;
    let mut link = Box::new(Link::new(socket, &keys)?);
    let hello = Hello { purpose: purpose.unwrap_or(Purpose::Life), ..own.hello.clone() };
    let hello = hello.message().map_err(|_| Failed::Stranger)?;
    let message = match side {
        Side::Caller => {
            link.sealer.send(&hello)?;
            let message = link.opener.receive(MOST_BYTES)?;
            // Without this last word the called side does not count on the link.
            link.sealer.send(&[])?;
            message
        }
        Side::Called => {
            let message = link.opener.receive(MOST_BYTES)?;
            link.sealer.send(&hello)?;
            link.opener.receive(0)?;
            message
        }
    };
    let hello = Hello::read(&message).map_err(|why| match why {
        Unheard::Nothing => Failed::Stranger,
        Unheard::Version(theirs) => Failed::Version(theirs),
    })?;
    link.settle(own.stall)?;
    Ok((link, hello))
}
