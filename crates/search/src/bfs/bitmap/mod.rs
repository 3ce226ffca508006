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

use crate::context::{Context, Lease, Stop};
use crate::threads;

mod dense;
#[cfg(test)]
mod tests;

pub use dense::{Dense, IndexedBitmapSpace, LayerCounts, count};

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
