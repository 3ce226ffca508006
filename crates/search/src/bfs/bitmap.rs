//! Bitmap breadth-first search of dense spaces: one bit per state, one block of bits at a time.
//!
//! If nearly every number below some limit is the rank of a state, a list of keys is wasteful: a
//! layer is a bitmap. It is divided into *blocks* such that a move maps whole blocks to whole
//! blocks, either unchanged or with their bits permuted. A block *pulls* its part of the next layer
//! from its neighbours. It has a single writer, so threads need no atomics, and there is no queue
//! and no hashing.
//!
//! The spaces are undirected and bipartite, with two *sides* like the squares of a chessboard:
//! every move changes the side. So the layers alternate between the sides, and each side needs one
//! bitmap only: while layer d + 1 is generated, the blocks of its side hold layer d - 1, which is
//! exactly what must be removed, and is overwritten.
//!
//! ```text
//!   side 0   d-1 ──────▶ d+1 ──────▶ d+3       new = pulled & !old, block by block, in place
//!               ╲       ╱   ╲       ╱
//!   side 1        ▶ d ▶       ▶ d+2 ▶
//! ```

use std::sync::atomic::Ordering::Relaxed;

use crate::bfs::{Aim, bfs};
use crate::context::Context;
use crate::limits::{Lease, Stop};
use crate::state_space::StateSpace;
use crate::threads;

/// The bit of a state: its side, its block, and its index in the block.
pub type BitIndex = (usize, usize, usize);

/// A dense bipartite space in blocks of bits.
pub trait BitmapSpace: Sync {
    /// 64-bit words per block.
    fn words(&self) -> usize;

    /// The block indices of a side (0 or 1) at which the work may be divided among threads:
    /// ascending, from 0 to the number of its blocks.
    fn cuts(&self, side: usize) -> Vec<usize>;

    /// The initial state.
    fn root(&self) -> BitIndex;

    /// Sets the bits in `out` of every state of a block that has a neighbour in the layer `other`
    /// of the other side. Returns whether there may be any. `out` is zero at first.
    fn pull(&self, side: usize, block: usize, other: &Bitmap<'_>, out: &mut [u64]) -> bool;
}

/// A layer, as its neighbours see it.
#[derive(Clone, Copy, Debug)]
pub struct Bitmap<'p> {
    bits: &'p [u64],
    is_live: &'p [bool],
    words: usize,
}

impl Bitmap<'_> {
    /// The bits of a block. None if all are 0.
    #[inline]
    pub fn block(&self, block: usize) -> Option<&[u64]> {
        self.is_live[block].then(|| &self.bits[block * self.words..][..self.words])
    }
}

/// Receives the states of each layer as they are found. One sink handles the blocks between two
/// consecutive [cuts](BitmapSpace::cuts).
pub trait LayerSink: Send {
    /// Receives the states of a block that are found at `depth`. Returns their number.
    fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64;
}

/// Counts only.
impl LayerSink for () {
    fn keep(&mut self, _: u32, _: usize, new: &[u64]) -> u64 {
        new.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// The bitmap of a side.
struct Side {
    bits: Vec<u64>,
    is_live: Vec<bool>,
    cuts: Vec<usize>,
}

/// The blocks of a side that one thread works on.
struct BlockRange<'s, K> {
    first: usize,
    bits: &'s mut [u64],
    is_live: &'s mut [bool],
    sink: &'s mut K,
}

impl Side {
    fn new(space: &impl BitmapSpace, side: usize) -> Self {
        let cuts = space.cuts(side);
        debug_assert!(cuts.first() == Some(&0) && cuts.is_sorted());
        let blocks = cuts.last().copied().unwrap_or(0);
        Self { bits: vec![0; blocks * space.words()], is_live: vec![false; blocks], cuts }
    }

    fn bitmap(&self, words: usize) -> Bitmap<'_> {
        Bitmap { bits: &self.bits, is_live: &self.is_live, words }
    }

    fn parts<'s, K>(&'s mut self, words: usize, sinks: &'s mut [K]) -> Vec<BlockRange<'s, K>> {
        let (mut bits, mut is_live) = (&mut self.bits[..], &mut self.is_live[..]);
        let mut parts = Vec::with_capacity(sinks.len());
        for (pair, sink) in self.cuts.windows(2).zip(sinks) {
            let blocks = pair[1] - pair[0];
            let (bits_here, bits_after) = bits.split_at_mut(blocks * words);
            let (live_here, live_after) = is_live.split_at_mut(blocks);
            parts.push(BlockRange { first: pair[0], bits: bits_here, is_live: live_here, sink });
            (bits, is_live) = (bits_after, live_after);
        }
        parts
    }
}

