//! Checkpoints: the finished iterations of a search and the finished subtrees of the running one,
//! kept in the store so that the search survives its process.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::split::FinishedSubtrees;
use super::{Iteration, Resumed};
use crate::context::{Context, Stop};
use crate::storage::{Durability, Saved, SavedLayer, SavedPart, Store};

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
