//! Authenticated frames, the wire format of all bytes after the handshake.
//!
//! ```text
//!   length and flag (4) │ tag of the head (32) │ payload (0 to 65,536) │ tag of the payload (32)
//! ```
//!
//! A tag is a keyed BLAKE3 hash of the frame's number and of the covered bytes. Each direction of
//! each link has a key of its own, so a frame that is changed, lost, repeated, inserted, reordered
//! or moved to another link is refused. The head has its own tag, so a changed length is detected
//! before that number of bytes is awaited.

use std::io::{self, ErrorKind, Read, Write};

/// A key of 256 bits.
pub type TagKey = [u8; 32];

/// The largest payload of a frame.
pub const MOST_PAYLOAD: usize = 1 << 16;
/// The flag of a frame whose message continues in the next one.
const GOES_ON: u32 = 1 << 31;
const HEAD: usize = 4;
const TAG: usize = 32;

/// The part of a frame that a tag covers.
#[derive(Clone, Copy)]
enum TagDomain {
    Head = 1,
    Payload = 2,
}

/// Returns the tag of a part of a frame. Comparison of hashes takes constant time.
fn tag(key: &TagKey, number: u64, domain: TagDomain, head: [u8; HEAD], payload: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_keyed(key);
    hasher.update(&number.to_le_bytes()).update(&[domain as u8]).update(&head).update(payload);
    hasher.finalize()
}

/// The sending end of one direction of a link.
pub struct FrameWriter<W> {
    to: W,
    key: TagKey,
    number: u64,
    frame: Vec<u8>,
}

impl<W: Write> FrameWriter<W> {
    pub fn new(to: W, key: TagKey) -> Self {
        Self { to, key, number: 0, frame: Vec::new() }
    }

    pub fn inner(&self) -> &W {
        &self.to
    }

    pub fn inner_mut(&mut self) -> &mut W {
        &mut self.to
    }

    /// Sends one frame.
    fn send_frame(&mut self, payload: &[u8], flag: u32) -> io::Result<()> {
        debug_assert!(payload.len() <= MOST_PAYLOAD);
        let head = (payload.len() as u32 | flag).to_le_bytes();
        let tag = |domain, payload| tag(&self.key, self.number, domain, head, payload);
        self.frame.clear();
        self.frame.extend_from_slice(&head);
        self.frame.extend_from_slice(tag(TagDomain::Head, &[]).as_bytes());
        self.frame.extend_from_slice(payload);
        self.frame.extend_from_slice(tag(TagDomain::Payload, payload).as_bytes());
        self.number += 1;
        self.to.write_all(&self.frame)
    }

    /// Sends a message of any length.
    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let mut rest = message;
        while rest.len() > MOST_PAYLOAD {
            let (now, later) = rest.split_at(MOST_PAYLOAD);
            self.send_frame(now, GOES_ON)?;
            rest = later;
        }
        self.send_frame(rest, 0)?;
        self.to.flush()
    }
}

/// Each write becomes one frame. For byte streams whose reader does not need message boundaries.
impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let now = bytes.len().min(MOST_PAYLOAD);
        self.send_frame(&bytes[..now], 0)?;
        Ok(now)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The receiving end of one direction of a link.
pub struct FrameReader<R> {
    from: R,
    key: TagKey,
    number: u64,
    /// Payload and tag of the last frame.
    frame: Vec<u8>,
    /// The number of payload bytes that were read, where frames are read as a stream.
    read: usize,
}

/// Returns the error about a frame that fails authentication.
fn damage_error() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "a frame is not what was sent")
}

/// Returns whether a read failed because a frame failed authentication.
pub fn is_damage(error: &io::Error) -> bool {
    error.kind() == ErrorKind::InvalidData
}

impl<R: Read> FrameReader<R> {
    pub fn new(from: R, key: TagKey) -> Self {
        Self { from, key, number: 0, frame: Vec::new(), read: 0 }
    }

