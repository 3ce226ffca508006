//! Key messages, the data that `timely` exchanges: the sorted keys of one chunk for one worker, in
//! the encoding of the layer files.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Encoded keys for a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMessage {
    /// The worker that sends them.
    pub from: u64,
    /// The worker to which they belong.
    pub to: u64,
    /// The encoded keys.
    pub code: Vec<u8>,
}

impl Accountable for KeyMessage {
    fn record_count(&self) -> i64 {
        i64::from(!self.code.is_empty())
    }
}

/// Bytes before the encoded keys.
const HEAD: usize = 24;

impl KeyMessage {
    /// Parses the output of [`ContainerBytes::into_bytes`]. None if the bytes are anything else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let mut words = head.chunks_exact(8);
        let mut number = || words.next()?.try_into().ok().map(u64::from_le_bytes);
        let (from, to, length) = (number()?, number()?, usize::try_from(number()?).ok()?);
        let is_whole = length.checked_next_multiple_of(8) == Some(rest.len());
        let (code, filling) = rest.split_at_checked(length)?;
        let is_whole = is_whole && filling.iter().all(|&byte| byte == 0);
        is_whole.then(|| Self { from, to, code: code.to_vec() })
    }
}

/// On the wire: sender, receiver and length in bytes as 64-bit numbers, the encoded keys, and zeros
/// up to a multiple of eight bytes.
impl ContainerBytes for KeyMessage {
    fn from_bytes(bytes: Bytes) -> Self {
        Self::read(&bytes).expect("frames vouch for what they carry")
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.code.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let filling = self.code.len().next_multiple_of(8) - self.code.len();
        let parts = [
            &self.from.to_le_bytes()[..],
            &self.to.to_le_bytes(),
            &(self.code.len() as u64).to_le_bytes(),
            &self.code,
            &[0; 8][..filling],
        ];
        for part in parts {
            writer.write_all(part).expect("there is room for what was announced");
        }
    }
}

/// Routes each message to the worker in its field `to`.
pub struct MessageDistributor;

impl Distributor<KeyMessage> for MessageDistributor {
    fn partition<T: Clone, P: Push<Message<T, KeyMessage>>>(
        &mut self,
        message: &mut KeyMessage,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = message.to as usize;
        Message::push_at(message, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, KeyMessage>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip() {
        for length in [0_u8, 1, 7, 8, 9, 200] {
            let message = KeyMessage { from: 3, to: 0x0102_0304_0506, code: (0..length).collect() };
            let mut bytes = Vec::new();
            message.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), message.length_in_bytes());
            for cut in 0..bytes.len() {
                assert_eq!(KeyMessage::read(&bytes[..cut]), None);
            }
            let bytes = timely::bytes::arc::BytesMut::from(bytes).freeze();
            assert_eq!(KeyMessage::from_bytes(bytes), message);
        }
    }
}
