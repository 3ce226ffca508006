//! The partition of a search: the function that assigns keys to workers, and what one worker keeps
//! of every layer.
//!
//! Hash partitioning of the state space with an abstraction (compare Korf and Schultze 2005): the
//! [partition key](StateSpace::partition_key) of a state, a projection that most moves do not
//! change, is hashed to one of a fixed number of buckets, and the buckets are assigned to workers
//! round-robin. The bucket of a key does not depend on the number of workers.
//!
//! A worker expands its part of a layer, sends successors to the workers to which they belong, and
//! receives its own. Received keys are handled as in [external search](fewest_search::external).

use std::ops::{Range, RangeInclusive};

use fewest_search::external::{FinishedLayer, LayerBuilder, Scratch, StoredLayer, decode_keys};
use fewest_search::hash::spread;
use fewest_search::{Context, Saved, SavedLayer, StateSpace, Stop, Store};

use crate::exchange::KeyMessage;

/// The number of buckets, whatever the number of workers.
pub const BUCKETS: usize = 1 << 12;

/// The partition function for a number of workers.
#[derive(Clone, Debug)]
pub struct PartitionFunction {
    worker_of_bucket: Vec<u16>,
    /// Scratch space for the partition keys of a batch.
    partition_keys: Vec<u64>,
}

/// Returns the bucket of a partition key. It decides the contents of stored parts, so it never
/// changes.
fn bucket(partition_key: u64) -> usize {
    // The upper bits of a product depend on all bits of its factors; without the fold, those of
    // neighbouring partition keys would be alike.
    let folded = spread(partition_key);
    ((folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 52) as usize
}

impl PartitionFunction {
    /// Returns the partition function for `workers` workers.
    ///
    /// # Panics
    /// If there are no workers, or more than buckets.
    pub fn new(workers: usize) -> Self {
        assert!((1..=BUCKETS).contains(&workers), "from 1 to {BUCKETS} workers");
        let skew = crate::fault::skew();
        let worker_of_bucket = |bucket: usize| if skew { 0 } else { (bucket % workers) as u16 };
        Self { worker_of_bucket: (0..BUCKETS).map(worker_of_bucket).collect(), partition_keys: Vec::new() }
    }

    /// Returns the worker to which a key belongs.
    pub fn worker_of(&self, space: &dyn StateSpace, key: &[u64]) -> usize {
        usize::from(self.worker_of_bucket[bucket(space.partition_key(key))])
    }

    /// Decodes a message into `keys`. Returns whether it is valid for `worker`: the keys are
    /// strictly ascending and all belong to that worker.
    pub(crate) fn decode_for(
        &mut self,
        space: &dyn StateSpace,
        worker: usize,
        message: &KeyMessage,
        keys: &mut Vec<u64>,
    ) -> bool {
        let words = space.words();
        if message.to != worker as u64 || !decode_keys(words, &message.code, keys) {
            return false;
        }
        let mut pairs = keys.chunks_exact(words).zip(keys.chunks_exact(words).skip(1));
        if !pairs.all(|(one, next)| one < next) {
            return false;
        }
        space.partition_keys(keys, &mut self.partition_keys);
        self.partition_keys.len() == keys.len() / words
            && self
                .partition_keys
                .iter()
                .all(|&partition_key| usize::from(self.worker_of_bucket[bucket(partition_key)]) == worker)
    }

    /// Appends each key to the box of the worker to which it belongs.
    pub fn distribute(&mut self, space: &dyn StateSpace, keys: &[u64], boxes: &mut [Vec<u64>]) {
        space.partition_keys(keys, &mut self.partition_keys);
        match space.words() {
            1 => {
                for (&key, &partition_key) in keys.iter().zip(&self.partition_keys) {
                    boxes[usize::from(self.worker_of_bucket[bucket(partition_key)])].push(key);
                }
            }
            words => {
                for (key, &partition_key) in keys.chunks_exact(words).zip(&self.partition_keys) {
                    boxes[usize::from(self.worker_of_bucket[bucket(partition_key)])].extend_from_slice(key);
                }
            }
        }
    }
}

/// Layers of a store, open for reading.
#[derive(Debug, Default)]
pub struct Layers<'h> {
    layers: Vec<(usize, StoredLayer<'h>)>,
    scratch: Scratch,
}

impl<'h> Layers<'h> {
    /// Opens the layers of a store at these depths.
    ///
    /// # Errors
    /// [`Stop::Storage`] if one is missing or cannot be read.
    pub fn open(
        words: usize,
        store: &dyn Store,
        saved: &Saved,
        depths: RangeInclusive<usize>,
        cx: &'h Context<'_>,
    ) -> Result<Self, Stop> {
        let mut all = Self::default();
        for depth in depths {
            let layer = saved.layers.iter().find(|layer| layer.depth == depth as u64).ok_or(Stop::Storage)?;
            all.layers.push((depth, StoredLayer::open(words, store, layer, cx)?));
        }
        Ok(all)
    }

    fn at(&self, depth: usize) -> Result<&StoredLayer<'h>, Stop> {
        let found = self.layers.iter().find(|(at, _)| *at == depth);
        found.map(|(_, layer)| layer).ok_or(Stop::Storage)
    }

    /// Returns the number of keys in a layer.
    pub fn count(&self, depth: usize) -> u64 {
        self.at(depth).map_or(0, StoredLayer::count)
    }

    /// Replaces `out` by the keys of a layer with indices `from..to`.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    pub fn read(&mut self, depth: usize, from: u64, to: u64, out: &mut Vec<u64>) -> Result<(), Stop> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let read = self.at(depth)?.read(from, to, out, &mut scratch);
        self.scratch = scratch;
        read
    }
}

