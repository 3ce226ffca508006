//! A round under way: which of its trees are finished, told to whoever looks, and kept now and then.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Iteration;
use super::checkpoint::{Checkpoint, Checkpointer};
use super::split::FinishedSubtrees;
use crate::context::{Context, Stop};

/// Positions between two times that a round is kept: about a minute.
const NODES_BETWEEN: u64 = if cfg!(test) { 1 << 6 } else { 1 << 28 };

/// A round under way.
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
    /// The positions when it was kept the last time.
    kept_at: u64,
}

impl<'u, 'x> RunningIteration<'u, 'x> {
    /// A round of so many trees, after other rounds.
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

    /// Whether a tree was finished by an earlier process.
    pub(super) fn has(&self, tree: usize) -> bool {
        self.state().finished.has(tree)
    }

    pub(super) fn finish(&self, tree: usize, nodes: u64, next: u32) {
        self.cx.counters.trees_done.fetch_add(1, Relaxed);
        self.state().finished.add(tree, nodes, next);
    }

    /// Positions of the finished trees, and the least limit that anything cut off there asks for.
    pub(super) fn so_far(&self) -> (u64, u32) {
        let state = self.state();
        (state.finished.nodes, state.finished.next)
    }

    /// Keeps the round, if much was done since the last time.
    pub(super) fn keep_periodically(&self) -> Result<(), Stop> {
        let mut state = self.state();
        if self.checkpointer.is_none() || state.finished.nodes < state.kept_at + NODES_BETWEEN {
            return Ok(());
        }
        state.kept_at = state.finished.nodes;
        drop(state);
        self.keep()
    }

    /// Keeps the round, if there is a place for it.
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
