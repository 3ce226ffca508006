//! The rendezvous: each pair of processes establishes two links, one for keys and one for
//! heartbeats.
//!
//! A process listens at its own address and calls the processes before it in the list. Each link is
//! made in a thread of its own with a deadline, so a silent stranger or a slow host blocks nothing.
//! Both sides prove the secret first ([`handshake`](crate::network::handshake)); then they exchange
//! announcements and check compatibility, so a mismatch is reported on both sides. A link that was
//! lost before the rendezvous is complete is made again, and a later link of the same process
//! replaces the earlier one.

use std::io::ErrorKind;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::error::ClusterError;
use crate::network::announcement::{Announcement, AnnouncementError, MOST_BYTES, Purpose, version_mismatch};
use crate::network::handshake::{HandshakeError, Secret, Side, handshake};
use crate::network::heartbeat::HEARTBEAT;
use crate::network::{Link, Socket};

/// The number of concurrent callers besides the expected processes.
const STRANGERS: usize = 64;
const MOST_CALLERS: usize = 512;
/// A caller that has not proven the secret within this time may be dropped for a new one.
const SLOW: Duration = Duration::from_secs(1);

/// The links to all processes; None at the index of this process.
pub struct PeerLinks {
    /// For keys.
    pub keys: Vec<Option<Link>>,
    /// For heartbeats.
    pub life: Vec<Option<Link>>,
    /// The announcements of all processes, this one included.
    pub announcements: Vec<Announcement>,
}

/// The processes that take part in a search, and their timeouts.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// The address at which each process listens: `host:port`.
    pub hosts: Vec<String>,
    /// The index of this process in `hosts`.
    pub process: usize,
    /// Timeout of the rendezvous.
    pub patience: Duration,
    /// Timeout of silence or of no progress, after the rendezvous.
    pub stall: Duration,
    /// The shared secret that every process must prove. Without one, only loopback addresses are
    /// used.
    pub secret: Option<Secret>,
    /// The address at which this process listens if it differs from its entry in `hosts`, as behind
    /// a tunnel or a mapped port.
    pub listen: Option<String>,
}

impl ClusterOptions {
    /// Returns the time between two heartbeats.
    pub(crate) fn heartbeat(&self) -> Duration {
        HEARTBEAT.min(self.stall / 4)
    }
}

/// The state of the rendezvous with another process.
#[derive(Default)]
struct Peer {
    announcement: Option<Announcement>,
    keys: Option<Link>,
    life: Option<Link>,
    /// Whether a call is under way, for keys and for heartbeats.
    called: [bool; 2],
    /// Whether it answered and did not have the secret.
    refused: bool,
}

impl Peer {
    fn link(&mut self, purpose: Purpose) -> &mut Option<Link> {
        if purpose == Purpose::Keys { &mut self.keys } else { &mut self.life }
    }

    fn is_missing(&self) -> bool {
        self.keys.is_none() || self.life.is_none()
    }

    /// Drops links whose peer has gone.
    fn drop_dead(&mut self) {
        self.keys.take_if(|link| !link.is_alive());
        self.life.take_if(|link| !link.is_alive());
    }
}

struct Rendezvous {
    own: Arc<LinkConfig>,
    peers: Vec<Peer>,
    attempts: (Sender<Attempt>, Receiver<Attempt>),
    /// Callers in the handshake, oldest first.
    callers: Vec<(u64, Instant, TcpStream)>,
    next_caller: u64,
    /// The last caller that did not have the secret.
    refused: Option<String>,
}

