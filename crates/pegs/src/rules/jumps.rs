//! What the solvers see of a board: its jumps, without coordinates or names, and their
//! automorphisms.
//!
//! The symmetries of a board are the permutations of its holes that map jumps to jumps. They are
//! found from the jumps alone. Colour refinement first separates holes by their roles in jumps and,
//! repeatedly, by the colours of their neighbours. Then images are assigned by backtracking along
//! the jumps, so that nearly every image is forced by the previous ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The pegs of a board of any size: word `i` holds holes `64 i` to `64 i + 63`.
pub(crate) type PegWords = Vec<u64>;

/// A jump: a peg leaves `from`, the peg on `over` is taken away, and the first one lands on `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Jump {
    pub(crate) from: u16,
    pub(crate) over: u16,
    pub(crate) to: u16,
}

impl Jump {
    /// Returns the three holes.
    pub(crate) fn holes(self) -> [usize; 3] {
        [self.from, self.over, self.to].map(usize::from)
    }
}

/// The number of holes, and every jump of the geometry, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Jumps {
    pub(crate) holes: usize,
    pub(crate) list: Vec<Jump>,
}

/// The goal, as the solvers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolverGoal {
    /// One peg, anywhere.
    OnePeg,
    /// Any of these boards.
    Exactly(Vec<PegWords>),
    /// At most this many pegs, anywhere.
    AtMost(u32),
}

/// Returns no pegs, in as many words as `holes` take.
pub(crate) fn no_pegs(holes: usize) -> PegWords {
    vec![0; holes.div_ceil(64).max(1)]
}

/// Returns one peg, in `hole`.
pub(crate) fn only(holes: usize, hole: usize) -> PegWords {
    let mut pegs = no_pegs(holes);
    flip_peg(&mut pegs, hole);
    pegs
}

/// Returns whether there is a peg in `hole`.
pub(crate) fn has_peg(pegs: &[u64], hole: usize) -> bool {
    pegs.get(hole / 64).is_some_and(|word| word >> (hole % 64) & 1 == 1)
}

/// Flips the peg of `hole`.
pub(crate) fn flip_peg(pegs: &mut [u64], hole: usize) {
    pegs[hole / 64] ^= 1 << (hole % 64);
}

/// Returns the holes with a peg, ascending.
pub(crate) fn pegged(pegs: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..64 * pegs.len()).filter(|&hole| has_peg(pegs, hole))
}

/// Returns the number of pegs.
pub(crate) fn count_pegs(pegs: &[u64]) -> u32 {
    pegs.iter().map(|word| word.count_ones()).sum()
}

/// The most symmetries that are kept. A board of many equal parts has more; then some holes are
/// fixed.
const MOST: usize = 16;

/// Returns the symmetries as permutations `image[hole]`, the identity first. They form a group.
pub(crate) fn symmetries(jumps: &Jumps) -> Vec<Vec<u16>> {
    let search = AutomorphismSearch::of(jumps);
    let mut still = 0;
    loop {
        let mut found = Vec::new();
        let mut image = vec![u16::MAX; jumps.holes];
        for hole in search.idle.iter().chain(&search.order[..still]) {
            image[*hole] = *hole as u16;
        }
        if search.extend(still, &mut image, &mut found) {
            found.sort_unstable();
            return found;
        }
        still += 1;
    }
}

/// Returns the symmetries that map the set of boards `ends` to itself.
pub(crate) fn keeping(symmetries: &[Vec<u16>], ends: &[Vec<u64>]) -> Vec<Vec<u16>> {
    let all: BTreeSet<&Vec<u64>> = ends.iter().collect();
    let keeps = |image: &&Vec<u16>| ends.iter().all(|end| all.contains(&image_of(image, end)));
    symmetries.iter().filter(keeps).cloned().collect()
}

/// Returns the image of a board.
pub(crate) fn image_of(image: &[u16], pegs: &[u64]) -> Vec<u64> {
    let mut out = vec![0; pegs.len()];
    for hole in pegged(pegs) {
        flip_peg(&mut out, image[hole].into());
    }
    out
}

struct AutomorphismSearch {
    all: BTreeSet<Jump>,
    /// The jumps that each hole takes part in.
    at: Vec<Vec<Jump>>,
    /// Only holes of the same colour can be images of each other.
    colour: Vec<usize>,
    /// Holes with jumps, in breadth-first order.
    order: Vec<usize>,
    /// Holes without jumps, which are fixed.
    idle: Vec<usize>,
}

impl AutomorphismSearch {
    fn of(jumps: &Jumps) -> Self {
        let mut at = vec![Vec::new(); jumps.holes];
        for &jump in &jumps.list {
            for hole in jump.holes() {
                at[hole].push(jump);
            }
        }
        let colour = colours(jumps.holes, &at);
        let (mut order, mut seen) = (Vec::new(), vec![false; jumps.holes]);
        let mut rarest: Vec<usize> = (0..jumps.holes).collect();
        let many = |hole: usize| colour.iter().filter(|&&other| other == colour[hole]).count();
        rarest.sort_by_cached_key(|&hole| many(hole));
        for first in rarest {
            let mut queue = VecDeque::from([first]);
            while let Some(hole) = queue.pop_front() {
                if !at[hole].is_empty() && !std::mem::replace(&mut seen[hole], true) {
                    order.push(hole);
                    queue.extend(at[hole].iter().flat_map(|jump| jump.holes()));
                }
            }
        }
        let idle = (0..jumps.holes).filter(|&hole| at[hole].is_empty()).collect();
        Self { all: jumps.list.iter().copied().collect(), at, colour, order, idle }
    }

