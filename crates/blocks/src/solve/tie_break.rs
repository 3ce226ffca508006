//! Tie-breaking by secondary cost: of all shortest solutions one with the fewest slides, and of
//! these one with the fewest steps.
//!
//! ```text
//!     start ──── layer 1 ──── layer 2 ──── … ──── goals
//!         \______    ______/      the cone
//!                \__/
//! ```
//!
//! The cone is the set of positions on shortest solutions: those from which a goal is as near as
//! the layers of the search say. It is found backwards from the goals, together with the least
//! secondary cost of the rest of the path.
//!
//! A position belongs to the cone if a move leads from it into the cone. Moves can be undone, so
//! the moves into a slice of the cone are found by expanding it; a pass over the previous layer
//! tells which of their sources are in that layer. A Bloom filter drops nearly all other keys, so
//! that layers need not be sorted.
//!
//! The cost of the rest depends on the next move: a step that continues the last one is no slide of
//! its own. So costs are kept per move, not per position.

use std::ops::Range;

use fewest_search::hash::spread;
use fewest_search::{BfsResult, Context, StateSpace, Stop};

use crate::encoding::{Encoding, MoveCost};
use crate::rules::{Board, Metric};

/// Limit on the moves in the cone, above which any shortest solution is returned.
const MOST_EDGES: usize = 1 << 23;
/// Successors generated per position that the search visited. The search stops at the first goal;
/// where expanding the last layer would take much longer, any shortest solution is returned.
const MOST_WORK: usize = 64;
/// Positions that are expanded at once.
const AT_ONCE: usize = 16;
/// Words of successors between two polls of the context.
const POLL_WORDS: usize = 1 << 18;
/// Marks that no move follows.
const END: u32 = u32::MAX;

/// A move of the cone, with its best continuation.
struct Edge {
    cost: MoveCost,
    /// Slides and steps from here to a goal.
    weight: u64,
    /// The position it leads to.
    child: u32,
    /// The move after it.
    next: u32,
}

/// The positions of one layer that are in the cone, in the order of their keys.
type Slice = Range<usize>;

/// Returns the path of the solution with the least secondary cost. None if the search found no goal
/// or was too large, its layers are not in memory, or positions have too many successors.
///
/// # Errors
/// The reason to stop.
pub(super) fn tie_broken_path(
    result: &BfsResult<'_>,
    space: &dyn StateSpace,
    encoding: &Encoding,
    board: &Board,
    cx: &Context<'_>,
) -> Result<Option<Vec<u64>>, Stop> {
    let Some(depth) = result.goal_depth().filter(|&depth| depth > 0) else { return Ok(None) };
    if space.parts() > 1 || (0..depth).any(|depth| result.layer(depth).is_empty()) {
        return Ok(None);
    }
    let positions = usize::try_from(result.positions()).unwrap_or(usize::MAX);
    let work = positions.saturating_add(1 << 10).saturating_mul(MOST_WORK);
    let mut cone = Cone::new(space, encoding, board, work);
    let Some(mut slice) = cone.goals(result.before_goal(), cx)? else { return Ok(None) };
    for depth in (0..depth).rev() {
        cx.poll()?;
        slice = cone.before(result.layer(depth), slice, cx)?;
        let bytes = cone.edges.len() * size_of::<Edge>();
        if cone.edges.len() > MOST_EDGES || cone.work == 0 || bytes > cx.budget.left() {
            return Ok(None);
        }
    }
    Ok(Some(cone.follow(slice.start)))
}

struct Cone<'s> {
    space: &'s dyn StateSpace,
    encoding: &'s Encoding,
    board: &'s Board,
    words: usize,
    /// Successors that may still be generated.
    work: usize,
    /// The positions, slice by slice from the goals back.
    keys: Vec<u64>,
    /// The moves of position `at` are `edges[starts[at]..starts[at + 1]]`; goals have none.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The best move of each position.
    best: Vec<u32>,
    /// Buffers for one slice.
    moves: IncomingMoves,
}

/// Moves into a slice, by the keys that they lead from and the positions that they lead to, with
/// the buffers that select them.
#[derive(Default)]
struct IncomingMoves {
    from: Vec<u64>,
    into: Vec<u32>,
    filter: BloomFilter,
    /// The positions that they may lead from, in the order of their keys.
    near: Vec<u64>,
    /// The moves that lead from one of these: its index, and where the move leads.
    good: Vec<(u32, u32)>,
}

