//! A TCP proxy that changes the data once, at a given offset. Tests and `cargo xtask faults` share
//! it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The change at the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tamper {
    /// One bit of a byte is flipped.
    Flip(u8),
    /// A number of bytes is dropped.
    Drop(usize),
    /// A number of bytes is repeated.
    Repeat(usize),
    /// A number of zero bytes is inserted.
    Insert(usize),
    /// All further bytes in that direction of that link are dropped; the link stays open.
    Swallow,
}

/// A proxy in front of a listening process.
pub struct Proxy {
    /// The address where it listens.
    pub place: String,
    state: Arc<State>,
}

struct State {
    to: String,
    tamper: Tamper,
    /// The offset in bytes, of all links and both directions together.
    at: u64,
    passed: AtomicU64,
    changed_at: OnceLock<Instant>,
}

impl Proxy {
    /// Starts a proxy that forwards to `to` and changes the data after `at` bytes.
    pub fn new(to: &str, tamper: Tamper, at: u64) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let place = listener.local_addr()?.to_string();
        let (passed, changed_at) = (AtomicU64::new(0), OnceLock::new());
        let state = Arc::new(State { to: to.to_owned(), tamper, at, passed, changed_at });
        let served = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let state = Arc::clone(&served);
                std::thread::spawn(move || state.serve(stream));
            }
        });
        Ok(Self { place, state })
    }

    /// Returns the bytes so far, of all links and both directions together.
    pub fn passed(&self) -> u64 {
        self.state.passed.load(Relaxed)
    }

    /// Returns when the data was changed. `None` if the offset was not reached.
    pub fn changed_at(&self) -> Option<Instant> {
        self.state.changed_at.get().copied()
    }
}

impl State {
    fn serve(self: Arc<Self>, caller: TcpStream) {
        let Ok(called) = TcpStream::connect(&self.to) else { return };
        let copies = (caller.try_clone(), called.try_clone());
        let (Ok(caller_again), Ok(called_again)) = copies else { return };
        let other = Arc::clone(&self);
        std::thread::spawn(move || other.pass(called_again, caller_again));
        self.pass(caller, called);
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut bytes = vec![0; 1 << 14];
        let mut is_swallowed = false;
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            let start = self.passed.fetch_add(read as u64, Relaxed);
            let now = match self.at.checked_sub(start).filter(|&at| at < read as u64) {
                Some(at) if self.changed_at.set(Instant::now()).is_ok() => {
                    is_swallowed = self.tamper == Tamper::Swallow;
                    changed(&bytes[..read], at as usize, self.tamper)
                }
                _ => bytes[..read].to_vec(),
            };
            if !is_swallowed && to.write_all(&now).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}

fn changed(bytes: &[u8], at: usize, tamper: Tamper) -> Vec<u8> {
    let (before, after) = bytes.split_at(at);
    match tamper {
        Tamper::Flip(bit) => [before, &[after[0] ^ 1 << bit], &after[1..]].concat(),
        Tamper::Drop(count) => [before, &after[count.min(after.len())..]].concat(),
        Tamper::Repeat(count) => [before, &after[..count.min(after.len())], after].concat(),
        Tamper::Insert(count) => [before, &vec![0; count], after].concat(),
        Tamper::Swallow => before.to_vec(),
    }
}
