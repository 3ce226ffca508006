//! The handshake of a link: mutual authentication by a shared secret, and derivation of session
//! keys.
//!
//! ```text
//!   caller                                    called
//!   magic, nonce of the caller  ──────────▶
//!                               ◀──────────   magic, nonce of the called
//!   proof of the caller         ──────────▶
//!                               ◀──────────   proof of the called
//! ```
//!
//! A proof is a keyed BLAKE3 hash of both nonces under a label of its own, and so are the keys of
//! the two directions. The called side sends nothing to a peer that does not begin with the magic,
//! and nothing about itself before the caller has proven the secret. All messages have a fixed
//! length, so no length of the peer is trusted.

use std::io::{self, Read, Write};

use crate::network::frame::TagKey;

/// The first bytes of both sides; they change with the protocol.
pub const MAGIC: [u8; 8] = *b"\x89fewest2";
const NONCE: usize = 32;

/// The shared secret of the processes of a search.
#[derive(Clone)]
pub struct Secret(TagKey);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// The least number of bytes of a secret.
    pub const LEAST: usize = 16;

    /// Derives the secret from a text, without the white space around it. None if the text is
    /// shorter than [`LEAST`](Self::LEAST) bytes.
    pub fn new(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        (text.len() >= Self::LEAST).then(|| Self::of(text))
    }

    fn of(text: &[u8]) -> Self {
        Self(blake3::derive_key("fewest 2026-11-18 cluster secret", text))
    }

    /// Returns a new random secret as text.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn random() -> io::Result<String> {
        let bytes = random()?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns the stand-in for a secret between processes on loopback. Frames have tags as well,
    /// but any process on this machine can make them.
    pub(crate) fn none() -> Self {
        Self::of(b"")
    }
}

/// Returns 256 random bits.
pub fn random() -> io::Result<[u8; NONCE]> {
    let mut bytes = [0; NONCE];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// The session keys of a link.
#[derive(Debug, PartialEq, Eq)]
pub struct SessionKeys {
    pub send: TagKey,
    pub receive: TagKey,
}

/// The reason why a handshake failed.
#[derive(Debug)]
pub enum HandshakeError {
    /// The peer does not speak this protocol, or is gone.
    Stranger,
    /// The peer speaks the protocol and does not have the secret.
    Secret,
}

impl From<io::Error> for HandshakeError {
    fn from(_: io::Error) -> Self {
        Self::Stranger
    }
}

/// The side of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Caller,
    Called,
}

/// Performs the handshake with a fresh nonce.
pub fn handshake<L: Read + Write>(
    link: &mut L,
    secret: &Secret,
    side: Side,
) -> Result<SessionKeys, HandshakeError> {
    handshake_with_nonce(link, secret, side, random()?)
}

