//! The interface of puzzles for IDA\* and beam search: state spaces, incremental heuristics and
//! move pruning.
//!
//! These searches handle one state at a time, so everything here is generic and inlined: push
//! iteration through a callback, small `Copy` states, heuristics that are updated move by move. The
//! measured cost of other designs on the same nodes, in instructions: a `dyn` call per node 2.0x, a
//! returned `Vec` 3.5x, boxed boards 11.7x.

use std::hash::Hash;
use std::ops::ControlFlow;

/// A state space for depth-first and beam search.
pub trait Space: Sync {
    /// A packed state.
    type State: Copy + Eq + Hash + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Send + Sync;

    /// Whether every move can be undone by one move. Then the distances of neighbours to the goal
    /// differ by at most 1.
    const IS_UNDIRECTED: bool = false;

    /// The initial state.
    fn start(&self) -> Self::State;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` for every move and its successor, until it returns `Break`.
    fn expand<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}

/// A heuristic that is updated move by move, with its table lookups split into phases so that many
/// can be in flight at once.
///
/// The search calls [`look`](Self::look) for several children, then [`read`](Self::read) for all of
/// them, then [`next`](Self::next). Large tables are rarely in the cache; the phases overlap their
/// cache misses.
///
/// # Properties of an implementation
///
/// | property | required | why |
/// |---|---|---|
/// | admissible: `h` never exceeds the true distance | yes | solutions of IDA\* are shortest |
/// | consistent: `h` drops by at most 1 per move | no | every child is pruned by its own value |
/// | safe: a pruned state has no solution within the threshold | yes | follows from admissible |
/// | [`may_be_goal`](Self::may_be_goal) holds at every goal | yes | goals are tested only there |
pub trait IncrementalHeuristic<S: Space>: Sync {
    /// The heuristic state, carried from a state to its successors.
    type HeuristicState: Copy + Send + Sync;

    /// Computes the heuristic state from scratch.
    fn first(&self, space: &S, state: &S::State) -> Self::HeuristicState;

    /// The heuristic value: a lower bound on the remaining moves.
    fn moves_left(&self, h: &Self::HeuristicState) -> u32;

    /// A fast necessary condition for a goal.
    #[inline(always)]
    fn may_be_goal(&self, h: &Self::HeuristicState) -> bool {
        self.moves_left(h) == 0
    }

    /// A pending lookup: which table entries decide the value after a move.
    type Lookup: Default;

    /// What [`read`](Self::read) fetched from the tables.
    type Fetched: Copy + Default;

    /// Computes which entries to read first for the value after a move, without reading them, so
    /// that lookups for many moves can be in flight at once. `lookup` holds whatever an earlier
    /// move left.
    fn look(&self, space: &S, h: &Self::HeuristicState, step: Step<'_, S>, lookup: &mut Self::Lookup);

    /// Reads the entries.
    fn read(&self, lookup: &Self::Lookup) -> Self::Fetched;

    /// Processes the fetched entries. Returns whether the value is complete; if not, `lookup` says
    /// what to read next. A maximum over several tables begins with those that may exceed the limit
    /// and needs the others only if none does.
    ///
    /// # Errors
    /// Any proven value above `limit`, as soon as there is one.
    fn next(
        &self,
        h: &Self::HeuristicState,
        lookup: &mut Self::Lookup,
        fetched: Self::Fetched,
        limit: u32,
    ) -> Result<bool, u32>;

    /// Advances the heuristic state over the move of a completed lookup.
    fn apply(&self, lookup: &Self::Lookup, h: &mut Self::HeuristicState);
}

/// A move under consideration.
#[derive(Debug)]
pub struct Step<'s, S: Space> {
    /// The state before it.
    pub from: &'s S::State,
    /// The move.
    pub by: S::Move,
    /// The state after it.
    pub to: &'s S::State,
    /// The number of moves that may remain after it.
    pub limit: u32,
}

/// Duplicate-sequence pruning: drops sequences of moves that another sequence replaces (Taylor and
/// Korf 1993).
///
/// Where paths of one length to the same state are merged, the lexicographically first is kept
/// together with its node: the first of all shortest solutions begins with it. Any other merging,
/// or a closed list, would need an automaton that starts anew.
///
/// # Law
/// Wherever a dropped sequence can be played, another sequence to the same state can be played that
/// is shorter, or equally long and lexicographically smaller in the order in which
/// [`Space::expand`] generates moves. So the first of all shortest solutions is never dropped.
pub trait MovePruning<S: Space>: Sync {
    /// A state of the automaton.
    type Node: Copy + Send + Sync;

    /// The start state, before any move.
    fn root(&self) -> Self::Node;

    /// Returns the automaton's state after a move. None if the sequence is dropped.
    fn after(&self, node: Self::Node, by: S::Move) -> Option<Self::Node>;
}
