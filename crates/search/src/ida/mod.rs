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
mod subtree;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use crate::heuristic::{IncrementalHeuristic, MovePruning, Space};
use crate::limits::Stop;
use checkpoint::{Checkpoint, Checkpointer, FinishedSubtrees, RunningIteration};
use iteration::{Split, subtrees_for};
use subtree::SubtreeEnd;

pub use checkpoint::{Iteration, Resumed, resumed};
pub use iteration::AllShortest;
pub use move_fsm::MoveFsm;
pub use subtree::Ida;

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

/// Called before an iteration. `Break` ends the search, for instance because a better method has
/// taken over.
pub type OnIteration<'b, M> = dyn FnMut(&IdaResult<M>) -> Result<ControlFlow<()>, Stop> + 'b;

/// An iteration is split only if the previous one had at least this number of nodes. Tests split
/// small iterations too.
const NODES_BEFORE_SPLIT: u64 = if cfg!(test) { 1 << 5 } else { 1 << 15 };
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
            // With another memory limit the iteration may be split otherwise; finished subtrees are
            // those of exactly this split, or they do not count.
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
}

#[cfg(test)]
mod tests {
    //! Mazes: every configuration of the search finds the first of the shortest paths.

    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::context::Context;
    use crate::testing::{Maze, MemoryStore, Straight, by_layers, maze};

    /// Forbids undoing the last move.
    fn no_way_back() -> MoveFsm {
        MoveFsm::new([&[0, 3][..], &[3, 0], &[1, 2], &[2, 1]])
    }

    #[test]
    fn the_first_shortest_path_for_every_heuristic_and_number_of_threads() {
        let (mut solved, mut in_trees) = (0, 0);
        for seed in 0..40 {
            let maze = maze(seed, 6);
            let Some((length, count, first)) = by_layers(&maze) else { continue };
            solved += 1;
            let mut nodes = Vec::new();
            for pruning in [MoveFsm::new([]), no_way_back()] {
                for weak in [0, 1, 2] {
                    for threads in 1..4 {
                        if pruning.nodes() == 1 && length > 12 {
                            continue;
                        }
                        let cx = Context::new(threads, 0, &|_| ControlFlow::Continue(()));
                        let search =
                            Ida { space: &maze, heuristic: &Straight(weak), pruning: &pruning, cx: &cx };
                        let done = search.first(0, None);
                        assert_eq!(done.ended, IdaEnd::Solved);
                        assert_eq!((done.at_least, done.path.as_ref()), (length, Some(&first)));
                        in_trees +=
                            usize::from(done.iterations.iter().any(|r| r.nodes >= NODES_BEFORE_SPLIT));
                        nodes.push((pruning.nodes(), weak, done.iterations));
                        let all_shortest = search.all_shortest(length, 3).expect("it is not stopped");
                        assert_eq!((all_shortest.count, all_shortest.paths.first()), (count, Some(&first)));
                        assert!(
                            all_shortest.paths.len() as u128 == count.min(3)
                                && all_shortest.paths.is_sorted()
                        );
                    }
                }
            }
            nodes.dedup_by(|a, b| (a.0, a.1) == (b.0, b.1) && a.2 == b.2);
            assert_eq!(nodes.len(), if length > 12 { 3 } else { 6 }, "nodes depend on the threads");
        }
        assert!(solved > 20 && in_trees > 2, "{solved} solved, {in_trees} of them cut into trees");
    }

    #[test]
    fn a_goal_at_the_start_and_a_walled_in_start() {
        let mut here = maze(1, 3);
        here.goal = 0;
        let cx = Context::default();
        let pruning = no_way_back();
        let search = Ida { space: &here, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
        assert_eq!(search.first(0, None).path, Some(Vec::new()));
        assert_eq!(search.all_shortest(0, 5), Ok(AllShortest { count: 1, paths: vec![Vec::new()] }));
        let shut =
            Maze { walls: vec![false, true, true, true, true, true, true, true, false], side: 3, goal: 8 };
        let search = Ida { space: &shut, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
        assert_eq!(search.first(0, None).ended, IdaEnd::Unsolvable);
    }

    #[test]
    fn limits_leave_what_is_proven() {
        let maze = (0..)
            .map(|seed| maze(seed, 9))
            .find(|maze| by_layers(maze).is_some_and(|(length, ..)| length > 18));
        let maze = maze.expect("there is such a maze");
        let length = by_layers(&maze).expect("a way").0;
        let pruning = MoveFsm::new([]);
        let cx = Context::default();
        let search = Ida { space: &maze, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
        let few = search.first(0, Some(1000));
        assert_eq!(few.ended, IdaEnd::Nodes);
        assert!(few.path.is_none() && few.at_least <= length && few.at_least >= 16);
        let stops = |_: &crate::Counters| ControlFlow::Break(Stop::Time);
        let cx = Context::new(2, 0, &stops);
        let search = Ida { space: &maze, heuristic: &Straight(3), pruning: &pruning, cx: &cx };
        let done = search.first(0, None);
        assert_eq!((done.ended, done.path), (IdaEnd::Stopped(Stop::Time), None));
        assert!(done.at_least <= length);
    }

    #[test]
    fn what_was_finished_is_not_searched_again() {
        let mut resumed = 0;
        for seed in 0..12 {
            let maze = maze(seed, 8);
            let Some((length, _, first)) = by_layers(&maze) else { continue };
            let pruning = MoveFsm::new([]);
            for (threads, patience) in [(1, 3), (1, 11), (2, 5), (3, 17)] {
                let never = |_: &crate::Counters| ControlFlow::Continue(());
                let cx = Context::new(threads, 0, &never);
                let whole =
                    Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx }.first(0, None);
                let boxes = MemoryStore::default();
                let mut at_least = 0;
                for run in 1.. {
                    assert!(run < 10_000, "it never ends");
                    // Each process polls a little more often before it is stopped, or a long
                    // subtree would never be finished.
                    let looks = AtomicUsize::new(0);
                    let stops = |_: &crate::Counters| {
                        let first_solved = looks.fetch_add(1, Relaxed) >= patience + run;
                        if first_solved {
                            ControlFlow::Break(Stop::Interrupt)
                        } else {
                            ControlFlow::Continue(())
                        }
                    };
                    let cx = Context::new(threads, 0, &stops).with_store(&boxes, None);
                    let search = Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx };
                    let done = search.first_resumable(&Resumed::default(), "a maze", &mut |_| {
                        Ok(ControlFlow::Continue(()))
                    });
                    assert!(done.at_least >= at_least && done.at_least <= length);
                    at_least = done.at_least;
                    if done.ended == IdaEnd::Solved {
                        assert_eq!((done.path.as_ref(), &done.iterations), (Some(&first), &whole.iterations));
                        resumed += usize::from(run > 2);
                        break;
                    }
                    assert_eq!(done.ended, IdaEnd::Stopped(Stop::Interrupt));
                }
                let cx = Context::new(1, 0, &never).with_store(&boxes, None);
                let search = Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx };
                let other = search.first_resumable(&Resumed::default(), "another maze", &mut |_| {
                    Ok(ControlFlow::Continue(()))
                });
                assert!(matches!(other.ended, IdaEnd::Stopped(Stop::Storage) | IdaEnd::Solved));
            }
        }
        assert!(resumed > 10, "{resumed}");
    }

