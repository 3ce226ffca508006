//! Depth-first search with a rising limit (IDA*).
//!
//! A lower bound on the moves left cuts off what cannot be solved within the limit. If everything is cut off, the limit rises to the
//! least that any cut-off place asked for, and all is searched again; each round costs several times the one before, so the repetition
//! is cheap, and no position need be remembered.
//!
//! Of all shortest solutions the first in the order of moves is found, whatever the bound, whatever sequences are dropped (an [`MovePruning`] keeps
//! the first of those that replace each other) and whatever the number of threads: a round is cut into many small trees, their
//! *roots* in the order of search, and the solution of the first root that has one is taken.

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
use split::{Finished, ROOTS, Split, roots_for};
use subtree::{End, Root, Subtree};

pub use checkpoint::resumed;
pub use move_fsm::MoveFsm;

/// A space, what is known about it, and what may be used to search it.
#[derive(Clone, Copy, Debug)]
pub struct Ida<'s, 'x, S, B, O> {
    /// The positions.
    pub space: &'s S,
    /// The lower bound.
    pub bound: &'s B,
    /// The sequences that may be left out.
    pub order: &'s O,
    /// What may be used.
    pub cx: &'s Context<'x>,
}

/// A round that ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// No solution has as few moves as this.
    pub limit: u32,
    /// Positions generated in it; the same for every number of threads.
    pub nodes: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With the first shortest solution.
    Solved,
    /// Everything was looked at, and there is no solution.
    Unsolvable,
    /// The nodes allowed were used up.
    Nodes,
    /// Before a round, since somebody has a better way.
    Left,
    /// The host stopped it.
    Stopped(Stop),
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct IdaResult<M> {
    /// The first of the shortest solutions.
    pub path: Option<Vec<M>>,
    /// No solution has fewer moves.
    pub at_least: u32,
    /// The rounds that were finished without a solution.
    pub rounds: Vec<Iteration>,
    /// How it ended.
    pub ended: Ended,
}

/// A search that is done in part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// The rounds that were finished without a solution, the last one last.
    pub rounds: Vec<Iteration>,
    /// No solution has fewer moves.
    pub at_least: u32,
    /// A number by which the caller knows how it was searched. It is kept with the search.
    pub way: u64,
}

/// Asked before a round: whether to go on, or to leave the rest to somebody with a better way.
pub type OnIteration<'b, M> = dyn FnMut(&IdaResult<M>) -> Result<ControlFlow<()>, Stop> + 'b;

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Every<M> {
    /// How many there are.
    pub count: u128,
    /// The first of them, in the order of moves, as many as were asked for.
    pub paths: Vec<Vec<M>>,
}

/// What came of one round.
struct Searched<M> {
    end: Option<End>,
    path: Option<Vec<M>>,
    nodes: u64,
    /// The least limit that anything cut off asks for.
    next: u32,
}