impl<'s> Cone<'s> {
    fn new(space: &'s dyn StateSpace, encoding: &'s Encoding, board: &'s Board, work: usize) -> Self {
        let (keys, starts, edges, best) = (Vec::new(), vec![0], Vec::new(), Vec::new());
        let moves = IncomingMoves::default();
        Self { space, encoding, board, words: space.words(), work, keys, starts, edges, best, moves }
    }

    fn key(&self, at: usize) -> &[u64] {
        &self.keys[at * self.words..(at + 1) * self.words]
    }

    /// Appends the successors of keys, which are also their predecessors.
    fn expand(&mut self, keys: &[u64], out: &mut Vec<u64>) {
        let before = out.len();
        self.space.expand(keys, out);
        self.work = self.work.saturating_sub((out.len() - before) / self.words);
    }

    /// Returns the goals that a layer leads to. None if that takes too long. The search found no
    /// goal before, so all of them are in the next layer.
    fn goals(&mut self, layer: &[u64], cx: &Context<'_>) -> Result<Option<Slice>, Stop> {
        let (mut out, mut keys, mut hits) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = 0;
        for some in layer.chunks(AT_ONCE * self.words) {
            out.clear();
            self.expand(some, &mut out);
            if self.work == 0 {
                return Ok(None);
            }
            made += out.len();
            if made > POLL_WORDS {
                made = 0;
                cx.poll()?;
            }
            hits.clear();
            self.space.goals(&out, &mut hits);
            hits.iter().for_each(|&hit| {
                keys.extend_from_slice(&out[hit * self.words..(hit + 1) * self.words]);
            });
        }
        sort(&mut keys, self.words);
        let count = keys.len() / self.words;
        self.keys = keys;
        self.starts.resize(count + 1, 0);
        self.best.resize(count, END);
        Ok(Some(0..count))
    }

    /// Returns the positions of a layer from which a move leads into the slice after it, and adds
    /// these moves.
    fn before(&mut self, layer: &[u64], after: Slice, cx: &Context<'_>) -> Result<Slice, Stop> {
        let words = self.words;
        let mut moves = std::mem::take(&mut self.moves);
        self.moves_into(after, &mut moves, cx)?;
        let IncomingMoves { from, into, filter, near, good } = &mut moves;
        filter.rebuild(from, words);
        near.clear();
        filter.possible_members(layer, words, near);
        sort(near, words);
        filter.rebuild(near, words);
        good.clear();
        for (key, &child) in from.chunks_exact(words).zip(&*into) {
            if filter.may_contain(key)
                && let Some(at) = find(near, words, key)
            {
                good.push((at as u32, child));
            }
        }
        good.sort_unstable();
        good.dedup();
        let slice = self.link(near, good);
        self.moves = moves;
        Ok(slice)
    }

    /// Collects the moves that lead into a slice, and others between its layer and the adjacent
    /// ones.
    fn moves_into(&mut self, after: Slice, moves: &mut IncomingMoves, cx: &Context<'_>) -> Result<(), Stop> {
        moves.from.clear();
        moves.into.clear();
        let keys = std::mem::take(&mut self.keys);
        let mut asked = 0;
        for at in after {
            self.expand(&keys[at * self.words..(at + 1) * self.words], &mut moves.from);
            moves.into.resize(moves.from.len() / self.words, at as u32);
            if moves.from.len() > asked + POLL_WORDS {
                asked = moves.from.len();
                cx.poll()?;
            }
        }
        self.keys = keys;
        Ok(())
    }

    /// Appends the positions of `near` from which moves lead on, given in order with where they
    /// lead, and computes the costs of these moves.
    fn link(&mut self, near: &[u64], good: &[(u32, u32)]) -> Slice {
        let first_position = self.best.len();
        let runs_join = self.board.metric == Metric::Steps;
        for moves in good.chunk_by(|one, other| one.0 == other.0) {
            let key = &near[moves[0].0 as usize * self.words..][..self.words];
            let first = self.edges.len();
            for &(_, child) in moves {
                let cost = self.encoding.move_cost(self.board, key, self.key(child as usize));
                let (weight, next) = self.onward(child as usize, &cost, runs_join);
                self.edges.push(Edge { cost, weight: cost.weight() + weight, child, next });
            }
            let weighed = self.edges[first..].iter().zip(first as u32..);
            let best = weighed.min_by_key(|(edge, _)| (edge.weight, edge.child)).map_or(END, |(_, at)| at);
            self.keys.extend_from_slice(key);
            self.best.push(best);
            self.starts.push(self.edges.len() as u32);
        }
        first_position..self.best.len()
    }

