//! The walk of one worker: rounds of passing on keys, each followed by a report to all.

mod rounds;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::partition::{Layers, Share, needed_from};
use fewest_search::{Context, Counters, Saved, StateSpace, Stop, Store};
use fewest_store::WorkFolder;
use timely::worker::Worker;

use crate::exchange::{Exchange, RoundReport};
use crate::fault;
use crate::interface::{Traffic, WorkerResult};
use crate::partition::PartitionFunction;
use crate::plan::{PartName, Plan, StartMode};
use crate::shared::Shared;

/// Words of successors that a chunk of parents has, about, and at least where memory is scarce.
const CHUNK_WORDS: usize = 1 << 17;
const LEAST_CHUNK_WORDS: usize = 1 << 12;
/// Chunks that are under way, in boxes and in letters, at the same time.
const UNDER_WAY: usize = 8;
/// Keys that are looked at when a folder is taken up.
const SAMPLE: u64 = 1 << 12;

/// What a worker is given.
pub struct WorkerTask {
    /// Its part.
    pub name: PartName,
    /// The folder of its part.
    pub folder: WorkFolder,
    /// Parts whose keys it gives away first.
    pub old: Vec<(PartName, WorkFolder)>,
    /// Where the walk goes on.
    pub plan: Arc<Plan>,
    /// What the puzzle is told from others by.
    pub search: String,
    /// Bytes of memory that it may use.
    pub bytes: usize,
    /// So many of the farthest positions are wanted.
    pub farthest: usize,
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

struct WorkerSearch<'a, 'w, 'h> {
    worker: &'a mut Worker,
    exchange: &'a mut Exchange,
    space: &'w dyn StateSpace,
    cx: &'h Context<'w>,
    share: Share<'w, 'h>,
    folder: &'w WorkFolder,
    fingerprint: String,
    partition: PartitionFunction,
    index: usize,
    peers: usize,
    /// Keys of a chunk, about.
    chunk: u64,
    boxes: Vec<Vec<u64>>,
    spare: Vec<u64>,
    /// The keys of the last message.
    received: Vec<u64>,
    /// What this worker did in the round.
    report: RoundReport,
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
pub fn run_worker(
    worker: &mut Worker,
    exchange: &mut Exchange,
    space: &dyn StateSpace,
    task: WorkerTask,
    shared: &Shared,
) -> Result<WorkerResult, Halt> {
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
    let cx = Context::new(1, task.bytes, &poll);
    // A sixteenth of the memory is for what is under way.
    let chunk_words = (task.bytes / 16 / 8 / UNDER_WAY).clamp(LEAST_CHUNK_WORDS, CHUNK_WORDS);
    let _under_way = cx.lease(8 * chunk_words * UNDER_WAY)?;
    let old = old_layers(space, &task, &cx)?;
    let share = Share::new(space, &cx, &task.folder)?;
    let plan = &task.plan;
    let mut search = WorkerSearch {
        worker,
        exchange,
        space,
        cx: &cx,
        share,
        folder: &task.folder,
        fingerprint: task.name.fingerprint(&task.search),
        partition: PartitionFunction::new(peers),
        index,
        peers,
        chunk: (chunk_words / space.words()).max(1) as u64,
        boxes: vec![Vec::new(); peers],
        spare: Vec::new(),
        received: Vec::new(),
        report: RoundReport::default(),
        sizes: plan.sizes.clone(),
        goals: plan.goals.clone(),
        made: (plan.expanded, plan.generated),
        traffic: Traffic::default(),
        first_side: None,
        shared,
    };
    match plan.begin {
        StartMode::Fresh => search.begin()?,
        StartMode::InPlace => search.take_up(plan)?,
        StartMode::Repartition(_) => {
            search.move_all(plan, old)?;
            task.old.into_iter().for_each(|(_, folder)| folder.demolish());
        }
    }
    while search.sizes.last() != Some(&0) {
        search.next_layer()?;
    }
    search.farthest(task.farthest)
}

/// The layers that this worker gives away.
fn old_layers<'h>(
    space: &dyn StateSpace,
    task: &WorkerTask,
    cx: &'h Context<'_>,
) -> Result<Vec<Layers<'h>>, Stop> {
    let open = |(name, folder): &(PartName, WorkFolder)| {
        let saved = folder.resume(&name.fingerprint(&task.search))?.ok_or(Stop::Storage)?;
        Layers::open(space.words(), folder, &saved, task.plan.depths.clone(), cx)
    };
    task.old.iter().map(open).collect()
}

