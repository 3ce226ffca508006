//! Fuzz entry points for all parsers of bytes of another process. No input may panic, and no
//! changed message may be accepted as the one that was sent.

use std::io::{self, Read, Write};

use fewest_search::{EdgeKind, StateSpace};
use timely::dataflow::channels::ContainerBytes;

use crate::exchange::{KeyMessage, encode_message};
use crate::network::announcement::{Announcement, Purpose};
use crate::network::frame::{FrameReader, FrameWriter, TagKey};
use crate::network::handshake::{MAGIC, Secret, Side, handshake_with_nonce};
use crate::network::heartbeat::{self, PeerStatus};
use crate::partition::PartitionFunction;
use crate::plan::{PartInventory, PartName, plan};
use crate::shared::ProcessCost;

const KEY: TagKey = [7; 32];

/// Runs one input. Its first byte chooses the parser of the rest.
///
/// # Panics
/// If a property does not hold.
pub fn drive(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 6 {
        0 => garbage(data),
        1 => tampered(data),
        2 => announcement(data),
        3 => drop(heartbeat::decode(data)),
        4 => keys(data),
        _ => handshake(data),
    }
}

/// Returns one named input per parser and shape.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut frames = FrameWriter::new(Vec::new(), KEY);
    let sent = frames.send(b"keys").and_then(|()| frames.send(b""));
    sent.expect("a vector takes everything");
    let status = |status: &PeerStatus| serde_json::to_vec(status).unwrap_or_default();
    let (mut code, mut spare) = (Vec::new(), Vec::new());
    encode_message(1, &mut vec![3, 5, 900, 1 << 40], &mut spare, &mut code);
    let mut written = Vec::new();
    KeyMessage { from: 1, to: 0, code }.into_bytes(&mut written);
    let all = [
        ("frames", 0, frames.inner().clone()),
        ("flipped", 1, [&[0, 3, 50, 0, 4], &b"keys of a chunk and the end of an epoch"[..]].concat()),
        ("dropped", 1, [&[1, 9, 40, 0, 7], &b"keys of a chunk and the end of an epoch"[..]].concat()),
        ("hello", 2, other().message().unwrap_or_default()),
        ("alive", 3, status(&PeerStatus::Alive(Default::default()))),
        ("leaving", 3, status(&PeerStatus::Leaving("it was interrupted".to_owned()))),
        ("done", 3, status(&PeerStatus::Done(ProcessCost::default()))),
        ("keys", 4, [&[0], &written[..]].concat()),
        ("handshake", 5, [&[0], &MAGIC[..], &[5; 64]].concat()),
        ("answer", 5, [&[1], &MAGIC[..], &[5; 64]].concat()),
    ];
    all.map(|(name, kind, input)| (name.to_owned(), [&[kind], &input[..]].concat())).to_vec()
}

/// Opens frames that were made without the key.
fn garbage(data: &[u8]) {
    let mut reader = FrameReader::new(data, KEY);
    // The frames of the seeds are the only ones that were made with this key.
    while let Ok(message) = reader.receive(1 << 16) {
        assert!(message == b"keys" || message.is_empty(), "a frame was made without the key");
    }
}

/// Opens frames after a change in transit: the accepted messages are a prefix of the sent ones.
fn tampered(data: &[u8]) {
    let Some((&[how, more, low, high, size], payload)) = data.split_first_chunk::<5>() else { return };
    let sent: Vec<&[u8]> = payload.chunks(usize::from(size).max(1)).take(40).collect();
    let mut writer = FrameWriter::new(Vec::new(), KEY);
    sent.iter().for_each(|message| writer.send(message).expect("a vector takes everything"));
    let bytes = writer.inner();
    let at = (usize::from(high) << 8 | usize::from(low)) % (bytes.len() + 1);
    let (before, after) = bytes.split_at(at);
    let length = usize::from(more).min(after.len());
    let mut way = match how % 4 {
        0 => bytes.clone(),
        1 => [before, &after[length..]].concat(),
        2 => [before, &after[..length], after].concat(),
        _ => [before, &vec![how; length], after].concat(),
    };
    if how % 4 == 0 && at < way.len() {
        // Flips one bit or two.
        way[at] ^= 1 << (more % 8);
        let other = (at + usize::from(more)) % way.len();
        if other != at {
            way[other] ^= 1 << (how / 4 % 8);
        }
    }
    let is_same = way == *bytes;
    let mut reader = FrameReader::new(&way[..], KEY);
    let mut accepted = 0;
    while let Ok(message) = reader.receive(1 << 16) {
        assert!(sent.get(accepted).is_some_and(|sent| *sent == message), "another message was accepted");
        accepted += 1;
    }
    assert!(!is_same || accepted == sent.len(), "what is not changed is accepted");
}