/// The memory that [`layers`] takes, in bytes, without the sinks.
pub fn bitmap_bytes(space: &impl BitmapSpace) -> usize {
    let blocks: usize = (0..2).map(|side| space.cuts(side).last().copied().unwrap_or(0)).sum();
    blocks * (8 * space.words() + 1)
}

/// Searches the whole space from its initial state. Returns the sizes of the layers. `sinks` are
/// those of side 0 and of side 1, one for each range between cuts.
///
/// # Errors
/// The reason to stop.
pub fn layers<P: BitmapSpace, K: LayerSink>(
    space: &P,
    cx: &Context<'_>,
    sinks: &mut [Vec<K>; 2],
) -> Result<Vec<u64>, Stop> {
    let mut bits = BitmapLayers::new(space, cx)?;
    let root = space.root();
    let (side, block, _) = root;
    bits.set(root);
    bits.side = side;
    let part = bits.sides[side].cuts.partition_point(|&cut| cut <= block) - 1;
    sinks[side][part].keep(0, block, bits.block(side, block));
    let mut sizes = vec![1];
    loop {
        let depth = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
        match bits.next(cx, depth, sinks)? {
            0 => return Ok(sizes),
            size => sizes.push(size),
        }
    }
}

/// The two layers that the search needs.
pub(crate) struct BitmapLayers<'p, 'h, P> {
    space: &'p P,
    sides: [Side; 2],
    /// The side of the last layer.
    side: usize,
    _lease: Lease<'h>,
}

impl<'p, 'h, P: BitmapSpace> BitmapLayers<'p, 'h, P> {
    /// Returns two empty layers.
    fn new(space: &'p P, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let lease = cx.lease(bitmap_bytes(space))?;
        Ok(Self { space, sides: [0, 1].map(|side| Side::new(space, side)), side: 0, _lease: lease })
    }

    /// Sets the bit of a state.
    fn set(&mut self, (side, block, bit): BitIndex) {
        let words = self.space.words();
        self.sides[side].bits[block * words + bit / 64] |= 1 << (bit % 64);
        self.sides[side].is_live[block] = true;
    }

    fn block(&self, side: usize, block: usize) -> &[u64] {
        let words = self.space.words();
        &self.sides[side].bits[block * words..][..words]
    }

    /// Generates the next layer in place of the one before the last. Returns its size.
    fn next<K: LayerSink>(
        &mut self,
        cx: &Context<'_>,
        depth: u32,
        sinks: &mut [Vec<K>; 2],
    ) -> Result<u64, Stop> {
        let (words, side) = (self.space.words(), 1 - self.side);
        let [zero, one] = &mut self.sides;
        let (here, there) = if side == 0 { (zero, one) } else { (one, zero) };
        let other = there.bitmap(words);
        let parts = here.parts(words, &mut sinks[side]);
        let space = self.space;
        let size =
            threads::sum_over(cx, parts.into_iter(), |part| advance(space, side, depth, part, &other))?;
        self.side = side;
        cx.counters.depth.store(u64::from(depth), Relaxed);
        cx.counters.positions.fetch_add(size, Relaxed);
        cx.counters.frontier.store(size, Relaxed);
        Ok(size)
    }
}

/// Advances a range of blocks from layer `depth - 2` to layer `depth`. Returns the number of
/// states.
fn advance<P: BitmapSpace, K: LayerSink>(
    space: &P,
    side: usize,
    depth: u32,
    part: BlockRange<'_, K>,
    other: &Bitmap<'_>,
) -> u64 {
    let words = space.words();
    let mut pulled = vec![0; words];
    let mut count = 0;
    for (at, (old, is_live)) in part.bits.chunks_exact_mut(words).zip(part.is_live).enumerate() {
        if space.pull(side, part.first + at, other, &mut pulled) {
            let mut any = 0;
            for (old, pulled) in old.iter_mut().zip(&mut pulled) {
                let new = *pulled & !*old;
                *old = new;
                any |= new;
                *pulled = 0;
            }
            *is_live = any != 0;
            if any != 0 {
                count += part.sink.keep(depth, part.first + at, old);
            }
        } else if *is_live {
            old.fill(0);
            *is_live = false;
        }
    }
    count
}

/// Layers larger than 1/500 of the space are faster as bitmaps.
const BITMAP_FROM: u64 = 500;

/// A bitmap space with a bijection between keys and bits. Every state is reachable.
pub trait IndexedBitmapSpace: BitmapSpace {
    /// The number of states.
    fn positions(&self) -> u64;

