//! Path reconstruction without stored parents: from the goal back, layer by layer.

use crate::bfs::external::Scratch;
use crate::bfs::{BfsResult, Layer};
use crate::context::{Context, Stop};
use crate::keys::{Stride, with_stride};
use crate::state_space::{EdgeKind, StateSpace};

/// An odd number with well-spread bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

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
            let bit = |key: &[u64]| {
                1_u64 << (key.iter().fold(0, |sum: u64, word| sum ^ word.wrapping_mul(MIX)) >> 58)
            };
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
