//! Parity classes (Reiss 1857), and the goal boards that they allow.
//!
//! A parity set holds two or none of the holes of every jump. A jump flips its three holes, so the
//! parity of the pegs in the set never changes. All such sets are the null space of the jumps over
//! GF(2); positions with different parities are in different classes, and no game leads from one
//! class to another.
//!
//! The *goal boards* are the boards on which a game may end.

use fewest_gf2::{BitVec, Matrix};

use crate::rules::jumps::{Jumps, PegWords, SolverGoal, count_pegs, flip_peg, keeping, no_pegs, symmetries};

/// Returns a basis of the sets of holes whose parity no jump changes.
pub(crate) fn invariants(jumps: &Jumps) -> Vec<PegWords> {
    let mut rows: Vec<BitVec> = Vec::with_capacity(jumps.list.len());
    for jump in &jumps.list {
        let mut row = BitVec::zeros(jumps.holes);
        for hole in jump.holes() {
            row.flip(hole);
        }
        rows.push(row);
    }
    let words = jumps.holes.div_ceil(64).max(1);
    let basis = Matrix::new(rows, jumps.holes).null_space().into_iter().map(BitVec::into_words);
    basis
        .map(|mut set| {
            set.resize(words, 0);
            set
        })
        .collect()
}

/// Returns whether a set holds an odd number of pegs.
pub(crate) fn odd(set: &[u64], pegs: &[u64]) -> bool {
    set.iter().zip(pegs).fold(0, |sum, (a, b)| sum ^ (a & b)).count_ones() % 2 == 1
}

/// Returns the parities of all invariants: the class of a position.
pub(crate) fn class(invariants: &[PegWords], pegs: &[u64]) -> Vec<bool> {
    invariants.iter().map(|set| odd(set, pegs)).collect()
}

/// Returns sets of holes whose parities separate the start from every one of `ends`: each end
/// differs from the start in one of them. None if parity allows an end.
pub(crate) fn separating_sets(jumps: &Jumps, start: &[u64], ends: &[PegWords]) -> Option<Vec<PegWords>> {
    let basis = invariants(jumps);
    let mut patterns: Vec<PegWords> = Vec::new();
    for end in ends {
        if patterns.iter().any(|set| odd(set, start) != odd(set, end)) {
            continue;
        }
        patterns.push(basis.iter().find(|set| odd(set, start) != odd(set, end))?.clone());
    }
    Some(patterns)
}

/// The most boards that are listed.
const MOST_ENDS: u64 = 20_000;

/// The boards on which a game may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalBoards {
    /// These boards, sorted. Empty if the goal is refuted.
    Ends(Vec<PegWords>),
    /// Every board with this number of pegs: too many to list.
    AllWith(u32),
}

impl GoalBoards {
    /// Returns the ends that the number of pegs and the parity class allow.
    pub(crate) fn of(jumps: &Jumps, start: &[u64], goal: &SolverGoal) -> Self {
        match Self::unfiltered(jumps.holes, start, goal) {
            Self::Ends(mut ends) => {
                let invariants = invariants(jumps);
                let own_class = class(&invariants, start);
                let pegs = count_pegs(start);
                let possible = |end: &PegWords| {
                    (end.as_slice() == start || (1..pegs).contains(&count_pegs(end)))
                        && class(&invariants, end) == own_class
                };
                ends.retain(possible);
                Self::Ends(ends)
            }
            many @ Self::AllWith(_) => many,
        }
    }

    /// Returns the ends of the goal, regardless of the jumps.
    pub(crate) fn unfiltered(holes: usize, start: &[u64], goal: &SolverGoal) -> Self {
        let words = no_pegs(holes).len();
        let (least, most) = match goal {
            SolverGoal::Exactly(ends) => {
                let mut ends = ends.clone();
                ends.iter_mut().for_each(|end| end.resize(words, 0));
                ends.sort_unstable();
                ends.dedup();
                return Self::Ends(ends);
            }
            SolverGoal::OnePeg => (1, 1),
            SolverGoal::AtMost(most) => (0, *most),
        };
        let pegs = count_pegs(start);
        if (least..=most).contains(&pegs) {
            return Self::Ends(vec![start.to_vec()]);
        }
        if pegs < least {
            return Self::Ends(Vec::new());
        }
        // Every jump takes one peg, so a game passes through the largest number that is allowed.
        if boards(holes, most) > MOST_ENDS {
            return Self::AllWith(most);
        }
        let mut ends = Vec::new();
        choose(0, holes, most as usize, &mut no_pegs(holes), &mut ends);
        ends.sort_unstable();
        Self::Ends(ends)
    }
}

/// Estimates the number of positions in the largest layer of a game: those in the same parity
/// class, up to symmetry.
pub(crate) fn largest_layer(jumps: &Jumps, start: &[u64], target: &GoalBoards, symmetries: usize) -> f64 {
    let end = match target {
        GoalBoards::Ends(ends) => ends.iter().map(|end| count_pegs(end)).min().unwrap_or(0),
        GoalBoards::AllWith(pegs) => *pegs,
    };
    let (holes, mut boards, mut most) = (jumps.holes as f64, 1.0, 0.0_f64);
    for pegs in 1..=count_pegs(start) {
        boards *= (holes + 1.0 - f64::from(pegs)) / f64::from(pegs);
        if pegs >= end {
            most = most.max(boards);
        }
    }
    most / (invariants(jumps).len() as f64).exp2() / symmetries as f64
}

