//! Merson regions: a lower bound on the number of moves (R. Merson 1962, in Beasley 1985).
//!
//! A Merson region is a set of holes such that no jump from outside over one of its holes lands
//! outside. While every hole of it has a peg, nothing can land in it and nothing from outside can
//! take a peg away, so the first peg to leave begins its move in the region. Disjoint regions need
//! one move each. Corners are such regions, pairs of neighbours on an edge, squares, hexagons.
//!
//! The bound works in both directions. Forward: a region that is full now and not full in any end
//! needs a move from here on. Backward: a region that was full at the start and is not full now has
//! had a move.
//!
//! The maximum number of disjoint regions is exact, by table, where regions overlap in small groups
//! only, as on the edges of a triangle. Elsewhere a few packings of disjoint regions are chosen
//! beforehand, and the packing with the most full regions counts.

use std::collections::BTreeSet;

use crate::rules::jumps::{Jumps, pegged};
use crate::solve::peg_set::PegSet;
use crate::solve::symmetry::Direction;

/// Largest region, in holes, and the most regions that are generated.
const LARGEST_REGION: usize = 9;
const MOST_REGIONS: usize = 400;
/// The most regions in use, one bit each; and the most regions of one table over all their subsets.
pub(crate) const MOST_LISTED: usize = 64;
const MOST_TABLED: usize = 12;

/// A set of holes.
pub(crate) type Region = BTreeSet<u16>;

/// Merson's lower bound on the number of moves: disjoint regions that are full (forward) or no
/// longer full (backward).
///
/// | property | |
/// |---|---|
/// | admissible | yes |
/// | consistent | yes: a move opens at most one of several disjoint full regions |
/// | memory | 2 KiB per 8 holes, 4 KiB per table |
/// | cost per node | one lookup per 8 holes and per table, one population count per packing |
pub(crate) struct MersonRegions {
    /// For every value of every byte of a position, the regions that it leaves full.
    full: Vec<[u64; 256]>,
    /// The regions that count in each direction.
    count: [u64; 2],
    tables: Vec<SubsetTable>,
    /// Sets of disjoint regions, from those that are in no table.
    packings: Vec<u64>,
}

/// The maximum number of disjoint regions, for every subset of the regions from bit `first` on.
struct SubsetTable {
    first: usize,
    most: Vec<u8>,
}

impl MersonRegions {
    /// Makes the regions for games from `start` to one of `ends`. `group` must keep start and ends.
    pub(crate) fn of(jumps: &Jumps, group: &[Vec<u16>], start: &[u64], ends: &[Vec<u64>]) -> Self {
        let set = |pegs: &[u64]| -> Region { pegged(pegs).map(|hole| hole as u16).collect() };
        let (start, ends): (_, Vec<_>) = (set(start), ends.iter().map(|end| set(end)).collect());
        // A region that is full in an end may stay full; one that was not full at the start need
        // not have been emptied.
        let counts = |region: &Region, direction: Direction| match direction {
            Direction::Forward => !ends.iter().any(|end| region.is_subset(end)),
            Direction::Backward => region.is_subset(&start),
        };
        let mut regions = merson_regions(jumps);
        regions.sort_by_key(Region::len);
        let images = |region: &Region| -> Vec<Region> {
            let image = |to: &Vec<u16>| region.iter().map(|&hole| to[usize::from(hole)]).collect();
            group.iter().map(image).collect()
        };
        let all: BTreeSet<Region> = regions.iter().flat_map(images).collect();
        let mut groups = if all.len() <= MOST_LISTED { connected_groups(&all) } else { Vec::new() };
        let mut tables = Vec::new();
        let mut listed: Vec<Region> = Vec::new();
        groups.sort_by_key(Vec::len);
        while groups.first().is_some_and(|group| group.len() <= MOST_TABLED) {
            let mut some = groups.remove(0);
            while groups.first().is_some_and(|group| some.len() + group.len() <= MOST_TABLED) {
                some.extend(groups.remove(0));
            }
            tables.push(SubsetTable { first: listed.len(), most: most_disjoint(&some) });
            listed.extend(some);
        }
        regions.retain(|region| {
            counts(region, Direction::Forward)
                && counts(region, Direction::Backward)
                && !listed.contains(region)
        });
        let packings = packings(&regions, jumps.holes, images, &mut listed);
        let byte = |at: usize| {
            std::array::from_fn(|value| {
                let has = |hole: usize| hole / 8 != at || value >> (hole % 8) & 1 == 1;
                let is_full = |region: &Region| region.iter().all(|&hole| has(hole.into()));
                (0..).zip(&listed).fold(0, |bits, (bit, region)| bits | u64::from(is_full(region)) << bit)
            })
        };
        let count = [Direction::Forward, Direction::Backward].map(|direction| {
            (0..)
                .zip(&listed)
                .fold(0, |bits, (bit, region)| bits | u64::from(counts(region, direction)) << bit)
        });
        Self { full: (0..jumps.holes.div_ceil(8)).map(byte).collect(), count, tables, packings }
    }

