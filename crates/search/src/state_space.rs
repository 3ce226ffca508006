//! What a puzzle gives to layered search.

/// How edges run between layers, which decides how many layers must be kept to recognise old positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Every move can be undone by a move: old positions appear only in the two layers before.
    Undirected,
    /// Every move leads one grade on, so nothing comes twice in different layers.
    Graded,
    /// Anything else: all layers are kept.
    Directed,
}

/// Keys of one word whose upper bits number the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Where the number begins: it is `key >> shift`.
    pub shift: u32,
    /// All numbers are smaller.
    pub count: u64,
}

/// A puzzle as canonical keys of a fixed number of words, taken in batches.
///
/// Keys travel in flat slices, [`words`](Packed::words) to a key, compared word by word. The engine crosses this border
/// once per batch, so a trait object costs nothing (measured: 3.34 s against 3.50 s for the generic form).
///
/// # Laws
/// * [`expand`](Packed::expand) lists every labelled move once, in the order of the parents, even where two moves lead to the same
///   key; sums over these edges therefore count solutions exactly.
/// * Keys are canonical: positions that count as equal have one key. A symmetry used for it must fix the goals.
pub trait StateSpace: Send + Sync {
    /// Words in a key; at least one.
    fn words(&self) -> usize;

    /// How edges run between layers.
    fn kind(&self) -> EdgeKind;

    /// Where to find a number in a key, different for different keys and small enough that a bit for each could be kept.
    /// Only for keys of one word.
    fn numbers(&self) -> Option<Numbers> {
        None
    }

    /// The number of positions that can be reached, where the family knows it without a walk. Every walk is checked against it.
    fn positions(&self) -> Option<u64> {
        None
    }

    /// The side of a position, if there are two and every move changes it, as with the squares of a chessboard. Every walk is
    /// checked against it.
    fn side(&self, _key: &[u64]) -> Option<bool> {
        None
    }

    /// Appends the keys where the search begins.
    fn initial_states(&self, out: &mut Vec<u64>);

    /// Appends the successors of `parents`.
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>);

    /// The number of parts in which a position is expanded; more than one where a position may have so many successors that
    /// making all of them at once would take too much time and memory.
    fn parts(&self) -> usize {
        1
    }

    /// Appends one part of the successors of `parents`. All parts in order are what [`expand`](Packed::expand) gives for one parent.
    fn expand_part(&self, parents: &[u64], part: usize, out: &mut Vec<u64>) {
        debug_assert_eq!(part, 0, "a family that has parts makes them");
        self.expand(parents, out);
    }

    /// Appends the predecessors of `keys`; gives `false` and appends nothing if the family cannot tell.
    fn back(&self, keys: &[u64], out: &mut Vec<u64>) -> bool {
        if self.kind() == EdgeKind::Undirected {
            self.expand(keys, out);
            return true;
        }
        false
    }

    /// Appends the indices (counted in keys) of those `keys` that are goals, in rising order.
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>);

    /// Drops those of `keys` from which every goal is known to be more than `left` moves away. Only
    /// [`bounded_bfs`](crate::walk_within) asks for it.
    fn prune(&self, _keys: &mut Vec<u64>, _left: u64) {}

    /// A number that decides where a key is kept when the space is divided; a projection that changes rarely keeps
    /// successors near. The default mixes the whole key.
    fn owner(&self, key: &[u64]) -> u64 {
        crate::bfs::visited::mix(key)
    }

    /// Replaces `out` by the owners of all keys.
    fn owners(&self, keys: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.extend(keys.chunks_exact(self.words()).map(|key| self.owner(key)));
    }

    /// Puzzle, goal, metric and version in one line, so that stored layers are never taken for another puzzle's.
    fn fingerprint(&self) -> String;
}
