//! Beam search: breadth-first search that keeps only the best states of each depth.
//!
//! It proves nothing, but finds solutions where an exhaustive search would take too long, and with
//! a wide beam often a shortest one. The last iteration of IDA\*, which finds the solution, takes
//! several times as long as all iterations before it, which prove that no shorter one exists; a
//! solution of the proven length from a beam search makes that last iteration unnecessary.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use crate::context::Context;
use crate::heuristic::{IncrementalHeuristic, Space, Step};
use crate::limits::Stop;
use crate::threads::{ThreadPoll, try_sum_over};

/// States per work item of a thread.
const PART: usize = if cfg!(test) { 3 } else { 1 << 10 };
/// Children whose heuristic values are looked up at once.
const AT_ONCE: usize = 32;

/// A beam search: a state space, an admissible heuristic, and an evaluation function.
#[derive(Clone, Copy, Debug)]
pub struct Beam<'s, 'x, S, B, L> {
    /// The state space.
    pub space: &'s S,
    /// The heuristic. Children whose value exceeds the remaining moves are pruned.
    pub heuristic: &'s B,
    /// The evaluation function of the heuristic state: smaller is better.
    pub evaluate: L,
    /// Threads, memory, and the way to be stopped.
    pub cx: &'s Context<'x>,
}

/// A state of the beam.
struct Node<S: Space, B: IncrementalHeuristic<S>> {
    state: S::State,
    h: B::HeuristicState,
    /// The index of its last move.
    step: u32,
}

/// A candidate for the next beam.
struct Candidate<S: Space, B: IncrementalHeuristic<S>> {
    /// The index of its parent, and the move from there.
    parent: u32,
    by: S::Move,
    state: S::State,
    h: B::HeuristicState,
    /// Its evaluation, and its hash.
    value: u32,
    hash: u64,
}

/// A child whose heuristic value is being looked up.
struct PendingChild<S: Space, B: IncrementalHeuristic<S>> {
    parent: usize,
    by: S::Move,
    state: S::State,
    hash: u64,
    lookup: B::Lookup,
    fetched: B::Fetched,
    is_open: bool,
    is_pruned: bool,
}

impl<S: Space, B: IncrementalHeuristic<S>, L: Fn(&B::HeuristicState) -> u32 + Sync> Beam<'_, '_, S, B, L> {
    /// Bytes per state of the beam in a search of at most `most` moves; an estimate for states with
    /// few children.
    pub fn bytes(most: u32) -> usize {
        let steps = size_of::<(u32, S::Move)>() * most as usize;
        2 * size_of::<Node<S, B>>() + 3 * size_of::<Candidate<S, B>>() + steps + VisitedCache::BYTES
    }

