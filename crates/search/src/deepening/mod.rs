//! Depth-first search with a rising limit (IDA*).
//!
//! A lower bound on the moves left cuts off what cannot be solved within the limit. If everything is cut off, the limit rises to the
//! least that any cut-off place asked for, and all is searched again; each round costs several times the one before, so the repetition
//! is cheap, and no position need be remembered.
//!
//! Of all shortest solutions the first in the order of moves is found, whatever the bound, whatever sequences are dropped (an [`Order`] keeps
//! the first of those that replace each other) and whatever the number of threads: a round is cut into many small trees, their
//! *roots* in the order of search, and the solution of the first root that has one is taken.

mod dive;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::host::{Host, Stop};
use crate::space::{Bound, Order, Space};
use crate::team;
use dive::{Dive, End, Root};

/// A space, what is known about it, and what may be used to search it.
#[derive(Clone, Copy, Debug)]
pub struct Deepening<'s, 'x, S, B, O> {
    /// The positions.
    pub space: &'s S,
    /// The lower bound.
    pub bound: &'s B,
    /// The sequences that may be left out.
    pub order: &'s O,
    /// What may be used.
    pub host: &'s Host<'x>,
}

/// A round that ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
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
    /// The host stopped it.
    Stopped(Stop),
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Deepened<M> {
    /// The first of the shortest solutions.
    pub path: Option<Vec<M>>,
    /// No solution has fewer moves.
    pub at_least: u32,
    /// The rounds that were finished without a solution.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub ended: Ended,
}

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
    end: Option<End<M>>,
    nodes: u64,
    /// The least limit that anything cut off asks for.
    next: u32,
}

/// A round after one with fewer nodes than this is done in one thread. Tests want threads for small rounds, too.
const NODES_FOR_THREADS: u64 = if cfg!(test) { 1 << 5 } else { 1 << 15 };
/// A round is cut into at least that many roots, if it has them.
const ROOTS: usize = 512;
/// …or at this depth.
const DEEPEST_ROOT: u32 = 24;

impl<S: Space, B: Bound<S>, O: Order<S>> Deepening<'_, '_, S, B, O> {
    /// Finds the first of the shortest solutions. No solution has fewer than `at_least` moves, says the caller. With a number of
    /// nodes allowed the search takes one thread, so that it ends at the same node everywhere.
    pub fn first(&self, at_least: u32, nodes_allowed: Option<u64>) -> Deepened<S::Move> {
        let root = self.root();
        let at_least = at_least.max(self.bound.moves_left(root.memo));
        let mut done = Deepened { path: None, at_least, rounds: Vec::new(), ended: Ended::Solved };
        let (mut left, mut nodes_before) = (nodes_allowed.unwrap_or(u64::MAX), 0);
        loop {
            let limit = done.at_least;
            self.host.counters.depth.store(u64::from(limit), Relaxed);
            let in_one =
                nodes_allowed.is_some() || nodes_before < NODES_FOR_THREADS || self.host.threads == 1;
            let round =
                if in_one { self.round(&root, limit, left) } else { self.round_in_threads(&root, limit) };
            done.ended = match round.end {
                Some(End::Found(path)) => {
                    done.path = Some(path);
                    Ended::Solved
                }
                Some(End::Nodes | End::Abandoned) => Ended::Nodes,
                Some(End::Stopped(stop)) => Ended::Stopped(stop),
                None if round.next == u32::MAX => Ended::Unsolvable,
                None => {
                    done.rounds.push(Round { limit, nodes: round.nodes });
                    done.at_least = round.next;
                    left = left.saturating_sub(round.nodes);
                    nodes_before = round.nodes;
                    continue;
                }
            };
            return done;
        }
    }

