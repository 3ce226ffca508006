//! Depth-first search of subtrees up to a threshold, several of them interleaved.
//!
//! A state is pruned by values from tables, and large tables are rarely in the cache: a search of
//! one subtree after the other waits for memory most of the time. So a step has three phases:
//! compute which entries decide the values of some children, read them, and decide. All interleaved
//! subtrees do the first phase, then all do the second, then the third, so that their cache misses
//! overlap. A subtree whose first read does not decide takes another turn.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::checkpoint::RunningIteration;
use crate::context::Context;
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space, Step};
use crate::limits::Stop;

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

/// Why a search ended before its subtrees were finished.
#[derive(Clone, Copy)]
pub(super) enum SubtreeEnd {
    /// The node limit was reached.
    Nodes,
    /// The context stopped it.
    Stopped(Stop),
}

/// The root of a subtree, with everything the search knows about it.
pub(super) struct SubtreeRoot<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    pub(super) path: Vec<S::Move>,
    pub(super) state: S::State,
    pub(super) h: B::HeuristicState,
    pub(super) node: O::Node,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Clone for SubtreeRoot<S, B, O> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Ida<'_, '_, S, B, O> {
    /// Returns the root of the whole search tree.
    pub(super) fn root(&self) -> SubtreeRoot<S, B, O> {
        let state = self.space.start();
        let h = self.heuristic.first(self.space, &state);
        SubtreeRoot { path: Vec::new(), state, h, node: self.pruning.root() }
    }
}

/// A subtree that is being searched.
struct Subtree<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    /// The index of its root.
    number: usize,
    /// The moves to the current state.
    path: Vec<S::Move>,
    /// The stack of states to be searched: the next one last, each above its parent.
    stack: Vec<StackEntry<S, B, O>>,
    /// The height of the stack before the children of the current state were pushed.
    before: usize,
    /// Reused storage; the first `count` are children of the current state, of which `undecided`
    /// are still being looked up.
    children: Vec<Child<S, B, O>>,
    count: usize,
    undecided: usize,
    /// Nodes generated in it, and whether one was a solution.
    nodes: u64,
    is_solved: bool,
}

/// A state on the stack: neither dropped by the move pruning nor pruned by the heuristic.
struct StackEntry<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    /// The length of the path before the last move, and that move; `None` at a root.
    depth: u32,
    by: Option<S::Move>,
    /// Its index among its siblings.
    turn: u8,
    /// Whether its children were generated.
    is_open: bool,
    state: S::State,
    h: B::HeuristicState,
    node: O::Node,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Copy for StackEntry<S, B, O> {}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Clone for StackEntry<S, B, O> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A child whose heuristic value is being looked up.
struct Child<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    is_undecided: bool,
    by: S::Move,
    to: S::State,
    node: O::Node,
    lookup: B::Lookup,
    fetched: B::Fetched,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Subtree<S, B, O> {
    fn new(number: usize, root: &SubtreeRoot<S, B, O>) -> Self {
        let mut subtree = Self {
            number,
            path: Vec::new(),
            stack: Vec::new(),
            before: 0,
            children: Vec::new(),
            count: 0,
            undecided: 0,
            nodes: 0,
            is_solved: false,
        };
        subtree.begin(number, root);
        subtree
    }

    fn begin(&mut self, number: usize, root: &SubtreeRoot<S, B, O>) {
        (self.number, self.nodes, self.is_solved) = (number, 0, false);
        self.path.clear();
        self.path.extend_from_slice(&root.path);
        let depth = root.path.len() as u32;
        let SubtreeRoot { state, h, node, .. } = *root;
        self.stack.clear();
        self.stack.push(StackEntry { depth, by: None, turn: 0, is_open: false, state, h, node });
    }

    /// Abandons the rest of the subtree, because an earlier subtree has a solution.
    fn give_up(&mut self) {
        self.stack.clear();
        self.undecided = 0;
        self.is_solved = true;
    }

    /// The children that are still being looked up.
    fn undecided(&mut self) -> impl Iterator<Item = &mut Child<S, B, O>> {
        let count = if self.undecided == 0 { 0 } else { self.count };
        self.children[..count].iter_mut().filter(|child| child.is_undecided)
    }
}