    #[test]
    fn the_callback_is_asked_before_every_long_iteration() {
        for seed in 0..12 {
            let maze = maze(seed, 8);
            let Some((length, ..)) = by_layers(&maze) else { continue };
            let (cx, pruning) = (Context::default(), MoveFsm::new([]));
            let search = Ida { space: &maze, heuristic: &Straight(4), pruning: &pruning, cx: &cx };
            let whole = search.first(0, None);
            let long =
                whole.iterations.iter().filter(|iteration| iteration.nodes >= NODES_BEFORE_SPLIT).count();
            let mut asked = 0;
            let done = search.first_resumable(&Resumed::default(), "a maze", &mut |done| {
                asked += 1;
                assert!(done.at_least <= length && done.path.is_none());
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!((asked, &done.path, &done.iterations), (long, &whole.path, &whole.iterations));
            let left =
                search.first_resumable(&Resumed::default(), "a maze", &mut |_| Ok(ControlFlow::Break(())));
            if long == 0 {
                assert_eq!(left.ended, IdaEnd::Solved);
                continue;
            }
            assert_eq!((left.ended, left.path), (IdaEnd::Left, None));
            // Finished work is not repeated.
            let resumed = Resumed { iterations: left.iterations, at_least: left.at_least, way: 7 };
            let rest = search.first_resumable(&resumed, "a maze", &mut |_| Ok(ControlFlow::Continue(())));
            assert_eq!((rest.path, rest.iterations), (whole.path, whole.iterations));
            let stopped = search.first_resumable(&resumed, "a maze", &mut |_| Err(Stop::Interrupt));
            assert_eq!(stopped.ended, IdaEnd::Stopped(Stop::Interrupt));
        }
    }

    #[test]
    fn what_is_kept_is_known_with_its_way() {
        let (maze, pruning, boxes) = (maze(3, 8), MoveFsm::new([]), MemoryStore::default());
        let never = |_: &crate::Counters| ControlFlow::Continue(());
        let cx = || Context::new(1, 0, &never).with_store(&boxes, None);
        assert_eq!(resumed(&cx(), "a maze"), Ok(None));
        let first = cx();
        let search = Ida { space: &maze, heuristic: &Straight(4), pruning: &pruning, cx: &first };
        let start = Resumed { way: 2, ..Resumed::default() };
        let stopped = search.first_resumable(&start, "a maze", &mut |_| Err(Stop::Interrupt));
        assert_eq!(stopped.ended, IdaEnd::Stopped(Stop::Interrupt));
        let checkpoint = Resumed { iterations: stopped.iterations, at_least: stopped.at_least, way: 2 };
        assert!(!checkpoint.iterations.is_empty());
        assert_eq!(resumed(&cx(), "a maze"), Ok(Some(checkpoint.clone())));
        // In the same way it continues; in another it begins where it is told to.
        let whole = search.space;
        let second = cx();
        let search = Ida { space: whole, heuristic: &Straight(4), pruning: &pruning, cx: &second };
        let same = search.first_resumable(&start, "a maze", &mut |_| Ok(ControlFlow::Continue(())));
        assert!(same.iterations.starts_with(&checkpoint.iterations) && same.ended == IdaEnd::Solved);
        let other =
            search.first_resumable(&Resumed::default(), "a maze", &mut |_| Ok(ControlFlow::Continue(())));
        assert_eq!((other.path, other.iterations), (same.path, same.iterations));
    }
}
