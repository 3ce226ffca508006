//! Trees searched to a limit, several of them in turns.
//!
//! A position is cut off by what tables say of it, and large tables are seldom in the processor's cache: a search that goes through one tree
//! after the other waits for memory most of the time. So a step in a tree has three parts: where to look for the bounds of some
//! children, the looks, and the decisions. All trees do the first part, then all do the second, then the third, and so they
//! wait at the same time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Deepening;
use crate::host::{Host, Stop};
use crate::space::{Bound, Order, Space};

/// Why a dive ended before its trees were searched.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The nodes allowed were used up.
    Nodes,
    /// The host stopped it.
    Stopped(Stop),
}

/// A position with all that the search knows of it.
pub(super) struct Root<S: Space, B: Bound<S>, O: Order<S>> {
    pub(super) path: Vec<S::Move>,
    pub(super) state: S::State,
    pub(super) memo: B::Memo,
    pub(super) node: O::Node,
}

impl<S: Space, B: Bound<S>, O: Order<S>> Clone for Root<S, B, O> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

/// A tree that is being searched.
struct Strand<S: Space, B: Bound<S>, O: Order<S>> {
    /// The number of its root.
    number: usize,
    /// The moves to the position that was reached.
    path: Vec<S::Move>,
    /// Positions still to be searched, the next one last.
    alive: Vec<Place<S, B, O>>,
    /// The bound of the position that was reached, and its children.
    memo: B::Memo,
    children: Vec<Child<S, B, O>>,
}

/// A position that is neither dropped nor cut off.
struct Place<S: Space, B: Bound<S>, O: Order<S>> {
    /// The length of the path before the last move, and that move; none at a root.
    depth: u32,
    by: Option<S::Move>,
    state: S::State,
    memo: B::Memo,
    node: O::Node,
}

/// A child whose bound is looked up.
struct Child<S: Space, B: Bound<S>, O: Order<S>> {
    by: S::Move,
    to: S::State,
    node: O::Node,
    look: B::Look,
    seen: B::Seen,
}

impl<S: Space, B: Bound<S>, O: Order<S>> Strand<S, B, O> {
    fn new(number: usize, root: &Root<S, B, O>) -> Self {
        let mut strand =
            Self { number, path: Vec::new(), alive: Vec::new(), memo: root.memo, children: Vec::new() };
        strand.begin(number, root);
        strand
    }

    fn begin(&mut self, number: usize, root: &Root<S, B, O>) {
        self.number = number;
        self.path.clear();
        self.path.extend_from_slice(&root.path);
        let depth = root.path.len() as u32;
        self.alive.clear();
        self.alive.push(Place { depth, by: None, state: root.state, memo: root.memo, node: root.node });
    }
}

/// A search to a limit. `goal` is told every solution with the number of its root.
pub(super) struct Dive<'d, 'x, S: Space, B, O, G> {
    space: &'d S,
    bound: &'d B,
    order: &'d O,
    host: &'d Host<'x>,
    limit: u32,
    leads: bool,
    goal: G,
    /// Trees from this number on need not be searched.
    enough: &'d AtomicUsize,
    /// Positions generated.
    pub(super) nodes: u64,
    reported: u64,
    /// Positions expanded and not reported yet.
    expanded: u64,
    next_pause: u64,
    nodes_allowed: u64,
    /// The least limit that anything cut off asks for.
    pub(super) next: u32,
}

/// Nodes between two looks at the world.
const PAUSE: u64 = 1 << 12;

