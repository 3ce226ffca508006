//! Parity classes (Reiss 1857): sets of holes that hold two or none of the holes of every jump.
//!
//! A jump flips its three holes. If a set holds an even number of them, the parity of the pegs in
//! the set never changes. All such sets are the null space of the jumps over GF(2); positions with
//! different parities are in different classes, and no game leads from one class to another.

use fewest_gf2::{BitVec, Matrix};

use crate::rules::jumps::{Jumps, PegWords};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::SolverGoal;
    use crate::solve::goal_boards::GoalBoards;
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

    fn colouring(jumps: &Jumps, start: &[u64], goal: &SolverGoal) -> Option<Vec<PegWords>> {
        match GoalBoards::unfiltered(jumps.holes, start, goal) {
            GoalBoards::Ends(ends) => separating_sets(jumps, start, &ends),
            GoalBoards::AllWith(_) => None,
        }
    }

    #[test]
    fn the_centre_of_the_french_board_is_refuted_and_that_of_the_english_is_not() {
        let french = grid(&["..ooo..", ".ooooo.", "ooooooo", "ooooooo", "ooooooo", ".ooooo.", "..ooo.."]);
        let start = all_but(37, 18);
        let patterns = colouring(&french, &start, &SolverGoal::OnePeg).expect("a colouring");
        for hole in 0..37 {
            assert!(patterns.iter().any(|set| odd(set, &start) != odd(set, &only(37, hole))));
        }
        assert_eq!(colouring(&english(), &all_but(33, 16), &SolverGoal::OnePeg), None);
        assert!(colouring(&english(), &all_but(33, 16), &SolverGoal::Exactly(vec![only(33, 0)])).is_some());
    }

    #[test]
    fn ends_of_every_class_are_not_refuted() {
        assert_eq!(colouring(&english(), &all_but(33, 16), &SolverGoal::AtMost(20)), None);
    }
}