    /// Searches for a solution of at most `most` moves with a beam of `width` states. Returns the
    /// same one for every number of threads; None if none was found.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn search(&self, width: usize, most: u32) -> Result<Option<Vec<S::Move>>, Stop> {
        let _lease = self.cx.lease(width * Self::bytes(most))?;
        let state = self.space.start();
        if self.space.is_goal(&state) {
            return Ok(Some(Vec::new()));
        }
        let mut now: Vec<Node<S, B>> =
            vec![Node { state, h: self.heuristic.first(self.space, &state), step: u32::MAX }];
        let mut steps: Vec<(u32, S::Move)> = Vec::new();
        let mut seen = VisitedCache::new(width);
        seen.insert(hash(&state));
        // These buffers are reused: fresh memory costs as much as what is done with it.
        let (mut next, mut parts, mut order) = (Vec::new(), Vec::new(), Vec::new());
        for depth in 0..most {
            if now.is_empty() || steps.len() + width >= u32::MAX as usize {
                break;
            }
            let parts: &[Vec<Candidate<S, B>>] = self.children(&now, &seen, most - depth - 1, &mut parts)?;
            let is_goal = |child: &&Candidate<S, B>| {
                self.heuristic.may_be_goal(&child.h) && self.space.is_goal(&child.state)
            };
            if let Some(child) = parts.iter().flatten().find(is_goal) {
                return Ok(Some(path(&steps, now[child.parent as usize].step, child.by)));
            }
            order.clear();
            for (part, children) in (0_u32..).zip(parts) {
                order.extend((0_u32..).zip(children).map(|(at, child)| (child.value, child.hash, part, at)));
            }
            order.sort_unstable();
            let best = order.iter().filter(|(_, hash, ..)| seen.insert(*hash)).take(width);
            next.clear();
            next.extend(best.map(|&(.., part, at)| {
                let child = &parts[part as usize][at as usize];
                steps.push((now[child.parent as usize].step, child.by));
                Node { state: child.state, h: child.h, step: steps.len() as u32 - 1 }
            }));
            std::mem::swap(&mut now, &mut next);
        }
        Ok(None)
    }

    /// Generates the children that were not visited and may be solved in `left` moves, in order, in
    /// parts.
    fn children<'p>(
        &self,
        now: &[Node<S, B>],
        seen: &VisitedCache,
        left: u32,
        parts: &'p mut Vec<Vec<Candidate<S, B>>>,
    ) -> Result<&'p [Vec<Candidate<S, B>>], Stop> {
        let count = now.len().div_ceil(PART);
        parts.resize_with(count.max(parts.len()), Vec::new);
        let work = now.chunks(PART).zip(&mut *parts).enumerate();
        let generated = try_sum_over(self.cx, work, |(number, (nodes, children)), turn: &ThreadPoll<'_>| {
            turn.ask()?;
            children.clear();
            Ok(self.part(number * PART, nodes, seen, left, children))
        })?;
        self.cx.counters.generated.fetch_add(generated, Relaxed);
        self.cx.counters.expanded.fetch_add(now.len() as u64, Relaxed);
        Ok(&parts[..count])
    }

    /// The same for a slice of the beam that begins at index `first`. Returns the number of
    /// generated children.
    fn part(
        &self,
        first: usize,
        nodes: &[Node<S, B>],
        seen: &VisitedCache,
        left: u32,
        out: &mut Vec<Candidate<S, B>>,
    ) -> u64 {
        // Reused storage; the first `count` lookups are pending.
        let mut room: Vec<PendingChild<S, B>> = Vec::new();
        let (mut count, mut generated) = (0, 0);
        for (parent, node) in nodes.iter().enumerate() {
            let _ = self.space.expand::<()>(&node.state, |by, state| {
                generated += 1;
                let hash = hash(&state);
                if seen.has(hash) {
                    return ControlFlow::Continue(());
                }
                if count == room.len() {
                    let (lookup, fetched) = (B::Lookup::default(), B::Fetched::default());
                    room.push(PendingChild {
                        parent,
                        by,
                        state,
                        hash,
                        lookup,
                        fetched,
                        is_open: true,
                        is_pruned: false,
                    });
                }
                let pending = &mut room[count];
                (pending.parent, pending.by, pending.state, pending.hash) = (parent, by, state, hash);
                (pending.is_open, pending.is_pruned) = (true, false);
                let step = Step { from: &node.state, by, to: &state, limit: left };
                self.heuristic.look(self.space, &node.h, step, &mut pending.lookup);
                count += 1;
                ControlFlow::Continue(())
            });
            if count >= AT_ONCE || parent + 1 == nodes.len() {
                self.resolve(nodes, &mut room[..count], left);
                out.extend(room[..count].iter().filter(|pending| !pending.is_pruned).map(|pending| {
                    let mut h = nodes[pending.parent].h;
                    self.heuristic.apply(&pending.lookup, &mut h);
                    let (parent, value) = ((first + pending.parent) as u32, (self.evaluate)(&h));
                    Candidate { parent, by: pending.by, state: pending.state, h, value, hash: pending.hash }
                }));
                count = 0;
            }
        }
        generated
    }

    /// Completes all pending lookups.
    fn resolve(&self, nodes: &[Node<S, B>], pending: &mut [PendingChild<S, B>], left: u32) {
        while pending.iter().any(|pending| pending.is_open) {
            for pending in pending.iter_mut().filter(|pending| pending.is_open) {
                pending.fetched = self.heuristic.read(&pending.lookup);
            }
            for pending in pending.iter_mut().filter(|pending| pending.is_open) {
                let next =
                    self.heuristic.next(&nodes[pending.parent].h, &mut pending.lookup, pending.fetched, left);
                (pending.is_open, pending.is_pruned) = (next == Ok(false), next.is_err());
            }
        }
    }
}