    /// Returns the bit of a key.
    fn locate(&self, key: u64) -> BitIndex;

    /// Returns the key of a bit.
    fn key(&self, index: BitIndex) -> u64;

    /// Returns the goals.
    fn goals(&self) -> Vec<BitIndex>;
}

/// A space that can be counted with bitmaps.
pub trait BitmapCounter: Send + Sync {
    /// The memory that counting takes, in bytes.
    fn bytes(&self) -> u64;

    /// Counts all reachable states, and returns the `farthest` smallest keys of the last layer.
    /// `space` is the same space as keys.
    fn count(&self, space: &dyn StateSpace, cx: &Context<'_>, farthest: usize) -> LayerCounts;
}

/// The counts of the complete layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerCounts {
    /// States at each depth.
    pub layers: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The smallest keys of the last layer, if all layers were counted.
    pub farthest: Vec<u64>,
    /// Why it stopped early.
    pub stopped: Option<Stop>,
}

/// Counts the states of `bitmap`, which is the same space as `space`.
pub fn count<P: IndexedBitmapSpace>(
    bitmap: &P,
    space: &dyn StateSpace,
    cx: &Context<'_>,
    farthest: usize,
) -> LayerCounts {
    let mut counts = LayerCounts::default();
    counts.stopped = counts.all(bitmap, space, cx, farthest).err();
    counts
}

impl LayerCounts {
    fn all<P: IndexedBitmapSpace>(
        &mut self,
        bitmap: &P,
        space: &dyn StateSpace,
        cx: &Context<'_>,
        farthest: usize,
    ) -> Result<(), Stop> {
        let mut bits = BitmapLayers::new(bitmap, cx)?;
        self.begin(&mut bits, space, cx)?;
        let goals = bitmap.goals();
        let mut sinks = [0, 1].map(|side| vec![(); bitmap.cuts(side).len() - 1]);
        loop {
            let depth = u32::try_from(self.layers.len()).unwrap_or(u32::MAX);
            let size = bits.next(cx, depth, &mut sinks)?;
            if size == 0 {
                break;
            }
            self.layers.push(size);
            self.goals.push(goals.iter().filter(|&&goal| bits.has(goal)).count() as u64);
            let sum: u64 = self.layers.iter().sum();
            assert!(sum <= bitmap.positions(), "there are not more positions than there are");
        }
        let sum: u64 = self.layers.iter().sum();
        assert_eq!(sum, bitmap.positions(), "every position can be reached");
        // The layer after the last one is empty, so the last one is on the other side.
        bits.side = 1 - bits.side;
        self.farthest = bits.least_keys(farthest);
        Ok(())
    }

    /// Generates the first layers as lists and enters the last two into the bitmaps.
    fn begin<P: IndexedBitmapSpace>(
        &mut self,
        bits: &mut BitmapLayers<'_, '_, P>,
        space: &dyn StateSpace,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let result = bfs(space, cx, Aim::UntilWiderThan(bits.space.positions() / BITMAP_FROM));
        // An exhausted search, of a very small space, ends with an empty layer.
        let depths = result.layers() - usize::from(result.is_exhausted());
        self.layers = result.layer_sizes()[..depths].to_vec();
        self.goals = result.goal_counts()[..depths].to_vec();
        if let Some(stop) = result.stopped() {
            return Err(stop);
        }
        for depth in depths.saturating_sub(2)..depths {
            for &key in result.layer(depth) {
                let index = bits.space.locate(key);
                debug_assert_eq!(bits.space.key(index), key);
                bits.side = index.0;
                bits.set(index);
            }
        }
        Ok(())
    }
}

impl<P: IndexedBitmapSpace> BitmapLayers<'_, '_, P> {
    /// Whether a state is in the last layer.
    fn has(&self, (side, block, bit): BitIndex) -> bool {
        side == self.side && self.block(side, block)[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns the smallest keys of the last layer.
    fn least_keys(&self, most: usize) -> Vec<u64> {
        let mut keys = Vec::new();
        if most == 0 {
            return keys;
        }
        let side = &self.sides[self.side];
        for block in (0..side.is_live.len()).filter(|&block| side.is_live[block]) {
            for (word, &bits) in self.block(self.side, block).iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let bit = 64 * word + bits.trailing_zeros() as usize;
                    keys.push(self.space.key((self.side, block, bit)));
                    bits &= bits - 1;
                }
            }
            if keys.len() > most + 100_000 {
                keys.sort_unstable();
                keys.truncate(most);
            }
        }
        keys.sort_unstable();
        keys.truncate(most);
        keys
    }
}