    /// Finds every assignment of the holes from `order[depth]` on. Returns false if there are too
    /// many.
    fn extend(&self, depth: usize, image: &mut Vec<u16>, found: &mut Vec<Vec<u16>>) -> bool {
        let Some(&hole) = self.order.get(depth) else {
            found.push(image.clone());
            return found.len() <= MOST;
        };
        for candidate in self.candidates(hole, image) {
            image[hole] = candidate as u16;
            if self.fits(hole, image) && !self.extend(depth + 1, image, found) {
                return false;
            }
            image[hole] = u16::MAX;
        }
        true
    }

    /// Returns the possible images of a hole: near the image of a neighbour, if one is assigned.
    fn candidates(&self, hole: usize, image: &[u16]) -> Vec<usize> {
        let known = self.at[hole].iter().flat_map(|jump| jump.holes()).find(|&near| image[near] != u16::MAX);
        let near: BTreeSet<usize> = match known {
            Some(near) => self.at[usize::from(image[near])].iter().flat_map(|jump| jump.holes()).collect(),
            None => self.order.iter().copied().collect(),
        };
        let fits = |candidate: &usize| {
            self.colour[*candidate] == self.colour[hole] && !image.contains(&(*candidate as u16))
        };
        near.into_iter().filter(fits).collect()
    }

    /// Returns whether all jumps at `hole` with assigned holes become jumps.
    fn fits(&self, hole: usize, image: &[u16]) -> bool {
        self.at[hole].iter().all(|jump| {
            let [from, over, to] = jump.holes().map(|hole| image[hole]);
            [from, over, to].contains(&u16::MAX) || self.all.contains(&Jump { from, over, to })
        })
    }
}

/// Returns colours such that holes of different colours are never images of each other.
fn colours(holes: usize, at: &[Vec<Jump>]) -> Vec<usize> {
    let mut colour = vec![0; holes];
    let mut kinds = 1;
    loop {
        let signature = |hole: usize| {
            let mut roles: Vec<(usize, [usize; 3])> = at[hole]
                .iter()
                .map(|jump| {
                    let holes = jump.holes();
                    let role = holes.iter().position(|&other| other == hole).unwrap_or(0);
                    (role, holes.map(|other| colour[other]))
                })
                .collect();
            roles.sort_unstable();
            (colour[hole], roles)
        };
        let signatures: Vec<_> = (0..holes).map(signature).collect();
        let different: BTreeSet<_> = signatures.iter().collect();
        let numbers: BTreeMap<_, usize> =
            different.iter().enumerate().map(|(at, &sign)| (sign, at)).collect();
        let next: Vec<usize> = signatures.iter().map(|sign| numbers[sign]).collect();
        if numbers.len() == kinds {
            return next;
        }
        kinds = numbers.len();
        colour = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{english, grid, triangle};

    #[test]
    fn boards_have_the_symmetries_of_their_shapes() {
        assert_eq!(symmetries(&english()).len(), 8);
        assert_eq!(symmetries(&triangle(5)).len(), 6);
        assert_eq!(symmetries(&grid(&["oooo", "oooo", "oooo"])).len(), 4);
        assert_eq!(symmetries(&grid(&["oooo", "o..o", "o..."])).len(), 1);
    }

    #[test]
    fn symmetries_turn_jumps_into_jumps_and_form_a_group() {
        let board = english();
        let all: BTreeSet<Jump> = board.list.iter().copied().collect();
        let group = symmetries(&board);
        assert!(group[0].iter().enumerate().all(|(hole, &image)| hole == usize::from(image)));
        for image in &group {
            let at = |hole: u16| image[usize::from(hole)];
            assert!(all.iter().all(|jump| {
                all.contains(&Jump { from: at(jump.from), over: at(jump.over), to: at(jump.to) })
            }));
            for second in &group {
                let both: Vec<u16> = image.iter().map(|&hole| second[usize::from(hole)]).collect();
                assert!(group.contains(&both));
            }
        }
    }

    #[test]
    fn many_equal_parts_leave_a_small_group() {
        let parts = grid(&["ooo.ooo.ooo.ooo", "...............", "ooo.ooo.ooo.ooo"]);
        let group = symmetries(&parts);
        assert!((2..=MOST).contains(&group.len()));
        let single = grid(&["o.o.o.o.o.o.o.o"]);
        assert_eq!(symmetries(&single).len(), 1);
    }

    #[test]
    fn the_symmetries_of_a_goal_keep_it() {
        let group = symmetries(&english());
        assert_eq!(keeping(&group, &[vec![1 << 16]]).len(), 8);
        assert_eq!(keeping(&group, &[vec![1]]).len(), 1);
        assert_eq!(keeping(&group, &[vec![2]]).len(), 2);
        assert_eq!(keeping(&group, &[vec![1], vec![1 << 2]]).len(), 2);
    }
}
