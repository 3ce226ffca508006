//! IDA\*: iterative-deepening depth-first search with a heuristic (Korf 1985).
//!
//! An iteration prunes every state whose `f = g + h` exceeds its threshold. If it finds no
//! solution, the next threshold is the smallest pruned `f`, and the search starts over; each
//! iteration costs several times the previous one, so the repetition is cheap, and no state needs
//! to be stored. Duplicate move sequences are pruned by a finite state machine ([`MoveFsm`], Taylor
//! and Korf 1993).
//!
//! Of all shortest solutions the lexicographically first in the order of moves is found, for every
//! heuristic, every [`MovePruning`] (which keeps the first of the sequences that replace each
//! other) and every number of threads: an iteration is split into many small subtrees, their roots
//! in the order of search, and the solution of the first subtree that has one is taken.

mod checkpoint;
mod iteration;
mod move_fsm;
mod split;
mod subtree;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::context::{Context, Stop};
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};
use crate::threads;
use checkpoint::{Checkpoint, Checkpointer};
use iteration::RunningIteration;
use split::{FinishedSubtrees, MIN_SUBTREES, Split, subtrees_for};
use subtree::{SubtreeEnd, SubtreeRoot, SubtreeSearch};

pub use checkpoint::resumed;
pub use move_fsm::MoveFsm;

/// An IDA\* search: a state space, a heuristic and move pruning.
#[derive(Clone, Copy, Debug)]
pub struct Ida<'s, 'x, S, B, O> {
    /// The state space.
    pub space: &'s S,
    /// The heuristic; it must be admissible.
    pub heuristic: &'s B,
    /// The duplicate sequences that are pruned.
    pub pruning: &'s O,
    /// Threads, memory, a store, and the way to be stopped.
    pub cx: &'s Context<'x>,
}

/// An iteration that ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Its threshold: no solution has this number of moves or fewer.
    pub threshold: u32,
    /// Nodes generated in it; the same for every number of threads.
    pub nodes: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdaEnd {
    /// The first of the shortest solutions was found.
    Solved,
    /// The search space is exhausted: there is no solution.
    Unsolvable,
    /// The node limit was reached.
    Nodes,
    /// The callback ended it between two iterations.
    Left,
    /// The context stopped it.
    Stopped(Stop),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct IdaResult<M> {
    /// The first of the shortest solutions.
    pub path: Option<Vec<M>>,
    /// A lower bound: no solution has fewer moves.
    pub at_least: u32,
    /// The iterations that ended without a solution.
    pub iterations: Vec<Iteration>,
    /// How it ended.
    pub ended: IdaEnd,
}

/// Progress of an earlier search, to resume from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// The iterations that ended without a solution, the last one last.
    pub iterations: Vec<Iteration>,
    /// A lower bound: no solution has fewer moves.
    pub at_least: u32,
    /// The caller's number for how it was searched. It is stored in the checkpoint.
    pub way: u64,
}

/// Called before an iteration. `Break` ends the search, for instance because a better method has
/// taken over.
pub type OnIteration<'b, M> = dyn FnMut(&IdaResult<M>) -> Result<ControlFlow<()>, Stop> + 'b;

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllShortest<M> {
    /// Their number.
    pub count: u128,
    /// The first of them, in the order of moves, up to the number asked for.
    pub paths: Vec<Vec<M>>,
}

/// The result of one iteration.
struct IterationResult<M> {
    end: Option<SubtreeEnd>,
    path: Option<Vec<M>>,
    nodes: u64,
    /// The smallest pruned `f`: the next threshold.
    next: u32,
}