/// Establishes the links to all other processes. Polls `go_on`; returns None if it says no.
///
/// # Errors
/// If the list of hosts is wrong, a process is not compatible, or one is missing at the timeout.
pub fn rendezvous(
    own: &Announcement,
    options: &ClusterOptions,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<PeerLinks>, ClusterError> {
    // An announcement that is too long is reported before other processes wait.
    own.message()?;
    let until = Instant::now() + options.patience;
    let place = options.listen.as_deref().unwrap_or(&own.hosts[own.process]);
    if options.secret.is_none() {
        own.hosts.iter().map(String::as_str).chain([place]).try_for_each(require_loopback)?;
    }
    let listener = listen(place, own.process)?;
    let mut rendezvous = Rendezvous {
        own: Arc::new(LinkConfig {
            announcement: own.clone(),
            secret: options.secret.clone().unwrap_or_else(Secret::none),
            is_open: options.secret.is_none(),
            stall: options.stall,
        }),
        peers: own.hosts.iter().map(|_| Peer::default()).collect(),
        attempts: channel(),
        callers: Vec::new(),
        next_caller: 0,
        refused: None,
    };
    while let Some(other) = rendezvous.missing() {
        if !go_on() {
            return Ok(None);
        }
        if Instant::now() > until {
            return Err(rendezvous.missing_error(other, options.patience));
        }
        rendezvous.answer(&listener);
        rendezvous.call();
        let first = rendezvous.attempts.1.recv_timeout(PAUSE).ok();
        let rest: Vec<Attempt> = rendezvous.attempts.1.try_iter().collect();
        first.into_iter().chain(rest).try_for_each(|attempt| rendezvous.accept(attempt))?;
    }
    let (mut keys, mut life, mut announcements) = (Vec::new(), Vec::new(), Vec::new());
    for peer in rendezvous.peers {
        keys.push(peer.keys);
        life.push(peer.life);
        announcements.push(peer.announcement.unwrap_or_else(|| own.clone()));
    }
    Ok(Some(PeerLinks { keys, life, announcements }))
}

/// Checks that an address is loopback only. A malformed address is reported by [`listen`] or
/// [`connect`].
fn require_loopback(place: &str) -> Result<(), ClusterError> {
    let mut addresses = place.to_socket_addrs().into_iter().flatten();
    if addresses.all(|address| address.ip().is_loopback()) {
        return Ok(());
    }
    Err(ClusterError::Hosts {
        what: format!("without a secret `{place}` is not used: any host that reaches it could take part"),
        remedy: "make a secret with `(umask 077; head -c 32 /dev/urandom | base64 > secret)`, copy the file to every host, and \
            give `--secret FILE` there, or its text as FEWEST_TOKEN; `fewest launch` makes one by itself",
    })
}

fn listen(place: &str, number: usize) -> Result<TcpListener, ClusterError> {
    let wrong = |what: String, remedy| ClusterError::Hosts { what, remedy };
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
        _ => wrong(format!("cannot listen at `{place}`: {error}"), "correct the list of hosts"),
    })
}

impl Rendezvous {
    /// Returns the first process without both links.
    fn missing(&mut self) -> Option<usize> {
        let own = self.own.announcement.process;
        self.peers.iter_mut().for_each(Peer::drop_dead);
        (0..self.peers.len()).find(|&other| other != own && self.peers[other].is_missing())
    }

    fn missing_error(&self, other: usize, patience: Duration) -> ClusterError {
        let (place, seconds) = (&self.own.announcement.hosts[other], patience.as_secs_f64());
        let same = "give all processes the same secret, by `--secret FILE` or FEWEST_TOKEN";
        if self.peers[other].refused {
            let what = format!("process {other} (`{place}`) has another secret than this process");
            return ClusterError::Hosts { what, remedy: same };
        }
        let what = format!("process {other} (`{place}`) was not there within {seconds} s");
        match &self.refused {
            Some(from) => {
                let what = format!("{what}, and a caller from {from} had another secret");
                ClusterError::Hosts { what, remedy: same }
            }
            None => ClusterError::Hosts {
                what,
                remedy: "start it, correct its line, or open its port; all processes begin together",
            },
        }
    }

    /// Accepts all pending callers, each in a thread of its own.
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
            self.attempt(Counterpart::Caller(number), from.to_string(), move || {
                establish(stream, None, &own)
            });
        }
    }

    /// Calls each process before this one for each missing link.
    fn call(&mut self) {
        for other in 0..self.own.announcement.process {
            for purpose in [Purpose::Keys, Purpose::Life] {
                let peer = &mut self.peers[other];
                let called = std::mem::replace(&mut peer.called[purpose as usize], true);
                if called || peer.link(purpose).is_some() {
                    peer.called[purpose as usize] = called;
                    continue;
                }
                let (own, place) = (Arc::clone(&self.own), self.own.announcement.hosts[other].clone());
                let to = place.clone();
                self.attempt(Counterpart::Called(other, purpose), place, move || {
                    let stream = connect(&to, own.is_open).inspect_err(|_| std::thread::sleep(PAUSE))?;
                    establish(stream, Some(purpose), &own)
                });
            }
        }
    }

    /// Establishes a link in a thread of its own.
    fn attempt(
        &self,
        counterpart: Counterpart,
        place: String,
        make: impl FnOnce() -> Result<(Box<Link>, Announcement), LinkError> + Send + 'static,
    ) {
        let attempts = self.attempts.0.clone();
        // If no thread can be spawned, both sides try again later.
        let failed = attempts.clone();
        let kept = place.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            let _ = attempts.send(Attempt { counterpart, place, end: make() });
        });
        if thread.is_err() {
            let _ = failed.send(Attempt { counterpart, place: kept, end: Err(LinkError::Stranger) });
        }
    }

    /// Keeps a link if the peer is compatible.
    fn accept(&mut self, Attempt { counterpart, place, end }: Attempt) -> Result<(), ClusterError> {
        match counterpart {
            Counterpart::Called(other, purpose) => self.peers[other].called[purpose as usize] = false,
            Counterpart::Caller(number) => self.callers.retain(|(other, ..)| *other != number),
        }
        let (link, other) = match end {
            Ok(made) => made,
            Err(LinkError::Stranger) => return Ok(()),
            Err(LinkError::Secret) => {
                match counterpart {
                    Counterpart::Called(other, _) => self.peers[other].refused = true,
                    Counterpart::Caller(_) => self.refused = Some(place),
                }
                return Ok(());
            }
            Err(LinkError::Version(theirs)) => {
                let number = match counterpart {
                    Counterpart::Called(number, _) => format!("process {number}, at "),
                    Counterpart::Caller(_) => String::new(),
                };
                return Err(version_mismatch(&format!("{number}`{place}`"), &theirs));
            }
            Err(LinkError::Address(error)) => {
                let number = if let Counterpart::Called(number, _) = counterpart { number } else { 0 };
                return Err(ClusterError::Hosts {
                    what: format!("`{place}` of process {number} is no address: {error}"),
                    remedy: "correct the list of hosts",
                });
            }
        };
        self.own.announcement.check_compatible(&other)?;
        let number = other.process;
        let purpose = match counterpart {
            Counterpart::Called(expected, _) if expected != number => {
                return Err(ClusterError::Hosts {
                    what: format!(
                        "the process at `{place}` says that it is number {number}, and not {expected}"
                    ),
                    remedy: "give every process the number of its line",
                });
            }
            Counterpart::Called(_, purpose) => purpose,
            // The caller chooses the purpose.
            Counterpart::Caller(_) => other.purpose,
        };
        let peer = &mut self.peers[number];
        if peer.announcement.as_ref().is_some_and(|before| before.instance != other.instance) {
            peer.drop_dead();
            if peer.keys.is_some() || peer.life.is_some() {
                return Err(ClusterError::Hosts {
                    what: format!("two processes say that they are number {number}"),
                    remedy: "give every process another number, that of its line",
                });
            }
        }
        *peer.link(purpose) = Some(*link);
        peer.announcement = Some(other);
        Ok(())
    }
}