impl<'d, 'x, S, B, O, G> Dive<'d, 'x, S, B, O, G>
where
    S: Space,
    B: Bound<S>,
    O: Order<S>,
    G: FnMut(usize, &[S::Move]),
{
    pub(super) fn new(
        search: &Deepening<'d, 'x, S, B, O>,
        limit: u32,
        leads: bool,
        enough: &'d AtomicUsize,
        goal: G,
    ) -> Self {
        Self {
            space: search.space,
            bound: search.bound,
            order: search.order,
            host: search.host,
            limit,
            leads,
            goal,
            enough,
            nodes: 0,
            reported: 0,
            expanded: 0,
            next_pause: PAUSE,
            nodes_allowed: u64::MAX,
            next: u32::MAX,
        }
    }

    /// The same with a limit to the nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.nodes_allowed = nodes;
        self.next_pause = nodes.min(PAUSE);
    }

    /// Searches the trees below the roots that `take` gives with their numbers, some of them in turns.
    pub(super) fn through<'r>(
        &mut self,
        strands: usize,
        mut take: impl FnMut() -> Option<(usize, &'r Root<S, B, O>)>,
    ) -> Result<(), End>
    where
        S: 'r,
        B: 'r,
        O: 'r,
    {
        let mut all: Vec<Strand<S, B, O>> = std::iter::from_fn(&mut take)
            .take(strands)
            .map(|(number, root)| Strand::new(number, root))
            .collect();
        while !all.is_empty() {
            all.retain_mut(|strand| {
                while !self.advance(strand) {
                    let Some((number, root)) = take() else { return false };
                    strand.begin(number, root);
                }
                true
            });
            for child in all.iter_mut().flat_map(|strand| &mut strand.children) {
                child.seen = self.bound.read(&child.look);
            }
            for strand in &mut all {
                self.decide(strand);
            }
            if self.nodes >= self.next_pause {
                self.pause()?;
                let enough = self.enough.load(Relaxed);
                all.iter_mut()
                    .filter(|strand| strand.number >= enough)
                    .for_each(|strand| strand.alive.clear());
            }
        }
        Ok(())
    }

    /// Goes to the next position that has children and notes where to look for their bounds; `false` at the end of the tree.
    #[inline(always)]
    fn advance(&mut self, strand: &mut Strand<S, B, O>) -> bool {
        strand.children.clear();
        while let Some(place) = strand.alive.pop() {
            strand.path.truncate(place.depth as usize);
            strand.path.extend(place.by);
            if self.bound.moves_left(&place.memo) == 0 && self.space.is_goal(&place.state) {
                (self.goal)(strand.number, &strand.path);
                if strand.number >= self.enough.load(Relaxed) {
                    strand.alive.clear();
                }
                continue;
            }
            if strand.path.len() as u32 == self.limit {
                self.next = self.next.min(self.limit + 1);
                continue;
            }
            self.expanded += 1;
            let space = self.space;
            let _ = space.expand::<()>(&place.state, |by, to| {
                if let Some(node) = self.order.after(place.node, by) {
                    let look = self.bound.look(space, &place.memo, &place.state, by, &to);
                    strand.children.push(Child { by, to, node, look, seen: B::Seen::default() });
                }
                ControlFlow::Continue(())
            });
            if !strand.children.is_empty() {
                self.nodes += strand.children.len() as u64;
                strand.memo = place.memo;
                return true;
            }
        }
        false
    }

    /// Puts the children that are not cut off to the positions still to be searched.
    #[inline(always)]
    fn decide(&mut self, strand: &mut Strand<S, B, O>) {
        let depth = strand.path.len() as u32;
        let left = self.limit - depth - 1;
        let before = strand.alive.len();
        for child in &strand.children {
            match self.bound.next(&strand.memo, &child.look, child.seen, left) {
                Ok(memo) => strand.alive.push(Place {
                    depth,
                    by: Some(child.by),
                    state: child.to,
                    memo,
                    node: child.node,
                }),
                // The parent has one move more to go and needs at most one move less: there is no solution below it.
                Err(asked) if S::IS_UNDIRECTED && asked > left + 2 => {
                    self.next = self.next.min(depth + 1 + asked - 2);
                    strand.alive.truncate(before);
                    return;
                }
                Err(asked) => self.next = self.next.min(depth + 1 + asked),
            }
        }
        strand.alive[before..].reverse();
    }

    /// The children of a root that are within the limit, in order.
    pub(super) fn children(&mut self, root: &Root<S, B, O>) -> Vec<Root<S, B, O>> {
        let mut strand = Strand::new(0, root);
        if self.advance(&mut strand) {
            strand.children.iter_mut().for_each(|child| child.seen = self.bound.read(&child.look));
            self.decide(&mut strand);
        }
        let path = &root.path;
        let child = |place: Place<S, B, O>| {
            let path = path.iter().copied().chain(place.by).collect();
            Root { path, state: place.state, memo: place.memo, node: place.node }
        };
        strand.alive.into_iter().rev().map(child).collect()
    }

    /// Looks up from the work.
    #[cold]
    fn pause(&mut self) -> Result<(), End> {
        self.report();
        self.next_pause = self.nodes_allowed.min(self.nodes + PAUSE);
        if self.nodes >= self.nodes_allowed {
            return Err(End::Nodes);
        }
        let asked = if self.leads { self.host.poll() } else { self.host.check() };
        asked.map_err(End::Stopped)
    }

    /// Adds what was done since to the counters of the host.
    pub(super) fn report(&mut self) {
        self.host.counters.generated.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
        self.host.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}
