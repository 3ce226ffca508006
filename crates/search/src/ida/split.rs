//! A round cut into small trees: for threads to share, to be searched in turns, and to be finished one by one.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Ida;
use super::subtree::{SubtreeRoot, SubtreeSearch};
use crate::context::Lease;
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};

/// A round has at least that many roots, if it can be cut so often. Tests have small rounds.
pub(super) const MIN_SUBTREES: usize = if cfg!(test) { 12 } else { 512 };
/// A long round is cut into more of them, one for so many positions, up to a number.
const NODES_PER_SUBTREE: u64 = 1 << 11;
const MAX_SUBTREES: usize = 1 << 16;
/// Nor are they deeper than this.
const MAX_SPLIT_DEPTH: u32 = 48;

/// The roots of a round, in the order of search, and what was met on the way to them.
pub(super) struct Split<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    pub(super) roots: Vec<SubtreeRoot<S, B, O>>,
    pub(super) nodes: u64,
    pub(super) next: u32,
    _lease: Option<Lease<'h>>,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Split<'_, S, B, O> {
    /// A round in one tree.
    pub(super) fn whole(root: &SubtreeRoot<S, B, O>) -> Self {
        Self { roots: vec![root.clone()], nodes: 0, next: u32::MAX, _lease: None }
    }

    /// The next root, with its number.
    pub(super) fn take(&self, next: &AtomicUsize) -> Option<(usize, &SubtreeRoot<S, B, O>)> {
        let number = next.fetch_add(1, Relaxed);
        Some((number, self.roots.get(number)?))
    }
}

/// How many roots to cut a round into, if the one before had so many nodes.
pub(super) fn subtrees_for(nodes_before: u64) -> usize {
    usize::try_from(nodes_before / NODES_PER_SUBTREE).unwrap_or(usize::MAX).clamp(MIN_SUBTREES, MAX_SUBTREES)
}

impl<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'h, '_, S, B, O> {
    /// Cuts a round into about so many trees, in the order of search, fewer if memory is short. If paths to the same position are merged, the
    /// first of them is kept, which is enough to find the first solution.
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
            let mut fetched = HashSet::new();
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
                    .extend(children.filter(|child| !merges_duplicates || fetched.insert(child.state)));
                search.report();
                split.nodes += search.nodes;
                split.next = split.next.min(search.next);
            }
        }
        split
    }
}

/// Which trees of a round are finished, without a solution.
#[derive(Clone)]
pub(super) struct FinishedSubtrees {
    /// A bit for each tree.
    pub(super) trees: Vec<u64>,
    /// How many there are, and their positions.
    pub(super) count: u64,
    pub(super) nodes: u64,
    /// The least limit that anything cut off asks for.
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
