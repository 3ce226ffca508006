//! The exchange of keys and reports between workers through `timely`.
//!
//! A timestamp holds the *round* in its upper half and the chunk of the round in its lower half. A
//! round is one pass over a layer; every worker makes the same rounds. Reports are sent once per
//! round. The reports of a round are retrieved by its number, since a faster worker may have
//! reported the next round already.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use fewest_search::external::{encode_keys, sort_dedup};
use serde::{Deserialize, Serialize};
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::{DistributorPact, Exchange as ExchangePact};
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Handle as Probe;
use timely::dataflow::operators::{Input, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// Flow control: the number of chunks that a worker may be ahead of the slowest receiver.
const WINDOW: u64 = 4;
/// The longest time that a worker parks without work.
const NAP: Duration = Duration::from_millis(20);

/// A key message, the data that `timely` exchanges: the sorted keys of one chunk for one worker.
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

/// Sorts keys, drops duplicates and appends their encoding, which is that of the layer files, to
/// `code`. Returns the number of keys in it.
pub fn encode_message(words: usize, keys: &mut Vec<u64>, spare: &mut Vec<u64>, code: &mut Vec<u8>) -> usize {
    sort_dedup(words, keys, spare);
    encode_keys(words, keys, code);
    keys.len() / words
}

/// The report of a worker at the end of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundReport {
    /// Positions of the layer in its partition.
    pub positions: u64,
    /// Goals among them.
    pub goals: u64,
    /// Positions that it expanded.
    pub expanded: u64,
    /// Successors that it generated.
    pub generated: u64,
    /// Successors that belong to the partition of another worker.
    pub remote: u64,
    /// Keys that it sent, without duplicates within a chunk.
    pub sent: u64,
    /// Keys that it received.
    pub received: u64,
    /// Bytes that it sent.
    pub bytes: u64,
    /// The smallest keys of its partition of the last layer.
    pub least: Vec<u64>,
}

type ReceivedReports = Rc<RefCell<BTreeMap<u64, Vec<RoundReport>>>>;

/// The channels of one worker.
pub struct Exchange {
    messages: timely::dataflow::operators::core::input::Handle<u64, NoopBuilder<KeyMessage>>,
    reports: InputHandle<u64, CapacityContainerBuilder<Vec<(u64, RoundReport)>>>,
    delivered: ProbeHandle<u64>,
    reported: ProbeHandle<u64>,
    arrived: Rc<RefCell<VecDeque<KeyMessage>>>,
    received: ReceivedReports,
    round: u64,
    chunk: u64,
}

impl Exchange {
    /// Builds the dataflow. All workers must call it at the same point.
    pub fn new(worker: &mut Worker) -> Self {
        let (delivered, reported) = (Probe::new(), Probe::new());
        let arrived = Rc::new(RefCell::new(VecDeque::new()));
        let received: ReceivedReports = Rc::default();
        let (messages, reports) = worker.dataflow::<u64, _, _>(|scope| {
            let (messages, stream) = scope.new_input_with_builder::<NoopBuilder<KeyMessage>>();
            let inbox = Rc::clone(&arrived);
            stream
                .unary::<NoopBuilder<KeyMessage>, _, _, _>(
                    DistributorPact(|_| MessageDistributor),
                    "messages",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|_, message| {
                                inbox.borrow_mut().push_back(std::mem::take(message));
                            });
                        }
                    },
                )
                .probe_with(&delivered);
            let (reports, stream) = scope.new_input::<Vec<(u64, RoundReport)>>();
            let received = Rc::clone(&received);
            stream
                .unary::<NoopBuilder<Vec<()>>, _, _, _>(
                    ExchangePact::new(|(to, _): &(u64, RoundReport)| *to),
                    "reports",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|time, some| {
                                let mut received = received.borrow_mut();
                                let round = received.entry(*time.time()).or_default();
                                round.extend(some.drain(..).map(|(_, report)| report));
                            });
                        }
                    },
                )
                .probe_with(&reported);
            (messages, reports)
        });
        Self { messages, reports, delivered, reported, arrived, received, round: 0, chunk: 0 }
    }

    /// Sends encoded keys to another worker.
    pub fn send(&mut self, from: usize, to: usize, code: Vec<u8>) {
        self.messages.send_batch(&mut KeyMessage { from: from as u64, to: to as u64, code });
    }

    /// Returns the next message that has arrived.
    pub fn next(&self) -> Option<KeyMessage> {
        self.arrived.borrow_mut().pop_front()
    }

    /// Ends a chunk. Afterwards [`ahead`](Self::ahead) says whether to wait for other workers.
    pub fn end_chunk(&mut self) {
        self.chunk += 1;
        assert!(self.chunk < 1 << 32, "a round has fewer than 2^32 chunks");
        self.messages.advance_to(self.round << 32 | self.chunk);
    }

    /// Returns whether this worker is more than [`WINDOW`] chunks ahead of the slowest receiver.
    pub fn ahead(&self) -> bool {
        let taken_in = (self.round << 32) + self.chunk.saturating_sub(WINDOW);
        self.delivered.less_than(&taken_in)
    }

    /// Ends the messages of a round. Afterwards [`open`](Self::open) says whether others still
    /// send.
    pub fn end_messages(&mut self) {
        self.messages.advance_to((self.round + 1) << 32);
    }

    /// Returns whether messages of this round may still arrive.
    pub fn open(&self) -> bool {
        self.delivered.less_than(&((self.round + 1) << 32))
    }

    /// Sends the report of this worker to all workers and ends the round.
    pub fn report(&mut self, peers: usize, report: &RoundReport) {
        for to in 0..peers as u64 {
            self.reports.send((to, report.clone()));
        }
        self.round += 1;
        self.chunk = 0;
        self.reports.advance_to(self.round);
    }

    /// Returns whether all workers have reported the last round.
    pub fn has_reports(&self) -> bool {
        !self.reported.less_than(&self.round)
    }

    /// Returns the reports of the last round.
    pub fn reports(&self) -> Vec<RoundReport> {
        self.received.borrow_mut().remove(&(self.round - 1)).unwrap_or_default()
    }

    /// Returns the frontiers of messages and of reports, to detect progress.
    pub fn epoch(&self) -> (Option<u64>, Option<u64>) {
        let first = |probe: &ProbeHandle<u64>| probe.with_frontier(|frontier| frontier.first().copied());
        (first(&self.delivered), first(&self.reported))
    }

    /// Runs one step of the `timely` worker.
    pub fn step(worker: &mut Worker) {
        worker.step();
    }

    /// Runs one step of the `timely` worker; parks it for at most [`NAP`] if there is no work.
    pub fn step_or_sleep(worker: &mut Worker) {
        worker.step_or_park(Some(NAP));
    }
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
