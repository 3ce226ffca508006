//! One attempt to make a link.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::network::announcement::{Announcement, AnnouncementError, MOST_BYTES, Purpose};
use crate::network::handshake::{HandshakeError, Secret, Side, handshake};
use crate::network::link::{Link, Socket};

/// How long it may take to be connected, and then to be greeted; there may be many attempts.
const CONNECT: Duration = Duration::from_secs(2);
const GREET: Duration = Duration::from_secs(5);
pub const PAUSE: Duration = Duration::from_millis(50);

/// What a thread needs to make a link.
pub struct LinkConfig {
    pub announcement: Announcement,
    pub secret: Secret,
    pub is_open: bool,
    pub stall: Duration,
}

/// Why there is no link.
pub enum LinkError {
    /// A stranger, a lost link, or no time left: the next attempt may do better.
    Stranger,
    /// The other side does not have the secret.
    Secret,
    /// It is of another version.
    Version(String),
    /// The line of the list is no address.
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

/// With whom a link is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterpart {
    /// The process that was called, and what for.
    Called(usize, Purpose),
    /// The number of a caller.
    Caller(u64),
}

/// What came of an attempt.
pub struct Attempt {
    pub counterpart: Counterpart,
    pub place: String,
    pub end: Result<(Box<Link>, Announcement), LinkError>,
}

/// Connects to a line of the list.
pub fn connect(place: &str, is_open: bool) -> Result<TcpStream, LinkError> {
    let addresses = place.to_socket_addrs().map_err(|error| LinkError::Address(error.to_string()))?;
    let allowed = |address: &SocketAddr| !is_open || address.ip().is_loopback();
    let mut addresses = addresses.filter(allowed);
    let stream = addresses.find_map(|address| TcpStream::connect_timeout(&address, CONNECT).ok());
    stream.ok_or(LinkError::Stranger)
}

/// Makes the handshake and exchanges hellos. `purpose` is what the link is for if this side has
/// called.
pub fn establish(
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
            // Without this last word the called side does not count on the link.
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
