//! The state space of a board for the general search engines. A key is the pegs, one bit per hole,
//! in canonical form under the symmetries that keep the goal. The rules are [`PackedRules`].

use fewest_core::Images;
use fewest_search::{EdgeKind, StateSpace};

use crate::rules::jumps::{PegWords, image_of};
use crate::rules::{Board, Goal, Metric};
use crate::solve::fewest_moves::sweeps::Sweeps;
use crate::solve::peg_set::{ImageKey, PegSet};
use crate::solve::symmetry::{Direction, MOST_SYMMETRIC, MonomorphicTask, PackedRules, dispatch};

/// Returns the least image of a position under the given symmetries, in the order of [`PegSet`]s.
fn canonical(symmetries: &[Vec<u16>], pegs: &PegWords) -> PegWords {
    let images = symmetries.iter().map(|image| image_of(image, pegs));
    let least = images.reduce(|one, other| {
        let first = match pegs.len() {
            1 => u64::pack(&one).least(u64::pack(&other)) == u64::pack(&one),
            _ => u128::pack(&one).least(u128::pack(&other)) == u128::pack(&one),
        };
        if first { one } else { other }
    });
    least.unwrap_or_else(|| pegs.clone())
}

/// Returns the symmetries that keep the goal of a board; the identity only, where the board is too
/// large for image tables.
pub fn symmetries(board: &Board) -> Vec<Vec<u16>> {
    let keeps = |image: &&Vec<u16>| match &board.goal {
        Goal::Exactly(end) => image_of(image, end) == *end,
        Goal::OnePeg | Goal::AtMost(_) | Goal::Stuck => true,
    };
    let most = if board.shape().holes() <= MOST_SYMMETRIC { usize::MAX } else { 1 };
    board.shape().symmetries().iter().filter(keeps).take(most).cloned().collect()
}

/// Returns the number of words of a key. None if the board has too many holes.
fn words(board: &Board) -> Option<usize> {
    let words = board.pegs().len();
    [1, 2, 4, 8].into_iter().find(|&most| words <= most)
}

/// Returns the key of a position, of [`words`] words.
pub fn key(board: &Board, symmetries: &[Vec<u16>], position: &Board) -> Option<Vec<u64>> {
    let mut key = canonical(symmetries, position.pegs());
    key.resize(words(board)?, 0);
    Some(key)
}

/// Returns the state space of a board. None if it has too many holes.
pub fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
    packed_in(board, symmetries(board))
}

/// Returns the state space without symmetry reduction.
pub fn state_space_apart(board: &Board) -> Option<Box<dyn StateSpace>> {
    packed_in(board, symmetries(board).into_iter().take(1).collect())
}

fn packed_in(board: &Board, group: Vec<Vec<u16>>) -> Option<Box<dyn StateSpace>> {
    let words = words(board)?;
    dispatch(board.shape().jumps(), group, Packing { board, words })
}

/// Returns the function from a key without symmetry reduction to all its images. None if there is
/// no symmetry.
pub fn images(board: &Board) -> Option<Images<'_>> {
    let symmetries = symmetries(board);
    let is_symmetric = symmetries.len() > 1;
    is_symmetric.then(|| -> Images<'_> {
        Box::new(move |key, out| {
            symmetries.iter().for_each(|image| out.extend(image_of(image, key)));
        })
    })
}

struct Packing<'b> {
    board: &'b Board,
    words: usize,
}

impl MonomorphicTask for Packing<'_> {
    type Out = Box<dyn StateSpace>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let Self { board, words } = self;
        let start = rules.canonical(W::pack(board.pegs()));
        let (goal, metric) = (board.goal.clone(), board.metric);
        Box::new(Space { rules: rules.clone(), words, start, goal, metric })
    }
}

struct Space<W, const G: usize> {
    rules: PackedRules<W, G>,
    /// Words per key.
    words: usize,
    start: W,
    goal: Goal,
    metric: Metric,
}

/// Positions whose neighbours are generated together.
const BATCH: usize = 1 << 6;

impl<W: PegSet, const G: usize> Space<W, G> {
    fn is_goal(&self, position: W) -> bool {
        match &self.goal {
            Goal::OnePeg => position.ones() == 1,
            Goal::Exactly(end) => position == W::pack(end),
            Goal::AtMost(most) => position.ones() <= *most,
            Goal::Stuck => self.rules.is_stuck(position),
        }
    }

    /// Appends the keys of the positions that `near` lists for every position.
    fn each(&self, keys: &[u64], out: &mut Vec<u64>, near: impl Fn(W, &mut Vec<W>)) {
        let mut found = Vec::new();
        for batch in keys.chunks(BATCH * self.words) {
            found.clear();
            batch.chunks_exact(self.words).for_each(|key| near(W::pack(key), &mut found));
            match self.words {
                1 => out.extend(found.iter().map(|position| position.word(0))),
                words => found.iter().for_each(|&position| out.extend(key_of(position, words))),
            }
        }
    }
}

fn key_of<W: PegSet>(position: W, words: usize) -> impl Iterator<Item = u64> {
    (0..words).map(move |at| position.word(at))
}

impl<W: PegSet, const G: usize> StateSpace for Space<W, G> {
    fn words(&self) -> usize {
        self.words
    }

    fn kind(&self) -> EdgeKind {
        match self.metric {
            Metric::Jumps => EdgeKind::Graded,
            // A sweep takes any number of pegs.
            Metric::Moves => EdgeKind::Directed,
        }
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(key_of(self.start, self.words));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        match self.metric {
            Metric::Jumps => {
                self.each(parents, out, |position, near| {
                    self.rules.neighbours(position, Direction::Forward, near);
                });
            }
            Metric::Moves => {
                let sweeps = Sweeps::of(&self.rules);
                self.each(parents, out, |position, near| {
                    sweeps.each(position, Direction::Forward, |reached| {
                        near.push(reached.canonical(&self.rules));
                    });
                });
            }
        }
    }

    fn back(&self, keys: &[u64], out: &mut Vec<u64>) -> bool {
        if self.metric == Metric::Moves {
            return false;
        }
        self.each(keys, out, |position, near| self.rules.neighbours(position, Direction::Backward, near));
        true
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let positions = keys.chunks_exact(self.words).map(W::pack).enumerate();
        hit.extend(positions.filter(|&(_, position)| self.is_goal(position)).map(|(index, _)| index));
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        // A fixed third of the holes: most jumps are elsewhere.
        let third = (self.rules.holes / 3).clamp(1, 32);
        key[0] & ((1 << third) - 1)
    }

    fn fingerprint(&self) -> String {
        let mix = |sum: u64, hole: u16| (sum ^ u64::from(hole)).wrapping_mul(0x0100_0000_01b3);
        let holes = self.rules.jumps.iter().flat_map(|jump| [jump.from, jump.over, jump.to]);
        let jumps = holes.fold(0xcbf2_9ce4_8422_2325, mix);
        let (start, symmetries) = (self.start.unpack(self.rules.holes), self.rules.group.len());
        format!("pegs 2 {start:x?} {:?} {} {jumps:x} {symmetries}", self.goal, self.metric.id())
    }
}
