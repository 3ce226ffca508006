//! Sweeps: one move, that is any number of jumps by one peg, one after the other; and solutions
//! made of them.

use crate::solve::peg_set::PegSet;
use crate::solve::state_set::DistanceTable;
use crate::solve::symmetry::{Direction, PackedRules};
use num_bigint::BigUint;

/// A solution in the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FewestMoves {
    /// Each move as the holes that its peg visits.
    pub(crate) moves: Vec<Vec<u16>>,
    /// The number of solutions with that many moves, if counted; moves differ if their holes do.
    pub(crate) optima: Option<BigUint>,
}

/// Generator of all sweeps of a position.
pub(crate) struct Sweeps<'a, W, const G: usize> {
    pub(crate) rules: &'a PackedRules<W, G>,
    /// The jumps that start in each hole, and those that end there.
    from: Vec<Vec<usize>>,
    to: Vec<Vec<usize>>,
}

/// The position after a sweep, or after a part of it.
pub(crate) struct Reached<'s, W, const G: usize> {
    pub(crate) position: W,
    pub(crate) pegs: u32,
    /// The jumps so far, in the order in which they were made or undone.
    pub(crate) jumps: &'s [usize],
    /// The images before the last jump.
    images: &'s [W; G],
}

impl<W: PegSet, const G: usize> Reached<'_, W, G> {
    /// Returns the canonical form. It is computed on demand only.
    #[inline]
    pub(crate) fn canonical(&self, rules: &PackedRules<W, G>) -> W {
        rules.canonical_after(self.images, self.jumps[self.jumps.len() - 1])
    }
}

/// A position with more sweeps than this is not enumerated completely.
pub(crate) const SWEEP_LIMIT: u64 = 1 << 20;

/// Slots of a [`DuplicateCache`].
const PLACES: usize = 1 << 12;

/// A direct-mapped cache that drops recently generated duplicates. What it forgets is generated
/// again, which costs time only.
pub(crate) struct DuplicateCache<W> {
    /// Position, hole of the moving peg, and generation of the entry.
    places: Vec<(W, u16, u32)>,
    round: u32,
}

impl<W: PegSet> DuplicateCache<W> {
    pub(crate) fn new() -> Self {
        Self { places: vec![(W::default(), 0, 0); PLACES], round: 0 }
    }

    fn forget(&mut self) {
        self.round += 1;
        if self.round == u32::MAX {
            *self = Self::new();
        }
    }

    #[inline]
    fn is_new(&mut self, position: W, hole: u16) -> bool {
        let (seen, place) = ((position, hole, self.round), position.mixed() as usize % PLACES);
        std::mem::replace(&mut self.places[place], seen) != seen
    }
}

/// A position within the sweeps of a batch.
#[derive(Clone, Copy)]
struct Landing<W> {
    position: W,
    canonical: W,
    /// The hole of the moving peg.
    hole: u16,
    /// The position of the batch that the sweep began at.
    owner: u16,
}

impl<'a, W: PegSet, const G: usize> Sweeps<'a, W, G> {
    pub(crate) fn of(rules: &'a PackedRules<W, G>) -> Self {
        let (mut from, mut to) = (vec![Vec::new(); rules.holes], vec![Vec::new(); rules.holes]);
        for (number, jump) in rules.jumps.iter().enumerate() {
            from[usize::from(jump.from)].push(number);
            to[usize::from(jump.to)].push(number);
        }
        Self { rules, from, to }
    }

