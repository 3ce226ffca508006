//! The result of a breadth-first search: the sizes of all layers, the keys of those that are
//! needed, and the path that they lead along.

use super::external::{Scratch, StoredLayer};
use crate::context::Context;
use crate::hash::hash_key;
use crate::keys::{Stride, with_stride};
use crate::limits::{Lease, Stop};
use crate::state_space::{EdgeKind, StateSpace};

/// The result of a breadth-first search. All layers in it are complete.
#[derive(Debug)]
pub struct BfsResult<'h> {
    pub(crate) words: usize,
    /// The first layers, one after the other; layer `d` is `bounds[d]..bounds[d + 1]`.
    pub(crate) arena: Vec<u64>,
    pub(crate) bounds: Vec<usize>,
    pub(super) arena_lease: Option<Lease<'h>>,
    /// The layers after those, sorted.
    pub(super) later: Vec<KeptLayer<'h>>,
    /// Whether the layers of the arena are sorted as well.
    pub(crate) all_sorted: bool,
    pub(super) sizes: Vec<u64>,
    pub(super) goals: Vec<u64>,
    pub(super) goal: Option<(usize, Vec<u64>)>,
    /// Words at the beginning of the layer before the goal whose states have no goal as successor.
    pub(super) goalless_words: usize,
    pub(super) stopped: Option<Stop>,
    /// Whether the search paused where the table ended.
    pub(super) paused: bool,
    /// Whether states were pruned by the upper bound.
    pub(super) pruned: bool,
}

