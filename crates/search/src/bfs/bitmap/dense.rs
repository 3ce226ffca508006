//! Counting the positions of a space whose keys are numbered: sorted layers while they are small, planes of bits then.
//!
//! A plane is looked through as a whole however few bits are set, so that layers of a small part of the space are quicker
//! as lists.

use super::{BitIndex, BitmapLayers, BitmapSpace};
use crate::bfs::{Aim, bfs};
use crate::context::{Context, Stop};
use crate::state_space::StateSpace;

/// A layer larger than this part of the space is quicker as a plane.
const BITMAP_FROM: u64 = 500;

/// Planes that know the key of every bit. Every position can be reached.
pub trait IndexedBitmapSpace: BitmapSpace {
    /// The number of all positions.
    fn positions(&self) -> u64;

    /// Where the position of a key is.
    fn locate(&self, key: u64) -> BitIndex;

    /// The key of a position.
    fn key(&self, index: BitIndex) -> u64;

    /// The goals.
    fn goals(&self) -> Vec<BitIndex>;
}

/// A space that can be counted in planes of bits.
pub trait Dense: Send + Sync {
    /// Bytes that this takes, however far it goes.
    fn bytes(&self) -> u64;

    /// Counts everything that can be reached, and gives the first `farthest` keys of the last layer. `space` is the same space.
    fn count(&self, space: &dyn StateSpace, cx: &Context<'_>, farthest: usize) -> LayerCounts;
}

/// What was counted. The layers are complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerCounts {
    /// Positions at each depth.
    pub layers: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The least keys of the last layer, if all layers were counted.
    pub farthest: Vec<u64>,
    /// Why it ended early.
    pub stopped: Option<Stop>,
}

/// Counts the positions of `bitmap`, which are those of `space`.
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
        // Nothing came after the last layer, so it is on the other side.
        bits.side = 1 - bits.side;
        self.farthest = bits.least_keys(farthest);
        Ok(())
    }

    /// The first layers, as lists; the last two go to the planes.
    fn begin<P: IndexedBitmapSpace>(
        &mut self,
        bits: &mut BitmapLayers<'_, '_, P>,
        space: &dyn StateSpace,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let result = bfs(space, cx, Aim::UntilWiderThan(bits.space.positions() / BITMAP_FROM));
        // A complete walk, of a very small space, ends with a layer in which it found nothing more.
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
    /// Whether a position is in the last layer.
    fn has(&self, (side, block, bit): BitIndex) -> bool {
        side == self.side && self.block(side, block)[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The least keys of the last layer.
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