impl WorkerSearch<'_, '_, '_> {
    /// Layer 0: the roots.
    fn begin(&mut self) -> Result<(), Halt> {
        self.folder.resume(&self.fingerprint)?;
        let mut roots = Vec::new();
        self.space.initial_states(&mut roots);
        // Everybody knows the roots and takes those that it keeps.
        let mut boxes = vec![Vec::new(); self.peers];
        self.partition.distribute(self.space, &roots, &mut boxes);
        self.share.take_in(&boxes[self.index])?;
        self.pass_on_nothing()?;
        self.end_layer(0)
    }

    /// Goes on with what its folder holds.
    fn take_up(&mut self, plan: &Plan) -> Result<(), Halt> {
        let saved = self.folder.resume(&self.fingerprint)?.ok_or(Stop::Storage)?;
        let words = self.space.words();
        let mut layers = Layers::open(words, self.folder, &saved, plan.depths.clone(), self.cx)?;
        let mut keys = Vec::new();
        for depth in plan.depths.clone() {
            layers.read(depth, 0, layers.count(depth).min(SAMPLE), &mut keys)?;
            let remote =
                keys.chunks_exact(words).any(|key| self.partition.worker_of(self.space, key) != self.index);
            if remote {
                return Err(Stop::Storage.into());
            }
        }
        self.share.take_up(layers);
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
            let part = self.share.end_layer(depth, 0..0)?;
            let positions =
                self.tell(RoundReport { positions: part.positions, ..RoundReport::default() })?.positions;
            assert_eq!(positions, plan.sizes[depth], "nothing is lost where layer {depth} is moved");
        }
        fault::reach("moved");
        self.commit()?;
        // Only when everybody has the new parts, the old ones may go.
        self.tell(RoundReport::default())?;
        fault::reach("move-committed");
        Ok(())
    }

    fn next_layer(&mut self) -> Result<(), Halt> {
        let depth = self.sizes.len() - 1;
        let (words, parts) = (self.space.words(), self.space.parts());
        let (mut parents, mut keys) = (Vec::new(), Vec::new());
        let mut from = 0;
        let all = self.share.layers().count(depth);
        while from < all {
            // As many parents as the layers before made successors of.
            let per_parent = self.made.1 / self.made.0.max(1) + 1;
            let at_once = if parts > 1 { 1 } else { (self.chunk / per_parent).max(1) };
            let to = all.min(from + at_once);
            self.share.layers().read(depth, from, to, &mut parents)?;
            self.report.expanded += to - from;
            self.cx.counters.expanded.fetch_add(to - from, Relaxed);
            for part in 0..parts {
                keys.clear();
                self.space.expand_part(&parents, part, &mut keys);
                let generated = (keys.len() / words) as u64;
                self.report.generated += generated;
                self.cx.counters.generated.fetch_add(generated, Relaxed);
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

    /// Makes its part of a layer of what it has taken in; when everybody has done so, it is committed.
    fn end_layer(&mut self, depth: usize) -> Result<(), Halt> {
        let kind = self.space.kind();
        let known = depth.checked_sub(1).map_or(0..0, |before| needed_from(kind, before)..depth);
        let part = self.share.end_layer(depth, known)?;
        self.check_sides(depth, &part.samples);
        fault::reach("joined");
        let sum = self.tell(RoundReport {
            positions: part.positions,
            goals: part.goals,
            ..RoundReport::default()
        })?;
        fault::reach("reported");
        self.sizes.push(sum.positions);
        self.goals.push(sum.goals);
        self.made = (self.made.0 + sum.expanded, self.made.1 + sum.generated);
        self.check_sum();
        // Whoever has not committed this layer when everything ends goes on from the one before, and so must all.
        if let Some(before) = depth.checked_sub(1) {
            self.share.forget_before(needed_from(kind, before).min(before));
        }
        self.commit()?;
        fault::reach("layer-committed");
        self.shared.note_layers(&self.sizes, &self.goals, self.made);
        Ok(())
    }

    /// All layers together are not more than there are, and at the end just as many.
    fn check_sum(&self) {
        if let Some(all) = self.space.positions() {
            let sum: u64 = self.sizes.iter().sum();
            assert!(sum <= all, "{sum} positions were found where there are {all}");
            let is_last = self.sizes.last() == Some(&0);
            assert!(!is_last || sum == all, "{sum} positions were found, and all {all} can be reached");
        }
    }

    /// Samples of a layer are on the right side of a space with two sides, and this worker keeps them.
    fn check_sides(&mut self, depth: usize, samples: &[Vec<u64>]) {
        for key in samples {
            assert_eq!(
                self.partition.worker_of(self.space, key),
                self.index,
                "a worker has only keys that it keeps"
            );
            let Some(side) = self.space.side(key) else { continue };
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
            layers: self.share.saved(),
        })
    }

    /// The least keys of the last layer that holds any.
    fn farthest(&mut self, most: usize) -> Result<WorkerResult, Halt> {
        let words = self.space.words();
        let mut least = Vec::new();
        if let Some(last) = self.sizes.len().checked_sub(2).filter(|_| most > 0) {
            let some = self.share.layers().count(last).min(most as u64);
            self.share.layers().read(last, 0, some, &mut least)?;
        }
        let keys = self.tell(RoundReport { least, ..RoundReport::default() })?.least;
        let mut keys: Vec<&[u64]> = keys.chunks_exact(words).collect();
        keys.sort_unstable();
        keys.truncate(most);
        Ok(WorkerResult { farthest: keys.concat(), traffic: self.traffic, made: self.made })
    }
}