fn own() -> Announcement {
    Announcement {
        version: crate::fault::version(),
        search: "tiles".to_owned(),
        hosts: vec!["a:1".to_owned(), "b:2".to_owned()],
        process: 0,
        instance: 1,
        threads: 1,
        held: vec![part(0)],
        purpose: Purpose::Life,
    }
}

fn other() -> Announcement {
    Announcement { process: 1, held: vec![part(1)], ..own() }
}

fn part(index: u32) -> PartInventory {
    PartInventory {
        name: PartName { generation: 0, index, of: 2 },
        sizes: vec![1, 2, 4],
        goals: vec![0, 0, 1],
        expanded: 3,
        generated: 9,
        layers: vec![(1, 1), (2, 2)],
    }
}

/// Parses the announcement of another process, checks it, and plans with it.
fn announcement(data: &[u8]) {
    let (own, Ok(other)) = (own(), Announcement::read(data)) else { return };
    if own.check_compatible(&other).is_ok() {
        let threads = own.threads.min(other.threads);
        for kind in [EdgeKind::Undirected, EdgeKind::Graded, EdgeKind::Directed] {
            let _ = plan(&[own.held.clone(), other.held.clone()], threads, kind);
            let _ = plan(&[Vec::new(), other.held.clone()], threads, kind);
        }
    }
}

/// A state space without moves, with the given number of words per key.
struct Space(usize);

impl StateSpace for Space {
    fn words(&self) -> usize {
        self.0
    }
    fn kind(&self) -> EdgeKind {
        EdgeKind::Directed
    }
    fn initial_states(&self, _: &mut Vec<u64>) {}
    fn expand(&self, _: &[u64], _: &mut Vec<u64>) {}
    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}
    fn fingerprint(&self) -> String {
        String::new()
    }
}

/// Decodes a key message of another worker.
fn keys(data: &[u8]) {
    let Some((&words, data)) = data.split_first() else { return };
    let space = Space(usize::from(words % 3) + 1);
    let Some(message) = KeyMessage::read(data) else { return };
    let mut written = Vec::new();
    message.into_bytes(&mut written);
    assert_eq!(written, data, "a message is read in one way only");
    let (mut partition, mut keys) = (PartitionFunction::new(2), Vec::new());
    let mut takers = 0;
    for worker in 0..2 {
        if partition.decode_for(&space, worker, &message, &mut keys) {
            takers += 1;
            let keys: Vec<&[u64]> = keys.chunks(space.0).collect();
            assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(keys.iter().all(|key| partition.worker_of(&space, key) == worker));
        }
    }
    assert!(takers < 2, "a message is for one worker");
}

/// A link whose other side follows a script.
struct Script<'a> {
    said: &'a [u8],
    heard: usize,
}

impl Read for Script<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.said.read(bytes)
    }
}

impl Write for Script<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard += bytes.len();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Performs a handshake with a peer that does not have the secret.
fn handshake(data: &[u8]) {
    let Some((&side, said)) = data.split_first() else { return };
    let side = if side % 2 == 0 { Side::Called } else { Side::Caller };
    let Some(secret) = Secret::new(b"what the other side does not have") else { return };
    let mut link = Script { said, heard: 0 };
    assert!(
        handshake_with_nonce(&mut link, &secret, side, [9; 32]).is_err(),
        "the secret was proven without it"
    );
    assert!(
        side == Side::Caller || said.starts_with(&MAGIC) || link.heard == 0,
        "a stranger was told something"
    );
    assert!(link.heard <= MAGIC.len() + 64);
}

#[cfg(test)]
mod tests {
    use fewest_search::hash::SplitMix64;

    use super::*;

    #[test]
    fn mutated_seeds_do_not_panic() {
        let mut random = SplitMix64::new(7);
        for (name, input) in seeds() {
            drive(&input);
            for at in 0..input.len() * 20 {
                let (mut input, bit) = (input.clone(), random.below(16));
                let at = at % input.len();
                input[at] ^= 1 << (bit % 8);
                if bit > 8 {
                    input.truncate(input.len() - random.below(input.len()));
                }
                drive(&input);
            }
            assert!(input.len() > 1, "{name} has something to read");
        }
        let seed = |name: &str| seeds().into_iter().find(|seed| seed.0 == name).expect("a seed").1;
        let announcement = Announcement::read(&seed("hello")[1..]).expect("an announcement");
        assert_eq!(own().check_compatible(&announcement), Ok(()));
        assert!(plan(&[own().held, announcement.held], 1, EdgeKind::Undirected).is_ok());
        assert!(KeyMessage::read(&seed("keys")[2..]).is_some());
        assert!(
            ["alive", "leaving", "done"].iter().all(|name| heartbeat::decode(&seed(name)[1..]).is_some())
        );
    }
}
