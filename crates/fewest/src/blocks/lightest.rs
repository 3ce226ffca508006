//! Of all shortest answers one with the fewest slides, and of these one with the fewest steps.
//!
//! ```text
//!     root ──── layer 1 ──── layer 2 ──── … ──── goals        The cone: positions from which the goals are as near as
//!        \______    ______/         the cone                 the layers say. It is found from the goals back, and
//!               \__/                                          with it what the rest of the way weighs at least.
//! ```
//!
//! A position belongs to the cone if a move leads from it to one that does. Moves can be undone, so the moves into a slice are found
//! by making those out of it; which of the positions they lead to are in the layer before, a pass over that layer tells. A filter
//! of one bit a position passes over nearly all others, so that layers need not be sorted.
//!
//! What is left to go depends on the first move: a step that goes on as the last one did is no slide of its own. So
//! weights stand at moves, not at positions.

use fewest_search::{Host, Packed, Stop, Walk};

use super::board::{Board, Metric};
use super::code::Code;
use super::hop::Hop;

/// Moves in the cone; where there are more, any shortest answer is given.
const MOST_EDGES: usize = 1 << 23;
/// Successors looked at for each position that the walk saw. The walk stops at the first goal; where looking at all moves of the last
/// layer would take much longer, any shortest answer is given.
const MOST_WORK: usize = 64;
/// An odd number with well spread bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
/// Positions whose successors are made at once.
const AT_ONCE: usize = 16;
/// No move follows.
const END: u32 = u32::MAX;

/// A move of the cone, with the best way on.
struct Edge {
    hop: Hop,
    /// Slides and steps from here to a goal.
    weight: u64,
    /// The position it leads to.
    child: u32,
    /// The move after it.
    next: u32,
}

/// The positions of one layer that are in the cone.
struct Slice {
    /// Sorted.
    keys: Vec<u64>,
    filter: Filter,
    /// The moves of position `at` are `edges[starts[at]..starts[at + 1]]`; goals have none.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The best move of each position.
    best: Vec<u32>,
}

/// One bit a key.
struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    fn of(keys: &[u64], words: usize) -> Self {
        // Eight bits a key let one of eight strangers pass.
        let words_of_bits = (keys.len() / words / 8 + 1).next_power_of_two();
        let mut filter = Self { bits: vec![0; words_of_bits], shift: 58 - words_of_bits.trailing_zeros() };
        for key in keys.chunks_exact(words) {
            let (word, bit) = filter.place(key);
            filter.bits[word] |= bit;
        }
        filter
    }

    #[inline(always)]
    fn place(&self, key: &[u64]) -> (usize, u64) {
        let mixed = key.iter().fold(0, |sum: u64, word| (sum ^ word ^ word >> 32).wrapping_mul(MIX));
        let at = mixed >> self.shift;
        ((at >> 6) as usize, 1 << (at & 63))
    }

    #[inline(always)]
    fn may_have(&self, key: &[u64]) -> bool {
        let (word, bit) = self.place(key);
        self.bits[word] & bit != 0
    }
}

impl Slice {
    /// Positions without moves.
    fn of(keys: Vec<u64>, words: usize) -> Self {
        let filter = Filter::of(&keys, words);
        let best = vec![END; keys.len() / words];
        Self { keys, filter, starts: vec![0; best.len() + 1], edges: Vec::new(), best }
    }

    /// The index of a key.
    #[inline]
    fn find(&self, words: usize, key: &[u64]) -> Option<usize> {
        if !self.filter.may_have(key) {
            return None;
        }
        let (mut low, mut high) = (0, self.best.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.keys[middle * words..(middle + 1) * words] < *key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.keys.get(low * words..(low + 1) * words) == Some(key)).then_some(low)
    }

    /// The best way on after a move to position `at`, and what it weighs.
    fn onward(&self, at: usize, hop: &Hop, runs_join: bool) -> (u64, u32) {
        let best = self.best[at];
        if best == END {
            return (0, END);
        }
        let plain = (self.edges[best as usize].weight, best);
        if !runs_join {
            return plain;
        }
        let here = self.starts[at]..self.starts[at + 1];
        let joined = here
            .filter(|&edge| hop.continues_in(&self.edges[edge as usize].hop))
            .map(|edge| (self.edges[edge as usize].weight - (1 << 32), edge));
        joined.chain([plain]).min().unwrap_or(plain)
    }
}

/// The trail of the lightest answer; nothing if the walk met no goal, was too large, or its layers are not in memory.
///
/// # Errors
/// The host's reason to stop.
pub(super) fn trail(
    seen: &Walk<'_>,
    packed: &dyn Packed,
    code: &Code,
    board: &Board,
    host: &Host<'_>,
) -> Result<Option<Vec<u64>>, Stop> {
    let Some(depth) = seen.goal_depth().filter(|&depth| depth > 0) else { return Ok(None) };
    if (0..depth).any(|depth| seen.layer(depth).is_empty()) {
        return Ok(None);
    }
    let positions = usize::try_from(seen.positions()).unwrap_or(usize::MAX);
    let work = positions.saturating_add(1 << 10).saturating_mul(MOST_WORK);
    let mut cone = Cone { packed, code, board, words: packed.words(), out: Vec::new(), work };
    let Some(goals) = cone.goals(seen.before_goal()) else { return Ok(None) };
    let mut slices = vec![goals];
    let mut edges = 0;
    for depth in (0..depth).rev() {
        host.poll()?;
        let slice = cone.before(seen.layer(depth), &slices[slices.len() - 1]);
        edges += slice.edges.len();
        let bytes = edges * size_of::<Edge>();
        if edges > MOST_EDGES || cone.work == 0 || bytes > host.budget.left() {
            return Ok(None);
        }
        slices.push(slice);
    }
    slices.reverse();
    Ok(Some(follow(&slices, packed.words())))
}

