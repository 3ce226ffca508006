//! Counting the states of a space with ranked keys: sorted layers while they are small, then
//! bitmaps.
//!
//! A bitmap is scanned as a whole however few bits are set, so layers that are a small part of the
//! space are faster as lists.

use super::{BitIndex, BitmapLayers, BitmapSpace};
use crate::bfs::{Aim, bfs};
use crate::context::{Context, Stop};
use crate::state_space::StateSpace;

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
pub trait Dense: Send + Sync {
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