    /// Calls `visit` with every position that one move leads to (forward) or that leads here by one
    /// move (backward): first jumps ascending, each with all continuations of its peg.
    #[inline]
    pub(crate) fn each(&self, position: W, direction: Direction, mut visit: impl FnMut(&Reached<'_, W, G>)) {
        self.each_new(position, direction, &mut |_, _| true, &mut visit);
    }

    /// Like [`Self::each`], without most duplicates: the same position with the same moving peg. On
    /// an empty board a peg has thousands of ways to undo the same jumps; on a large one there are
    /// too many to enumerate, so nothing is visited after [`SWEEP_LIMIT`]. Returns the number of
    /// visited positions.
    #[inline]
    pub(crate) fn each_once(
        &self,
        position: W,
        direction: Direction,
        duplicates: &mut DuplicateCache<W>,
        mut visit: impl FnMut(&Reached<'_, W, G>),
    ) -> u64 {
        duplicates.forget();
        let mut visited = 0;
        let mut new = |reached, hole| {
            let new = visited < SWEEP_LIMIT && duplicates.is_new(reached, hole);
            visited += u64::from(new);
            new
        };
        self.each_new(position, direction, &mut new, &mut visit);
        visited
    }

    /// Visits and continues only positions for which `new`, given the position and the hole of the
    /// moving peg, is true.
    #[inline(always)]
    fn each_new(
        &self,
        position: W,
        direction: Direction,
        new: &mut impl FnMut(W, u16) -> bool,
        visit: &mut impl FnMut(&Reached<'_, W, G>),
    ) {
        let images = self.rules.images(position);
        let (pegs, mut jumps) = (position.ones(), Vec::with_capacity(16));
        self.rules.legal(position, direction, |jump| {
            self.follow((position, pegs), direction, (&images, jump), &mut jumps, new, visit);
        });
    }

    /// Returns a path of `moves` moves as the holes that their pegs visit: each move is the first
    /// sweep for which `good`, given the number of moves left after it, is true. Panics if there is
    /// none.
    pub(crate) fn first_path(
        &self,
        start: W,
        moves: u32,
        good: impl Fn(&Reached<'_, W, G>, u32) -> bool,
    ) -> Vec<Vec<u16>> {
        let (mut position, mut first_path) = (start, Vec::new());
        for left in (0..moves).rev() {
            let mut found: Option<(W, Vec<usize>)> = None;
            self.each(position, Direction::Forward, |reached| {
                if found.is_none() && good(reached, left) {
                    found = Some((reached.position, reached.jumps.to_vec()));
                }
            });
            let (next, jumps) = found.expect("a move is left");
            let first = self.rules.jumps[jumps[0]].from;
            let landings = jumps.iter().map(|&jump| self.rules.jumps[jump].to);
            first_path.push(std::iter::once(first).chain(landings).collect());
            position = next;
        }
        first_path
    }

    fn follow(
        &self,
        (before, pegs): (W, u32),
        direction: Direction,
        (images, jump): (&[W; G], usize),
        jumps: &mut Vec<usize>,
        new: &mut impl FnMut(W, u16) -> bool,
        visit: &mut impl FnMut(&Reached<'_, W, G>),
    ) {
        let position = before ^ self.rules.change(jump);
        let (pegs, hole, more) = match direction {
            Direction::Forward => (pegs - 1, self.rules.jumps[jump].to, &self.from),
            Direction::Backward => (pegs + 1, self.rules.jumps[jump].from, &self.to),
        };
        if !new(position, hole) {
            return;
        }
        jumps.push(jump);
        visit(&Reached { position, pegs, jumps, images });
        let mut own = None;
        for &jump in &more[usize::from(hole)] {
            if self.rules.can(position, jump, direction) {
                let own: &[W; G] = own.get_or_insert_with(|| self.rules.images(position));
                self.follow((position, pegs), direction, (own, jump), jumps, new, visit);
            }
        }
        jumps.pop();
    }

    /// Computes the fewest moves from each position of a batch, given all layers below. A sweep
    /// that leaves these layers is not continued: no end can be reached from there. Landings are
    /// looked up wave by wave (all first jumps, then all second jumps, …), so that many lookups
    /// wait for memory together.
    pub(crate) fn best_moves(&self, batch: &[W], below: &[DistanceTable<'_, W>], best: &mut Vec<u16>) {
        best.clear();
        best.resize(batch.len(), u16::MAX);
        let (mut wave, mut next) = (Vec::new(), Vec::new());
        for (owner, &position) in batch.iter().enumerate() {
            let images = self.rules.images(position);
            self.rules.legal(position, Direction::Forward, |jump| {
                wave.push(self.landing(position, &images, jump, owner as u16));
            });
        }
        for layer in below.iter().rev() {
            next.clear();
            for landing in &wave {
                if let Some(moves) = layer.get(landing.canonical) {
                    let best = &mut best[usize::from(landing.owner)];
                    *best = (*best).min(moves + 1);
                    next.push(*landing);
                }
            }
            wave.clear();
            for before in &next {
                let jumps = &self.from[usize::from(before.hole)];
                let mut legal = jumps
                    .iter()
                    .filter(|&&jump| self.rules.can(before.position, jump, Direction::Forward))
                    .peekable();
                if legal.peek().is_some() {
                    let images = self.rules.images(before.position);
                    wave.extend(
                        legal.map(|&jump| self.landing(before.position, &images, jump, before.owner)),
                    );
                }
            }
            if wave.is_empty() {
                break;
            }
        }
    }

    #[inline]
    fn landing(&self, before: W, images: &[W; G], jump: usize, owner: u16) -> Landing<W> {
        let canonical = self.rules.canonical_after(images, jump);
        let hole = self.rules.jumps[jump].to;
        Landing { position: before ^ self.rules.change(jump), canonical, hole, owner }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::{english, triangle};

    #[test]
    fn what_is_swept_back_is_swept_forth_again() {
        for board in [triangle(6), english()] {
            let nothing_moves = vec![(0..board.holes as u16).collect()];
            let rules = PackedRules::<u64, 1>::new(&board, nothing_moves);
            let sweeps = Sweeps::of(&rules);
            let mut duplicates = DuplicateCache::new();
            let mut near = |position: u64, direction: Direction| {
                let mut near = BTreeSet::new();
                sweeps.each(position, direction, |reached| {
                    assert_eq!(reached.pegs, reached.position.ones());
                    assert_eq!(reached.canonical(&rules), reached.position);
                    let mut played = reached.jumps.to_vec();
                    if direction == Direction::Backward {
                        played.reverse();
                    }
                    let jumps: Vec<_> = played.iter().map(|&jump| board.list[jump]).collect();
                    assert!(jumps.windows(2).all(|two| two[0].to == two[1].from), "one peg");
                    near.insert(reached.position);
                });
                let mut once = BTreeSet::new();
                sweeps.each_once(position, direction, &mut duplicates, |reached| {
                    once.insert(reached.position);
                });
                assert_eq!(once, near);
                near
            };
            let (mut seed, mut sweepers) = (1_u64, 0);
            for _ in 0..200 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let position = (seed >> 20) & rules.full();
                for (direction, opposite) in
                    [(Direction::Forward, Direction::Backward), (Direction::Backward, Direction::Forward)]
                {
                    for reached in near(position, direction) {
                        assert!(near(reached, opposite).contains(&position));
                        sweepers += 1;
                    }
                }
            }
            assert!(sweepers > 2000, "{sweepers}");
        }
    }
}
