//! What a puzzle gives to depth-first and best-first search.
//!
//! These searches touch one position at a time, so everything here is generic and inlined: push iteration through a
//! callback, small `Copy` states, bounds that are updated move by move. The measured price of other shapes, on the
//! same nodes: a `dyn` call per node 2.0x the instructions, a returned `Vec` 3.5x, boxed boards 11.7x.

use std::ops::ControlFlow;

/// A space of positions for depth-first and best-first search.
pub trait Space: Sync {
    /// A packed position.
    type State: Copy + Eq + Send + Sync;
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
pub trait Bound<S: Space>: Sync {
    /// What is carried along from position to position.
    type Memo: Copy + Send + Sync;

    /// The bound at a position reached without a previous one.
    fn first(&self, space: &S, state: &S::State) -> Self::Memo;

    /// The moves left according to `memo`.
    fn moves_left(&self, memo: &Self::Memo) -> u32;

    /// Where to look for the bound after a move.
    type Look: Copy;

    /// What was seen there.
    type Seen: Copy + Default;

    /// Finds out where to look for the bound after a move, without looking: so that looks for many moves can be under way at the same time.
    fn look(&self, space: &S, memo: &Self::Memo, from: &S::State, by: S::Move, to: &S::State) -> Self::Look;

    /// Looks there.
    fn read(&self, look: &Self::Look) -> Self::Seen;

    /// The bound after the move.
    ///
    /// # Errors
    /// Any proven value above `limit`: a maximum of several tables may stop at the first that exceeds it.
    fn next(
        &self,
        memo: &Self::Memo,
        look: &Self::Look,
        seen: Self::Seen,
        limit: u32,
    ) -> Result<Self::Memo, u32>;
}

/// A move automaton: drops sequences of moves that another sequence replaces.
///
/// It restarts at its root wherever states were merged, and is never combined with a closed list.
///
/// # Law
/// Wherever a dropped sequence can be played, a sequence to the same position can be played that is shorter, or as long and
/// alphabetically before it in the order in which [`Space::expand`] gives moves. So the first of all shortest solutions is never dropped.
pub trait Order<S: Space>: Sync {
    /// A node of the automaton.
    type Node: Copy + Send + Sync;

    /// The node before any move.
    fn root(&self) -> Self::Node;

    /// The node after a move, or nothing if the sequence is to be dropped.
    fn after(&self, node: Self::Node, by: S::Move) -> Option<Self::Node>;
}
