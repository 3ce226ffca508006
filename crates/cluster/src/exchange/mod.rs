//! The exchange of keys and reports between workers through `timely`.
//!
//! A timestamp holds the *round* in its upper half and the chunk of the round in its lower half. A
//! round is one pass over a layer; every worker makes the same rounds. Reports are sent once per
//! round. The reports of a round are retrieved by its number, since a faster worker may have
//! reported the next round already.

pub mod message;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::{DistributorPact, Exchange as ExchangePact};
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Handle as Probe;
use timely::dataflow::operators::{Input, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::exchange::message::{KeyMessage, MessageDistributor};

/// Flow control: the number of chunks that a worker may be ahead of the slowest receiver.
const WINDOW: u64 = 4;
/// The longest time that a worker parks without work.
const NAP: Duration = Duration::from_millis(20);

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