/// A search up to a threshold. `goal` is called for every solution, with the index of its subtree.
pub(super) struct SubtreeSearch<'d, 'x, S: Space, B, O, G> {
    space: &'d S,
    heuristic: &'d B,
    pruning: &'d O,
    cx: &'d Context<'x>,
    threshold: u32,
    leads: bool,
    goal: G,
    /// Subtrees from this index on need not be searched.
    first_solved: &'d AtomicUsize,
    /// The iteration, which is told of every subtree that was searched without a solution.
    iteration: Option<&'d RunningIteration<'d, 'x>>,
    /// Nodes generated.
    pub(super) nodes: u64,
    reported: u64,
    /// Nodes expanded and not yet reported.
    expanded: u64,
    next_poll: u64,
    nodes_allowed: u64,
    /// The smallest pruned `f`.
    pub(super) next: u32,
}

/// Nodes between two polls. Tests poll often in small iterations.
const POLL_INTERVAL: u64 = if cfg!(test) { 1 << 4 } else { 1 << 12 };

impl<'d, 'x, S, B, O, G> SubtreeSearch<'d, 'x, S, B, O, G>
where
    S: Space,
    B: IncrementalHeuristic<S>,
    O: MovePruning<S>,
    G: FnMut(usize, &[S::Move]),
{
    pub(super) fn new(
        search: &Ida<'d, 'x, S, B, O>,
        threshold: u32,
        leads: bool,
        first_solved: &'d AtomicUsize,
        iteration: Option<&'d RunningIteration<'d, 'x>>,
        goal: G,
    ) -> Self {
        Self {
            space: search.space,
            heuristic: search.heuristic,
            pruning: search.pruning,
            cx: search.cx,
            threshold,
            leads,
            goal,
            first_solved,
            iteration,
            nodes: 0,
            reported: 0,
            expanded: 0,
            next_poll: POLL_INTERVAL,
            nodes_allowed: u64::MAX,
            next: u32::MAX,
        }
    }

    /// Sets a node limit.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.nodes_allowed = nodes;
        self.next_poll = nodes.min(POLL_INTERVAL);
    }

    /// Searches the subtrees that `take` returns, several of them interleaved.
    pub(super) fn through<'r>(
        &mut self,
        subtrees: usize,
        mut take: impl FnMut() -> Option<(usize, &'r SubtreeRoot<S, B, O>)>,
    ) -> Result<(), SubtreeEnd>
    where
        S: 'r,
        B: 'r,
        O: 'r,
    {
        let mut all: Vec<Subtree<S, B, O>> = std::iter::from_fn(&mut take)
            .take(subtrees)
            .map(|(number, root)| Subtree::new(number, root))
            .collect();
        while !all.is_empty() {
            all.retain_mut(|subtree| {
                while subtree.undecided == 0 && !self.advance(subtree) {
                    if !subtree.is_solved {
                        self.finish(subtree);
                    }
                    let Some((number, root)) = take() else { return false };
                    subtree.begin(number, root);
                }
                true
            });
            for child in all.iter_mut().flat_map(Subtree::undecided) {
                child.fetched = self.heuristic.read(&child.lookup);
            }
            for subtree in &mut all {
                self.decide(subtree);
            }
            if self.nodes >= self.next_poll {
                self.poll()?;
                let first_solved = self.first_solved.load(Relaxed);
                all.iter_mut().filter(|subtree| subtree.number >= first_solved).for_each(Subtree::give_up);
            }
        }
        Ok(())
    }

    /// Advances to the next state that has children and computes which entries decide their values.
    /// Returns `false` at the end of the subtree.
    #[inline(always)]
    fn advance(&mut self, subtree: &mut Subtree<S, B, O>) -> bool {
        while let Some(entry) = subtree.stack.last_mut() {
            if entry.is_open {
                subtree.stack.pop();
                continue;
            }
            entry.is_open = true;
            subtree.path.truncate(entry.depth as usize);
            subtree.path.extend(entry.by);
            if self.heuristic.may_be_goal(&entry.h) && self.space.is_goal(&entry.state) {
                subtree.is_solved = true;
                (self.goal)(subtree.number, &subtree.path);
                if subtree.number >= self.first_solved.load(Relaxed) {
                    subtree.stack.clear();
                }
                continue;
            }
            let depth = subtree.path.len() as u32;
            if depth == self.threshold {
                self.next = self.next.min(self.threshold + 1);
                continue;
            }
            self.expanded += 1;
            let (space, left, children) = (self.space, self.threshold - depth - 1, &mut subtree.children);
            let mut count = 0;
            let _ = space.expand::<()>(&entry.state, |by, to| {
                if let Some(node) = self.pruning.after(entry.node, by) {
                    if count == children.len() {
                        let (lookup, fetched) = (B::Lookup::default(), B::Fetched::default());
                        children.push(Child { is_undecided: true, by, to, node, lookup, fetched });
                    }
                    let child = &mut children[count];
                    (child.is_undecided, child.by, child.to, child.node) = (true, by, to, node);
                    let step = Step { from: &entry.state, by, to: &to, limit: left };
                    self.heuristic.look(space, &entry.h, step, &mut child.lookup);
                    count += 1;
                }
                ControlFlow::Continue(())
            });
            if count > 0 {
                self.nodes += count as u64;
                subtree.nodes += count as u64;
                (subtree.count, subtree.undecided) = (count, count);
                subtree.before = subtree.stack.len();
                return true;
            }
        }
        false
    }

    /// Pushes the children that are not pruned onto the stack. Children that need another read stay
    /// undecided.
    #[inline(always)]
    fn decide(&mut self, subtree: &mut Subtree<S, B, O>) {
        let depth = subtree.path.len() as u32;
        let left = self.threshold - depth - 1;
        let (parent, before) = (subtree.before - 1, subtree.before);
        for turn in 0..subtree.count {
            let child = &mut subtree.children[turn];
            if !child.is_undecided {
                continue;
            }
            let h = &subtree.stack[parent].h;
            match self.heuristic.next(h, &mut child.lookup, child.fetched, left) {
                Ok(false) => continue,
                Ok(true) => {
                    let (stack, turn) = (&mut subtree.stack, turn as u8);
                    let later = stack[before..].iter().take_while(|entry| entry.turn > turn).count();
                    stack.extend_from_within(parent..before);
                    let last = stack.len() - 1;
                    let entry = &mut stack[last];
                    (entry.depth, entry.by, entry.turn, entry.is_open) = (depth, Some(child.by), turn, false);
                    (entry.state, entry.node) = (child.to, child.node);
                    self.heuristic.apply(&child.lookup, &mut entry.h);
                    if before + later < last {
                        stack[before + later..].rotate_right(1);
                    }
                }
                // The parent's distance is at most one less than the child's, and it may take one
                // move more: no solution within the threshold passes through it.
                Err(asked) if S::IS_UNDIRECTED && asked > left + 2 => {
                    self.next = self.next.min(depth + 1 + asked - 2);
                    subtree.stack.truncate(before);
                    subtree.undecided = 0;
                    return;
                }
                Err(asked) => self.next = self.next.min(depth + 1 + asked),
            }
            child.is_undecided = false;
            subtree.undecided -= 1;
        }
    }

    /// Returns the children of a root within the threshold, in order.
    pub(super) fn children(&mut self, root: &SubtreeRoot<S, B, O>) -> Vec<SubtreeRoot<S, B, O>> {
        let mut subtree = Subtree::new(0, root);
        self.advance(&mut subtree);
        while subtree.undecided > 0 {
            subtree.undecided().for_each(|child| child.fetched = self.heuristic.read(&child.lookup));
            self.decide(&mut subtree);
        }
        let path = &root.path;
        let child = |entry: StackEntry<S, B, O>| {
            let path = path.iter().copied().chain(entry.by).collect();
            SubtreeRoot { path, state: entry.state, h: entry.h, node: entry.node }
        };
        let stack = subtree.stack.into_iter().filter(|entry| !entry.is_open).rev();
        stack.map(child).collect()
    }

    /// Reports a subtree that was searched without a solution.
    fn finish(&mut self, subtree: &Subtree<S, B, O>) {
        if let Some(iteration) = self.iteration {
            iteration.finish(subtree.number, subtree.nodes, self.next);
        }
    }

    /// Polls the context, reports progress and writes a checkpoint if one is due.
    #[cold]
    fn poll(&mut self) -> Result<(), SubtreeEnd> {
        self.report();
        self.next_poll = self.nodes_allowed.min(self.nodes + POLL_INTERVAL);
        if self.nodes >= self.nodes_allowed {
            return Err(SubtreeEnd::Nodes);
        }
        let asked = if self.leads { self.cx.poll() } else { self.cx.check() };
        let checkpoint =
            || self.iteration.filter(|_| self.leads).map_or(Ok(()), RunningIteration::keep_periodically);
        asked.and_then(|()| checkpoint()).map_err(SubtreeEnd::Stopped)
    }

    /// Adds the nodes since the last report to the counters of the context.
    pub(super) fn report(&mut self) {
        self.cx.counters.generated.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
        self.cx.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}
