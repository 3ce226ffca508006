//! The walk of one worker: rounds of passing on keys, each followed by a report to all.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::partition::{Layers, Partition, encode_message, needed_from};
use fewest_search::{Context, Counters, Saved, StateSpace, Stop, Store};
use fewest_store::WorkFolder;
use timely::worker::Worker;

use crate::fault;
use crate::mail::{Mail, Report};
use crate::owner::Owners;
use crate::plan::{Begin, Name, Plan};
use crate::run::Traffic;
use crate::shared::Shared;

/// Words of successors that a chunk of parents has, about, and at least where memory is scarce.
const CHUNK_WORDS: usize = 1 << 17;
const LEAST_CHUNK_WORDS: usize = 1 << 12;
/// Chunks that are under way, in boxes and in letters, at the same time.
const UNDER_WAY: usize = 8;
/// Keys that are looked at when a folder is taken up.
const SAMPLE: u64 = 1 << 12;

/// What a worker is given.
pub struct Job {
    /// Its part.
    pub name: Name,
    /// The folder of its part.
    pub folder: WorkFolder,
    /// Parts whose keys it gives away first.
    pub old: Vec<(Name, WorkFolder)>,
    /// Where the walk goes on.
    pub plan: Arc<Plan>,
    /// What the puzzle is told from others by.
    pub walk: String,
    /// Bytes of memory that it may use.
    pub bytes: usize,
    /// So many of the farthest positions are wanted.
    pub farthest: usize,
}

/// What a worker knows at the end.
pub struct Walked {
    /// The least keys of the last layer.
    pub farthest: Vec<u64>,
    /// What all workers sent.
    pub traffic: Traffic,
    /// Positions expanded by all, and successors generated.
    pub made: (u64, u64),
}

/// Why a worker ends before the walk does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit, or the store.
    Stop(Stop),
    /// A worker sent what cannot have been made for this one.
    Foreign(usize),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

struct BfsRun<'a, 'w, 'h> {
    worker: &'a mut Worker,
    mail: &'a mut Mail,
    packed: &'w dyn StateSpace,
    host: &'h Context<'w>,
    partition: Partition<'w, 'h>,
    folder: &'w WorkFolder,
    fingerprint: String,
    owners: Owners,
    index: usize,
    peers: usize,
    /// Keys of a chunk, about.
    chunk: u64,
    boxes: Vec<Vec<u64>>,
    spare: Vec<u64>,
    /// The keys of the last message.
    received: Vec<u64>,
    /// What this worker did in the round.
    report: Report,
    sizes: Vec<u64>,
    goals: Vec<u64>,
    /// Positions expanded by all, and successors generated.
    made: (u64, u64),
    traffic: Traffic,
    /// The side of the layers of even depth.
    first_side: Option<bool>,
    shared: &'a Shared,
}

/// Walks to the end.
pub fn walk(
    worker: &mut Worker,
    mail: &mut Mail,
    packed: &dyn StateSpace,
    job: Job,
    shared: &Shared,
) -> Result<Walked, Halt> {
    let (index, peers) = (worker.index(), worker.peers());
    let own = index % shared.ticks.len();
    let poll = |counters: &Counters| {
        shared.tick(own, counters);
        if shared.ended.load(Relaxed) {
            ControlFlow::Break(Stop::Interrupt)
        } else {
            ControlFlow::Continue(())
        }
    };
    let host = Context::new(1, job.bytes, &poll);
    // A sixteenth of the memory is for what is under way.
    let chunk_words = (job.bytes / 16 / 8 / UNDER_WAY).clamp(LEAST_CHUNK_WORDS, CHUNK_WORDS);
    let _under_way = host.lease(8 * chunk_words * UNDER_WAY)?;
    let old = old_layers(packed, &job, &host)?;
    let partition = Partition::new(packed, &host, &job.folder)?;
    let plan = &job.plan;
    let mut walker = BfsRun {
        worker,
        mail,
        packed,
        host: &host,
        partition,
        folder: &job.folder,
        fingerprint: job.name.fingerprint(&job.walk),
        owners: Owners::new(peers),
        index,
        peers,
        chunk: (chunk_words / packed.words()).max(1) as u64,
        boxes: vec![Vec::new(); peers],
        spare: Vec::new(),
        received: Vec::new(),
        report: Report::default(),
        sizes: plan.sizes.clone(),
        goals: plan.goals.clone(),
        made: (plan.expanded, plan.generated),
        traffic: Traffic::default(),
        first_side: None,
        shared,
    };
    match plan.begin {
        Begin::Anew => walker.begin()?,
        Begin::Stay => walker.take_up(plan)?,
        Begin::Move(_) => {
            walker.move_all(plan, old)?;
            job.old.into_iter().for_each(|(_, folder)| folder.demolish());
        }
    }
    while walker.sizes.last() != Some(&0) {
        walker.next_layer()?;
    }
    walker.farthest(job.farthest)
}