/// The keys along the best moves.
fn follow(slices: &[Slice], words: usize) -> Vec<u64> {
    let mut trail = slices[0].keys[..words].to_vec();
    let mut edge = slices[0].best[0];
    for pair in slices.windows(2) {
        let Edge { child, next, .. } = pair[0].edges[edge as usize];
        trail.extend_from_slice(&pair[1].keys[child as usize * words..(child as usize + 1) * words]);
        edge = next;
    }
    trail
}

struct Cone<'s> {
    packed: &'s dyn Packed,
    code: &'s Code,
    board: &'s Board,
    words: usize,
    out: Vec<u64>,
    /// Successors that may still be looked at.
    work: usize,
}

impl Cone<'_> {
    /// The successors of keys, or their predecessors, which are the same here.
    fn expand(&mut self, keys: &[u64]) {
        self.out.clear();
        self.packed.expand(keys, &mut self.out);
        self.work = self.work.saturating_sub(self.out.len() / self.words);
    }

    /// The goals that a layer leads to, unless that takes too long. There is none before them, so all are in the layer after.
    fn goals(&mut self, layer: &[u64]) -> Option<Slice> {
        let (mut keys, mut hits) = (Vec::new(), Vec::new());
        for some in layer.chunks(AT_ONCE * self.words) {
            self.expand(some);
            if self.work == 0 {
                return None;
            }
            hits.clear();
            self.packed.goals(&self.out, &mut hits);
            let goals = hits.iter().map(|&hit| &self.out[hit * self.words..(hit + 1) * self.words]);
            keys.extend(goals.flatten());
        }
        Some(Slice::of(sorted(keys, self.words), self.words))
    }

    /// The positions of a layer from which a move leads into the slice after it, with these moves.
    fn before(&mut self, layer: &[u64], after: &Slice) -> Slice {
        let words = self.words;
        let moves = self.moves_into(after);
        let filter = Filter::of(&moves.from, words);
        let near: Vec<u64> =
            layer.chunks_exact(words).filter(|key| filter.may_have(key)).flatten().copied().collect();
        let mut slice = Slice::of(sorted(near, words), words);
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (from, &child) in moves.from.chunks_exact(words).zip(&moves.into) {
            edges.extend(slice.find(words, from).map(|at| (at as u32, child)));
        }
        edges.sort_unstable();
        edges.dedup();
        self.link(&edges, after, &mut slice);
        slice
    }

    /// The moves that lead into a slice, and others between the same layers and the next.
    fn moves_into(&mut self, after: &Slice) -> Moves {
        let mut moves = Moves::default();
        for (key, child) in after.keys.chunks_exact(self.words).zip(0..) {
            self.expand(key);
            moves.from.extend_from_slice(&self.out);
            moves.into.resize(moves.from.len() / self.words, child);
        }
        moves
    }

    /// Keeps the positions of a slice from which moves lead on, given in order with where they lead, and weighs these moves.
    fn link(&self, edges: &[(u32, u32)], after: &Slice, slice: &mut Slice) {
        let words = self.words;
        let runs_join = self.board.metric == Metric::Steps;
        let all = std::mem::take(&mut slice.keys);
        slice.best.clear();
        slice.starts = vec![0];
        slice.edges.reserve_exact(edges.len());
        for moves in edges.chunk_by(|one, other| one.0 == other.0) {
            let key = &all[moves[0].0 as usize * words..][..words];
            let first = slice.edges.len();
            for &(_, child) in moves {
                let to = &after.keys[child as usize * words..][..words];
                let hop = self.code.hop(self.board, key, to);
                let (weight, next) = after.onward(child as usize, &hop, runs_join);
                slice.edges.push(Edge { hop, weight: hop.weight() + weight, child, next });
            }
            let weighed = slice.edges[first..].iter().zip(first as u32..);
            let best = weighed.min_by_key(|(edge, _)| (edge.weight, edge.child)).map_or(END, |(_, at)| at);
            slice.keys.extend_from_slice(key);
            slice.best.push(best);
            slice.starts.push(slice.edges.len() as u32);
        }
        slice.filter = Filter::of(&slice.keys, words);
    }
}

/// Moves, by the keys that they lead from and the positions of a slice that they lead to.
#[derive(Default)]
struct Moves {
    from: Vec<u64>,
    into: Vec<u32>,
}

/// Keys in order, each once.
fn sorted(mut keys: Vec<u64>, words: usize) -> Vec<u64> {
    if words == 1 {
        keys.sort_unstable();
        keys.dedup();
        return keys;
    }
    let mut each: Vec<&[u64]> = keys.chunks_exact(words).collect();
    each.sort_unstable();
    each.dedup();
    each.concat()
}
