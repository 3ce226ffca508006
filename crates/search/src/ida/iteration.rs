//! A running iteration: which of its subtrees are finished. It updates the progress counters and
//! writes checkpoints periodically.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Iteration;
use super::checkpoint::{Checkpoint, Checkpointer};
use super::split::FinishedSubtrees;
use crate::context::{Context, Stop};

/// Nodes between two checkpoints: about a minute of search.
const NODES_BETWEEN: u64 = if cfg!(test) { 1 << 6 } else { 1 << 28 };

/// A running iteration.
pub(super) struct RunningIteration<'u, 'x> {
    cx: &'u Context<'x>,
    checkpointer: Option<&'u Checkpointer<'u, 'x>>,
    iterations: &'u [Iteration],
    threshold: u32,
    roots: usize,
    state: Mutex<State>,
}

struct State {
    finished: FinishedSubtrees,
    /// The number of nodes at the last checkpoint.
    kept_at: u64,
}

impl<'u, 'x> RunningIteration<'u, 'x> {
    /// Starts an iteration of `trees` subtrees, some of which may be finished.
    pub(super) fn new(
        cx: &'u Context<'x>,
        checkpointer: Option<&'u Checkpointer<'u, 'x>>,
        iterations: &'u [Iteration],
        (threshold, roots): (u32, usize),
        (trees, finished): (usize, FinishedSubtrees),
    ) -> Self {
        let many = trees as u64;
        cx.counters.trees.store(if many > 1 { many } else { 0 }, Relaxed);
        cx.counters.trees_done.store(finished.count, Relaxed);
        let state = Mutex::new(State { kept_at: finished.nodes, finished });
        Self { cx, checkpointer, iterations, threshold, roots, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a subtree was finished by an earlier process.
    pub(super) fn has(&self, tree: usize) -> bool {
        self.state().finished.has(tree)
    }

    pub(super) fn finish(&self, tree: usize, nodes: u64, next: u32) {
        self.cx.counters.trees_done.fetch_add(1, Relaxed);
        self.state().finished.add(tree, nodes, next);
    }

    /// The nodes of the finished subtrees, and the smallest `f` value above the threshold in them.
    pub(super) fn so_far(&self) -> (u64, u32) {
        let state = self.state();
        (state.finished.nodes, state.finished.next)
    }

    /// Writes a checkpoint if enough was done since the last one.
    pub(super) fn keep_periodically(&self) -> Result<(), Stop> {
        let mut state = self.state();
        if self.checkpointer.is_none() || state.finished.nodes < state.kept_at + NODES_BETWEEN {
            return Ok(());
        }
        state.kept_at = state.finished.nodes;
        drop(state);
        self.keep()
    }

    /// Writes a checkpoint if there is a store.
    pub(super) fn keep(&self) -> Result<(), Stop> {
        let Some(checkpointer) = self.checkpointer else { return Ok(()) };
        let (threshold, roots, finished) = (self.threshold, self.roots, self.state().finished.clone());
        checkpointer.keep(&Checkpoint {
            way: checkpointer.way,
            iterations: self.iterations.to_vec(),
            threshold,
            roots,
            finished,
        })
    }
}