/// Returns the number of boards with `pegs` pegs, or a number above [`MOST_ENDS`].
fn boards(holes: usize, pegs: u32) -> u64 {
    let mut number: u64 = 1;
    for taken in 0..u64::from(pegs) {
        number = number * (holes as u64).saturating_sub(taken) / (taken + 1);
        if number > MOST_ENDS {
            break;
        }
    }
    number
}

fn choose(from: usize, holes: usize, pegs: usize, board: &mut PegWords, out: &mut Vec<PegWords>) {
    if pegs == 0 {
        out.push(board.clone());
        return;
    }
    for hole in from..=holes.saturating_sub(pegs) {
        flip_peg(board, hole);
        choose(hole + 1, holes, pegs - 1, board, out);
        flip_peg(board, hole);
    }
}

/// Estimates the number of positions in the largest layer of a game, up to the symmetries that keep
/// its start.
pub(crate) fn largest_reachable_layer(jumps: &Jumps, start: &[u64]) -> f64 {
    let group = keeping(&symmetries(jumps), &[start.to_vec()]);
    largest_layer(jumps, start, &GoalBoards::AllWith(0), group.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::SolverGoal;
    use crate::solve::parity_classes::GoalBoards;
    use crate::testing::{all_but, english, grid, only, triangle};

    #[test]
    fn triangles_have_two_invariants_and_square_boards_four() {
        for side in 4..9 {
            assert_eq!(invariants(&triangle(side)).len(), 2);
        }
        assert_eq!(invariants(&english()).len(), 4);
        for set in invariants(&english()) {
            for jump in english().list {
                let inside = jump.holes().iter().filter(|&&hole| set[0] >> hole & 1 == 1).count();
                assert!(inside % 2 == 0);
            }
        }
    }

    fn class_patterns(jumps: &Jumps, start: &[u64], goal: &SolverGoal) -> Option<Vec<PegWords>> {
        match GoalBoards::unfiltered(jumps.holes, start, goal) {
            GoalBoards::Ends(ends) => separating_sets(jumps, start, &ends),
            GoalBoards::AllWith(_) => None,
        }
    }

    #[test]
    fn the_centre_of_the_french_board_is_refuted_and_that_of_the_english_is_not() {
        let french = grid(&["..ooo..", ".ooooo.", "ooooooo", "ooooooo", "ooooooo", ".ooooo.", "..ooo.."]);
        let start = all_but(37, 18);
        let patterns = class_patterns(&french, &start, &SolverGoal::OnePeg).expect("a colouring");
        for hole in 0..37 {
            assert!(patterns.iter().any(|set| odd(set, &start) != odd(set, &only(37, hole))));
        }
        assert_eq!(class_patterns(&english(), &all_but(33, 16), &SolverGoal::OnePeg), None);
        assert!(
            class_patterns(&english(), &all_but(33, 16), &SolverGoal::Exactly(vec![only(33, 0)])).is_some()
        );
    }

    #[test]
    fn ends_of_every_class_are_not_refuted() {
        assert_eq!(class_patterns(&english(), &all_but(33, 16), &SolverGoal::AtMost(20)), None);
    }

    #[test]
    fn parity_leaves_the_five_finishes_of_the_course() {
        let finishes = [0, 4, 6, 9, 12].map(|hole| only(15, hole)).to_vec();
        assert_eq!(
            GoalBoards::of(&triangle(5), &all_but(15, 4), &SolverGoal::OnePeg),
            GoalBoards::Ends(finishes)
        );
    }

    #[test]
    fn a_board_that_is_good_enough_is_its_own_end() {
        let start = vec![0b111];
        assert_eq!(
            GoalBoards::of(&triangle(5), &start, &SolverGoal::AtMost(3)),
            GoalBoards::Ends(vec![start.clone()])
        );
        assert_eq!(GoalBoards::of(&triangle(5), &[0], &SolverGoal::OnePeg), GoalBoards::Ends(vec![]));
        assert_eq!(
            GoalBoards::of(&triangle(5), &[0], &SolverGoal::AtMost(0)),
            GoalBoards::Ends(vec![vec![0]])
        );
    }

    #[test]
    fn the_largest_layer_of_the_english_board() {
        let target = GoalBoards::of(&english(), &all_but(33, 16), &SolverGoal::Exactly(vec![only(33, 16)]));
        let largest = largest_layer(&english(), &all_but(33, 16), &target, 8);
        // 33 over 16 boards in 16 classes, up to 8 symmetries.
        assert!((largest - 1_166_803_110.0 / 128.0).abs() < 1.0, "{largest}");
    }

    #[test]
    fn few_pegs_are_listed_and_many_are_counted() {
        match GoalBoards::unfiltered(33, &all_but(33, 16), &SolverGoal::AtMost(2)) {
            GoalBoards::Ends(ends) => assert_eq!(ends.len(), 33 * 32 / 2),
            GoalBoards::AllWith(_) => panic!("few enough to list"),
        }
        assert_eq!(
            GoalBoards::of(&english(), &all_but(33, 16), &SolverGoal::AtMost(9)),
            GoalBoards::AllWith(9)
        );
    }
}
