//! Splitting an iteration into subtrees, which are distributed among threads, searched interleaved
//! and finished one by one.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Ida;
use super::subtree::{SubtreeRoot, SubtreeSearch};
use crate::context::Lease;
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};

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
