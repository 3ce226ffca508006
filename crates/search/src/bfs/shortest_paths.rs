//! All shortest paths at once: the states on them, and their number.

use crate::bfs::BfsResult;
use crate::bfs::external::Scratch;
use crate::context::{Context, Stop};
use crate::keys::{Stride, with_stride};
use crate::state_space::StateSpace;

/// States whose predecessors are generated at once.
const AT_ONCE: usize = 1 << 14;

/// The states on shortest paths, by depth: the result of [`shortest_paths`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestPaths {
    words: usize,
    layers: Vec<Vec<u64>>,
    count: Option<u128>,
}

impl ShortestPaths {
    /// The length of the shortest paths.
    pub fn length(&self) -> usize {
        self.layers.len() - 1
    }

    /// The number of distinct shortest paths, counting every labelled move. None if it exceeds 128
    /// bits.
    pub fn count(&self) -> Option<u128> {
        self.count
    }

    /// Whether a state at some depth is on a shortest path.
    pub fn contains(&self, depth: usize, key: &[u64]) -> bool {
        let Some(layer) = self.layers.get(depth) else { return false };
        with_stride!(self.words, stride => stride.find(layer, key).is_some())
    }
}

/// Finds every shortest path of a search that ended with [`Aim::GoalLayer`](crate::Aim::GoalLayer).
/// None if the search found no goal.
///
/// # Errors
/// The reason to stop.
pub fn shortest_paths(
    bfs: &mut BfsResult<'_>,
    space: &dyn StateSpace,
    cx: &Context<'_>,
) -> Result<Option<ShortestPaths>, Stop> {
    let Some(depth) = bfs.goal_depth() else { return Ok(None) };
    with_stride!(space.words(), stride => {
        bfs.sort_layers(stride, 0, Some(cx))?;
        let layers = layers_on_paths(stride, bfs, space, cx, depth)?;
        let count = count_paths(stride, &layers, space, cx)?;
        Ok(Some(ShortestPaths { words: space.words(), layers, count }))
    })
}

/// Backward pass: a state counts if a move leads from it to one that counts.
fn layers_on_paths<S: Stride>(
    stride: S,
    bfs: &BfsResult<'_>,
    space: &dyn StateSpace,
    cx: &Context<'_>,
    depth: usize,
) -> Result<Vec<Vec<u64>>, Stop> {
    let words = stride.words();
    let (mut hits, mut goals) = (Vec::new(), Vec::new());
    bfs.visit_layer(depth, |keys| {
        hits.clear();
        space.goals(keys, &mut hits);
        goals.extend(hits.iter().flat_map(|&hit| stride.at(keys, hit)));
        Ok(())
    })?;
    let mut layers: Vec<Vec<u64>> = vec![goals];
    let mut scratch = Scratch::default();
    let mut made = 0;
    for depth in (0..depth).rev() {
        let after = &layers[layers.len() - 1];
        let mut here = Vec::new();
        if space.back(&[], &mut here) {
            let (mut before, mut spare) = (Vec::new(), Vec::new());
            let at_once = if space.parts() > 1 { 1 } else { AT_ONCE };
            for some in after.chunks(at_once * words) {
                before.clear();
                space.back(some, &mut before);
                stride.sort_dedup(&mut before, &mut spare);
                for key in before.chunks_exact(words) {
                    if bfs.has(stride, depth, key, &mut scratch)? {
                        here.extend_from_slice(key);
                    }
                }
                cx.poll()?;
            }
            if after.len() > at_once * words {
                stride.sort_dedup(&mut here, &mut spare);
            }
        } else {
            let mut out = Vec::new();
            bfs.visit_layer(depth, |keys| {
                for key in keys.chunks_exact(words) {
                    out.clear();
                    space.expand(key, &mut out);
                    cx.poll_after(&mut made, out.len())?;
                    if out.chunks_exact(words).any(|child| stride.find(after, child).is_some()) {
                        here.extend_from_slice(key);
                    }
                }
                Ok(())
            })?;
        }
        layers.push(here);
        cx.poll()?;
    }
    layers.reverse();
    Ok(layers)
}

/// Forward pass: the number of paths to a state is the sum over its parents, once per move.
fn count_paths<S: Stride>(
    stride: S,
    layers: &[Vec<u64>],
    space: &dyn StateSpace,
    cx: &Context<'_>,
) -> Result<Option<u128>, Stop> {
    let mut paths = vec![1_u128; stride.count(&layers[0])];
    let (mut out, mut made) = (Vec::new(), 0);
    for pair in layers.windows(2) {
        let mut after = vec![0_u128; stride.count(&pair[1])];
        for (parent, &paths) in pair[0].chunks_exact(stride.words()).zip(&paths) {
            out.clear();
            space.expand(parent, &mut out);
            cx.poll_after(&mut made, out.len())?;
            for child in out.chunks_exact(stride.words()) {
                if let Some(at) = stride.find(&pair[1], child) {
                    let Some(sum) = after[at].checked_add(paths) else { return Ok(None) };
                    after[at] = sum;
                }
            }
        }
        paths = after;
        cx.poll()?;
    }
    Ok(paths.iter().try_fold(0_u128, |sum, &more| sum.checked_add(more)))
}
