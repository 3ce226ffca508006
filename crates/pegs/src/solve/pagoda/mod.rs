//! Pagoda functions (Berlekamp, Conway and Guy, *Winning Ways*, chapter 23): weights of holes that
//! no jump raises. An end that weighs more than the start is never reached.
//!
//! The best weights are a linear program, which is solved in floating point. The weights are then
//! scaled to integers, and only what passes the exact check is returned.

pub(crate) mod simplex;
pub(crate) mod weights;

use fewest_search::Context;

use crate::rules::jumps::{Jumps, SolverGoal, has_peg, pegged};
use crate::solve::goal_boards::GoalBoards;

/// Largest linear program, in holes and in ends.
const MOST_HOLES: usize = 256;
const MOST_ENDS: usize = 300;
/// The largest factor by which weights are scaled to integers.
const MOST_PARTS: i64 = 240;

/// Returns the sum of the weights of all pegs.
pub(crate) fn weight(weights: &[i64], pegs: &[u64]) -> i64 {
    pegged(pegs).map(|hole| weights[hole]).sum()
}

/// Returns whether no jump raises the sum.
pub(crate) fn is_pagoda(jumps: &Jumps, weights: &[i64]) -> bool {
    weights.len() == jumps.holes
        && jumps.list.iter().all(|jump| {
            let [from, over, to] = jump.holes().map(|hole| weights[hole]);
            from + over >= to
        })
}

/// Returns a pagoda by which every end that parity allows weighs more than the start. None if the
/// linear program finds none.
pub(crate) fn pagoda(jumps: &Jumps, start: &[u64], goal: &SolverGoal, cx: &Context<'_>) -> Option<Vec<i64>> {
    let GoalBoards::Ends(ends) = GoalBoards::of(jumps, start, goal) else { return None };
    if jumps.holes > MOST_HOLES || ends.is_empty() || ends.len() > MOST_ENDS {
        return None;
    }
    let weights = program(jumps, start, &ends, cx)?;
    (1..=MOST_PARTS).find_map(|parts| {
        let whole: Vec<i64> = weights.iter().map(|&weight| (weight * parts as f64).round() as i64).collect();
        let refutes = ends.iter().all(|end| weight(&whole, start) < weight(&whole, end));
        (refutes && is_pagoda(jumps, &whole)).then_some(whole)
    })
}

/// Returns weights between -1 and 1 that maximise by how much the lightest end outweighs the start.
///
/// The variables are the differences of the weights from 1, and the gain, offset so that it cannot
/// be negative. All weights 1 is then a feasible start.
fn program(jumps: &Jumps, start: &[u64], ends: &[Vec<u64>], cx: &Context<'_>) -> Option<Vec<f64>> {
    let (mut rows, mut limits) = (Vec::new(), Vec::new());
    let mut limit = |row: Vec<f64>, most: f64| {
        rows.push(row);
        limits.push(most);
    };
    let unknowns = jumps.holes + 1;
    for jump in &jumps.list {
        let [from, over, to] = jump.holes();
        let mut row = vec![0.0; unknowns];
        row[from] += 1.0;
        row[over] += 1.0;
        row[to] -= 1.0;
        limit(row, 1.0);
    }
    for hole in 0..jumps.holes {
        let mut row = vec![0.0; unknowns];
        row[hole] = 1.0;
        limit(row, 2.0);
    }
    for end in ends {
        let share = |pegs: &[u64], hole: usize| f64::from(u8::from(has_peg(pegs, hole)));
        let mut row: Vec<f64> = (0..jumps.holes).map(|hole| share(end, hole) - share(start, hole)).collect();
        row.push(1.0);
        limit(row, pegged(end).count() as f64);
    }
    let mut goal = vec![0.0; unknowns];
    goal[jumps.holes] = 1.0;
    let below = simplex::maximise(&rows, &limits, &goal, || cx.poll().is_ok())?;
    Some(below[..jumps.holes].iter().map(|below| 1.0 - below).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_but, english, only};

    /// The cross of six pegs in the upper arm can reach row 3 at most; the bottom of the board is
    /// out of reach.
    #[test]
    fn few_pegs_do_not_cross_the_board() {
        let (board, cx) = (english(), Context::default());
        // The upper arm's first row and the hole below its middle: three pegs and one.
        let start = vec![0b1111];
        let found: Vec<usize> = (0..33)
            .filter(|&hole| pagoda(&board, &start, &SolverGoal::Exactly(vec![only(33, hole)]), &cx).is_some())
            .collect();
        assert!(!found.is_empty());
        for hole in found {
            let weights = pagoda(&board, &start, &SolverGoal::Exactly(vec![only(33, hole)]), &cx).unwrap();
            assert!(is_pagoda(&board, &weights));
            assert!(weight(&weights, &start) < weight(&weights, &only(33, hole)));
            let mut altered = weights.clone();
            altered[hole] += 1000;
            assert!(!is_pagoda(&board, &altered));
        }
    }

    #[test]
    fn what_can_be_solved_has_no_pagoda() {
        let goal = SolverGoal::Exactly(vec![only(33, 16)]);
        assert_eq!(pagoda(&english(), &all_but(33, 16), &goal, &Context::default()), None);
    }
}