/// A layer beyond the arena.
#[derive(Debug)]
pub(super) enum KeptLayer<'h> {
    Dropped,
    InMemory { keys: Vec<u64>, _lease: Lease<'h> },
    Stored(StoredLayer<'h>),
}

/// The keys of a layer, in memory or in the store.
pub(crate) enum Layer<'w, 'h> {
    /// In memory.
    InMemory(&'w [u64]),
    /// In the store.
    Stored(&'w StoredLayer<'h>),
}

impl<'h> BfsResult<'h> {
    /// Returns an empty result.
    pub(super) fn empty(words: usize) -> Self {
        Self {
            words,
            arena: Vec::new(),
            bounds: vec![0],
            arena_lease: None,
            later: Vec::new(),
            all_sorted: false,
            sizes: Vec::new(),
            goals: Vec::new(),
            goal: None,
            goalless_words: 0,
            stopped: None,
            paused: false,
            pruned: false,
        }
    }

    /// The depth of the first goal.
    pub fn goal_depth(&self) -> Option<usize> {
        self.goal.as_ref().map(|(depth, _)| *depth)
    }

    /// The key of the goal that was chosen.
    pub fn goal(&self) -> Option<&[u64]> {
        self.goal.as_ref().map(|(_, key)| &key[..])
    }

    /// The number of distinct states at each depth.
    pub fn layer_sizes(&self) -> Vec<u64> {
        self.sizes.clone()
    }

    /// The number of goals at each depth, as far as the search tested for them.
    pub fn goal_counts(&self) -> &[u64] {
        &self.goals
    }

    /// The number of distinct states in all complete layers.
    pub fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// Why the search stopped early.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether [`continue_bfs`](crate::continue_bfs) can continue the search.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether all reachable states were found.
    pub fn is_exhausted(&self) -> bool {
        self.stopped.is_none() && self.sizes.last() == Some(&0) && !self.pruned
    }

    /// The keys of a complete layer in memory; empty for others.
    pub fn layer(&self, depth: usize) -> &[u64] {
        match self.layer_at(depth) {
            Layer::InMemory(keys) => keys,
            Layer::Stored(_) => &[],
        }
    }

    /// The keys of the layer before the goal that may have a goal as successor, if that layer is in
    /// memory.
    pub fn before_goal(&self) -> &[u64] {
        let before = self.goal_depth().and_then(|depth| depth.checked_sub(1));
        before.map_or(&[], |depth| self.layer(depth).get(self.goalless_words..).unwrap_or_default())
    }

    /// The keys of a complete layer that was kept.
    pub(crate) fn layer_at(&self, depth: usize) -> Layer<'_, 'h> {
        let in_arena = self.bounds.len() - 1;
        if depth < in_arena {
            return Layer::InMemory(&self.arena[self.bounds[depth]..self.bounds[depth + 1]]);
        }
        match &self.later[depth - in_arena] {
            KeptLayer::Dropped => Layer::InMemory(&[]),
            KeptLayer::InMemory { keys, .. } => Layer::InMemory(keys),
            KeptLayer::Stored(layer) => Layer::Stored(layer),
        }
    }

    /// Passes all keys of a layer that was kept to `visit`, in chunks, in the order of storage.
    ///
    /// # Errors
    /// The error of `visit`, and [`Stop::Storage`].
    pub fn visit_layer(
        &self,
        depth: usize,
        mut visit: impl FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        const AT_ONCE: u64 = 1 << 12;
        match self.layer_at(depth) {
            Layer::InMemory(keys) => keys.chunks(AT_ONCE as usize * self.words).try_for_each(visit),
            Layer::Stored(layer) => {
                let (mut keys, mut scratch) = (Vec::new(), Scratch::default());
                for from in (0..layer.count()).step_by(AT_ONCE as usize) {
                    let to = layer.count().min(from + AT_ONCE);
                    layer.read(from, to, &mut keys, &mut scratch)?;
                    visit(&keys)?;
                }
                Ok(())
            }
        }
    }

    /// Whether a sorted layer contains a key.
    pub(crate) fn has<S: Stride>(
        &self,
        stride: S,
        depth: usize,
        key: &[u64],
        scratch: &mut Scratch,
    ) -> Result<bool, Stop> {
        match self.layer_at(depth) {
            Layer::InMemory(keys) => Ok(stride.find(keys, key).is_some()),
            Layer::Stored(layer) => layer.has(stride, key, scratch),
        }
    }

    /// The number of complete layers, including a last empty one.
    pub fn layers(&self) -> usize {
        self.bounds.len() - 1 + self.later.len()
    }

    pub(crate) fn is_sorted(&self, depth: usize) -> bool {
        self.all_sorted || depth + 1 >= self.bounds.len()
    }

    /// Sorts the layers of the arena from `from` on. `cx` is polled between layers, if given.
    ///
    /// # Errors
    /// The reason to stop; the layers then contain the same keys.
    pub(crate) fn sort_layers<S: Stride>(
        &mut self,
        stride: S,
        from: usize,
        cx: Option<&Context<'_>>,
    ) -> Result<(), Stop> {
        if !self.all_sorted {
            self.goalless_words = 0;
            let mut done = 0;
            for pair in self.bounds[from..].windows(2) {
                sort_slice(stride, &mut self.arena[pair[0]..pair[1]]);
                cx.map_or(Ok(()), |cx| cx.poll_after(&mut done, pair[1] - pair[0]))?;
            }
            self.all_sorted = from == 0;
        }
        Ok(())
    }
}

/// Path reconstruction without stored parents: from the goal back, layer by layer.
impl BfsResult<'_> {
    /// Returns the keys on a path from an initial state to the goal. At every step back the
    /// smallest predecessor is taken, so the path depends on the space only. None if the search
    /// found no goal.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn path(&self, space: &dyn StateSpace, cx: &Context<'_>) -> Result<Option<Vec<u64>>, Stop> {
        let (Some(depth), Some(goal)) = (self.goal_depth(), self.goal()) else { return Ok(None) };
        self.path_to(space, cx, depth, goal).map(Some)
    }

    /// Returns the keys on a path from an initial state to any state of a layer.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Panics
    /// If the layer does not contain the state, or an earlier layer was not kept.
    pub fn path_to(
        &self,
        space: &dyn StateSpace,
        cx: &Context<'_>,
        depth: usize,
        key: &[u64],
    ) -> Result<Vec<u64>, Stop> {
        let mut steps = vec![key.to_vec()];
        for depth in (0..depth).rev() {
            cx.poll()?;
            let to = &steps[steps.len() - 1];
            let from = with_stride!(self.words, stride => self.predecessor(stride, space, cx, depth, to))?;
            steps.push(match from {
                None if self.is_stored(depth) => return Err(Stop::Storage),
                from => from.expect("every position of a layer has a predecessor in the layer before"),
            });
        }
        if self.is_stored(0) {
            // Files cannot be trusted.
            let (first, mut initial) = (&steps[steps.len() - 1][..], Vec::new());
            space.initial_states(&mut initial);
            if !initial.chunks_exact(self.words).any(|root| root == first) {
                return Err(Stop::Storage);
            }
        }
        steps.reverse();
        Ok(steps.concat())
    }

    /// Whether a layer is read from a store.
    fn is_stored(&self, depth: usize) -> bool {
        depth < self.layers() && matches!(self.layer_at(depth), Layer::Stored(_))
    }

    fn predecessor<S: Stride>(
        &self,
        stride: S,
        space: &dyn StateSpace,
        cx: &Context<'_>,
        depth: usize,
        to: &[u64],
    ) -> Result<Option<Vec<u64>>, Stop> {
        let mut candidates = Vec::new();
        if space.kind() == EdgeKind::Undirected && space.parts() > 1 {
            let mut least: Option<Vec<u64>> = None;
            for part in 0..space.parts() {
                cx.poll()?;
                candidates.clear();
                space.expand_part(to, part, &mut candidates);
                let found = self.least_of(stride, depth, &mut candidates)?;
                least = least.into_iter().chain(found).min();
            }
            return Ok(least);
        }
        if !space.back(to, &mut candidates) {
            return self.parent_by_expanding(stride, space, cx, depth, to);
        }
        self.least_of(stride, depth, &mut candidates)
    }

    /// Returns the smallest of `candidates` that a layer contains.
    fn least_of<S: Stride>(
        &self,
        stride: S,
        depth: usize,
        candidates: &mut Vec<u64>,
    ) -> Result<Option<Vec<u64>>, Stop> {
        let words = stride.words();
        stride.sort_dedup(candidates, &mut Vec::new());
        if let (Layer::InMemory(layer), false) = (self.layer_at(depth), self.is_sorted(depth)) {
            // A one-word Bloom filter rejects nearly every other key.
            let bit = |key: &[u64]| 1_u64 << (hash_key(key) >> 58);
            let filter = candidates.chunks_exact(words).fold(0, |bits, key| bits | bit(key));
            let is_candidate =
                |key: &&[u64]| bit(key) & filter != 0 && stride.find(candidates, key).is_some();
            return Ok(layer.chunks_exact(words).filter(is_candidate).min().map(<[u64]>::to_vec));
        }
        let mut scratch = Scratch::default();
        for key in candidates.chunks_exact(words) {
            if self.has(stride, depth, key, &mut scratch)? {
                return Ok(Some(key.to_vec()));
            }
        }
        Ok(None)
    }

    /// Returns the smallest key of a layer that leads to `to`, by expanding the layer again.
    fn parent_by_expanding<S: Stride>(
        &self,
        stride: S,
        space: &dyn StateSpace,
        cx: &Context<'_>,
        depth: usize,
        to: &[u64],
    ) -> Result<Option<Vec<u64>>, Stop> {
        let mut out = Vec::new();
        let mut least: Option<Vec<u64>> = None;
        let mut made = 0;
        self.visit_layer(depth, |keys| {
            for key in keys.chunks_exact(stride.words()) {
                out.clear();
                space.expand(key, &mut out);
                cx.poll_after(&mut made, out.len())?;
                let leads_there = out.chunks_exact(stride.words()).any(|child| child == to);
                if leads_there && least.as_deref().is_none_or(|least| key < least) {
                    least = Some(key.to_vec());
                }
            }
            Ok(())
        })?;
        Ok(least)
    }
}

/// Sorts distinct keys in place.
fn sort_slice<S: Stride>(stride: S, keys: &mut [u64]) {
    if S::ONE {
        keys.sort_unstable();
    } else {
        let mut copy = keys.to_vec();
        stride.sort_dedup(&mut copy, &mut Vec::new());
        keys.copy_from_slice(&copy);
    }
}