/// Performs the handshake with a given nonce.
pub fn handshake_with_nonce<L: Read + Write>(
    link: &mut L,
    secret: &Secret,
    side: Side,
    own: [u8; NONCE],
) -> Result<SessionKeys, HandshakeError> {
    let introduction = [&MAGIC[..], &own].concat();
    if side == Side::Caller {
        link.write_all(&introduction)?;
    }
    // The magic is read on its own: after anything else nothing more is read.
    let (mut magic, mut other) = ([0; MAGIC.len()], [0; NONCE]);
    link.read_exact(&mut magic)?;
    if magic != MAGIC {
        return Err(HandshakeError::Stranger);
    }
    link.read_exact(&mut other)?;
    if side == Side::Called {
        link.write_all(&introduction)?;
    }
    let (caller, called) = if side == Side::Caller { (own, other) } else { (other, own) };
    let derived = |name: &str| {
        let text = [name.as_bytes(), &[0], &MAGIC, &caller, &called].concat();
        blake3::keyed_hash(&secret.0, &text)
    };
    let (by_caller, by_called) = (derived("proof of the caller"), derived("proof of the called"));
    let (to_called, to_caller) = (derived("from caller to called"), derived("from called to caller"));
    let mut proof = [0; 32];
    match side {
        Side::Caller => {
            link.write_all(by_caller.as_bytes())?;
            // A peer that closes the link at this point has refused the proof.
            link.read_exact(&mut proof).map_err(|_| HandshakeError::Secret)?;
            if by_called != proof {
                return Err(HandshakeError::Secret);
            }
            Ok(SessionKeys { send: to_called.into(), receive: to_caller.into() })
        }
        Side::Called => {
            link.read_exact(&mut proof)?;
            if by_caller != proof {
                return Err(HandshakeError::Secret);
            }
            link.write_all(by_called.as_bytes())?;
            Ok(SessionKeys { send: to_caller.into(), receive: to_called.into() })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    fn secret(text: &str) -> Secret {
        Secret::new(text.as_bytes()).expect("long enough")
    }

    /// Performs a handshake over loopback.
    fn loopback_handshake(
        caller: &Secret,
        called: &Secret,
    ) -> (Result<SessionKeys, HandshakeError>, Result<SessionKeys, HandshakeError>) {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut one = TcpStream::connect(port.local_addr().expect("an address")).expect("a link");
        let (mut two, _) = port.accept().expect("a link");
        std::thread::scope(|scope| {
            let caller = scope.spawn(move || handshake(&mut one, caller, Side::Caller));
            let called = handshake(&mut two, called, Side::Called);
            drop(two);
            (caller.join().expect("no panic"), called)
        })
    }

    #[test]
    fn both_sides_derive_the_same_keys_and_links_differ() {
        let secret = secret("0123456789abcdef");
        let (caller, called) = loopback_handshake(&secret, &secret);
        let (caller, called) = (caller.expect("keys"), called.expect("keys"));
        assert_eq!((caller.send, caller.receive), (called.receive, called.send));
        assert_ne!(caller.send, caller.receive);
        assert_ne!(loopback_handshake(&secret, &secret).0.expect("keys").send, caller.send);
    }

    #[test]
    fn another_secret_and_none_are_refused_on_both_sides() {
        let ours = secret("0123456789abcdef");
        for other in [secret("0123456789abcdeg"), Secret::none()] {
            let (caller, called) = loopback_handshake(&ours, &other);
            assert!(matches!((caller, called), (Err(HandshakeError::Secret), Err(HandshakeError::Secret))));
        }
        assert!(Secret::new(b" 0123456789abcde \n").is_none(), "fifteen bytes are too few");
        assert_eq!(format!("{ours:?}"), "Secret(…)");
        assert_ne!(Secret::random().expect("random bytes"), Secret::random().expect("random bytes"));
    }

    /// A link whose other side follows a script.
    struct Script<'a>(&'a [u8], Vec<u8>);

    impl Read for Script<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    impl Write for Script<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn strangers_get_no_answer_and_reflected_proofs_are_refused() {
        let ours = secret("0123456789abcdef");
        for said in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", b"\x89fewest\n", &[0; 100]] {
            let mut link = Script(said, Vec::new());
            assert!(matches!(handshake(&mut link, &ours, Side::Called), Err(HandshakeError::Stranger)));
            assert!(link.1.is_empty(), "{said:?}");
        }
        // A peer that reflects every message.
        let nonce = [3; NONCE];
        let mut told = Script(&[], Vec::new());
        assert!(handshake_with_nonce(&mut told, &ours, Side::Caller, nonce).is_err());
        let mirrored = [&told.1[..], blake3::hash(b"").as_bytes()].concat();
        let mut link = Script(&mirrored, Vec::new());
        assert!(handshake_with_nonce(&mut link, &ours, Side::Caller, nonce).is_err());
        let proof = link.1[40..].to_vec();
        let mirrored = [&told.1[..], &proof].concat();
        let mut link = Script(&mirrored, Vec::new());
        assert!(matches!(
            handshake_with_nonce(&mut link, &ours, Side::Caller, nonce),
            Err(HandshakeError::Secret)
        ));
    }
}
