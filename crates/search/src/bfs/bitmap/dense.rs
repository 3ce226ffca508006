//! Counting the positions of a space whose keys are numbered: sorted layers while they are small, planes of bits then.
//!
//! A plane is looked through as a whole however few bits are set, so that layers of a small part of the space are quicker
//! as lists.

use super::{BitmapSpace, Sheets, Spot};
use crate::bfs::{Aim, bfs};
use crate::context::{Context, Stop};
use crate::state_space::StateSpace;

/// A layer larger than this part of the space is quicker as a plane.
const WIDE: u64 = 500;

/// Planes that know the key of every bit. Every position can be reached.
pub trait Numbered: BitmapSpace {
    /// The number of all positions.
    fn positions(&self) -> u64;

    /// Where the position of a key is.
    fn spot(&self, key: u64) -> Spot;

    /// The key of a position.
    fn key(&self, spot: Spot) -> u64;

    /// The goals.
    fn goals(&self) -> Vec<Spot>;
}

/// A space that can be counted in planes of bits.
pub trait Dense: Send + Sync {
    /// Bytes that this takes, however far it goes.
    fn bytes(&self) -> u64;

    /// Counts everything that can be reached, and gives the first `farthest` keys of the last layer. `packed` is the same space.
    fn count(&self, packed: &dyn StateSpace, cx: &Context<'_>, farthest: usize) -> Counted;
}

/// What was counted. The layers are complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Positions at each depth.
    pub layers: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The least keys of the last layer, if all layers were counted.
    pub farthest: Vec<u64>,
    /// Why it ended early.
    pub stopped: Option<Stop>,
}

/// Counts the positions of `planes`, which are those of `packed`.
pub fn count<P: Numbered>(planes: &P, packed: &dyn StateSpace, cx: &Context<'_>, farthest: usize) -> Counted {
    let mut counted = Counted::default();
    counted.stopped = counted.all(planes, packed, cx, farthest).err();
    counted
}

impl Counted {
    fn all<P: Numbered>(
        &mut self,
        planes: &P,
        packed: &dyn StateSpace,
        cx: &Context<'_>,
        farthest: usize,
    ) -> Result<(), Stop> {
        let mut sheets = Sheets::new(planes, cx)?;
        self.begin(&mut sheets, packed, cx)?;
        let goals = planes.goals();
        let mut keepers = [0, 1].map(|side| vec![(); planes.cuts(side).len() - 1]);
        loop {
            let depth = u32::try_from(self.layers.len()).unwrap_or(u32::MAX);
            let size = sheets.next(cx, depth, &mut keepers)?;
            if size == 0 {
                break;
            }
            self.layers.push(size);
            self.goals.push(goals.iter().filter(|&&goal| sheets.has(goal)).count() as u64);
            let sum: u64 = self.layers.iter().sum();
            assert!(sum <= planes.positions(), "there are not more positions than there are");
        }
        let sum: u64 = self.layers.iter().sum();
        assert_eq!(sum, planes.positions(), "every position can be reached");
        // Nothing came after the last layer, so it is on the other side.
        sheets.side = 1 - sheets.side;
        self.farthest = sheets.least_keys(farthest);
        Ok(())
    }

    /// The first layers, as lists; the last two go to the planes.
    fn begin<P: Numbered>(
        &mut self,
        sheets: &mut Sheets<'_, '_, P>,
        packed: &dyn StateSpace,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let seen = bfs(packed, cx, Aim::Wide(sheets.planes.positions() / WIDE));
        // A complete walk, of a very small space, ends with a layer in which it found nothing more.
        let depths = seen.layers() - usize::from(seen.is_exhausted());
        self.layers = seen.layer_sizes()[..depths].to_vec();
        self.goals = seen.goal_counts()[..depths].to_vec();
        if let Some(stop) = seen.stopped() {
            return Err(stop);
        }
        for depth in depths.saturating_sub(2)..depths {
            for &key in seen.layer(depth) {
                let spot = sheets.planes.spot(key);
                debug_assert_eq!(sheets.planes.key(spot), key);
                sheets.side = spot.0;
                sheets.set(spot);
            }
        }
        Ok(())
    }
}

impl<P: Numbered> Sheets<'_, '_, P> {
    /// Whether a position is in the last layer.
    fn has(&self, (side, block, bit): Spot) -> bool {
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
                    keys.push(self.planes.key((self.side, block, bit)));
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
