//! Progress of a search: the finished iterations, the finished subtrees of the running one, and
//! checkpoints of both, kept in the store so that the search survives its process.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::context::Context;
use crate::limits::Stop;
use crate::storage::{Durability, Saved, SavedLayer, SavedPart, Store};

/// An iteration that ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Its threshold: no solution has this number of moves or fewer.
    pub threshold: u32,
    /// Nodes generated in it; the same for every number of threads.
    pub nodes: u64,
}

/// Progress of an earlier search, to resume from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// The iterations that ended without a solution, the last one last.
    pub iterations: Vec<Iteration>,
    /// A lower bound: no solution has fewer moves.
    pub at_least: u32,
    /// The caller's number for how it was searched. It is stored in the checkpoint.
    pub way: u64,
}

/// The subtrees of an iteration that were searched without a solution.
#[derive(Clone)]
pub(super) struct FinishedSubtrees {
    /// A bit per subtree.
    pub(super) trees: Vec<u64>,
    /// Their number, and their nodes.
    pub(super) count: u64,
    pub(super) nodes: u64,
    /// The smallest pruned `f`.
    pub(super) next: u32,
}

impl FinishedSubtrees {
    pub(super) fn none(trees: usize) -> Self {
        Self { trees: vec![0; trees.div_ceil(64)], count: 0, nodes: 0, next: u32::MAX }
    }

    pub(super) fn add(&mut self, tree: usize, nodes: u64, next: u32) {
        self.trees[tree / 64] |= 1 << (tree % 64);
        self.count += 1;
        self.nodes += nodes;
        self.next = self.next.min(next);
    }

    pub(super) fn has(&self, tree: usize) -> bool {
        self.trees[tree / 64] >> (tree % 64) & 1 == 1
    }
}

/// Upper bound on the size of a checkpoint: a bit for each of 2^16 subtrees, and a few words per
/// iteration.
const MAX_BYTES: u32 = 1 << 20;
/// Upper bound on the threshold of any search.
const MAX_THRESHOLD: u32 = 1 << 16;

/// The state of a search that is stored.
pub(super) struct Checkpoint {
    /// The caller's number for how it is searched.
    pub(super) way: u64,
    /// The finished iterations.
    pub(super) iterations: Vec<Iteration>,
    /// The running iteration: its threshold, the number of subtrees it was to be split into, and
    /// what is finished of it.
    pub(super) threshold: u32,
    pub(super) roots: usize,
    pub(super) finished: FinishedSubtrees,
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let FinishedSubtrees { trees, nodes, next, .. } = &self.finished;
        let iterations = self.iterations.len() as u64;
        let head = [self.way, self.threshold.into(), self.roots as u64, *nodes, (*next).into(), iterations];
        let iterations =
            self.iterations.iter().flat_map(|iteration| [u64::from(iteration.threshold), iteration.nodes]);
        head.into_iter().chain(iterations).chain(trees.iter().copied()).flat_map(u64::to_le_bytes).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let words = bytes.chunks_exact(8).map(|word| word.try_into().map(u64::from_le_bytes).ok());
        let words: Vec<u64> = words.collect::<Option<_>>()?;
        let (&[way, threshold, roots, nodes, next, iterations], rest) = words.split_first_chunk()?;
        let (iterations, trees) = rest.split_at_checked(usize::try_from(iterations).ok()?.checked_mul(2)?)?;
        let iteration =
            |pair: &[u64]| Some(Iteration { threshold: u32::try_from(pair[0]).ok()?, nodes: pair[1] });
        let count = trees.iter().map(|bits| u64::from(bits.count_ones())).sum();
        let checkpoint = Self {
            way,
            iterations: iterations.chunks_exact(2).map(iteration).collect::<Option<_>>()?,
            threshold: u32::try_from(threshold).ok()?,
            roots: usize::try_from(roots).ok()?,
            finished: FinishedSubtrees {
                trees: trees.to_vec(),
                count,
                nodes,
                next: u32::try_from(next).ok()?,
            },
        };
        checkpoint.is_possible().then_some(checkpoint)
    }

    /// Whether a search could have got to this point: its thresholds rise, and no number can
    /// overflow.
    fn is_possible(&self) -> bool {
        let few = |nodes: u64| nodes < 1 << 62;
        let limits = self.iterations.iter().map(|iteration| iteration.threshold).chain([self.threshold]);
        limits.is_sorted_by(|one, next| one < next)
            && self.threshold <= MAX_THRESHOLD
            && self.finished.next > self.threshold
            && few(self.finished.nodes)
            && self.iterations.iter().all(|iteration| few(iteration.nodes))
    }
}

/// Returns the manifest and the checkpoint of a store. None if it is empty.
fn read(store: &dyn Store, fingerprint: &str) -> Result<Option<(Saved, Checkpoint)>, Stop> {
    let Some(saved) = store.resume(fingerprint)? else { return Ok(None) };
    let part = saved.layers.first().and_then(|layer| layer.parts.first()).ok_or(Stop::Storage)?;
    if part.index.length > MAX_BYTES {
        return Err(Stop::Storage);
    }
    let mut bytes = Vec::new();
    store.open(&part.name)?.read(part.index, &mut bytes)?;
    let checkpoint = Checkpoint::from_bytes(&bytes).ok_or(Stop::Storage)?;
    Ok(Some((saved, checkpoint)))
}

