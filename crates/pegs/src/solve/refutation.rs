//! Certificates that a board has no solution: parity classes first, then pagoda functions.

use fewest_search::Context;

use crate::proof::{Certificate, check, ends, is_odd, refutes};
use crate::rules::board::Board;
use crate::rules::jumps::{self, PegWords, count_pegs, has_peg, pegged};
use crate::solve::goal_boards::GoalBoards;
use crate::solve::{pagoda, parity_classes};

/// A pagoda is looked for on its own for so many ends at most.
const MOST_PAGODAS: usize = 8;

/// Looks for colourings that refute every end.
pub fn colouring(board: &Board) -> Option<Certificate> {
    let goal = board.goal.for_solvers()?;
    // `Count`: so many ends that no class is without one, or that nobody could check them.
    let GoalBoards::Ends(ends) = GoalBoards::unfiltered(board.shape().holes(), board.pegs(), &goal) else {
        return None;
    };
    let sets = parity_classes::separating_sets(board.shape().jumps(), board.pegs(), &ends)?;
    let certificate =
        Certificate { colourings: sets.iter().map(|set| listed(set)).collect(), pagodas: Vec::new() };
    // Where there is no end at all there is nothing to be coloured.
    check(board, &certificate).is_ok().then_some(certificate)
}

/// Looks for a pagoda against the ends that no colouring refutes: one for all of them, or one for each.
pub fn pagoda(board: &Board, cx: &Context<'_>) -> Option<Certificate> {
    let goal = board.goal.for_solvers()?;
    let jumps = board.shape().jumps();
    let basis: Vec<Vec<u16>> = parity_classes::invariants(jumps).iter().map(|set| listed(set)).collect();
    let mut certificate = Certificate::default();
    for end in &ends(board)? {
        if refutes(&certificate, board.pegs(), end) {
            continue;
        }
        let tells = |colouring: &&Vec<u16>| is_odd(colouring, board.pegs()) != is_odd(colouring, end);
        let found = match basis.iter().find(tells) {
            Some(colouring) => {
                certificate.colourings.push(colouring.clone());
                continue;
            }
            None if certificate.pagodas.len() == MOST_PAGODAS => return None,
            None => by_number(board, end).or_else(|| {
                let alone = jumps::SolverGoal::Exactly(vec![end.clone()]);
                let all = pagoda::pagoda(jumps, board.pegs(), &goal, cx);
                all.or_else(|| pagoda::pagoda(jumps, board.pegs(), &alone, cx))
            })?,
        };
        certificate.pagodas.push(found);
    }
    check(board, &certificate).is_ok().then_some(certificate)
}

fn listed(set: &[u64]) -> Vec<u16> {
    pegged(set).map(|hole| hole as u16).collect()
}

/// Weights for an end with as many pegs as there are now, or more.
fn by_number(board: &Board, end: &PegWords) -> Option<Vec<i64>> {
    if board.count() > count_pegs(end) || board.pegs() == end {
        return None;
    }
    // Nothing ever gets more pegs, and only a jump can change anything: one for every hole, two where a peg is missing.
    let is_missing = |hole: usize| has_peg(end, hole) && !has_peg(board.pegs(), hole);
    Some((0..board.shape().holes()).map(|hole| 1 + i64::from(is_missing(hole))).collect())
}