/// Timeouts of the connection, of the handshake with announcements, and the pause between attempts.
const CONNECT: Duration = Duration::from_secs(2);
const GREET: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// The data that a thread needs to establish a link.
struct LinkConfig {
    announcement: Announcement,
    secret: Secret,
    /// Whether there is no secret, so that only loopback is allowed.
    is_open: bool,
    stall: Duration,
}

/// The reason why an attempt failed.
enum LinkError {
    /// A stranger, a lost link, or a timeout: the next attempt may succeed.
    Stranger,
    /// The peer does not have the secret.
    Secret,
    /// The peer has another version.
    Version(String),
    /// The entry of the list is not an address.
    Address(String),
}

impl From<std::io::Error> for LinkError {
    fn from(_: std::io::Error) -> Self {
        Self::Stranger
    }
}

impl From<HandshakeError> for LinkError {
    fn from(why: HandshakeError) -> Self {
        match why {
            HandshakeError::Stranger => Self::Stranger,
            HandshakeError::Secret => Self::Secret,
        }
    }
}

/// The other side of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counterpart {
    /// The index of the called process and the purpose.
    Called(usize, Purpose),
    /// The serial number of a caller.
    Caller(u64),
}

/// The outcome of an attempt.
struct Attempt {
    counterpart: Counterpart,
    place: String,
    end: Result<(Box<Link>, Announcement), LinkError>,
}

/// Connects to an address of the list.
fn connect(place: &str, is_open: bool) -> Result<TcpStream, LinkError> {
    let addresses = place.to_socket_addrs().map_err(|error| LinkError::Address(error.to_string()))?;
    let allowed = |address: &SocketAddr| !is_open || address.ip().is_loopback();
    let mut addresses = addresses.filter(allowed);
    let stream = addresses.find_map(|address| TcpStream::connect_timeout(&address, CONNECT).ok());
    stream.ok_or(LinkError::Stranger)
}

/// Performs the handshake and exchanges announcements. `purpose` is the purpose of the link if this
/// side is the caller.
fn establish(
    stream: TcpStream,
    purpose: Option<Purpose>,
    own: &LinkConfig,
) -> Result<(Box<Link>, Announcement), LinkError> {
    stream.set_nodelay(true)?;
    let mut socket = Socket::new(stream, Instant::now() + GREET);
    let side = if purpose.is_some() { Side::Caller } else { Side::Called };
    let keys = handshake(&mut socket, &own.secret, side)?;
    let mut link = Box::new(Link::new(socket, &keys)?);
    let announcement = Announcement { purpose: purpose.unwrap_or(Purpose::Life), ..own.announcement.clone() };
    let announcement = announcement.message().map_err(|_| LinkError::Stranger)?;
    let message = match side {
        Side::Caller => {
            link.writer.send(&announcement)?;
            let message = link.reader.receive(MOST_BYTES)?;
            // The called side uses the link only after this acknowledgement.
            link.writer.send(&[])?;
            message
        }
        Side::Called => {
            let message = link.reader.receive(MOST_BYTES)?;
            link.writer.send(&announcement)?;
            link.reader.receive(0)?;
            message
        }
    };
    let announcement = Announcement::read(&message).map_err(|why| match why {
        AnnouncementError::Malformed => LinkError::Stranger,
        AnnouncementError::Version(theirs) => LinkError::Version(theirs),
    })?;
    link.settle(own.stall)?;
    Ok((link, announcement))
}
