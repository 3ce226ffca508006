//! One tree, searched to a limit.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::Deepening;
use crate::host::{Host, Stop};
use crate::space::{Bound, Order, Space};

/// Why a dive ended before its tree was searched.
pub(super) enum End<M> {
    /// With a solution.
    Found(Vec<M>),
    /// The nodes allowed were used up.
    Nodes,
    /// Somebody found a solution in a tree before this one.
    Abandoned,
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

/// A search to a limit. `goal` is told every solution and says whether to go on.
pub(super) struct Dive<'d, 'x, S: Space, B, O, G> {
    space: &'d S,
    bound: &'d B,
    order: &'d O,
    host: &'d Host<'x>,
    limit: u32,
    leads: bool,
    goal: G,
    path: Vec<S::Move>,
    /// Positions generated.
    pub(super) nodes: u64,
    reported: u64,
    /// Positions expanded and not reported yet.
    expanded: u64,
    next_pause: u64,
    nodes_allowed: u64,
    /// The least limit that anything cut off asks for.
    pub(super) next: u32,
    /// The first tree with a solution, and the number of this one.
    pub(super) watch: Option<(&'d AtomicUsize, usize)>,
}

/// A child that is neither dropped nor cut off.
type Child<S, B, O> = (<S as Space>::Move, <S as Space>::State, <B as Bound<S>>::Memo, <O as Order<S>>::Node);

/// What the bound says of a child.
enum Judged<N, M> {
    /// It is searched.
    Alive(N, M),
    /// It is dropped, or there is no solution below it.
    CutOff,
    /// It is so far from a solution that its parent, a move away, is too far as well.
    Hopeless,
}

/// Children whose bounds are looked up together.
const TOGETHER: usize = 4;
/// Nodes between two looks at the world.
const PAUSE: u64 = 1 << 12;

impl<'d, 'x, S, B, O, G> Dive<'d, 'x, S, B, O, G>
where
    S: Space,
    B: Bound<S>,
    O: Order<S>,
    G: FnMut(&[S::Move]) -> ControlFlow<End<S::Move>>,
{
    pub(super) fn new(search: &Deepening<'d, 'x, S, B, O>, limit: u32, leads: bool, goal: G) -> Self {
        Self {
            space: search.space,
            bound: search.bound,
            order: search.order,
            host: search.host,
            limit,
            leads,
            goal,
            path: Vec::with_capacity(limit as usize),
            nodes: 0,
            reported: 0,
            expanded: 0,
            next_pause: PAUSE,
            nodes_allowed: u64::MAX,
            next: u32::MAX,
            watch: None,
        }
    }

    /// The same with a limit to the nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.nodes_allowed = nodes;
        self.next_pause = nodes.min(PAUSE);
    }

    /// Searches the tree below a root.
    pub(super) fn from(&mut self, root: &Root<S, B, O>) -> ControlFlow<End<S::Move>> {
        self.path.clear();
        self.path.extend_from_slice(&root.path);
        self.down(&root.state, root.memo, root.node, self.limit - root.path.len() as u32)
    }

    /// Appends the children of a root that are within the limit, in order.
    pub(super) fn children(&mut self, root: &Root<S, B, O>, out: &mut Vec<Root<S, B, O>>) {
        let left = self.limit - root.path.len() as u32;
        if left == 0 {
            self.next = self.next.min(self.limit + 1);
            return;
        }
        self.expanded += 1;
        let (space, before) = (self.space, out.len());
        let hopeless = space.expand::<()>(&root.state, |by, state| {
            match self.judge(&root.state, root.memo, root.node, by, &state, left - 1) {
                Judged::Hopeless => return ControlFlow::Break(()),
                Judged::CutOff => {}
                Judged::Alive(node, memo) => {
                    let path = [&root.path[..], &[by]].concat();
                    out.push(Root { path, state, memo, node });
                }
            }
            ControlFlow::Continue(())
        });
        if hopeless.is_break() {
            out.truncate(before);
        }
    }

    /// Whether a child is dropped or cut off, and what is carried to it if not. `left` are the moves to go after it.
    #[inline(always)]
    fn judge(
        &mut self,
        from: &S::State,
        memo: B::Memo,
        node: O::Node,
        by: S::Move,
        to: &S::State,
        left: u32,
    ) -> Judged<O::Node, B::Memo> {
        let Some(node) = self.order.after(node, by) else { return Judged::CutOff };
        self.nodes += 1;
        match self.bound.next(self.space, memo, from, by, to, left) {
            Ok(memo) => Judged::Alive(node, memo),
            // The parent has one move more to go and needs at most one move less.
            Err(asked) if S::IS_UNDIRECTED && asked > left + 2 => {
                self.next = self.next.min(self.limit - left + asked - 2);
                Judged::Hopeless
            }
            Err(asked) => {
                self.next = self.next.min(self.limit - left + asked);
                Judged::CutOff
            }
        }
    }

    /// Searches below a position with `left` moves to go.
    fn down(
        &mut self,
        state: &S::State,
        memo: B::Memo,
        node: O::Node,
        left: u32,
    ) -> ControlFlow<End<S::Move>> {
        if self.bound.moves_left(memo) == 0 && self.space.is_goal(state) {
            return (self.goal)(&self.path);
        }
        if left == 0 {
            self.next = self.next.min(self.limit + 1);
            return ControlFlow::Continue(());
        }
        self.expanded += 1;
        // First the bounds of all children, then the children: so the processor waits for their tables at the same time.
        let mut alive = [const { None }; TOGETHER];
        let mut count = 0;
        let space = self.space;
        let ended = space.expand(state, |by, to| {
            match self.judge(state, memo, node, by, &to, left - 1) {
                Judged::Hopeless => return ControlFlow::Break(None),
                Judged::CutOff => {}
                Judged::Alive(node, memo) => {
                    if count == TOGETHER {
                        self.each(&mut alive, left - 1).map_break(Some)?;
                        count = 0;
                    }
                    alive[count] = Some((by, to, memo, node));
                    count += 1;
                }
            }
            ControlFlow::Continue(())
        });
        match ended {
            ControlFlow::Break(Some(end)) => ControlFlow::Break(end),
            ControlFlow::Break(None) => ControlFlow::Continue(()),
            ControlFlow::Continue(()) => self.each(&mut alive[..count], left - 1),
        }
    }

    /// Searches below some children.
    #[inline(always)]
    fn each(&mut self, children: &mut [Option<Child<S, B, O>>], left: u32) -> ControlFlow<End<S::Move>> {
        for (by, state, memo, node) in children.iter_mut().filter_map(Option::take) {
            if self.nodes >= self.next_pause {
                self.pause()?;
            }
            self.path.push(by);
            self.down(&state, memo, node, left)?;
            self.path.pop();
        }
        ControlFlow::Continue(())
    }

    /// Looks up from the work.
    #[cold]
    fn pause(&mut self) -> ControlFlow<End<S::Move>> {
        self.report();
        self.next_pause = self.nodes_allowed.min(self.nodes + PAUSE);
        if self.nodes >= self.nodes_allowed {
            return ControlFlow::Break(End::Nodes);
        }
        if self.watch.is_some_and(|(first_hit, number)| first_hit.load(Relaxed) < number) {
            return ControlFlow::Break(End::Abandoned);
        }
        let asked = if self.leads { self.host.poll() } else { self.host.check() };
        asked.map_or_else(|stop| ControlFlow::Break(End::Stopped(stop)), ControlFlow::Continue)
    }

    /// Adds what was done since to the counters of the host.
    pub(super) fn report(&mut self) {
        self.host.counters.generated.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
        self.host.counters.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
    }
}
