//! The communication of a worker within a round: chunks of keys, flow control, barrier, reports.

use fewest_search::partition::encode_message;

use super::{Halt, WorkerSearch};
use crate::exchange::{Exchange, RoundReport};
use crate::fault;

impl WorkerSearch<'_, '_, '_> {
    /// Sends a chunk of keys to the workers to which they belong.
    pub(super) fn send_chunk(&mut self, keys: &[u64]) -> Result<(), Halt> {
        let words = self.space.words();
        self.boxes.iter_mut().for_each(Vec::clear);
        self.assignment.distribute(self.space, keys, &mut self.boxes);
        self.partition.take_in(&self.boxes[self.index])?;
        for to in (0..self.peers).filter(|&to| to != self.index) {
            let keys = &mut self.boxes[to];
            if keys.is_empty() {
                continue;
            }
            self.report.remote += (keys.len() / words) as u64;
            let mut code = Vec::with_capacity(4 * keys.len());
            self.report.sent += encode_message(words, keys, &mut self.spare, &mut code) as u64;
            self.report.bytes += code.len() as u64;
            self.exchange.send(self.index, to, code);
        }
        self.exchange.end_chunk();
        Exchange::step(self.worker);
        self.receive_messages()?;
        self.wait_while(Exchange::ahead)
    }

    /// Waits for other workers and receives messages meanwhile. Only messages and completed epochs
    /// count as progress.
    pub(super) fn wait_while(&mut self, waits: impl Fn(&Exchange) -> bool) -> Result<(), Halt> {
        if !waits(self.exchange) {
            return Ok(());
        }
        let own = self.index % self.shared.workers.len();
        self.shared.wait(own, true);
        let mut epoch = self.exchange.epoch();
        while waits(self.exchange) {
            Exchange::step_or_sleep(self.worker);
            self.receive_messages()?;
            let now = self.exchange.epoch();
            if now != std::mem::replace(&mut epoch, now) {
                self.shared.advance(own);
            }
        }
        self.shared.wait(own, false);
        Ok(())
    }

    /// Ends the messages of this worker and waits until all workers have ended theirs: a barrier.
    pub(super) fn finish_sending(&mut self) -> Result<(), Halt> {
        self.exchange.end_messages();
        self.wait_while(Exchange::open)?;
        self.receive_messages()
    }

    /// Receives the messages that have arrived.
    pub(super) fn receive_messages(&mut self) -> Result<(), Halt> {
        let own = self.index % self.shared.workers.len();
        while let Some(message) = self.exchange.next() {
            let mut keys = std::mem::take(&mut self.received);
            if !self.assignment.decode_for(self.space, self.index, &message, &mut keys) {
                return Err(Halt::Foreign(message.from as usize));
            }
            let waited = self.shared.wait(own, false);
            self.report.received += (keys.len() / self.space.words()) as u64;
            self.partition.take_in(&keys)?;
            self.received = keys;
            if let Some(pause) = fault::slow() {
                std::thread::sleep(pause);
                self.cx.poll()?;
            }
            self.shared.wait(own, waited);
        }
        Ok(self.cx.poll()?)
    }

    /// Sends the report of the round to all workers. Returns the sum of all reports: a barrier.
    pub(super) fn exchange_reports(&mut self, report: RoundReport) -> Result<RoundReport, Halt> {
        let own = std::mem::take(&mut self.report);
        let report =
            RoundReport { positions: report.positions, goals: report.goals, least: report.least, ..own };
        self.exchange.report(self.peers, &report);
        self.wait_while(|exchange| !exchange.has_reports())?;
        let reports = self.exchange.reports();
        assert_eq!(reports.len(), self.peers, "every worker has reported");
        let mut sum = RoundReport::default();
        for report in reports {
            sum.positions += report.positions;
            sum.goals += report.goals;
            sum.expanded += report.expanded;
            sum.generated += report.generated;
            sum.remote += report.remote;
            sum.sent += report.sent;
            sum.received += report.received;
            sum.bytes += report.bytes;
            sum.least.extend(report.least);
        }
        assert_eq!(sum.sent, sum.received, "every key that was sent was received");
        self.traffic.generated += sum.generated;
        self.traffic.remote += sum.remote;
        self.traffic.sent += sum.sent;
        self.traffic.bytes += sum.bytes;
        Ok(sum)
    }
}