/// A round after one with fewer nodes than this is searched as one tree. Tests want many trees for small rounds, too.
const NODES_FOR_CUTTING: u64 = if cfg!(test) { 1 << 5 } else { 1 << 15 };
/// Trees that a thread searches in turns.
const STRANDS: usize = 8;
impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'_, '_, S, B, O> {
    /// Finds the first of the shortest solutions. No solution has fewer than `at_least` moves, says the caller. With a number of
    /// nodes allowed the search takes one thread, so that it ends at the same node everywhere.
    pub fn first(&self, at_least: u32, nodes_allowed: Option<u64>) -> IdaResult<S::Move> {
        let resumed = Resumed { at_least, ..Resumed::default() };
        self.rounds(self.begin(&resumed), nodes_allowed, None, None, &mut |_| Ok(ControlFlow::Continue(())))
    }

    /// Goes on with a search, and asks before every round but the first ones, which are short, whether to go on. It is kept in the store of the
    /// host, if there is one: what was finished there under the same `fingerprint` and in the same way is not searched again. The fingerprint
    /// must name all that the search depends on: the start, the bound, the order.
    pub fn first_resumable(
        &self,
        resumed: &Resumed,
        fingerprint: &str,
        between: &mut OnIteration<'_, S::Move>,
    ) -> IdaResult<S::Move> {
        let mut done = self.begin(resumed);
        let Some(store) = self.cx.store else { return self.rounds(done, None, None, None, between) };
        match Checkpointer::open(self.cx, store, fingerprint, resumed.way) {
            Err(stop) => {
                done.ended = Ended::Stopped(self.cx.stop(stop));
                done
            }
            Ok((keeper, kept)) => {
                // What is proven meanwhile in another way is not proven again.
                let kept = kept.filter(|kept| kept.way == resumed.way && kept.limit >= done.at_least);
                if let Some(kept) = &kept {
                    (done.at_least, done.rounds) = (kept.limit, kept.rounds.clone());
                }
                let under_way = kept.map(|kept| (kept.roots, kept.finished));
                self.rounds(done, None, Some(&keeper), under_way, between)
            }
        }
    }

    fn begin(&self, resumed: &Resumed) -> IdaResult<S::Move> {
        let at_least = resumed.at_least.max(self.bound.moves_left(&self.root().memo));
        IdaResult { path: None, at_least, rounds: resumed.rounds.clone(), ended: Ended::Solved }
    }

    /// Round after round. The first may be one that is under way, cut into about so many roots, with some of them finished.
    fn rounds(
        &self,
        mut done: IdaResult<S::Move>,
        nodes_allowed: Option<u64>,
        keeper: Option<&Checkpointer<'_, '_>>,
        mut under_way: Option<(usize, Finished)>,
        between: &mut OnIteration<'_, S::Move>,
    ) -> IdaResult<S::Move> {
        let root = self.root();
        let mut left = nodes_allowed.unwrap_or(u64::MAX);
        loop {
            let limit = done.at_least;
            self.cx.counters.depth.store(u64::from(limit), Relaxed);
            let nodes_before = done.rounds.last().map_or(0, |round| round.nodes);
            let asked =
                if nodes_before < NODES_FOR_CUTTING { Ok(ControlFlow::Continue(())) } else { between(&done) };
            done.ended = match asked {
                Ok(ControlFlow::Continue(())) => Ended::Solved,
                Ok(ControlFlow::Break(())) => Ended::Left,
                Err(stop) => Ended::Stopped(self.stopped_before(stop, &done, keeper, under_way.is_some())),
            };
            if done.ended != Ended::Solved {
                return done;
            }
            let (roots, finished) = under_way.take().unzip();
            let roots = roots.unwrap_or_else(|| roots_for(nodes_before));
            let in_one = nodes_allowed.is_some() || nodes_before < NODES_FOR_CUTTING;
            let cut = if in_one { Split::whole(&root) } else { self.cut(&root, limit, roots, true) };
            let trees = cut.roots.len();
            let finished = finished.filter(|finished| finished.trees.len() == trees.div_ceil(64));
            let finished = finished.unwrap_or_else(|| Finished::none(trees));
            let under =
                RunningIteration::new(self.cx, keeper, &done.rounds, (limit, roots), (trees, finished));
            let round = self.round(&cut, &under, limit, left);
            done.ended = match round.end {
                Some(End::Nodes) => Ended::Nodes,
                Some(End::Stopped(stop)) => match under.keep() {
                    Err(worse) => Ended::Stopped(worse),
                    Ok(()) => Ended::Stopped(stop),
                },
                None if round.path.is_some() => {
                    done.path = round.path;
                    Ended::Solved
                }
                None if round.next == u32::MAX => Ended::Unsolvable,
                None => {
                    done.rounds.push(Iteration { limit, nodes: round.nodes });
                    done.at_least = round.next;
                    left = left.saturating_sub(round.nodes);
                    continue;
                }
            };
            self.cx.counters.trees.store(0, Relaxed);
            return done;
        }
    }

    /// The reason why a search ends that was stopped before a round, which is kept if it was not yet.
    fn stopped_before(
        &self,
        stop: Stop,
        done: &IdaResult<S::Move>,
        keeper: Option<&Checkpointer<'_, '_>>,
        is_kept: bool,
    ) -> Stop {
        let stop = self.cx.stop(stop);
        let Some(keeper) = keeper.filter(|_| !is_kept) else { return stop };
        let roots = roots_for(done.rounds.last().map_or(0, |round| round.nodes));
        let (way, rounds, limit) = (keeper.way, done.rounds.clone(), done.at_least);
        let kept = keeper.keep(&Checkpoint { way, rounds, limit, roots, finished: Finished::none(0) });
        kept.err().unwrap_or(stop)
    }

    /// Counts the solutions of the fewest moves, which the caller knows to be `length`, and lists the first `most` of them. The
    /// order must not drop any that is wanted.
    ///
    /// # Errors
    /// Why the host stopped it.
    pub fn every(&self, length: u32, most: usize) -> Result<Every<S::Move>, Stop> {
        let cut = self.cut(&self.root(), length, ROOTS, false);
        let (next_root, never) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let parts = threads::run(self.cx, cut.roots.len(), |leads| {
            let mut parts: BTreeMap<usize, Every<S::Move>> = BTreeMap::new();
            let mut dive = Subtree::new(self, length, leads, &never, None, |number, path| {
                let every = parts.entry(number).or_insert_with(|| Every { count: 0, paths: Vec::new() });
                every.count += 1;
                if every.paths.len() < most {
                    every.paths.push(path.to_vec());
                }
            });
            let ended = dive.through(STRANDS, || cut.take(&next_root));
            dive.report();
            match ended {
                Err(End::Stopped(stop)) => Err(stop),
                Err(End::Nodes) | Ok(()) => Ok(parts),
            }
        })?;
        let parts: BTreeMap<usize, Every<S::Move>> = parts.into_iter().flatten().collect();
        let count = parts.values().map(|every| every.count).sum();
        Ok(Every { count, paths: parts.into_values().flat_map(|every| every.paths).take(most).collect() })
    }

    fn root(&self) -> Root<S, B, O> {
        let state = self.space.start();
        let memo = self.bound.first(self.space, &state);
        Root { path: Vec::new(), state, memo, node: self.order.root() }
    }

    /// One round in all threads, if there are trees for them.
    fn round(
        &self,
        cut: &Split<'_, S, B, O>,
        under: &RunningIteration<'_, '_>,
        limit: u32,
        nodes_allowed: u64,
    ) -> Searched<S::Move> {
        let (next_root, first_hit) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let (nodes_then, next_then) = under.so_far();
        let parts = threads::run(self.cx, cut.roots.len(), |leads| {
            let mut hit: Option<(usize, Vec<S::Move>)> = None;
            let mut dive = Subtree::new(self, limit, leads, &first_hit, Some(under), |number, path| {
                first_hit.fetch_min(number, Relaxed);
                // Of a tree only the first solution counts, and every later tree is given up.
                if hit.as_ref().is_none_or(|(before, _)| number < *before) {
                    hit = Some((number, path.to_vec()));
                }
            });
            dive.allow(nodes_allowed);
            let unfinished =
                || std::iter::from_fn(|| cut.take(&next_root)).find(|(number, _)| !under.has(*number));
            let ended = dive
                .through(STRANDS, || unfinished().filter(|(number, _)| *number < first_hit.load(Relaxed)));
            dive.report();
            let (nodes, next) = (dive.nodes, dive.next);
            match ended {
                Err(End::Stopped(stop)) => Err(stop),
                Err(End::Nodes) => Ok((nodes, next, hit, Some(End::Nodes))),
                Ok(()) => Ok((nodes, next, hit, None)),
            }
        });
        let parts = match parts {
            Ok(parts) => parts,
            Err(stop) => return Searched { end: Some(End::Stopped(stop)), path: None, nodes: 0, next: 0 },
        };
        let nodes = cut.nodes + nodes_then + parts.iter().map(|(nodes, ..)| nodes).sum::<u64>();
        let next = parts.iter().map(|(_, next, ..)| *next).fold(cut.next.min(next_then), u32::min);
        let end = parts.iter().find_map(|(.., end)| *end);
        // Every root before the first with a solution was searched to its end.
        let hit = parts.into_iter().filter_map(|(_, _, hit, _)| hit).min_by_key(|(number, _)| *number);
        Searched { end, path: hit.map(|(_, path)| path), nodes, next }
    }
}
