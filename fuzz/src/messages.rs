//! What a process of a cluster reads from others: handshakes, frames, hellos, signs of life and
//! keys.
//!
//! The first byte of an input chooses what reads the rest. Frames are made with a key, changed as
//! the input says, and opened: what is accepted must be a beginning of what was sent.

/// Runs one input.
pub fn run(data: &[u8]) {
    fewest_cluster::fuzz::drive(data);
}

/// An input of every kind.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    fewest_cluster::fuzz::seeds()
}
