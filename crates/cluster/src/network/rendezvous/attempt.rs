//! An attempt to establish a link: connect, handshake, exchange of announcements.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::network::announcement::{Announcement, AnnouncementError, MOST_BYTES, Purpose};
use crate::network::handshake::{HandshakeError, Secret, Side, handshake};
use crate::network::link::{Link, Socket};

/// Timeouts of the connection, of the handshake with announcements, and the pause between attempts.
const CONNECT: Duration = Duration::from_secs(2);
const GREET: Duration = Duration::from_secs(5);
pub const PAUSE: Duration = Duration::from_millis(50);

/// The data that a thread needs to establish a link.
pub struct LinkConfig {
    pub announcement: Announcement,
    pub secret: Secret,
    /// Whether there is no secret, so that only loopback is allowed.
    pub is_open: bool,
    pub stall: Duration,
}

/// The reason why an attempt failed.
pub enum LinkError {
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
pub enum Counterpart {
    /// The index of the called process and the purpose.
    Called(usize, Purpose),
    /// The serial number of a caller.
    Caller(u64),
}

/// The outcome of an attempt.
pub struct Attempt {
    pub counterpart: Counterpart,
    pub place: String,
    pub end: Result<(Box<Link>, Announcement), LinkError>,
}

/// Connects to an address of the list.
pub fn connect(place: &str, is_open: bool) -> Result<TcpStream, LinkError> {
    let addresses = place.to_socket_addrs().map_err(|error| LinkError::Address(error.to_string()))?;
    let allowed = |address: &SocketAddr| !is_open || address.ip().is_loopback();
    let mut addresses = addresses.filter(allowed);
    let stream = addresses.find_map(|address| TcpStream::connect_timeout(&address, CONNECT).ok());
    stream.ok_or(LinkError::Stranger)
}

/// Performs the handshake and exchanges announcements. `purpose` is the purpose of the link if this
/// side is the caller.
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