/// The layers that this worker gives away.
fn old_layers<'h>(
    packed: &dyn StateSpace,
    job: &Job,
    host: &'h Context<'_>,
) -> Result<Vec<Layers<'h>>, Stop> {
    let open = |(name, folder): &(Name, WorkFolder)| {
        let saved = folder.resume(&name.fingerprint(&job.walk))?.ok_or(Stop::Storage)?;
        Layers::open(packed.words(), folder, &saved, job.plan.depths.clone(), host)
    };
    job.old.iter().map(open).collect()
}

impl BfsRun<'_, '_, '_> {
    /// Layer 0: the roots.
    fn begin(&mut self) -> Result<(), Halt> {
        self.folder.resume(&self.fingerprint)?;
        let mut roots = Vec::new();
        self.packed.initial_states(&mut roots);
        // Everybody knows the roots and takes those that it keeps.
        let mut boxes = vec![Vec::new(); self.peers];
        self.owners.deal(self.packed, &roots, &mut boxes);
        self.partition.take_in(&boxes[self.index])?;
        self.pass_on_nothing()?;
        self.end_layer(0)
    }

    /// Goes on with what its folder holds.
    fn take_up(&mut self, plan: &Plan) -> Result<(), Halt> {
        let saved = self.folder.resume(&self.fingerprint)?.ok_or(Stop::Storage)?;
        let words = self.packed.words();
        let mut layers = Layers::open(words, self.folder, &saved, plan.depths.clone(), self.host)?;
        let mut keys = Vec::new();
        for depth in plan.depths.clone() {
            layers.read(depth, 0, layers.count(depth).min(SAMPLE), &mut keys)?;
            let strange = keys.chunks_exact(words).any(|key| self.owners.of(self.packed, key) != self.index);
            if strange {
                return Err(Stop::Storage.into());
            }
        }
        self.partition.take_up(layers);
        if saved.sizes.len() > plan.sizes.len() {
            // Files of the layer that others do not have must not be mixed up with those that will be made of it.
            self.commit()?;
        }
        Ok(())
    }

    /// Gives the keys of old parts to the workers that keep them now.
    fn move_all(&mut self, plan: &Plan, mut old: Vec<Layers<'_>>) -> Result<(), Halt> {
        self.folder.resume(&self.fingerprint)?;
        for depth in plan.depths.clone() {
            let mut keys = Vec::new();
            for layers in &mut old {
                for from in (0..layers.count(depth)).step_by(self.chunk as usize) {
                    layers.read(depth, from, layers.count(depth).min(from + self.chunk), &mut keys)?;
                    self.pass_on(&keys)?;
                }
            }
            self.pass_on_nothing()?;
            let part = self.partition.end_layer(depth, 0..0)?;
            let positions = self.tell(Report { positions: part.positions, ..Report::default() })?.positions;
            assert_eq!(positions, plan.sizes[depth], "nothing is lost where layer {depth} is moved");
        }
        fault::reach("moved");
        self.commit()?;
        // Only when everybody has the new parts, the old ones may go.
        self.tell(Report::default())?;
        fault::reach("move-committed");
        Ok(())
    }

    fn next_layer(&mut self) -> Result<(), Halt> {
        let depth = self.sizes.len() - 1;
        let (words, parts) = (self.packed.words(), self.packed.parts());
        let (mut parents, mut keys) = (Vec::new(), Vec::new());
        let mut from = 0;
        let all = self.partition.layers().count(depth);
        while from < all {
            // As many parents as the layers before made successors of.
            let per_parent = self.made.1 / self.made.0.max(1) + 1;
            let at_once = if parts > 1 { 1 } else { (self.chunk / per_parent).max(1) };
            let to = all.min(from + at_once);
            self.partition.layers().read(depth, from, to, &mut parents)?;
            self.report.expanded += to - from;
            self.host.counters.expanded.fetch_add(to - from, Relaxed);
            for part in 0..parts {
                keys.clear();
                self.packed.expand_part(&parents, part, &mut keys);
                let generated = (keys.len() / words) as u64;
                self.report.generated += generated;
                self.host.counters.generated.fetch_add(generated, Relaxed);
                self.pass_on(&keys)?;
            }
            from = to;
            fault::reach("expanding");
        }
        fault::panic_at(depth + 1);
        self.pass_on_nothing()?;
        fault::reach("taken-in");
        self.end_layer(depth + 1)
    }

    /// Gives keys to the workers that keep them: a chunk.
    fn pass_on(&mut self, keys: &[u64]) -> Result<(), Halt> {
        let words = self.packed.words();
        self.boxes.iter_mut().for_each(Vec::clear);
        self.owners.deal(self.packed, keys, &mut self.boxes);
        self.partition.take_in(&self.boxes[self.index])?;
        for to in (0..self.peers).filter(|&to| to != self.index) {
            let keys = &mut self.boxes[to];
            if keys.is_empty() {
                continue;
            }
            self.report.strange += (keys.len() / words) as u64;
            let mut code = Vec::with_capacity(4 * keys.len());
            self.report.sent += encode_message(words, keys, &mut self.spare, &mut code) as u64;
            self.report.bytes += code.len() as u64;
            self.mail.send(self.index, to, code);
        }
        self.mail.end_chunk();
        Mail::step(self.worker);
        self.take_in()?;
        self.wait_while(Mail::ahead)
    }

    /// Waits for others, and takes in what comes. Only messages and epochs that end count as a
    /// move.
    fn wait_while(&mut self, waits: impl Fn(&Mail) -> bool) -> Result<(), Halt> {
        if !waits(self.mail) {
            return Ok(());
        }
        let own = self.index % self.shared.ticks.len();
        self.shared.wait(own, true);
        let mut epoch = self.mail.epoch();
        while waits(self.mail) {
            Mail::step_or_sleep(self.worker);
            self.take_in()?;
            let now = self.mail.epoch();
            if now != std::mem::replace(&mut epoch, now) {
                self.shared.advance(own);
            }
        }
        self.shared.wait(own, false);
        Ok(())
    }

    /// Has nothing more to give, and waits until nobody has.
    fn pass_on_nothing(&mut self) -> Result<(), Halt> {
        self.mail.end_letters();
        self.wait_while(Mail::open)?;
        self.take_in()
    }

    /// Takes in the letters that have arrived.
    fn take_in(&mut self) -> Result<(), Halt> {
        let own = self.index % self.shared.ticks.len();
        while let Some(letter) = self.mail.next() {
            let mut keys = std::mem::take(&mut self.received);
            if !self.owners.are_for(self.packed, self.index, &letter, &mut keys) {
                return Err(Halt::Foreign(letter.from as usize));
            }
            let waited = self.shared.wait(own, false);
            self.report.received += (keys.len() / self.packed.words()) as u64;
            self.partition.take_in(&keys)?;
            self.received = keys;
            if let Some(pause) = fault::slow() {
                std::thread::sleep(pause);
                self.host.poll()?;
            }
            self.shared.wait(own, waited);
        }
        Ok(self.host.poll()?)
    }

    /// Tells everybody how the round went, and adds up what all others tell.
    fn tell(&mut self, report: Report) -> Result<Report, Halt> {
        let own = std::mem::take(&mut self.report);
        let report = Report { positions: report.positions, goals: report.goals, least: report.least, ..own };
        self.mail.report(self.peers, &report);
        self.wait_while(|mail| !mail.has_reports())?;
        let reports = self.mail.reports();
        assert_eq!(reports.len(), self.peers, "everybody has reported");
        let mut sum = Report::default();
        for report in reports {
            sum.positions += report.positions;
            sum.goals += report.goals;
            sum.expanded += report.expanded;
            sum.generated += report.generated;
            sum.strange += report.strange;
            sum.sent += report.sent;
            sum.received += report.received;
            sum.bytes += report.bytes;
            sum.least.extend(report.least);
        }
        assert_eq!(sum.sent, sum.received, "every key that was sent was received");
        self.traffic.generated += sum.generated;
        self.traffic.strange += sum.strange;
        self.traffic.sent += sum.sent;
        self.traffic.bytes += sum.bytes;
        Ok(sum)
    }

    /// Makes its part of a layer of what it has taken in; when everybody has done so, it is committed.
    fn end_layer(&mut self, depth: usize) -> Result<(), Halt> {
        let kind = self.packed.kind();
        let known = depth.checked_sub(1).map_or(0..0, |before| needed_from(kind, before)..depth);
        let part = self.partition.end_layer(depth, known)?;
        self.check_sides(depth, &part.samples);
        fault::reach("joined");
        let sum = self.tell(Report { positions: part.positions, goals: part.goals, ..Report::default() })?;
        fault::reach("reported");
        self.sizes.push(sum.positions);
        self.goals.push(sum.goals);
        self.made = (self.made.0 + sum.expanded, self.made.1 + sum.generated);
        self.check_sum();
        // Whoever has not committed this layer when everything ends goes on from the one before, and so must all.
        if let Some(before) = depth.checked_sub(1) {
            self.partition.forget_before(needed_from(kind, before).min(before));
        }
        self.commit()?;
        fault::reach("layer-committed");
        self.shared.note_layers(&self.sizes, &self.goals, self.made);
        Ok(())
    }

    /// All layers together are not more than there are, and at the end just as many.
    fn check_sum(&self) {
        if let Some(all) = self.packed.positions() {
            let sum: u64 = self.sizes.iter().sum();
            assert!(sum <= all, "{sum} positions were found where there are {all}");
            let is_last = self.sizes.last() == Some(&0);
            assert!(!is_last || sum == all, "{sum} positions were found, and all {all} can be reached");
        }
    }

    /// Samples of a layer are on the right side of a space with two sides, and this worker keeps them.
    fn check_sides(&mut self, depth: usize, samples: &[Vec<u64>]) {
        for key in samples {
            assert_eq!(self.owners.of(self.packed, key), self.index, "a worker has only keys that it keeps");
            let Some(side) = self.packed.side(key) else { continue };
            let even = side == depth.is_multiple_of(2);
            assert_eq!(
                even,
                *self.first_side.get_or_insert(even),
                "a position of the other side is in layer {depth}"
            );
        }
    }

    fn commit(&self) -> Result<(), Stop> {
        self.folder.commit(&Saved {
            fingerprint: self.fingerprint.clone(),
            sizes: self.sizes.clone(),
            goals: self.goals.clone(),
            goal: None,
            expanded: self.made.0,
            generated: self.made.1,
            layers: self.partition.saved(),
        })
    }

    /// The least keys of the last layer that holds any.
    fn farthest(&mut self, most: usize) -> Result<Walked, Halt> {
        let words = self.packed.words();
        let mut least = Vec::new();
        if let Some(last) = self.sizes.len().checked_sub(2).filter(|_| most > 0) {
            let some = self.partition.layers().count(last).min(most as u64);
            self.partition.layers().read(last, 0, some, &mut least)?;
        }
        let keys = self.tell(Report { least, ..Report::default() })?.least;
        let mut keys: Vec<&[u64]> = keys.chunks_exact(words).collect();
        keys.sort_unstable();
        keys.truncate(most);
        Ok(Walked { farthest: keys.concat(), traffic: self.traffic, made: self.made })
    }
}
