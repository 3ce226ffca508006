//! Trees searched to a limit, several of them in turns.
//!
//! A position is cut off by what tables say of it, and large tables are seldom in the processor's cache: a search that goes through one tree
//! after the other waits for memory most of the time. So a step in a tree has three parts: where to look for the bounds of some
//! children, the looks, and the decisions. All trees do the first part, then all do the second, then the third, and so they
//! wait at the same time. Where one look is not enough to decide, the tree takes another turn.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Ida;
use super::iteration::RunningIteration;
use crate::context::{Context, Stop};
use crate::heuristic::{IncrementalHeuristic, MovePruning, Space, Step};

/// Why a dive ended before its trees were searched.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The nodes allowed were used up.
    Nodes,
    /// The host stopped it.
    Stopped(Stop),
}

/// A position with all that the search knows of it.
pub(super) struct Root<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    pub(super) path: Vec<S::Move>,
    pub(super) state: S::State,
    pub(super) memo: B::HeuristicState,
    pub(super) node: O::Node,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Clone for Root<S, B, O> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

/// A tree that is being searched.
struct Strand<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    /// The number of its root.
    number: usize,
    /// The moves to the position that was reached.
    path: Vec<S::Move>,
    /// Positions still to be searched, the next one last, each above the one it came from.
    places: Vec<Place<S, B, O>>,
    /// How many of them there were before the one that was reached last had children.
    before: usize,
    /// Room for children; the first so many are those of that position, and so many of them are still looked up.
    children: Vec<Child<S, B, O>>,
    count: usize,
    undecided: usize,
    /// Positions generated in it, and whether a solution was.
    nodes: u64,
    is_solved: bool,
}

/// A position that is neither dropped nor cut off.
struct Place<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    /// The length of the path before the last move, and that move; none at a root.
    depth: u32,
    by: Option<S::Move>,
    /// Its number among its sisters.
    turn: u8,
    /// Whether its children were found.
    is_open: bool,
    state: S::State,
    memo: B::HeuristicState,
    node: O::Node,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Copy for Place<S, B, O> {}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Clone for Place<S, B, O> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A child whose bound is looked up.
struct Child<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> {
    is_undecided: bool,
    by: S::Move,
    to: S::State,
    node: O::Node,
    look: B::Lookup,
    seen: B::Seen,
}

impl<S: Space, B: IncrementalHeuristic<S>, O: MovePruning<S>> Strand<S, B, O> {
    fn new(number: usize, root: &Root<S, B, O>) -> Self {
        let mut strand = Self {
            number,
            path: Vec::new(),
            places: Vec::new(),
            before: 0,
            children: Vec::new(),
            count: 0,
            undecided: 0,
            nodes: 0,
            is_solved: false,
        };
        strand.begin(number, root);
        strand
    }

    fn begin(&mut self, number: usize, root: &Root<S, B, O>) {
        (self.number, self.nodes, self.is_solved) = (number, 0, false);
        self.path.clear();
        self.path.extend_from_slice(&root.path);
        let depth = root.path.len() as u32;
        let Root { state, memo, node, .. } = *root;
        self.places.clear();
        self.places.push(Place { depth, by: None, turn: 0, is_open: false, state, memo, node });
    }

    /// Leaves out all that is left, since a solution before it was found.
    fn give_up(&mut self) {
        self.places.clear();
        self.undecided = 0;
        self.is_solved = true;
    }

    /// The children that are still looked up.
    fn undecided(&mut self) -> impl Iterator<Item = &mut Child<S, B, O>> {
        let count = if self.undecided == 0 { 0 } else { self.count };
        self.children[..count].iter_mut().filter(|child| child.is_undecided)
    }
}

