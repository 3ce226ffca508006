//! The way back, without having kept parents.

use crate::host::{Host, Stop};
use crate::keys::{Stride, with_stride};
use crate::packed::Packed;
use crate::walk::Walk;

/// An odd number with well spread bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Walk<'_> {
    /// The keys from a root to the goal, one after the other; at every step back the smallest predecessor is taken, so
    /// the trail depends on the space only.
    ///
    /// # Errors
    /// The host's reason to stop. Nothing if the walk met no goal.
    pub fn trail(&self, packed: &dyn Packed, host: &Host<'_>) -> Result<Option<Vec<u64>>, Stop> {
        let (Some(depth), Some(goal)) = (self.goal_depth(), self.goal()) else { return Ok(None) };
        let mut steps = vec![goal.to_vec()];
        for depth in (0..depth).rev() {
            host.poll()?;
            let to = &steps[steps.len() - 1];
            let from = with_stride!(self.words, stride => self.predecessor(stride, packed, depth, to));
            steps.push(from.expect("every position of a layer has a predecessor in the layer before"));
        }
        steps.reverse();
        Ok(Some(steps.concat()))
    }

    fn predecessor<S: Stride>(
        &self,
        stride: S,
        packed: &dyn Packed,
        depth: usize,
        to: &[u64],
    ) -> Option<Vec<u64>> {
        let layer = self.layer(depth);
        let words = stride.words();
        let mut candidates = Vec::new();
        if !packed.back(to, &mut candidates) {
            return parent_by_expanding(stride, packed, layer, to);
        }
        stride.sort_dedup(&mut candidates, &mut Vec::new());
        let least = if self.is_sorted(depth) {
            candidates.chunks_exact(words).find(|key| stride.find(layer, key).is_some())
        } else {
            // One bit a candidate keeps nearly every other key from being looked for.
            let bit = |key: &[u64]| {
                1_u64 << (key.iter().fold(0, |sum: u64, word| sum ^ word.wrapping_mul(MIX)) >> 58)
            };
            let filter = candidates.chunks_exact(words).fold(0, |bits, key| bits | bit(key));
            let is_candidate =
                |key: &&[u64]| bit(key) & filter != 0 && stride.find(&candidates, key).is_some();
            layer.chunks_exact(words).filter(is_candidate).min()
        };
        least.map(<[u64]>::to_vec)
    }
}

/// The smallest key of a layer that leads to `to`, found by expanding the layer again.
fn parent_by_expanding<S: Stride>(
    stride: S,
    packed: &dyn Packed,
    layer: &[u64],
    to: &[u64],
) -> Option<Vec<u64>> {
    let mut out = Vec::new();
    let leads_there = |key: &&[u64]| {
        out.clear();
        packed.expand(key, &mut out);
        out.chunks_exact(stride.words()).any(|child| child == to)
    };
    layer.chunks_exact(stride.words()).filter(leads_there).min().map(<[u64]>::to_vec)
}
