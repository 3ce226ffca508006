//! How many moves are needed at least: regions that can only be emptied by a move that begins in them.
//!
//! While every hole of a region has a peg, nothing can land in it; and if no jump from outside over one of its holes
//! lands outside, nothing from outside can take a peg away. So the first peg to leave begins its move in the region. Regions
//! that share no hole need a move each. Corners are such regions, pairs of neighbours on an edge, squares, hexagons.

use std::collections::BTreeSet;

use super::super::jumps::Jumps;
use super::word::Word;

/// The most holes of a region, and the most regions that are looked at.
const LARGEST: usize = 9;
const MOST: usize = 400;
/// Steps of the search for many regions without a common hole.
const PATIENCE: usize = 20_000;
/// Regions in all packings, a bit each; and packings.
const BITS: usize = 64;
const PACKINGS: usize = 12;

/// Packings of regions: the one with the most full regions counts.
pub(crate) struct Regions {
    /// For every value of every byte, the regions that it leaves full.
    full: Vec<u64>,
    bytes: usize,
    /// The regions of each packing.
    packings: Vec<u64>,
}

impl Regions {
    /// Packings for games from `start`, the same for all images under `group`. Regions that are full in an end are no use.
    pub(crate) fn of(jumps: &Jumps, group: &[Vec<u16>], start: &[u64], ends: &[Vec<u64>]) -> Self {
        let set = |pegs: &[u64]| -> BTreeSet<u16> {
            super::super::jumps::pegged(pegs).map(|hole| hole as u16).collect()
        };
        let (start, ends): (_, Vec<_>) = (set(start), ends.iter().map(|end| set(end)).collect());
        let mut regions = regions(jumps);
        regions.retain(|region| region.is_subset(&start) && !ends.iter().any(|end| region.is_subset(end)));
        regions.sort_by_key(BTreeSet::len);
        let mut packer =
            Packer { regions: &regions, holes: jumps.holes, best: Vec::new(), most: 0, steps: 0 };
        packer.extend(0, &mut Vec::new(), &mut BTreeSet::new());
        let mut listed: Vec<BTreeSet<u16>> = Vec::new();
        let mut packings: Vec<u64> = Vec::new();
        'packing: for packing in &packer.best {
            let mut new = Vec::new();
            let mut more = listed.clone();
            for image in group {
                let mut bits = 0_u64;
                for &region in packing {
                    let moved: BTreeSet<u16> =
                        regions[region].iter().map(|&hole| image[usize::from(hole)]).collect();
                    let at = more.iter().position(|other| *other == moved).unwrap_or_else(|| {
                        more.push(moved);
                        more.len() - 1
                    });
                    if at >= BITS {
                        continue 'packing;
                    }
                    bits |= 1 << at;
                }
                new.push(bits);
            }
            new.retain(|bits| !packings.contains(bits));
            new.sort_unstable();
            new.dedup();
            if packings.len() + new.len() <= PACKINGS {
                listed = more;
                packings.extend(new);
            }
        }
        let bytes = jumps.holes.div_ceil(8).max(1);
        let mut full = vec![0; 256 * bytes];
        for at in 0..bytes {
            for value in 0..256 {
                let is_full = |region: &BTreeSet<u16>| {
                    region
                        .iter()
                        .map(|&hole| usize::from(hole))
                        .all(|hole| hole / 8 != at || value >> (hole % 8) & 1 == 1)
                };
                full[256 * at + value] = listed
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (bit, region)| bits | u64::from(is_full(region)) << bit);
            }
        }
        Self { full, bytes, packings }
    }

    /// No regions, where an end may be anything.
    pub(crate) fn none() -> Self {
        Self { full: vec![0; 256], bytes: 1, packings: Vec::new() }
    }

    /// The moves that a position needs at least.
    #[inline]
    pub(crate) fn moves<W: Word>(&self, position: W) -> u32 {
        let full = (1..self.bytes)
            .fold(self.full[position.byte(0)], |full, at| full & self.full[256 * at + position.byte(at)]);
        self.packings.iter().map(|packing| (packing & full).count_ones()).max().unwrap_or(0)
    }
}

/// The smallest regions, each of at most [`LARGEST`] holes.
fn regions(jumps: &Jumps) -> Vec<BTreeSet<u16>> {
    let mut found = BTreeSet::new();
    for hole in 0..jumps.holes {
        close(jumps, &mut BTreeSet::from([hole as u16]), &mut found);
    }
    let all: Vec<BTreeSet<u16>> = found.into_iter().collect();
    let is_smallest = |region: &&BTreeSet<u16>| {
        !all.iter().any(|other| other.len() < region.len() && other.is_subset(region))
    };
    all.iter().filter(is_smallest).cloned().collect()
}