/// A search to a limit. `goal` is told every solution with the number of its root.
pub(super) struct Subtree<'d, 'x, S: Space, B, O, G> {
    space: &'d S,
    bound: &'d B,
    order: &'d O,
    cx: &'d Context<'x>,
    limit: u32,
    leads: bool,
    goal: G,
    /// Trees from this number on need not be searched.
    enough: &'d AtomicUsize,
    /// Told of every tree that is searched without a solution.
    round: Option<&'d RunningIteration<'d, 'x>>,
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

/// Nodes between two looks at the world. Tests want many looks in small rounds, too.
const PAUSE: u64 = if cfg!(test) { 1 << 4 } else { 1 << 12 };

impl<'d, 'x, S, B, O, G> Subtree<'d, 'x, S, B, O, G>
where
    S: Space,
    B: IncrementalHeuristic<S>,
    O: MovePruning<S>,
    G: FnMut(usize, &[S::Move]),
{
    pub(super) fn new(
        search: &Ida<'d, 'x, S, B, O>,
        limit: u32,
        leads: bool,
        enough: &'d AtomicUsize,
        round: Option<&'d RunningIteration<'d, 'x>>,
        goal: G,
    ) -> Self {
        Self {
            space: search.space,
            bound: search.bound,
            order: search.order,
            cx: search.cx,
            limit,
            leads,
            goal,
            enough,
            round,
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
                while strand.undecided == 0 && !self.advance(strand) {
                    if !strand.is_solved {
                        self.finish(strand);
                    }
                    let Some((number, root)) = take() else { return false };
                    strand.begin(number, root);
                }
                true
            });
            for child in all.iter_mut().flat_map(Strand::undecided) {
                child.seen = self.bound.read(&child.look);
            }
            for strand in &mut all {
                self.decide(strand);
            }
            if self.nodes >= self.next_pause {
                self.pause()?;
                let enough = self.enough.load(Relaxed);
                all.iter_mut().filter(|strand| strand.number >= enough).for_each(Strand::give_up);
            }
        }
        Ok(())
    }

    /// Goes to the next position that has children and notes where to look for their bounds; `false` at the end of the tree.
    #[inline(always)]
    fn advance(&mut self, strand: &mut Strand<S, B, O>) -> bool {
        while let Some(place) = strand.places.last_mut() {
            if place.is_open {
                strand.places.pop();
                continue;
            }
            place.is_open = true;
            strand.path.truncate(place.depth as usize);
            strand.path.extend(place.by);
            if self.bound.may_be_goal(&place.memo) && self.space.is_goal(&place.state) {
                strand.is_solved = true;
                (self.goal)(strand.number, &strand.path);
                if strand.number >= self.enough.load(Relaxed) {
                    strand.places.clear();
                }
                continue;
            }
            let depth = strand.path.len() as u32;
            if depth == self.limit {
                self.next = self.next.min(self.limit + 1);
                continue;
            }
            self.expanded += 1;
            let (space, left, children) = (self.space, self.limit - depth - 1, &mut strand.children);
            let mut count = 0;
            let _ = space.expand::<()>(&place.state, |by, to| {
                if let Some(node) = self.order.after(place.node, by) {
                    if count == children.len() {
                        let (look, seen) = (B::Lookup::default(), B::Seen::default());
                        children.push(Child { is_undecided: true, by, to, node, look, seen });
                    }
                    let child = &mut children[count];
                    (child.is_undecided, child.by, child.to, child.node) = (true, by, to, node);
                    let step = Step { from: &place.state, by, to: &to, limit: left };
                    self.bound.look(space, &place.memo, step, &mut child.look);
                    count += 1;
                }
                ControlFlow::Continue(())
            });
            if count > 0 {
                self.nodes += count as u64;
                strand.nodes += count as u64;
                (strand.count, strand.undecided) = (count, count);
                strand.before = strand.places.len();
                return true;
            }
        }
        false
    }

    /// Puts the children that are not cut off to the positions still to be searched, but for those that are to be looked up again.
    #[inline(always)]
    fn decide(&mut self, strand: &mut Strand<S, B, O>) {
        let depth = strand.path.len() as u32;
        let left = self.limit - depth - 1;
        let (parent, before) = (strand.before - 1, strand.before);
        for turn in 0..strand.count {
            let child = &mut strand.children[turn];
            if !child.is_undecided {
                continue;
            }
            let memo = &strand.places[parent].memo;
            match self.bound.next(memo, &mut child.look, child.seen, left) {
                Ok(false) => continue,
                Ok(true) => {
                    let (places, turn) = (&mut strand.places, turn as u8);
                    let later = places[before..].iter().take_while(|place| place.turn > turn).count();
                    places.extend_from_within(parent..before);
                    let last = places.len() - 1;
                    let place = &mut places[last];
                    (place.depth, place.by, place.turn, place.is_open) = (depth, Some(child.by), turn, false);
                    (place.state, place.node) = (child.to, child.node);
                    self.bound.apply(&child.look, &mut place.memo);
                    if before + later < last {
                        places[before + later..].rotate_right(1);
                    }
                }
                // The parent has one move more to go and needs at most one move less: there is no solution below it.
                Err(asked) if S::IS_UNDIRECTED && asked > left + 2 => {
                    self.next = self.next.min(depth + 1 + asked - 2);
                    strand.places.truncate(before);
                    strand.undecided = 0;
                    return;
                }
                Err(asked) => self.next = self.next.min(depth + 1 + asked),
            }
            child.is_undecided = false;
            strand.undecided -= 1;
        }
    }

    /// The children of a root that are within the limit, in order.
    pub(super) fn children(&mut self, root: &Root<S, B, O>) -> Vec<Root<S, B, O>> {
        let mut strand = Strand::new(0, root);
        self.advance(&mut strand);
        while strand.undecided > 0 {
            strand.undecided().for_each(|child| child.seen = self.bound.read(&child.look));
            self.decide(&mut strand);
        }
        let path = &root.path;
        let child = |place: Place<S, B, O>| {
            let path = path.iter().copied().chain(place.by).collect();
            Root { path, state: place.state, memo: place.memo, node: place.node }
        };
        let places = strand.places.into_iter().filter(|place| !place.is_open).rev();
        places.map(child).collect()
    }

    /// A tree is searched, and has no solution.
    fn finish(&mut self, strand: &Strand<S, B, O>) {
        if let Some(round) = self.round {
            round.finish(strand.number, strand.nodes, self.next);
        }
    }

    /// Looks up from the work.
    #[cold]
    fn pause(&mut self) -> Result<(), End> {
        self.report();
        self.next_pause = self.nodes_allowed.min(self.nodes + PAUSE);
        if self.nodes >= self.nodes_allowed {
            return Err(End::Nodes);
        }
        let asked = if self.leads { self.cx.poll() } else { self.cx.check() };
        let kept = || self.round.filter(|_| self.leads).map_or(Ok(()), RunningIteration::keep_now_and_then);
        asked.and_then(|()| kept()).map_err(End::Stopped)
    }

    /// Adds what was done since to the counters of the host.
    pub(super) fn report(&mut self) {
        self.cx.counters.generated.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
        self.cx.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}