    /// No regions: the bound is 0. For goals whose ends are not listed.
    pub(crate) fn none() -> Self {
        Self { full: Vec::new(), count: [0; 2], tables: Vec::new(), packings: Vec::new() }
    }

    /// Returns whether the bound is always the maximum number of disjoint regions.
    pub(crate) fn are_exact(&self) -> bool {
        self.packings.is_empty() && !self.tables.is_empty()
    }

    /// Returns a lower bound on the moves to an end (forward) or from the start (backward).
    #[inline]
    pub(crate) fn lower_bound<W: PegSet>(&self, position: W, direction: Direction) -> u32 {
        let parts = self.full.iter().enumerate().map(|(at, full)| full[position.byte(at) & 255]);
        let full = parts.fold(u64::MAX, |full, part| full & part);
        let set = self.count[direction as usize] & if direction == Direction::Forward { full } else { !full };
        let most = |table: &SubsetTable| {
            u32::from(table.most[(set >> table.first) as usize & (table.most.len() - 1)])
        };
        let packed = self.packings.iter().map(|packing| (packing & set).count_ones()).max();
        self.tables.iter().map(most).sum::<u32>() + packed.unwrap_or(0)
    }
}

/// Partitions regions into groups such that regions of different groups are disjoint.
fn connected_groups(all: &BTreeSet<Region>) -> Vec<Vec<Region>> {
    let mut groups: Vec<Vec<Region>> = Vec::new();
    for region in all {
        let (mut own, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| !other.is_disjoint(region)));
        own.push(vec![region.clone()]);
        groups = others;
        groups.push(own.concat());
    }
    groups
}

/// Returns, for every subset of `regions`, the maximum number of disjoint ones: either the lowest
/// is left out, or all that overlap it are.
fn most_disjoint(regions: &[Region]) -> Vec<u8> {
    let near = |region: &Region| {
        (0..).zip(regions).fold(0, |near, (bit, other)| near | usize::from(!region.is_disjoint(other)) << bit)
    };
    let near: Vec<usize> = regions.iter().map(near).collect();
    let mut most = vec![0_u8; 1 << regions.len()];
    for set in 1..most.len() {
        let low = set.trailing_zeros() as usize;
        most[set] = most[set & (set - 1)].max(1 + most[set & !near[low]]);
    }
    most
}

/// Returns the minimal Merson regions of at most [`LARGEST_REGION`] holes.
fn merson_regions(jumps: &Jumps) -> Vec<Region> {
    let mut found = BTreeSet::new();
    for hole in 0..jumps.holes {
        close_region(jumps, &mut BTreeSet::from([hole as u16]), &mut found);
    }
    let all: Vec<Region> = found.into_iter().collect();
    let is_smallest =
        |region: &&Region| !all.iter().any(|other| other.len() < region.len() && other.is_subset(region));
    all.iter().filter(is_smallest).cloned().collect()
}

/// Closes a set of holes to Merson regions in every possible way.
fn close_region(jumps: &Jumps, region: &mut Region, found: &mut BTreeSet<Region>) {
    let opens = |jump: &&crate::rules::jumps::Jump| {
        region.contains(&jump.over) && !region.contains(&jump.from) && !region.contains(&jump.to)
    };
    let Some(&jump) = jumps.list.iter().find(opens) else {
        found.insert(region.clone());
        return;
    };
    if region.len() == LARGEST_REGION || found.len() >= MOST_REGIONS {
        return;
    }
    for hole in [jump.to, jump.from] {
        region.insert(hole);
        close_region(jumps, region, found);
        region.remove(&hole);
    }
}