    /// Returns the best continuation after a move to position `at`, and its cost.
    fn onward(&self, at: usize, cost: &MoveCost, runs_join: bool) -> (u64, u32) {
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
            .filter(|&edge| cost.continues_in(&self.edges[edge as usize].cost))
            .map(|edge| (self.edges[edge as usize].weight - (1 << 32), edge));
        joined.chain([plain]).min().unwrap_or(plain)
    }

    /// Returns the keys along the best moves.
    fn follow(&self, root: usize) -> Vec<u64> {
        let mut path = self.key(root).to_vec();
        let mut edge = self.best[root];
        while edge != END {
            let Edge { child, next, .. } = self.edges[edge as usize];
            path.extend_from_slice(self.key(child as usize));
            edge = next;
        }
        path
    }
}

/// Returns the index of a key in a sorted list of keys.
fn find(keys: &[u64], words: usize, key: &[u64]) -> Option<usize> {
    if words == 1 {
        return keys.binary_search(&key[0]).ok();
    }
    let (mut low, mut high) = (0, keys.len() / words);
    while low < high {
        let middle = low.midpoint(high);
        if keys[middle * words..(middle + 1) * words] < *key {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (keys.get(low * words..(low + 1) * words) == Some(key)).then_some(low)
}

/// Sorts keys and drops duplicates.
fn sort(keys: &mut Vec<u64>, words: usize) {
    if words == 1 {
        keys.sort_unstable();
        keys.dedup();
        return;
    }
    let mut each: Vec<&[u64]> = keys.chunks_exact(words).collect();
    each.sort_unstable();
    each.dedup();
    *keys = each.concat();
}

/// A Bloom filter with one hash function (Bloom 1970): a set of keys that recognises nearly all
/// other keys with one lookup. One bit per key; keys that share a bit are not distinguished.
#[derive(Default)]
struct BloomFilter {
    bits: Vec<u64>,
    shift: u32,
}

impl BloomFilter {
    /// Replaces the set by other keys of `words` words each.
    fn rebuild(&mut self, keys: &[u64], words: usize) {
        // 32 to 64 bits per key: the false positive rate is at most 1/32.
        let words_of_bits = (keys.len() / words / 2 + 1).next_power_of_two();
        self.shift = 58 - words_of_bits.trailing_zeros();
        self.bits.clear();
        self.bits.resize(words_of_bits, 0);
        for key in keys.chunks_exact(words) {
            let (word, bit) = self.place(key);
            self.bits[word] |= bit;
        }
    }

    #[inline(always)]
    fn place(&self, key: &[u64]) -> (usize, u64) {
        let mixed = key.iter().fold(0, |sum: u64, word| spread(sum ^ word));
        let at = mixed >> self.shift;
        ((at >> 6) as usize, 1 << (at & 63))
    }

    /// Returns whether a key may be in the set. There are no false negatives.
    #[inline(always)]
    fn may_contain(&self, key: &[u64]) -> bool {
        let (word, bit) = self.place(key);
        self.bits[word] & bit != 0
    }

    /// Appends the keys that may be in the set.
    fn possible_members(&self, keys: &[u64], words: usize, out: &mut Vec<u64>) {
        if words == 1 {
            out.extend(keys.iter().filter(|key| self.may_contain(std::slice::from_ref(key))));
        } else {
            let passing = keys.chunks_exact(words).filter(|key| self.may_contain(key));
            passing.for_each(|key| out.extend_from_slice(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_set_passes_and_few_others_do() {
        let mut filter = BloomFilter::default();
        for (words, count) in [(1, 1), (2, 40), (1, 1000), (3, 7)] {
            let keys: Vec<u64> = (0..words * count).map(|n| (n * n) << 5).collect();
            let others: Vec<u64> = (0..words * 10_000).map(|n| n << 7 | 3).collect();
            filter.rebuild(&keys, words as usize);
            let mut passed = Vec::new();
            filter.possible_members(&keys, words as usize, &mut passed);
            assert_eq!(passed, keys);
            passed.clear();
            filter.possible_members(&others, words as usize, &mut passed);
            assert!(passed.len() as u64 <= words * 10_000 / 16, "{} of {words} words passed", passed.len());
        }
    }
}
