//! What a puzzle gives to depth-first and best-first search.
//!
//! These searches touch one position at a time, so everything here is generic and inlined: push iteration through a
//! callback, small `Copy` states, bounds that are updated move by move. The measured price of other shapes, on the
//! same nodes: a `dyn` call per node 2.0x the instructions, a returned `Vec` 3.5x, boxed boards 11.7x.

use std::hash::Hash;
use std::ops::ControlFlow;

/// A space of positions for depth-first and best-first search.
pub trait Space: Sync {
    /// A packed position.
    type State: Copy + Eq + Hash + Send + Sync;
    /// One move.
    type Move: Copy + Eq + Send + Sync;

    /// Whether every move can be taken back by one move. Then a position needs at most one move less than its neighbours.
    const IS_UNDIRECTED: bool = false;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` for every move and the position it leads to, until told to stop.
    fn expand<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}

/// An admissible lower bound on the moves left, kept up to date move by move.
pub trait IncrementalHeuristic<S: Space>: Sync {
    /// What is carried along from position to position.
    type HeuristicState: Copy + Send + Sync;

    /// The bound at a position reached without a previous one.
    fn first(&self, space: &S, state: &S::State) -> Self::HeuristicState;

    /// The moves left according to `h`.
    fn moves_left(&self, h: &Self::HeuristicState) -> u32;

    /// Whether the position may be a goal, said quickly.
    #[inline(always)]
    fn may_be_goal(&self, h: &Self::HeuristicState) -> bool {
        self.moves_left(h) == 0
    }

    /// What is asked about a move: where to look for the bound after it.
    type Lookup: Default;

    /// What was seen there.
    type Fetched: Copy + Default;

    /// Finds out where to look first for the bound after a move, without looking: so that looks for many moves can be under way at
    /// the same time. `look` comes as an earlier move left it.
    fn look(&self, space: &S, h: &Self::HeuristicState, step: Step<'_, S>, lookup: &mut Self::Lookup);

    /// Looks there.
    fn read(&self, lookup: &Self::Lookup) -> Self::Fetched;

    /// Whether all was seen; if not, `look` tells where to look next. A maximum of several tables begins with those that may
    /// exceed the limit, and needs the others only if none does.
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

    /// Brings what is carried along to the position after the move, of which all was seen.
    fn apply(&self, lookup: &Self::Lookup, h: &mut Self::HeuristicState);
}

/// A move that may be made.
#[derive(Debug)]
pub struct Step<'s, S: Space> {
    /// The position before it.
    pub from: &'s S::State,
    /// The move.
    pub by: S::Move,
    /// The position after it.
    pub to: &'s S::State,
    /// No more moves may be left after it.
    pub limit: u32,
}

/// A move automaton: drops sequences of moves that another sequence replaces.
///
/// Where paths of one length to the same position are merged, the alphabetically first is kept, with its node: the first of all
/// shortest solutions begins with it. Any other way to merge, or a closed list, would need an automaton that begins anew.
///
/// # Law
/// Wherever a dropped sequence can be played, a sequence to the same position can be played that is shorter, or as long and
/// alphabetically before it in the order in which [`Space::expand`] gives moves. So the first of all shortest solutions is never dropped.
pub trait MovePruning<S: Space>: Sync {
    /// A node of the automaton.
    type Node: Copy + Send + Sync;

    /// The node before any move.
    fn root(&self) -> Self::Node;

    /// The node after a move, or nothing if the sequence is to be dropped.
    fn after(&self, node: Self::Node, by: S::Move) -> Option<Self::Node>;
}