/// Makes a region of a set of holes in every way.
fn close(jumps: &Jumps, region: &mut BTreeSet<u16>, found: &mut BTreeSet<BTreeSet<u16>>) {
    let opens = |jump: &&super::super::jumps::Jump| {
        region.contains(&jump.over) && !region.contains(&jump.from) && !region.contains(&jump.to)
    };
    let Some(&jump) = jumps.list.iter().find(opens) else {
        found.insert(region.clone());
        return;
    };
    if region.len() == LARGEST || found.len() >= MOST {
        return;
    }
    for hole in [jump.to, jump.from] {
        region.insert(hole);
        close(jumps, region, found);
        region.remove(&hole);
    }
}

/// Looks for as many regions as possible without a common hole.
struct Packer<'a> {
    regions: &'a [BTreeSet<u16>],
    /// Holes of the board.
    holes: usize,
    /// All packings of the largest number.
    best: Vec<Vec<usize>>,
    most: usize,
    steps: usize,
}

impl Packer<'_> {
    fn extend(&mut self, from: usize, taken: &mut Vec<usize>, holes: &mut BTreeSet<u16>) {
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

#[cfg(test)]
mod tests {
    use fewest_search::Host;

    use super::super::super::jumps::Goal;
    use super::super::boards::{all_but, english, only, triangle};
    use super::super::endgame::Endgame;
    use super::super::frame::{Frame, Job, with_frame};
    use super::super::layers::Layers;
    use super::super::parity::invariants;
    use super::super::sweeps::Sweeps;
    use super::super::symmetry::{keeping, symmetries};
    use super::super::target::Target;
    use super::super::won::won;
    use super::*;

    #[test]
    fn corners_pairs_squares_and_hexagons() {
        let sizes = |board: &Jumps| -> BTreeSet<usize> { regions(board).iter().map(BTreeSet::len).collect() };
        assert_eq!(sizes(&english()), BTreeSet::from([1, 3, 4, 7]));
        // Corners, neighbours on an edge, and the one hexagon that touches no edge.
        assert_eq!(sizes(&triangle(7)), BTreeSet::from([1, 2, 7]));
        let (board, goal) = (triangle(8), vec![only(36, 0)]);
        let group = keeping(&symmetries(&board), &goal);
        let regions = Regions::of(&board, &group, &all_but(36, 0), &goal);
        assert_eq!(regions.moves(all_but(36, 0)[0]), 12, "two corners, nine pairs, a hexagon");
    }

    /// For every position that can be won, the bound and the fewest moves.
    struct Bounds<'a>(&'a Jumps, &'a [u64], &'a Target);

    impl Job for Bounds<'_> {
        type Out = Vec<(u32, u32)>;

        fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
            let Self(jumps, start, target) = self;
            let (host, sweeps) = (Host::default(), Sweeps::of(frame));
            let Target::Ends(ends) = target else { return Vec::new() };
            let regions = Regions::of(jumps, &frame.group, start, ends);
            let mut layers = Layers::new(frame, invariants(jumps), &host);
            let all = won(&mut layers, W::pack(start), target).unwrap();
            let Some((last, above)) = all.split_last() else { return Vec::new() };
            let mut endgame = Endgame::of(&last.list, &host).unwrap();
            for layer in above.iter().rev() {
                endgame.add(&sweeps, &layer.list, |_| false, &host).unwrap();
            }
            let all = all.iter().flat_map(|layer| &layer.list);
            all.map(|&position| {
                let moves = endgame.moves(position, position.ones()).expect("it can be won");
                let images = frame.images(position);
                assert!(images.iter().all(|&image| regions.moves(image) == regions.moves(position)));
                (regions.moves(position), moves.into())
            })
            .collect()
        }
    }

    #[test]
    fn no_position_needs_fewer_moves_than_its_regions() {
        let mut positions = 0;
        for (side, vacancy, finish) in [(5, 0, 0), (5, 4, 12), (5, 3, 3), (6, 0, 0), (6, 4, 4)] {
            let board = triangle(side);
            let (start, end) = (all_but(board.holes, vacancy), only(board.holes, finish));
            let target = Target::of(&board, &start, &Goal::Exactly(vec![end.clone()]));
            let group = keeping(&symmetries(&board), &[end]);
            let bounds = with_frame(&board, group, Bounds(&board, &start, &target)).unwrap();
            assert!(bounds.iter().all(|(bound, moves)| bound <= moves));
            positions += bounds.len();
        }
        assert!(positions > 1000, "{positions}");
    }
}
