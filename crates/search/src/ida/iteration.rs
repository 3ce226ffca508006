//! One iteration: it is split into subtrees, which are distributed among threads, searched
//! interleaved and finished one by one.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::checkpoint::RunningIteration;
use super::subtree::{Ida, SubtreeEnd, SubtreeRoot, SubtreeSearch};
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};
use crate::limits::{Lease, Stop};
use crate::threads;

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllShortest<M> {
    /// Their number.
    pub count: u128,
    /// The first of them, in the order of moves, up to the number asked for.
    pub paths: Vec<Vec<M>>,
}

/// The result of one iteration.
pub(super) struct IterationResult<M> {
    pub(super) end: Option<SubtreeEnd>,
    pub(super) path: Option<Vec<M>>,
    pub(super) nodes: u64,
    /// The smallest pruned `f`: the next threshold.
    pub(super) next: u32,
}

/// Subtrees that a thread searches interleaved.
const INTERLEAVED: usize = 8;
/// The minimum number of subtrees, if the iteration can be split that far. Tests have small
/// iterations.
pub(super) const MIN_SUBTREES: usize = if cfg!(test) { 12 } else { 512 };
/// A long iteration is split further: one subtree per this number of nodes, up to a maximum.
const NODES_PER_SUBTREE: u64 = 1 << 11;
const MAX_SUBTREES: usize = 1 << 16;
/// The maximum depth of a subtree's root.
const MAX_SPLIT_DEPTH: u32 = 48;

/// The subtrees of an iteration, in the order of search, and what was found above them.
pub(super) struct Split<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    pub(super) roots: Vec<SubtreeRoot<S, B, O>>,
    pub(super) nodes: u64,
    pub(super) next: u32,
    _lease: Option<Lease<'h>>,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Split<'_, S, B, O> {
    /// An iteration that is not split.
    pub(super) fn whole(root: &SubtreeRoot<S, B, O>) -> Self {
        Self { roots: vec![root.clone()], nodes: 0, next: u32::MAX, _lease: None }
    }

    /// Returns the next subtree root with its number.
    pub(super) fn take(&self, next: &AtomicUsize) -> Option<(usize, &SubtreeRoot<S, B, O>)> {
        let number = next.fetch_add(1, Relaxed);
        Some((number, self.roots.get(number)?))
    }
}

/// Returns the number of subtrees for an iteration, given the nodes of the previous one.
pub(super) fn subtrees_for(nodes_before: u64) -> usize {
    usize::try_from(nodes_before / NODES_PER_SUBTREE).unwrap_or(usize::MAX).clamp(MIN_SUBTREES, MAX_SUBTREES)
}