/// An iteration is split only if the previous one had at least this number of nodes. Tests split
/// small iterations too.
const NODES_BEFORE_SPLIT: u64 = if cfg!(test) { 1 << 5 } else { 1 << 15 };
/// Subtrees that a thread searches interleaved.
const INTERLEAVED: usize = 8;

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'_, '_, S, B, O> {
    /// Finds the first of the shortest solutions. `at_least` is a lower bound known to the caller.
    /// With a node limit the search uses one thread, so that it ends at the same node everywhere.
    pub fn first(&self, at_least: u32, nodes_allowed: Option<u64>) -> IdaResult<S::Move> {
        let resumed = Resumed { at_least, ..Resumed::default() };
        self.run_iterations(self.begin(&resumed), nodes_allowed, None, None, &mut |_| {
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Continues a search. `on_iteration` is called before every iteration but the first, short
    /// ones. If the context has a store, checkpoints are written there, and what was finished under
    /// the same `fingerprint` and in the same way is not searched again. The fingerprint must
    /// identify everything that the search depends on: the initial state, the heuristic, the move
    /// pruning.
    pub fn first_resumable(
        &self,
        resumed: &Resumed,
        fingerprint: &str,
        on_iteration: &mut OnIteration<'_, S::Move>,
    ) -> IdaResult<S::Move> {
        let mut done = self.begin(resumed);
        let Some(store) = self.cx.layer_store() else {
            return self.run_iterations(done, None, None, None, on_iteration);
        };
        match Checkpointer::open(self.cx, store, fingerprint, resumed.way) {
            Err(stop) => {
                done.ended = IdaEnd::Stopped(self.cx.stop(stop));
                done
            }
            Ok((checkpointer, checkpoint)) => {
                // A bound that was proven in another way meanwhile is not proven again.
                let checkpoint = checkpoint.filter(|checkpoint| {
                    checkpoint.way == resumed.way && checkpoint.threshold >= done.at_least
                });
                if let Some(checkpoint) = &checkpoint {
                    (done.at_least, done.iterations) = (checkpoint.threshold, checkpoint.iterations.clone());
                }
                let running_subtrees = checkpoint.map(|checkpoint| (checkpoint.roots, checkpoint.finished));
                self.run_iterations(done, None, Some(&checkpointer), running_subtrees, on_iteration)
            }
        }
    }

    fn begin(&self, resumed: &Resumed) -> IdaResult<S::Move> {
        let at_least = resumed.at_least.max(self.heuristic.moves_left(&self.root().h));
        IdaResult { path: None, at_least, iterations: resumed.iterations.clone(), ended: IdaEnd::Solved }
    }

    /// Runs iteration after iteration. The first may be a running one: the number of subtrees it
    /// was split into, and those that are finished.
    fn run_iterations(
        &self,
        mut done: IdaResult<S::Move>,
        nodes_allowed: Option<u64>,
        checkpointer: Option<&Checkpointer<'_, '_>>,
        mut running_subtrees: Option<(usize, FinishedSubtrees)>,
        on_iteration: &mut OnIteration<'_, S::Move>,
    ) -> IdaResult<S::Move> {
        let root = self.root();
        let mut left = nodes_allowed.unwrap_or(u64::MAX);
        loop {
            let threshold = done.at_least;
            self.cx.counters.depth.store(u64::from(threshold), Relaxed);
            let nodes_before = done.iterations.last().map_or(0, |iteration| iteration.nodes);
            let asked = if nodes_before < NODES_BEFORE_SPLIT {
                Ok(ControlFlow::Continue(()))
            } else {
                on_iteration(&done)
            };
            done.ended = match asked {
                Ok(ControlFlow::Continue(())) => IdaEnd::Solved,
                Ok(ControlFlow::Break(())) => IdaEnd::Left,
                Err(stop) => IdaEnd::Stopped(self.stopped_before(
                    stop,
                    &done,
                    checkpointer,
                    running_subtrees.is_some(),
                )),
            };
            if done.ended != IdaEnd::Solved {
                return done;
            }
            let (roots, finished) = running_subtrees.take().unzip();
            let roots = roots.unwrap_or_else(|| subtrees_for(nodes_before));
            let is_whole = nodes_allowed.is_some() || nodes_before < NODES_BEFORE_SPLIT;
            let split =
                if is_whole { Split::whole(&root) } else { self.split(&root, threshold, roots, true) };
            let trees = split.roots.len();
            // With another memory limit the iteration may be split otherwise; finished subtrees are those
            // of exactly this split, or they do not count.
            let finished =
                finished.filter(|finished| roots == trees && finished.trees.len() == trees.div_ceil(64));
            let finished = finished.unwrap_or_else(|| FinishedSubtrees::none(trees));
            let running = RunningIteration::new(
                self.cx,
                checkpointer,
                &done.iterations,
                (threshold, trees),
                (trees, finished),
            );
            let iteration = self.run_iteration(&split, &running, threshold, left);
            done.ended = match iteration.end {
                Some(SubtreeEnd::Nodes) => IdaEnd::Nodes,
                Some(SubtreeEnd::Stopped(stop)) => match running.keep() {
                    Err(worse) => IdaEnd::Stopped(worse),
                    Ok(()) => IdaEnd::Stopped(stop),
                },
                None if iteration.path.is_some() => {
                    done.path = iteration.path;
                    IdaEnd::Solved
                }
                None if iteration.next == u32::MAX => IdaEnd::Unsolvable,
                None => {
                    done.iterations.push(Iteration { threshold, nodes: iteration.nodes });
                    done.at_least = iteration.next;
                    left = left.saturating_sub(iteration.nodes);
                    continue;
                }
            };
            self.cx.counters.trees.store(0, Relaxed);
            return done;
        }
    }

    /// Returns the reason to stop, after writing a checkpoint if the last one is out of date.
    fn stopped_before(
        &self,
        stop: Stop,
        done: &IdaResult<S::Move>,
        checkpointer: Option<&Checkpointer<'_, '_>>,
        is_kept: bool,
    ) -> Stop {
        let stop = self.cx.stop(stop);
        let Some(checkpointer) = checkpointer.filter(|_| !is_kept) else { return stop };
        let roots = subtrees_for(done.iterations.last().map_or(0, |iteration| iteration.nodes));
        let (way, iterations, threshold) = (checkpointer.way, done.iterations.clone(), done.at_least);
        let checkpoint = checkpointer.keep(&Checkpoint {
            way,
            iterations,
            threshold,
            roots,
            finished: FinishedSubtrees::none(0),
        });
        checkpoint.err().unwrap_or(stop)
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

    fn root(&self) -> SubtreeRoot<S, B, O> {
        let state = self.space.start();
        let h = self.heuristic.first(self.space, &state);
        SubtreeRoot { path: Vec::new(), state, h, node: self.pruning.root() }
    }

    /// Runs one iteration, in all threads if it is split.
    fn run_iteration(
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
}