    /// Receives a frame into `payload`. Returns whether its message continues in the next frame.
    fn receive_frame(&mut self) -> io::Result<bool> {
        let mut bytes = [0; HEAD + TAG];
        self.from.read_exact(&mut bytes)?;
        let (mut head, mut sent) = ([0; HEAD], [0; TAG]);
        head.copy_from_slice(&bytes[..HEAD]);
        sent.copy_from_slice(&bytes[HEAD..]);
        if tag(&self.key, self.number, TagDomain::Head, head, &[]) != sent {
            return Err(damage_error());
        }
        let word = u32::from_le_bytes(head);
        let length = (word & !GOES_ON) as usize;
        if length > MOST_PAYLOAD {
            return Err(damage_error());
        }
        self.frame.resize(length + TAG, 0);
        self.from.read_exact(&mut self.frame)?;
        sent.copy_from_slice(&self.frame[length..]);
        if tag(&self.key, self.number, TagDomain::Payload, head, &self.frame[..length]) != sent {
            self.frame.clear();
            return Err(damage_error());
        }
        self.number += 1;
        Ok(word & GOES_ON != 0)
    }

    fn payload(&self) -> &[u8] {
        &self.frame[..self.frame.len().saturating_sub(TAG)]
    }

    /// Receives a message of at most `most` bytes.
    pub fn receive(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut message = Vec::new();
        loop {
            let goes_on = self.receive_frame()?;
            if message.len() + self.payload().len() > most {
                return Err(damage_error());
            }
            message.extend_from_slice(self.payload());
            self.read = self.payload().len();
            if !goes_on {
                return Ok(message);
            }
        }
    }

    pub fn inner_mut(&mut self) -> &mut R {
        &mut self.from
    }

    /// Reads payloads as one byte stream and skips empty ones. Calls `heard` for every frame.
    pub fn read_with(&mut self, bytes: &mut [u8], heard: &dyn Fn()) -> io::Result<usize> {
        while self.read >= self.payload().len() {
            self.receive_frame()?;
            self.read = 0;
            heard();
        }
        let rest = &self.payload()[self.read..];
        let now = rest.len().min(bytes.len());
        bytes[..now].copy_from_slice(&rest[..now]);
        self.read += now;
        Ok(now)
    }
}