impl<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'h, '_, S, B, O> {
    /// Splits an iteration into about `roots` subtrees, in the order of search; fewer if memory is
    /// short. If duplicates are merged, the first path to a state is kept, which is enough to find
    /// the first solution.
    pub(super) fn split(
        &self,
        root: &SubtreeRoot<S, B, O>,
        threshold: u32,
        roots: usize,
        merges_duplicates: bool,
    ) -> Split<'h, S, B, O> {
        let mut split = Split::whole(root);
        // The last step at most doubles them, nearly.
        let bytes = 2 * (size_of::<SubtreeRoot<S, B, O>>() + size_of::<S::State>() + 64);
        let roots = roots.min(self.cx.budget.left() / 4 / bytes).max(MIN_SUBTREES);
        split._lease = self.cx.lease(roots * bytes).ok();
        for _ in 0..MAX_SPLIT_DEPTH {
            if split.roots.len() >= if split._lease.is_some() { roots } else { MIN_SUBTREES } {
                break;
            }
            let mut visited = HashSet::new();
            for root in std::mem::take(&mut split.roots) {
                if self.space.is_goal(&root.state) {
                    split.roots.push(root);
                    continue;
                }
                let never = AtomicUsize::new(usize::MAX);
                let mut search = SubtreeSearch::new(self, threshold, true, &never, None, |_, _| ());
                let children = search.children(&root).into_iter();
                split
                    .roots
                    .extend(children.filter(|child| !merges_duplicates || visited.insert(child.state)));
                search.report();
                split.nodes += search.nodes;
                split.next = split.next.min(search.next);
            }
        }
        split
    }

    /// Runs one iteration, in all threads if it is split.
    pub(super) fn run_iteration(
        &self,
        split: &Split<'_, S, B, O>,
        running: &RunningIteration<'_, '_>,
        threshold: u32,
        nodes_allowed: u64,
    ) -> IterationResult<S::Move> {
        let (next_root, first_hit) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let (nodes_then, next_then) = running.so_far();
        let parts = threads::run(self.cx, split.roots.len(), |leads| {
            let mut hit: Option<(usize, Vec<S::Move>)> = None;
            let mut search =
                SubtreeSearch::new(self, threshold, leads, &first_hit, Some(running), |number, path| {
                    first_hit.fetch_min(number, Relaxed);
                    // Of a subtree only the first solution counts, and every later subtree is
                    // abandoned.
                    if hit.as_ref().is_none_or(|(before, _)| number < *before) {
                        hit = Some((number, path.to_vec()));
                    }
                });
            search.allow(nodes_allowed);
            let unfinished =
                || std::iter::from_fn(|| split.take(&next_root)).find(|(number, _)| !running.has(*number));
            let ended = search.through(INTERLEAVED, || {
                unfinished().filter(|(number, _)| *number < first_hit.load(Relaxed))
            });
            search.report();
            let (nodes, next) = (search.nodes, search.next);
            match ended {
                Err(SubtreeEnd::Stopped(stop)) => Err(stop),
                Err(SubtreeEnd::Nodes) => Ok((nodes, next, hit, Some(SubtreeEnd::Nodes))),
                Ok(()) => Ok((nodes, next, hit, None)),
            }
        });
        let parts = match parts {
            Ok(parts) => parts,
            Err(stop) => {
                return IterationResult {
                    end: Some(SubtreeEnd::Stopped(stop)),
                    path: None,
                    nodes: 0,
                    next: 0,
                };
            }
        };
        let nodes = split.nodes + nodes_then + parts.iter().map(|(nodes, ..)| nodes).sum::<u64>();
        let next = parts.iter().map(|(_, next, ..)| *next).fold(split.next.min(next_then), u32::min);
        let end = parts.iter().find_map(|(.., end)| *end);
        // Every subtree before the first with a solution was searched completely.
        let hit = parts.into_iter().filter_map(|(_, _, hit, _)| hit).min_by_key(|(number, _)| *number);
        IterationResult { end, path: hit.map(|(_, path)| path), nodes, next }
    }

    /// Counts the shortest solutions, whose `length` is known to the caller, and lists the first
    /// `most` of them. The move pruning must not drop any that count.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn all_shortest(&self, length: u32, most: usize) -> Result<AllShortest<S::Move>, Stop> {
        let split = self.split(&self.root(), length, MIN_SUBTREES, false);
        let (next_root, never) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let parts = threads::run(self.cx, split.roots.len(), |leads| {
            let mut parts: BTreeMap<usize, AllShortest<S::Move>> = BTreeMap::new();
            let mut search = SubtreeSearch::new(self, length, leads, &never, None, |number, path| {
                let all_shortest =
                    parts.entry(number).or_insert_with(|| AllShortest { count: 0, paths: Vec::new() });
                all_shortest.count += 1;
                if all_shortest.paths.len() < most {
                    all_shortest.paths.push(path.to_vec());
                }
            });
            let ended = search.through(INTERLEAVED, || split.take(&next_root));
            search.report();
            match ended {
                Err(SubtreeEnd::Stopped(stop)) => Err(stop),
                Err(SubtreeEnd::Nodes) | Ok(()) => Ok(parts),
            }
        })?;
        let parts: BTreeMap<usize, AllShortest<S::Move>> = parts.into_iter().flatten().collect();
        let count = parts.values().map(|all_shortest| all_shortest.count).sum();
        Ok(AllShortest {
            count,
            paths: parts.into_values().flat_map(|all_shortest| all_shortest.paths).take(most).collect(),
        })
    }
}
