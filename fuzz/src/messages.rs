//! The messages that a process of a cluster reads: handshakes, frames, hellos, heartbeats and keys.
//!
//! The first byte of an input chooses what reads the rest. Frames are sealed with a key, changed
//! as the input says, and opened: the accepted data must be a prefix of what was sent.

/// Runs one input.
pub fn run(data: &[u8]) {
    fewest_cluster::fuzz::drive(data);
}

/// An input of every kind.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    fewest_cluster::fuzz::seeds()
}