    /// Counts the solutions of the fewest moves, which the caller knows to be `length`, and lists the first `most` of them. The
    /// order must not drop any that is wanted.
    ///
    /// # Errors
    /// Why the host stopped it.
    pub fn every(&self, length: u32, most: usize) -> Result<Every<S::Move>, Stop> {
        let cut = self.cut(&self.root(), length);
        let next_root = AtomicUsize::new(0);
        let parts = team::run(self.host, cut.roots.len(), |leads| {
            let mut parts = Vec::new();
            loop {
                let number = next_root.fetch_add(1, Relaxed);
                let Some(root) = cut.roots.get(number) else { return Ok(parts) };
                let (mut count, mut paths) = (0_u128, Vec::new());
                let mut dive = Dive::new(self, length, leads, |path: &[S::Move]| {
                    count += 1;
                    if paths.len() < most {
                        paths.push(path.to_vec());
                    }
                    ControlFlow::Continue(())
                });
                if let Some(End::Stopped(stop)) = dive.from(root).break_value() {
                    return Err(stop);
                }
                dive.report();
                if count > 0 {
                    parts.push((number, count, paths));
                }
            }
        })?;
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_by_key(|(number, ..)| *number);
        let count = parts.iter().map(|(_, count, _)| count).sum();
        Ok(Every { count, paths: parts.into_iter().flat_map(|(.., paths)| paths).take(most).collect() })
    }

    fn root(&self) -> Root<S, B, O> {
        let state = self.space.start();
        let memo = self.bound.first(self.space, &state);
        Root { path: Vec::new(), state, memo, node: self.order.root() }
    }

    /// One round in this thread.
    fn round(&self, root: &Root<S, B, O>, limit: u32, nodes_allowed: u64) -> Searched<S::Move> {
        let mut dive = Dive::new(self, limit, true, found);
        dive.allow(nodes_allowed);
        let end = dive.from(root).break_value();
        dive.report();
        Searched { end, nodes: dive.nodes, next: dive.next }
    }

    /// One round in all threads.
    fn round_in_threads(&self, root: &Root<S, B, O>, limit: u32) -> Searched<S::Move> {
        let cut = self.cut(root, limit);
        let (next_root, first_hit) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let parts = team::run(self.host, cut.roots.len(), |leads| {
            let (mut nodes, mut next, mut hit) = (0, u32::MAX, None);
            loop {
                let number = next_root.fetch_add(1, Relaxed);
                if number >= cut.roots.len() || number > first_hit.load(Relaxed) {
                    return Ok((nodes, next, hit));
                }
                let mut dive = Dive::new(self, limit, leads, found);
                dive.watch = Some((&first_hit, number));
                let end = dive.from(&cut.roots[number]).break_value();
                dive.report();
                nodes += dive.nodes;
                next = next.min(dive.next);
                match end {
                    // The numbers that a thread takes rise, so its first hit is its best.
                    Some(End::Found(path)) => {
                        first_hit.fetch_min(number, Relaxed);
                        hit = Some((number, path));
                        return Ok((nodes, next, hit));
                    }
                    Some(End::Stopped(stop)) => return Err(stop),
                    Some(End::Nodes | End::Abandoned) | None => {}
                }
            }
        });
        let parts = match parts {
            Ok(parts) => parts,
            Err(stop) => return Searched { end: Some(End::Stopped(stop)), nodes: 0, next: 0 },
        };
        let nodes = cut.nodes + parts.iter().map(|(nodes, ..)| nodes).sum::<u64>();
        let next = parts.iter().map(|(_, next, _)| *next).fold(cut.next, u32::min);
        // Every root before the first with a solution was searched to its end.
        let hit = parts.into_iter().filter_map(|(.., hit)| hit).min_by_key(|(number, _)| *number);
        Searched { end: hit.map(|(_, path)| End::Found(path)), nodes, next }
    }

    /// Cuts a round into small trees, in the order of search.
    fn cut(&self, root: &Root<S, B, O>, limit: u32) -> Cut<S, B, O> {
        let mut cut = Cut { roots: vec![root.clone()], nodes: 0, next: u32::MAX };
        for _ in 0..DEEPEST_ROOT {
            if cut.roots.len() >= ROOTS {
                break;
            }
            for root in std::mem::take(&mut cut.roots) {
                if self.space.is_goal(&root.state) {
                    cut.roots.push(root);
                    continue;
                }
                let mut dive = Dive::new(self, limit, true, found);
                dive.children(&root, &mut cut.roots);
                dive.report();
                cut.nodes += dive.nodes;
                cut.next = cut.next.min(dive.next);
            }
        }
        cut
    }
}

/// The roots of a round, and what was met on the way to them.
struct Cut<S: Space, B: Bound<S>, O: Order<S>> {
    roots: Vec<Root<S, B, O>>,
    nodes: u64,
    next: u32,
}

/// Ends the search with the first solution.
fn found<M: Copy>(path: &[M]) -> ControlFlow<End<M>> {
    ControlFlow::Break(End::Found(path.to_vec()))
}
