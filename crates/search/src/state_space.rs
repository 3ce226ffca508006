//! The interface of puzzles for breadth-first search.

use crate::hash::hash_key;

/// How edges run between layers. It decides how many layers must be kept to detect duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Every move can be undone by a move: a duplicate can only be in the two previous layers.
    Undirected,
    /// Every move increases a grade by one: no state occurs in two layers.
    Graded,
    /// Any other graph: all layers are kept.
    Directed,
}

impl EdgeKind {
    /// Returns the first layer that is needed to detect duplicates in the layer after `depth`.
    ///
    /// ```
    /// use fewest_search::EdgeKind;
    ///
    /// assert_eq!(EdgeKind::Undirected.first_layer_needed(7), 6);
    /// assert_eq!(EdgeKind::Graded.first_layer_needed(7), 7);
    /// assert_eq!(EdgeKind::Directed.first_layer_needed(7), 0);
    /// ```
    pub fn first_layer_needed(self, depth: usize) -> usize {
        match self {
            Self::Undirected => depth.saturating_sub(1),
            Self::Graded => depth,
            Self::Directed => 0,
        }
    }
}

/// A ranking of the states by the upper bits of one-word keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The rank of a key is `key >> shift`.
    pub shift: u32,
    /// An upper bound: all ranks are smaller.
    pub count: u64,
}

/// The state space of a puzzle, as canonical keys of a fixed number of words, expanded in batches.
///
/// Keys are passed in flat slices, [`words`](StateSpace::words) per key, and compared word by word.
/// The engine makes one virtual call per batch, so the trait object costs nothing (measured: 3.34 s
/// against 3.50 s for the generic form).
///
/// # Laws
/// * [`expand`](StateSpace::expand) lists every labelled move once, in the order of the parents,
///   even if two moves lead to the same key; sums over these edges therefore count solutions
///   exactly.
/// * Keys are canonical: equivalent states have one key. A symmetry used for this must fix the
///   goals.
pub trait StateSpace: Send + Sync {
    /// Words per key; at least one.
    fn words(&self) -> usize;

    /// How edges run between layers.
    fn kind(&self) -> EdgeKind;

    /// Where a key contains its rank, distinct for distinct keys and small enough for a bitmap.
    /// Only for keys of one word.
    fn ranking(&self) -> Option<Ranking> {
        None
    }

    /// The number of reachable states, if it is known without a search. Every search is checked
    /// against it.
    fn positions(&self) -> Option<u64> {
        None
    }

    /// The colour of a state in a two-colouring of the graph, if there is one: every move changes
    /// it, as with the squares of a chessboard. Every search is checked against it.
    fn side(&self, _key: &[u64]) -> Option<bool> {
        None
    }

    /// Appends the keys of the initial states.
    fn initial_states(&self, out: &mut Vec<u64>);

    /// Appends the successors of `parents`.
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>);

    /// The number of parts in which a state is expanded. More than one if a state may have so large
    /// a number of successors that generating all at once would take too much time and memory.
    fn parts(&self) -> usize {
        1
    }

    /// Appends one part of the successors of `parents`. For one parent, all parts in order are what
    /// [`expand`](StateSpace::expand) gives.
    fn expand_part(&self, parents: &[u64], part: usize, out: &mut Vec<u64>) {
        debug_assert_eq!(part, 0, "a family that has parts makes them");
        self.expand(parents, out);
    }

    /// Appends the predecessors of `keys`. Returns `false` and appends nothing if they are not
    /// available.
    fn back(&self, keys: &[u64], out: &mut Vec<u64>) -> bool {
        if self.kind() == EdgeKind::Undirected {
            self.expand(keys, out);
            return true;
        }
        false
    }

    /// Appends the indices (counted in keys) of the goals among `keys`, in ascending order.
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>);

    /// Drops the keys whose distance to every goal is known to exceed `left`. The heuristic behind
    /// it must be admissible. Only [`bounded_bfs`](crate::bounded_bfs) calls it.
    fn prune(&self, _keys: &mut Vec<u64>, _left: u64) {}

    /// The partition key of a state, a number that decides which worker of a distributed search
    /// keeps it. A projection that few moves change keeps most successors with the same worker. The
    /// default hashes the whole key.
    fn partition_key(&self, key: &[u64]) -> u64 {
        hash_key(key)
    }

    /// Replaces `out` by the [partition keys](StateSpace::partition_key) of all `keys`.
    fn partition_keys(&self, keys: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.extend(keys.chunks_exact(self.words()).map(|key| self.partition_key(key)));
    }

    /// Puzzle, goal, metric and version in one line, so that stored layers are never used for
    /// another puzzle.
    fn fingerprint(&self) -> String;
}