impl<R: Read> Read for FrameReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read_with(bytes, &|| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: TagKey = [7; 32];

    fn sealed(messages: &[&[u8]]) -> Vec<u8> {
        let mut writer = FrameWriter::new(Vec::new(), KEY);
        messages.iter().for_each(|message| writer.send(message).expect("room"));
        writer.to
    }

    /// Returns the accepted messages and the error at the end.
    fn opened(bytes: &[u8]) -> (Vec<Vec<u8>>, ErrorKind) {
        let mut reader = FrameReader::new(bytes, KEY);
        let mut messages = Vec::new();
        loop {
            match reader.receive(1 << 20) {
                Ok(message) => messages.push(message),
                Err(error) => return (messages, error.kind()),
            }
        }
    }

    #[test]
    fn messages_of_any_length_arrive() {
        let long: Vec<u8> = (0..200_000_u32).map(|number| (number % 251) as u8).collect();
        let (messages, end) = opened(&sealed(&[b"one", b"", &long, &long[..MOST_PAYLOAD]]));
        assert_eq!(messages, [b"one".to_vec(), Vec::new(), long.clone(), long[..MOST_PAYLOAD].to_vec()]);
        assert_eq!(end, ErrorKind::UnexpectedEof);
        let mut stream = Vec::new();
        let bytes = sealed(&[b"one", b"", &long]);
        let end =
            FrameReader::new(&bytes[..], KEY).read_to_end(&mut stream).expect_err("the end is no message");
        assert_eq!((end.kind(), stream), (ErrorKind::UnexpectedEof, [b"one", &long[..]].concat()));
        // A received message is not read again.
        let (mut reader, mut next) = (FrameReader::new(&bytes[..], KEY), [0; 3]);
        assert_eq!(reader.receive(9).expect("a message"), b"one");
        reader.read_exact(&mut next).expect("the next message but one");
        assert_eq!(next, long[..3]);
        assert!(FrameReader::new(&bytes[..], [8; 32]).receive(9).is_err_and(|error| is_damage(&error)));
        assert!(FrameReader::new(&bytes[..], KEY).receive(2).is_err_and(|error| is_damage(&error)));
    }

    /// Returns whether the accepted messages are a proper prefix of the sent ones.
    fn is_prefix(bytes: &[u8], sent: &[Vec<u8>]) -> bool {
        let (messages, _) = opened(bytes);
        messages.len() < sent.len() && sent.starts_with(&messages)
    }

    #[test]
    fn no_changed_lost_repeated_or_inserted_byte_is_accepted() {
        let sent = [b"keys of a chunk".to_vec(), b"".to_vec(), b"an epoch has ended".to_vec()];
        let bytes = sealed(&[&sent[0], &sent[1], &sent[2]]);
        assert_eq!(opened(&bytes).0, sent);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                assert!(is_prefix(&flipped, &sent), "bit {bit} of byte {at}");
                let other = (at * 31 + bit * 7 + 1) % bytes.len();
                flipped[other] ^= 1 << ((bit + 3) % 8);
                assert!(is_prefix(&flipped, &sent), "bytes {at} and {other}");
            }
            let (before, after) = bytes.split_at(at);
            assert!(is_prefix(before, &sent), "cut at {at}");
            assert!(is_prefix(&[before, &after[1..]].concat(), &sent), "without byte {at}");
            let next = after.len().min(20);
            // A repetition of the bytes that follow changes nothing up to the last byte.
            let repeated = opened(&[before, &after[..next], after].concat()).0;
            assert!(sent.starts_with(&repeated), "{next} bytes from {at} twice");
            let inserted = opened(&[before, &[0], after].concat()).0;
            assert!(sent.starts_with(&inserted) && inserted.len() < sent.len(), "a byte at {at}");
        }
    }

    #[test]
    fn whole_frames_lost_repeated_or_exchanged_are_refused() {
        let (one, two) = (sealed(&[b"same"]), sealed(&[b"same", b"same"]));
        let (first, second) = two.split_at(one.len());
        let end = |frames: &[&[u8]]| opened(&frames.concat());
        assert_eq!(end(&[first, second]).0.len(), 2);
        assert_eq!(end(&[second]), (vec![], ErrorKind::InvalidData));
        assert_eq!(end(&[first, first]), (vec![b"same".to_vec()], ErrorKind::InvalidData));
        assert_eq!(end(&[second, first]), (vec![], ErrorKind::InvalidData));
    }

    /// Returns the CPU time of this thread in nanoseconds.
    fn worked() -> f64 {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        told.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
    }

    #[test]
    #[ignore = "a measurement: cargo test -p fewest-cluster --lib throughput -- --ignored --nocapture"]
    fn throughput() {
        let (payload, frames, rounds) = (vec![5; MOST_PAYLOAD], 64, 60);
        let (mut way, mut sealing, mut opening) = (Vec::new(), 0.0, 0.0);
        for _ in 0..rounds {
            way.clear();
            let (begin, mut writer) = (worked(), FrameWriter::new(way, KEY));
            (0..frames).for_each(|_| writer.send(&payload).expect("room"));
            let (middle, mut reader) = (worked(), FrameReader::new(&writer.to[..], KEY));
            (0..frames).for_each(|_| assert!(!reader.receive_frame().expect("a frame")));
            sealing += middle - begin;
            opening += worked() - middle;
            way = writer.to;
        }
        let bytes = (rounds * frames * MOST_PAYLOAD) as f64;
        println!("sealed {:.2} GB, opened {:.2} GB per CPU second", bytes / sealing, bytes / opening);
    }
}