#[cfg(test)]
mod tests {
    //! The n-dimensional cube: corner v at distance popcount(v), sides by parity; a block is a
    //! corner of the upper dimensions.

    use std::ops::ControlFlow;

    use super::*;

    /// Dimensions inside a block, of which the words take all but six.
    const LOW: usize = 7;

    struct Cube {
        high: usize,
    }

    impl Cube {
        /// The upper corners of a side. Both parities of the lower dimensions are in every block,
        /// so a side has all of them.
        fn blocks(&self) -> usize {
            1 << self.high
        }
    }

    /// The bits of the lower corners with an odd or even number of ones.
    fn parity_mask(word: usize, odd: bool) -> u64 {
        (0..64)
            .filter(|bit| ((word * 64 + bit).count_ones() % 2 == 1) == odd)
            .fold(0, |mask, bit| mask | 1 << bit)
    }

    impl BitmapSpace for Cube {
        fn words(&self) -> usize {
            1 << (LOW - 6)
        }

        fn cuts(&self, _: usize) -> Vec<usize> {
            (0..=self.blocks()).step_by(4).collect()
        }

        fn root(&self) -> (usize, usize, usize) {
            (0, 0, 0)
        }

        fn pull(&self, side: usize, block: usize, other: &Bitmap<'_>, out: &mut [u64]) -> bool {
            let mut any = false;
            for dimension in 0..self.high {
                if let Some(bits) = other.block(block ^ 1 << dimension) {
                    any = true;
                    out.iter_mut().zip(bits).for_each(|(out, bits)| *out |= bits);
                }
            }
            if let Some(bits) = other.block(block) {
                any = true;
                for corner in (0..1 << LOW).filter(|corner| bits[corner / 64] >> (corner % 64) & 1 == 1) {
                    for dimension in 0..LOW {
                        let next = corner ^ 1 << dimension;
                        out[next / 64] |= 1 << (next % 64);
                    }
                }
            }
            let odd = (block.count_ones() % 2 == 1) != (side == 1);
            assert!(out.iter().enumerate().all(|(word, out)| out & !parity_mask(word, odd) == 0));
            any
        }
    }

    /// Records the depth of every corner.
    struct Depths(Vec<(u32, usize, usize)>);

    impl LayerSink for Depths {
        fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64 {
            let corners = (0..64 * new.len()).filter(|bit| new[bit / 64] >> (bit % 64) & 1 == 1);
            let before = self.0.len();
            self.0.extend(corners.map(|corner| (depth, block, corner)));
            (self.0.len() - before) as u64
        }
    }

    #[test]
    fn layers_of_a_cube_are_binomials() {
        let cube = Cube { high: 5 };
        for threads in 1..4 {
            let cx = Context::new(threads, 1 << 20, &|_| ControlFlow::Continue(()));
            let parts = cube.cuts(0).len() - 1;
            let mut sinks = [vec![(); parts], vec![(); parts]];
            let sizes = layers(&cube, &cx, &mut sinks).expect("memory");
            assert_eq!(sizes, [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]);
            assert_eq!(cx.budget.used(), 0);
            assert_eq!(cx.budget.peak(), bitmap_bytes(&cube));
        }
    }

    #[test]
    fn every_position_is_kept_once_with_its_depth() {
        let cube = Cube { high: 3 };
        let mut sinks = [0, 1].map(|_| (1..cube.cuts(0).len()).map(|_| Depths(Vec::new())).collect());
        layers(&cube, &Context::default(), &mut sinks).expect("memory");
        let mut all: Vec<_> = sinks.into_iter().flatten().flat_map(|sink| sink.0).collect();
        all.sort_unstable_by_key(|&(_, block, corner)| (block, corner));
        assert_eq!(all.len(), 1 << 10);
        for (at, (depth, block, corner)) in all.into_iter().enumerate() {
            assert_eq!((block << LOW | corner, depth), (at, at.count_ones()));
        }
    }

    #[test]
    fn limits_end_it() {
        let cube = Cube { high: 3 };
        let poor = Context::new(1, 10, &|_| ControlFlow::Continue(()));
        assert_eq!(layers(&cube, &poor, &mut [vec![(); 2], vec![(); 2]]), Err(Stop::Memory));
        let hasty = Context::new(2, 1 << 20, &|_| ControlFlow::Break(Stop::Time));
        assert_eq!(layers(&cube, &hasty, &mut [vec![(); 2], vec![(); 2]]), Err(Stop::Time));
    }
}