/// Returns the progress of a search in the store of the context, and how it was searched. None if
/// there is no store or it is empty.
///
/// # Errors
/// [`Stop::Storage`].
pub fn resumed(cx: &Context<'_>, fingerprint: &str) -> Result<Option<Resumed>, Stop> {
    let Some(store) = cx.layer_store() else { return Ok(None) };
    let checkpoint = read(store, fingerprint)?.map(|(_, checkpoint)| checkpoint);
    Ok(checkpoint.map(|checkpoint| Resumed {
        iterations: checkpoint.iterations,
        at_least: checkpoint.threshold,
        way: checkpoint.way,
    }))
}

/// Writes the checkpoints of a search to a store.
pub(super) struct Checkpointer<'k, 'x> {
    cx: &'k Context<'x>,
    store: &'k dyn Store,
    fingerprint: &'k str,
    pub(super) way: u64,
    /// The number of the next file.
    serial: AtomicU64,
}

/// Returns the name of a checkpoint file.
fn name(serial: u64) -> String {
    format!("round-{serial:06}")
}

impl<'k, 'x> Checkpointer<'k, 'x> {
    /// Opens the store. Returns the checkpoint that it holds as well.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    pub(super) fn open(
        cx: &'k Context<'x>,
        store: &'k dyn Store,
        fingerprint: &'k str,
        way: u64,
    ) -> Result<(Self, Option<Checkpoint>), Stop> {
        let mut checkpointer = Self { cx, store, fingerprint, way, serial: AtomicU64::new(0) };
        let Some((saved, checkpoint)) = read(store, fingerprint)? else { return Ok((checkpointer, None)) };
        let part = saved.layers.first().and_then(|layer| layer.parts.first());
        let serial = part.and_then(|part| part.name.rsplit('-').next()?.parse::<u64>().ok());
        let next = serial.and_then(|serial| serial.checked_add(1)).ok_or(Stop::Storage)?;
        checkpointer.serial = AtomicU64::new(next);
        if checkpoint.way == way {
            cx.counters.generated.fetch_add(saved.generated, Relaxed);
            cx.counters.expanded.fetch_add(saved.expanded, Relaxed);
        }
        Ok((checkpointer, Some(checkpoint)))
    }

    /// Writes a checkpoint in place of the last one.
    pub(super) fn keep(&self, checkpoint: &Checkpoint) -> Result<(), Stop> {
        let name = name(self.serial.fetch_add(1, Relaxed));
        let mut file = self.store.create(&name)?;
        let index = file.append(&checkpoint.to_bytes())?;
        file.finish(Durability::Durable)?;
        let parts = vec![SavedPart { name, keys: checkpoint.finished.count, index }];
        self.store.commit(&Saved {
            fingerprint: self.fingerprint.to_owned(),
            expanded: self.cx.counters.expanded.load(Relaxed),
            generated: self.cx.counters.generated.load(Relaxed),
            layers: vec![SavedLayer { depth: checkpoint.threshold.into(), parts }],
            ..Saved::default()
        })
    }
}

/// Nodes between two checkpoints: about a minute of search.
const NODES_BETWEEN: u64 = if cfg!(test) { 1 << 6 } else { 1 << 28 };

/// A running iteration: which of its subtrees are finished. It updates the progress counters and
/// writes checkpoints periodically.
pub(super) struct RunningIteration<'u, 'x> {
    cx: &'u Context<'x>,
    checkpointer: Option<&'u Checkpointer<'u, 'x>>,
    iterations: &'u [Iteration],
    threshold: u32,
    roots: usize,
    state: Mutex<State>,
}

struct State {
    finished: FinishedSubtrees,
    /// The number of nodes at the last checkpoint.
    kept_at: u64,
}

impl<'u, 'x> RunningIteration<'u, 'x> {
    /// Starts an iteration of `trees` subtrees, some of which may be finished.
    pub(super) fn new(
        cx: &'u Context<'x>,
        checkpointer: Option<&'u Checkpointer<'u, 'x>>,
        iterations: &'u [Iteration],
        (threshold, roots): (u32, usize),
        (trees, finished): (usize, FinishedSubtrees),
    ) -> Self {
        let many = trees as u64;
        cx.counters.trees.store(if many > 1 { many } else { 0 }, Relaxed);
        cx.counters.trees_done.store(finished.count, Relaxed);
        let state = Mutex::new(State { kept_at: finished.nodes, finished });
        Self { cx, checkpointer, iterations, threshold, roots, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a subtree was finished by an earlier process.
    pub(super) fn has(&self, tree: usize) -> bool {
        self.state().finished.has(tree)
    }

    pub(super) fn finish(&self, tree: usize, nodes: u64, next: u32) {
        self.cx.counters.trees_done.fetch_add(1, Relaxed);
        self.state().finished.add(tree, nodes, next);
    }

    /// The nodes of the finished subtrees, and the smallest `f` value above the threshold in them.
    pub(super) fn so_far(&self) -> (u64, u32) {
        let state = self.state();
        (state.finished.nodes, state.finished.next)
    }

    /// Writes a checkpoint if enough was done since the last one.
    pub(super) fn keep_periodically(&self) -> Result<(), Stop> {
        let mut state = self.state();
        if self.checkpointer.is_none() || state.finished.nodes < state.kept_at + NODES_BETWEEN {
            return Ok(());
        }
        state.kept_at = state.finished.nodes;
        drop(state);
        self.keep()
    }

    /// Writes a checkpoint if there is a store.
    pub(super) fn keep(&self) -> Result<(), Stop> {
        let Some(checkpointer) = self.checkpointer else { return Ok(()) };
        let (threshold, roots, finished) = (self.threshold, self.roots, self.state().finished.clone());
        checkpointer.keep(&Checkpoint {
            way: checkpointer.way,
            iterations: self.iterations.to_vec(),
            threshold,
            roots,
            finished,
        })
    }
}