/// Step limit of the packing search.
const PACKING_STEPS: usize = 20_000;
/// The most packings.
const MOST_PACKINGS: usize = 12;

/// Returns packings of disjoint regions with all their images, as bit sets; appends their regions
/// to `listed`.
pub(crate) fn packings(
    regions: &[Region],
    holes: usize,
    images: impl Fn(&Region) -> Vec<Region>,
    listed: &mut Vec<Region>,
) -> Vec<u64> {
    let mut packer = PackingSearch { regions, holes, best: Vec::new(), most: 0, steps: 0 };
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
                if at >= MOST_LISTED {
                    continue 'packing;
                }
                *bits |= 1 << at;
            }
        }
        new.retain(|bits| !packings.contains(bits));
        new.sort_unstable();
        new.dedup();
        if packings.len() + new.len() <= MOST_PACKINGS {
            *listed = more;
            packings.extend(new);
        }
    }
    packings
}

/// Branch-and-bound search for the maximum number of disjoint regions.
struct PackingSearch<'a> {
    regions: &'a [Region],
    /// Holes of the board.
    holes: usize,
    /// All packings of the maximum size found so far.
    best: Vec<Vec<usize>>,
    most: usize,
    steps: usize,
}

impl PackingSearch<'_> {
    fn extend(&mut self, from: usize, taken: &mut Vec<usize>, holes: &mut Region) {
        self.steps += 1;
        if taken.len() > self.most {
            self.most = taken.len();
            self.best.clear();
        }
        if taken.len() == self.most {
            self.best.push(taken.clone());
        }
        if self.steps > PACKING_STEPS {
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
    use std::collections::HashMap;

    use fewest_search::Context;

    use super::*;
    use crate::rules::jumps::{SolverGoal, keeping, symmetries};
    use crate::solve::fewest_moves::EndgameTable;
    use crate::solve::fewest_moves::sweeps::Sweeps;
    use crate::solve::parity_classes::{GoalBoards, invariants};
    use crate::solve::state_set::LayerBuilder;
    use crate::solve::symmetry::{MonomorphicTask, PackedRules, dispatch};
    use crate::solve::winnable::winnable_layers;
    use crate::testing::{all_but, english, only, triangle};

    #[test]
    fn corners_pairs_squares_and_hexagons() {
        let sizes =
            |board: &Jumps| -> BTreeSet<usize> { merson_regions(board).iter().map(BTreeSet::len).collect() };
        assert_eq!(sizes(&english()), BTreeSet::from([1, 3, 4, 7]));
        // Corners, neighbours on an edge, and the one hexagon that touches no edge.
        assert_eq!(sizes(&triangle(7)), BTreeSet::from([1, 2, 7]));
        let (board, goal) = (triangle(8), vec![only(36, 0)]);
        let group = keeping(&symmetries(&board), &goal);
        let regions = MersonRegions::of(&board, &group, &all_but(36, 0), &goal);
        assert_eq!(
            regions.lower_bound(all_but(36, 0)[0], Direction::Forward),
            12,
            "two corners, nine pairs, a hexagon"
        );
        assert_eq!(
            regions.lower_bound(1_u64, Direction::Backward),
            12,
            "the same have been emptied in the end"
        );
    }

    /// Returns the maximum number of disjoint regions, by exhaustive search.
    fn most_by_trying(full: &[&Region], taken: &Region) -> u32 {
        let Some((first, rest)) = full.split_first() else { return 0 };
        let without = most_by_trying(rest, taken);
        if !first.is_disjoint(taken) {
            return without;
        }
        without.max(1 + most_by_trying(rest, &taken.union(first).copied().collect()))
    }

    #[test]
    fn on_triangles_the_most_full_regions_are_found() {
        for side in [6, 7, 8] {
            let board = triangle(side);
            let (start, end) = (all_but(board.holes, 4), only(board.holes, 7));
            let group = keeping(
                &keeping(&symmetries(&board), std::slice::from_ref(&end)),
                std::slice::from_ref(&start),
            );
            let all = MersonRegions::of(&board, &group, &start, std::slice::from_ref(&end));
            assert!(all.are_exact());
            let is_full = |region: &Region, pegs: u64| region.iter().all(|&hole| pegs >> hole & 1 == 1);
            let listed = merson_regions(&board);
            let mut seed = 1_u64;
            for _ in 0..300 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // Three of four holes have a peg.
                let pegs = (seed >> 28 | seed.rotate_left(17)) & ((1 << board.holes) - 1);
                let most = |counts: &dyn Fn(&Region) -> bool| {
                    let some: Vec<&Region> = listed.iter().filter(|region| counts(region)).collect();
                    most_by_trying(&some, &Region::new())
                };
                let to_go = most(&|region| is_full(region, pegs) && !is_full(region, end[0]));
                let since = most(&|region| !is_full(region, pegs) && is_full(region, start[0]));
                assert_eq!(all.lower_bound(pegs, Direction::Forward), to_go, "{side} {pegs:b}");
                assert_eq!(all.lower_bound(pegs, Direction::Backward), since, "{side} {pegs:b}");
            }
        }
    }

    /// For every winnable position, bound and fewest moves: to the end, and from the start.
    struct Bounds<'a>(&'a Jumps, &'a [u64], &'a GoalBoards);

    impl MonomorphicTask for Bounds<'_> {
        type Out = Vec<[(u32, u32); 2]>;

        fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
            let Self(jumps, start, target) = self;
            let (cx, sweeps) = (Context::default(), Sweeps::of(rules));
            let GoalBoards::Ends(ends) = target else { return Vec::new() };
            let regions = MersonRegions::of(jumps, &rules.group, start, ends);
            let mut layers = LayerBuilder::new(rules, invariants(jumps), &cx);
            let all = winnable_layers(&mut layers, W::pack(start), target).unwrap();
            let Some((last, above)) = all.split_last() else { return Vec::new() };
            let mut endgame = EndgameTable::of(&last.list, &cx).unwrap();
            for layer in above.iter().rev() {
                endgame.add(&sweeps, &layer.list, |_| false, &cx).unwrap();
            }
            let mut since = HashMap::from([(rules.canonical(W::pack(start)), 0_u32)]);
            let mut bounds = Vec::new();
            for &position in all.iter().flat_map(|layer| &layer.list) {
                let moves = since[&position];
                sweeps.each(position, Direction::Forward, |reached| {
                    let known = since.entry(reached.canonical(rules)).or_insert(u32::MAX);
                    *known = (moves + 1).min(*known);
                });
                let to_go = endgame.moves(position, position.ones()).expect("it can be won");
                for direction in [Direction::Forward, Direction::Backward] {
                    let same = |&image: &W| {
                        regions.lower_bound(image, direction) == regions.lower_bound(position, direction)
                    };
                    assert!(rules.images(position).iter().all(same));
                }
                bounds.push([
                    (regions.lower_bound(position, Direction::Forward), to_go.into()),
                    (regions.lower_bound(position, Direction::Backward), moves),
                ]);
            }
            bounds
        }
    }

    #[test]
    fn no_position_needs_fewer_moves_than_its_regions() {
        let mut positions = 0;
        for (side, vacancy, finish) in [(5, 0, 0), (5, 4, 12), (5, 3, 3), (6, 0, 0), (6, 4, 4)] {
            let board = triangle(side);
            let (start, end) = (all_but(board.holes, vacancy), only(board.holes, finish));
            let target = GoalBoards::of(&board, &start, &SolverGoal::Exactly(vec![end.clone()]));
            let group = keeping(&keeping(&symmetries(&board), &[end]), std::slice::from_ref(&start));
            let bounds = dispatch(&board, group, Bounds(&board, &start, &target)).unwrap();
            assert!(bounds.iter().flatten().all(|(bound, moves)| bound <= moves));
            positions += bounds.len();
        }
        assert!(positions > 1000, "{positions}");
    }
}