/// What one worker keeps of a search: its part of every layer, in a store of its own.
#[derive(Debug)]
pub struct Partition<'w, 'h> {
    builder: LayerBuilder<'w, 'h>,
    layers: Layers<'h>,
    /// Whether layers were read from files of an earlier process.
    resumed: bool,
}

/// A worker's part of a complete layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartitionLayer {
    /// Its number of states.
    pub positions: u64,
    /// Its number of goals.
    pub goals: u64,
    /// A sample of its keys.
    pub samples: Vec<Vec<u64>>,
}

impl<'w, 'h> Partition<'w, 'h> {
    /// Returns an empty partition. It leases most of the remaining memory of the context and works
    /// in one thread.
    ///
    /// # Errors
    /// [`Stop::Memory`] if that is too little.
    pub fn new(space: &'w dyn StateSpace, cx: &'h Context<'w>, store: &'w dyn Store) -> Result<Self, Stop> {
        Ok(Self { builder: LayerBuilder::new(space, cx, store)?, layers: Layers::default(), resumed: false })
    }

    /// Resumes from stored layers.
    pub fn resume_from(&mut self, layers: Layers<'h>) {
        self.layers = layers;
        self.resumed = true;
    }

    /// Returns the layers of this partition.
    pub fn layers(&mut self) -> &mut Layers<'h> {
        &mut self.layers
    }

    /// Receives keys, in any order, for the layer in progress.
    ///
    /// # Errors
    /// The reason why they could not be stored.
    pub fn receive(&mut self, keys: &[u64]) -> Result<(), Stop> {
        self.builder.add(keys)
    }

    /// Completes the layer at `depth`: the received keys without those of the layers `known`.
    ///
    /// # Errors
    /// The reason why it could not be stored.
    pub fn finish_layer(&mut self, depth: usize, known: Range<usize>) -> Result<PartitionLayer, Stop> {
        let known = known.map(|depth| self.layers.at(depth)).collect::<Result<Vec<_>, _>>()?;
        let FinishedLayer { layer, goals, .. } = self.builder.finish(depth, &known, self.resumed)?;
        let samples = layer.first_keys().map(<[u64]>::to_vec).collect();
        let part = PartitionLayer { positions: layer.count(), goals, samples };
        self.layers.layers.push((depth, layer));
        Ok(part)
    }

    /// Forgets the layers before `depth`. Their files are removed by the next commit.
    pub fn forget_before(&mut self, depth: usize) {
        self.layers.layers.retain(|(at, _)| *at >= depth);
    }

    /// Returns the stored layers, for a manifest.
    pub fn saved(&self) -> Vec<SavedLayer> {
        self.layers.layers.iter().map(|(depth, layer)| layer.saved(*depth)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use fewest_search::EdgeKind;
    use fewest_store::WorkFolder;

    use super::*;
    use crate::exchange::encode_message;

    #[test]
    fn small_partition_keys_are_spread_evenly() {
        for workers in [1, 2, 3, 8] {
            let partition = PartitionFunction::new(workers);
            let mut loads = vec![0; workers];
            (0..4000).for_each(|key| loads[usize::from(partition.worker_of_bucket[bucket(key)])] += 1);
            let (least, most) = (loads.iter().min(), loads.iter().max());
            assert!(most < least.map(|least| least * 5 / 4).as_ref(), "{loads:?}");
        }
    }

    /// A space whose keys are their own partition keys.
    struct Numbers;

    impl StateSpace for Numbers {
        fn words(&self) -> usize {
            1
        }
        fn kind(&self) -> EdgeKind {
            EdgeKind::Directed
        }
        fn initial_states(&self, _: &mut Vec<u64>) {}
        fn expand(&self, _: &[u64], _: &mut Vec<u64>) {}
        fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}
        fn partition_key(&self, key: &[u64]) -> u64 {
            key[0]
        }
        fn fingerprint(&self) -> String {
            String::new()
        }
    }

    #[test]
    fn only_ascending_keys_of_this_worker_are_accepted() {
        let mut partition = PartitionFunction::new(2);
        let of = |partition: &PartitionFunction, worker| {
            (1..200).filter(|&key| partition.worker_of(&Numbers, &[key]) == worker).collect()
        };
        let (own, others): (Vec<u64>, Vec<u64>) = (of(&partition, 0), of(&partition, 1));
        // The encoding stores differences; small ones take one byte.
        let code = |keys: &[u64]| {
            let mut before = 0;
            let differences = keys.iter().map(|&key| key.wrapping_sub(std::mem::replace(&mut before, key)));
            differences.map(|number| u8::try_from(number).expect("a small step")).collect::<Vec<u8>>()
        };
        let mut taken = |to: u64, code: Vec<u8>| {
            partition.decode_for(&Numbers, 0, &KeyMessage { from: 1, to, code }, &mut Vec::new())
        };
        assert!(taken(0, code(&own[..5])));
        assert!(taken(0, Vec::new()));
        assert!(!taken(1, code(&own[..5])), "it is for another worker");
        assert!(!taken(0, code(&others[..5])), "another worker keeps them");
        let mut mixed = [&own[..5], &others[..1]].concat();
        mixed.sort_unstable();
        assert!(!taken(0, code(&mixed)), "one of six is kept by another worker");
        assert!(!taken(0, code(&[own[0], own[0]])), "a key comes twice");
        let back =
            [&code(&own[..2])[..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]].concat();
        assert!(!taken(0, back), "a difference that goes back is no order");
        assert!(!taken(0, vec![0x80]), "this is no code");
    }

    /// The corners of a cube of ten dimensions; a move goes along an edge. Keys are repeated to
    /// fill the words.
    struct Cube {
        words: usize,
        kind: EdgeKind,
    }

    impl StateSpace for Cube {
        fn words(&self) -> usize {
            self.words
        }
        fn kind(&self) -> EdgeKind {
            self.kind
        }
        fn initial_states(&self, out: &mut Vec<u64>) {
            out.extend(std::iter::repeat_n(0, self.words));
        }
        fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
            for parent in parents.chunks(self.words) {
                let ahead = |bit: &u32| self.kind != EdgeKind::Graded || parent[0] >> bit & 1 == 0;
                for bit in (0..10).filter(ahead) {
                    out.extend(std::iter::repeat_n(parent[0] ^ 1 << bit, self.words));
                }
            }
        }
        fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
            hit.extend((0..keys.len() / self.words).filter(|at| keys[at * self.words] % 7 == 3));
        }
        fn fingerprint(&self) -> String {
            String::new()
        }
    }

    /// Returns the positions and goals of every layer, found by `workers` workers one after the
    /// other in this thread.
    fn together(space: &Cube, workers: usize) -> Vec<(u64, u64)> {
        let function = PartitionFunction::new(workers);
        let folder = tempfile::TempDir::new().expect("a folder");
        let store = |worker: usize| WorkFolder::open(&folder.path().join(worker.to_string()), None);
        let stores: Vec<WorkFolder> = (0..workers).map(store).collect::<Result<_, _>>().expect("folders");
        let contexts: Vec<Context<'_>> =
            stores.iter().map(|_| Context::new(1, 1 << 22, &|_| ControlFlow::Continue(()))).collect();
        let partitions = stores.iter().zip(&contexts).map(|(store, cx)| Partition::new(space, cx, store));
        let mut partitions: Vec<Partition<'_, '_>> = partitions.collect::<Result<_, _>>().expect("memory");
        let (mut sizes, mut keys, mut spare) = (Vec::new(), Vec::new(), Vec::new());
        space.initial_states(&mut keys);
        partitions[function.worker_of(space, &keys)].receive(&keys).expect("room");
        for depth in 0_usize.. {
            let before = depth.saturating_sub(1);
            let known = depth.min(space.kind.first_layer_needed(before))..depth;
            let finished = partitions.iter_mut().map(|one| one.finish_layer(depth, known.clone()));
            let parts: Vec<PartitionLayer> = finished.collect::<Result<_, _>>().expect("a store");
            assert!(parts.iter().all(|part| part.samples.is_empty() == (part.positions == 0)));
            let sum = |of: fn(&PartitionLayer) -> u64| parts.iter().map(of).sum::<u64>();
            if sum(|part| part.positions) == 0 {
                break;
            }
            sizes.push((sum(|part| part.positions), sum(|part| part.goals)));
            for at in 0..workers {
                partitions[at].forget_before(space.kind.first_layer_needed(depth));
                let mut parents = Vec::new();
                partitions[at].layers().read(depth, 0, parts[at].positions, &mut parents).expect("a store");
                for some in parents.chunks(100 * space.words) {
                    keys.clear();
                    space.expand(some, &mut keys);
                    for (to, partition) in partitions.iter_mut().enumerate() {
                        let belongs = |key: &&[u64]| function.worker_of(space, key) == to;
                        let theirs = keys.chunks(space.words).filter(belongs);
                        let (mut theirs, mut code) = (theirs.flatten().copied().collect(), Vec::new());
                        let sent = encode_message(space.words, &mut theirs, &mut spare, &mut code);
                        assert!(decode_keys(space.words, &code, &mut theirs));
                        assert_eq!(theirs.len() / space.words, sent);
                        partition.receive(&theirs).expect("a store");
                    }
                }
            }
        }
        sizes
    }

    #[test]
    fn any_number_of_workers_finds_the_same_layers() {
        let goals = |ones: u32| (0..1024_u64).filter(|key| key.count_ones() == ones && key % 7 == 3).count();
        let binomials = [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1];
        let expected: Vec<(u64, u64)> =
            (0..).zip(binomials).map(|(ones, size)| (size, goals(ones) as u64)).collect();
        for (words, kind) in [(1, EdgeKind::Undirected), (2, EdgeKind::Graded), (3, EdgeKind::Directed)] {
            for workers in [1, 2, 3, 5] {
                let found = together(&Cube { words, kind }, workers);
                assert_eq!(found, expected, "{words} words, {workers} workers");
            }
        }
    }
}
