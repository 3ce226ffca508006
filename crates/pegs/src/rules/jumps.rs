//! What the solvers see of a board: its jumps, without coordinates or names.

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
