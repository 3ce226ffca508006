//! Retrograde analysis in memory: the distance of every state to the nearest goal; and all shortest
//! paths at once, as the states on them and their number.

use crate::bfs::external::Scratch;
use crate::bfs::{Aim, BfsResult, bfs};
use crate::context::Context;
use crate::keys::{Stride, with_stride};
use crate::limits::{Lease, Stop};
use crate::merge::sort_dedup;
use crate::state_space::{EdgeKind, StateSpace};

/// The states from which a goal can be reached, with their distances.
#[derive(Debug)]
pub struct Distances<'h> {
    words: usize,
    /// The states at each distance, sorted.
    layers: Vec<Vec<u64>>,
    reachable: usize,
    _lease: Lease<'h>,
}

impl Distances<'_> {
    /// Returns the distance of a state to the nearest goal. None if no goal can be reached, or the
    /// state is not reachable.
    pub fn get(&self, key: &[u64]) -> Option<usize> {
        with_stride!(self.words, stride => self.layers.iter().position(|layer| stride.find(layer, key).is_some()))
    }

    /// The states at a distance, sorted.
    pub fn layer(&self, distance: usize) -> &[u64] {
        self.layers.get(distance).map_or(&[], |layer| layer)
    }

    /// The number of reachable states from which no goal can be reached.
    pub fn dead_ends(&self) -> usize {
        self.reachable - self.sizes().iter().sum::<usize>()
    }

    /// The number of states at each distance.
    pub fn sizes(&self) -> Vec<usize> {
        self.layers.iter().map(|layer| layer.len() / self.words).collect()
    }
}

/// States that are tested for goals at once.
const AT_ONCE: usize = 1 << 16;

/// Computes the distance of every state that is reachable from the initial states.
///
/// # Errors
/// The reason to stop.
pub fn distances<'h>(space: &dyn StateSpace, cx: &'h Context<'_>) -> Result<Distances<'h>, Stop> {
    let result = bfs(space, cx, Aim::EveryLayer);
    if let Some(stop) = result.stopped() {
        return Err(stop);
    }
    let words = space.words();
    let mut reachable = all_keys(&result);
    let lease = cx.lease(8 * 2 * reachable.len())?;
    drop(result);
    with_stride!(words, stride => {
        reachable = sort_dedup(stride, reachable, cx)?;
        let (mut hits, mut goals) = (Vec::new(), Vec::new());
        for some in reachable.chunks(AT_ONCE * words) {
            hits.clear();
            space.goals(some, &mut hits);
            goals.extend(hits.iter().flat_map(|&hit| stride.at(some, hit)).copied());
            cx.poll()?;
        }
        let layers = if space.back(&[], &mut Vec::new()) {
            backwards(stride, space, cx, &reachable, goals)?
        } else {
            by_sweeps(stride, space, cx, &reachable, goals)?
        };
        Ok(Distances { words, layers, reachable: reachable.len() / words, _lease: lease })
    })
}

fn all_keys(result: &BfsResult<'_>) -> Vec<u64> {
    (0..result.layers()).flat_map(|depth| result.layer(depth)).copied().collect()
}

/// Searches from the goals through predecessors.
fn backwards<S: Stride>(
    stride: S,
    space: &dyn StateSpace,
    cx: &Context<'_>,
    reachable: &[u64],
    goals: Vec<u64>,
) -> Result<Vec<Vec<u64>>, Stop> {
    let back = Backwards { space, goals };
    let result = bfs(&back, cx, Aim::EveryLayer);
    if let Some(stop) = result.stopped() {
        return Err(stop);
    }
    let mut layers = Vec::new();
    let mut done = 0;
    for depth in 0..result.layers() {
        let mut layer = Vec::new();
        for key in result.layer(depth).chunks_exact(stride.words()) {
            // Predecessors may be unreachable.
            if stride.find(reachable, key).is_some() {
                layer.extend_from_slice(key);
            }
            cx.poll_after(&mut done, stride.words())?;
        }
        layers.push(sort_dedup(stride, layer, cx)?);
    }
    while layers.last().is_some_and(Vec::is_empty) {
        layers.pop();
    }
    Ok(layers)
}

/// A space with its edges reversed.
struct Backwards<'p> {
    space: &'p dyn StateSpace,
    goals: Vec<u64>,
}

impl StateSpace for Backwards<'_> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn kind(&self) -> EdgeKind {
        self.space.kind()
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.goals);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.space.back(parents, out);
    }

    fn parts(&self) -> usize {
        if self.kind() == EdgeKind::Undirected { self.space.parts() } else { 1 }
    }

    fn expand_part(&self, parents: &[u64], part: usize, out: &mut Vec<u64>) {
        match self.parts() {
            1 => self.expand(parents, out),
            _ => self.space.expand_part(parents, part, out),
        }
    }

    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}

    fn fingerprint(&self) -> String {
        format!("backwards {}", self.space.fingerprint())
    }
}

/// Without predecessors: one sweep over the undecided states per distance.
fn by_sweeps<S: Stride>(
    stride: S,
    space: &dyn StateSpace,
    cx: &Context<'_>,
    reachable: &[u64],
    goals: Vec<u64>,
) -> Result<Vec<Vec<u64>>, Stop> {
    let mut open: Vec<&[u64]> =
        reachable.chunks_exact(stride.words()).filter(|key| stride.find(&goals, key).is_none()).collect();
    let mut layers = vec![goals];
    let (mut out, mut made) = (Vec::new(), 0);
    loop {
        cx.poll()?;
        let last = &layers[layers.len() - 1];
        let (mut next, mut others) = (Vec::new(), Vec::new());
        for key in open {
            out.clear();
            space.expand(key, &mut out);
            cx.poll_after(&mut made, out.len())?;
            if out.chunks_exact(stride.words()).any(|child| stride.find(last, child).is_some()) {
                next.extend_from_slice(key);
            } else {
                others.push(key);
            }
        }
        open = others;
        if next.is_empty() {
            return Ok(layers);
        }
        layers.push(next);
    }
}

/// States whose predecessors are generated at once.
const PARENTS_AT_ONCE: usize = 1 << 14;

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
            let at_once = if space.parts() > 1 { 1 } else { PARENTS_AT_ONCE };
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
