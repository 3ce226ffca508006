//! Sets of regions that share no hole, where there are too many regions to try them all.

use std::collections::BTreeSet;

use super::regions::{BITS, Region};

/// Steps of the search for many regions without a common hole.
const PATIENCE: usize = 20_000;
/// The most packings.
const PACKINGS: usize = 12;

/// Packings of regions with all their images, as sets of bits; their regions are added to the list.
pub(crate) fn packings(
    regions: &[Region],
    holes: usize,
    images: impl Fn(&Region) -> Vec<Region>,
    listed: &mut Vec<Region>,
) -> Vec<u64> {
    let mut packer = Packer { regions, holes, best: Vec::new(), most: 0, steps: 0 };
    packer.extend(0, &mut Vec::new(), &mut BTreeSet::new());
    let mut packings: Vec<u64> = Vec::new();
    'packing: for packing in packer.best.iter().filter(|packing| !packing.is_empty()) {
        let mut more = listed.clone();
        let mut new = Vec::new();
        for &region in packing {
            let images = images(&regions[region]);
            new.resize(images.len(), 0_u64);
            for (bits, image) in new.iter_mut().zip(images) {
                let at = more.iter().position(|other| *other == image).unwrap_or_else(|| {
                    more.push(image);
                    more.len() - 1
                });
                if at >= BITS {
                    continue 'packing;
                }
                *bits |= 1 << at;
            }
        }
        new.retain(|bits| !packings.contains(bits));
        new.sort_unstable();
        new.dedup();
        if packings.len() + new.len() <= PACKINGS {
            *listed = more;
            packings.extend(new);
        }
    }
    packings
}

/// Looks for as many regions as possible without a common hole.
struct Packer<'a> {
    regions: &'a [Region],
    /// Holes of the board.
    holes: usize,
    /// All packings of the largest number.
    best: Vec<Vec<usize>>,
    most: usize,
    steps: usize,
}

impl Packer<'_> {
    fn extend(&mut self, from: usize, taken: &mut Vec<usize>, holes: &mut Region) {
        self.steps += 1;
        if taken.len() > self.most {
            self.most = taken.len();
            self.best.clear();
        }
        if taken.len() == self.most {
            self.best.push(taken.clone());
        }
        if self.steps > PATIENCE {
            return;
        }
        for at in from..self.regions.len() {
            let room = (self.holes - holes.len()) / self.regions[at].len();
            if taken.len() + room < self.most {
                return;
            }
            if self.regions[at].is_disjoint(holes) {
                taken.push(at);
                holes.extend(&self.regions[at]);
                self.extend(at + 1, taken, holes);
                taken.pop();
                self.regions[at].iter().for_each(|hole| {
                    holes.remove(hole);
                });
            }
        }
    }
}
