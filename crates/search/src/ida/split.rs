//! A round cut into small trees: for threads to share, to be searched in turns, and to be finished one by one.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Ida;
use super::subtree::{Root, Subtree};
use crate::context::Lease;
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};

/// A round has at least that many roots, if it can be cut so often. Tests have small rounds.
pub(super) const ROOTS: usize = if cfg!(test) { 12 } else { 512 };
/// A long round is cut into more of them, one for so many positions, up to a number.
const NODES_OF_ROOT: u64 = 1 << 11;
const MOST_ROOTS: usize = 1 << 16;
/// Nor are they deeper than this.
const DEEPEST_ROOT: u32 = 48;

/// The roots of a round, in the order of search, and what was met on the way to them.
pub(super) struct Split<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    pub(super) roots: Vec<Root<S, B, O>>,
    pub(super) nodes: u64,
    pub(super) next: u32,
    _lease: Option<Lease<'h>>,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Split<'_, S, B, O> {
    /// A round in one tree.
    pub(super) fn whole(root: &Root<S, B, O>) -> Self {
        Self { roots: vec![root.clone()], nodes: 0, next: u32::MAX, _lease: None }
    }

    /// The next root, with its number.
    pub(super) fn take(&self, next: &AtomicUsize) -> Option<(usize, &Root<S, B, O>)> {
        let number = next.fetch_add(1, Relaxed);
        Some((number, self.roots.get(number)?))
    }
}

/// How many roots to cut a round into, if the one before had so many nodes.
pub(super) fn roots_for(nodes_before: u64) -> usize {
    usize::try_from(nodes_before / NODES_OF_ROOT).unwrap_or(usize::MAX).clamp(ROOTS, MOST_ROOTS)
}

impl<'h, S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'h, '_, S, B, O> {
    /// Cuts a round into about so many trees, in the order of search, fewer if memory is short. If paths to the same position are merged, the
    /// first of them is kept, which is enough to find the first solution.
    pub(super) fn cut(
        &self,
        root: &Root<S, B, O>,
        limit: u32,
        roots: usize,
        merges: bool,
    ) -> Split<'h, S, B, O> {
        let mut cut = Split::whole(root);
        // The last step at most doubles them, nearly.
        let bytes = 2 * (size_of::<Root<S, B, O>>() + size_of::<S::State>() + 64);
        let roots = roots.min(self.cx.budget.left() / 4 / bytes).max(ROOTS);
        cut._lease = self.cx.lease(roots * bytes).ok();
        for _ in 0..DEEPEST_ROOT {
            if cut.roots.len() >= if cut._lease.is_some() { roots } else { ROOTS } {
                break;
            }
            let mut seen = HashSet::new();
            for root in std::mem::take(&mut cut.roots) {
                if self.space.is_goal(&root.state) {
                    cut.roots.push(root);
                    continue;
                }
                let never = AtomicUsize::new(usize::MAX);
                let mut dive = Subtree::new(self, limit, true, &never, None, |_, _| ());
                let children = dive.children(&root).into_iter();
                cut.roots.extend(children.filter(|child| !merges || seen.insert(child.state)));
                dive.report();
                cut.nodes += dive.nodes;
                cut.next = cut.next.min(dive.next);
            }
        }
        cut
    }
}

/// Which trees of a round are finished, without a solution.
#[derive(Clone)]
pub(super) struct Finished {
    /// A bit for each tree.
    pub(super) trees: Vec<u64>,
    /// How many there are, and their positions.
    pub(super) count: u64,
    pub(super) nodes: u64,
    /// The least limit that anything cut off asks for.
    pub(super) next: u32,
}

impl Finished {
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
