//! Authenticated links between the processes of a search.
//!
//! | module | contents |
//! |---|---|
//! | `handshake` | mutual authentication by the secret, session keys |
//! | `frame` | authenticated frames, the wire format after the handshake |
//! | `announcement` | the self-description of a process, and the compatibility check |
//! | `rendezvous` | two links between each pair of processes |
//! | `heartbeat` | liveness and status of the other processes; the links for keys as streams |

pub mod announcement;
pub mod frame;
pub mod handshake;
pub mod heartbeat;
pub mod rendezvous;

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use frame::{FrameReader, FrameWriter};
use handshake::SessionKeys;

/// A socket with a deadline for all reads and writes.
pub struct Socket {
    stream: TcpStream,
    until: Option<Instant>,
}

impl Socket {
    pub fn new(stream: TcpStream, until: Instant) -> Self {
        Self { stream, until: Some(until) }
    }

    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { stream: self.stream.try_clone()?, until: self.until })
    }

    /// Returns the time until the deadline. A peer that sends a byte now and then does not extend
    /// it.
    fn left(&self) -> io::Result<Option<Duration>> {
        let Some(until) = self.until else { return Ok(None) };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }

    pub fn limit_writes(&self, time: Duration) -> io::Result<()> {
        self.stream.set_write_timeout(Some(time))
    }

    pub fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }

    /// Returns whether the peer is connected, as far as the socket knows without blocking.
    fn is_alive(&self) -> bool {
        let peeked = self.stream.set_nonblocking(true).and_then(|()| self.stream.peek(&mut [0]));
        let is_alive = match peeked {
            Ok(bytes) => bytes > 0,
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        };
        is_alive & self.stream.set_nonblocking(false).is_ok()
    }
}

impl Read for Socket {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(bytes)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_write_timeout(Some(left))?;
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The size of the read buffer. The rest of a longer frame is read in place.
const INPUT_BYTES: usize = 1 << 12;

/// Both directions of a link.
pub struct Link {
    pub writer: FrameWriter<Socket>,
    pub reader: FrameReader<BufReader<Socket>>,
    /// A clone of the socket for options and liveness.
    socket: Socket,
}

impl Link {
    /// Returns the link over a socket after the handshake.
    pub fn new(socket: Socket, keys: &SessionKeys) -> io::Result<Self> {
        let input = BufReader::with_capacity(INPUT_BYTES, socket.try_clone()?);
        Ok(Self {
            reader: FrameReader::new(input, keys.receive),
            writer: FrameWriter::new(socket.try_clone()?, keys.send),
            socket,
        })
    }

    /// Removes the deadline and enables TCP keepalive, so that the system detects a lost host.
    pub fn settle(&mut self, stall: Duration) -> io::Result<()> {
        let quiet = stall.clamp(Duration::from_secs(10), Duration::from_secs(300));
        let keepalive = socket2::TcpKeepalive::new().with_time(quiet).with_interval(Duration::from_secs(15));
        socket2::SockRef::from(&self.socket.stream).set_tcp_keepalive(&keepalive)?;
        self.socket.stream.set_read_timeout(None)?;
        self.socket.stream.set_write_timeout(None)?;
        self.socket.until = None;
        self.writer.inner_mut().until = None;
        self.reader.inner_mut().get_mut().until = None;
        Ok(())
    }

    pub fn is_alive(&self) -> bool {
        self.socket.is_alive()
    }
}