/// Returns a hash that stands for a state. A collision, which drops one of two states, is too
/// unlikely to matter.
fn hash<T: Hash>(state: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Returns the recorded moves up to `step`, followed by `last`.
fn path<M: Copy>(steps: &[(u32, M)], mut step: u32, last: M) -> Vec<M> {
    let mut path = vec![last];
    while let Some(&(before, by)) = steps.get(step as usize) {
        path.push(by);
        step = before;
    }
    path.reverse();
    path
}

/// Hashes remembered per state of the beam: those of about 16 depths.
const HASHES_PER_STATE: usize = 16;
/// Hashes per set; the most recent ones stay.
const WAYS: usize = 4;

/// A set-associative cache of hashes of visited states. Returning states would trap a search in a
/// local minimum for ever; occasional forgetting is harmless.
#[derive(Clone, Debug)]
pub struct VisitedCache {
    hashes: Vec<[u64; WAYS]>,
}

impl VisitedCache {
    /// The maximum number of bytes per state of the beam.
    pub const BYTES: usize = 2 * HASHES_PER_STATE * size_of::<u64>();

    /// Returns a cache for a beam of `width` states.
    pub fn new(width: usize) -> Self {
        Self { hashes: vec![[0; WAYS]; (HASHES_PER_STATE * width / WAYS).next_power_of_two()] }
    }

    /// Empties the cache.
    pub fn forget(&mut self) {
        self.hashes.fill([0; WAYS]);
    }

    /// Whether a hash is in the cache.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.hashes[self.place(hash.max(1))].contains(&hash.max(1))
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.hashes.len() - 1)
    }

    /// Inserts a hash. Returns whether it was absent.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let at = self.place(hash);
        let place = &mut self.hashes[at];
        if place.contains(&hash) {
            return false;
        }
        place.rotate_right(1);
        place[0] = hash;
        true
    }
}

#[cfg(test)]
mod tests {
    //! Mazes: a wide enough beam finds a shortest path, and no beam finds a shorter one.

    use super::*;
    use crate::hash::spread;
    use crate::testing::{Maze, Straight, by_layers, maze};

    fn searched(maze: &Maze, width: usize, most: u32, threads: usize) -> Option<Vec<usize>> {
        let cx = Context::new(threads, 1 << 30, &|_| ControlFlow::Continue(()));
        let beam = Beam { space: maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &cx };
        let path = beam.search(width, most).expect("it is not stopped");
        assert_eq!(cx.budget.used(), 0);
        path.map(|path| path.into_iter().map(usize::from).collect())
    }

    /// Returns the state that the moves lead to.
    fn end(maze: &Maze, path: &[usize]) -> Option<usize> {
        path.iter().try_fold(maze.start(), |state, &by| {
            let found = maze.expand(&state, |step, to| {
                if usize::from(step) == by { ControlFlow::Break(to) } else { ControlFlow::Continue(()) }
            });
            found.break_value()
        })
    }

    #[test]
    fn a_wide_enough_beam_finds_a_shortest_path() {
        let mut narrow_is_longer = 0;
        for seed in 0..60 {
            let maze = maze(seed, 9);
            let Some((length, ..)) = by_layers(&maze) else {
                assert_eq!(searched(&maze, 100, 200, 1), None);
                continue;
            };
            for width in [1, 2, 4, 100] {
                let path = searched(&maze, width, 200, 1);
                assert_eq!(path, searched(&maze, width, 200, 3), "it depends on threads");
                let Some(path) = path else {
                    assert!(width < 100);
                    continue;
                };
                assert!(maze.is_goal(&end(&maze, &path).expect("moves that can be made")));
                assert!(path.len() >= length as usize && (width < 100 || path.len() == length as usize));
                narrow_is_longer += usize::from(path.len() > length as usize);
            }
            assert_eq!(searched(&maze, 100, length - 1, 1), None);
            assert!(searched(&maze, 100, length, 1).is_some());
        }
        assert!(narrow_is_longer > 0);
    }

    #[test]
    fn it_can_be_stopped_and_keeps_to_its_budget() {
        let maze = maze(2, 9);
        let stops = Context::new(1, 1 << 30, &|_| ControlFlow::Break(Stop::Time));
        let beam = Beam { space: &maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &stops };
        assert_eq!(beam.search(10, 100).err(), Some(Stop::Time));
        let small = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
        let beam = Beam { space: &maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &small };
        assert_eq!(beam.search(10, 100).err(), Some(Stop::Memory));
    }

    #[test]
    fn hashes_are_new_once_until_they_are_forgotten() {
        let mut seen = VisitedCache::new(8);
        let some: Vec<u64> = (1..9).map(spread).collect();
        assert!(some.iter().all(|&hash| seen.insert(hash)));
        assert!(some.iter().all(|&hash| seen.has(hash) && !seen.insert(hash)));
        seen.forget();
        assert!(!some.iter().any(|&hash| seen.has(hash)));
        assert!(some.iter().all(|&hash| seen.insert(hash)));
    }
}
