//! Keys and reports through `timely`.
//!
//! Time is a number: the *round* in its upper half, a chunk of the round in its lower. A round is one pass over a layer; every
//! worker makes the same rounds. Reports are sent once a round. What came of a round is asked for by its number, since a faster worker
//! may have reported the next one already.

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

/// Chunks that a worker may be ahead of what was taken in everywhere.
const WINDOW: u64 = 4;
/// How long a worker sleeps at most before it looks at the world again.
const NAP: Duration = Duration::from_millis(20);

/// What a worker has to say at the end of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundReport {
    /// Positions of the layer that it keeps.
    pub positions: u64,
    /// Goals among them.
    pub goals: u64,
    /// Positions that it expanded.
    pub expanded: u64,
    /// Successors that it generated.
    pub generated: u64,
    /// Of these, others keep so many.
    pub remote: u64,
    /// Keys that it sent, repeats of a chunk left out.
    pub sent: u64,
    /// Keys that it received.
    pub received: u64,
    /// Bytes that it sent.
    pub bytes: u64,
    /// The least keys of its part of the last layer.
    pub least: Vec<u64>,
}

type ReceivedReports = Rc<RefCell<BTreeMap<u64, Vec<RoundReport>>>>;

/// The ends of all channels in one worker.
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
    /// Makes the channels; every worker does it at the same point.
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
                    "letters",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|_, letter| {
                                inbox.borrow_mut().push_back(std::mem::take(letter));
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

    /// Sends keys to another worker.
    pub fn send(&mut self, from: usize, to: usize, code: Vec<u8>) {
        self.messages.send_batch(&mut KeyMessage { from: from as u64, to: to as u64, code });
    }

    /// The next letter that has arrived.
    pub fn next(&self) -> Option<KeyMessage> {
        self.arrived.borrow_mut().pop_front()
    }

    /// Ends a chunk. Then [`ahead`](Self::ahead) says whether to wait for others.
    pub fn end_chunk(&mut self) {
        self.chunk += 1;
        assert!(self.chunk < 1 << 32, "a round has fewer than 2^32 chunks");
        self.messages.advance_to(self.round << 32 | self.chunk);
    }

    /// Whether this worker is too far ahead of what was taken in everywhere.
    pub fn ahead(&self) -> bool {
        let taken_in = (self.round << 32) + self.chunk.saturating_sub(WINDOW);
        self.delivered.less_than(&taken_in)
    }

    /// Ends the letters of a round. Then [`open`](Self::open) says whether others still send.
    pub fn end_letters(&mut self) {
        self.messages.advance_to((self.round + 1) << 32);
    }

    /// Whether letters of this round may still come.
    pub fn open(&self) -> bool {
        self.delivered.less_than(&((self.round + 1) << 32))
    }

    /// Tells everybody how the round went for this worker, and ends it.
    pub fn report(&mut self, peers: usize, report: &RoundReport) {
        for to in 0..peers as u64 {
            self.reports.send((to, report.clone()));
        }
        self.round += 1;
        self.chunk = 0;
        self.reports.advance_to(self.round);
    }

    /// Whether everybody has reported the last round.
    pub fn has_reports(&self) -> bool {
        !self.reported.less_than(&self.round)
    }

    /// The reports of the last round.
    pub fn reports(&self) -> Vec<RoundReport> {
        self.received.borrow_mut().remove(&(self.round - 1)).unwrap_or_default()
    }

    /// How far letters and reports have come everywhere, to be compared.
    pub fn epoch(&self) -> (Option<u64>, Option<u64>) {
        let first = |probe: &ProbeHandle<u64>| probe.with_frontier(|frontier| frontier.first().copied());
        (first(&self.delivered), first(&self.reported))
    }

    /// Lets `timely` move things.
    pub fn step(worker: &mut Worker) {
        worker.step();
    }

    /// The same, and sleeps a little if there is nothing to move.
    pub fn step_or_sleep(worker: &mut Worker) {
        worker.step_or_park(Some(NAP));
    }
}
