//! Search for certificates that a board has no solution: parity classes (Reiss 1857) first, then
//! pagoda functions (Berlekamp, Conway and Guy). Every certificate passes the checker in `proof`
//! before it is returned.

use fewest_search::Context;

use crate::proof::{Certificate, check, ends, is_odd, refutes};
use crate::rules::board::Board;
use crate::rules::jumps::{self, PegWords, count_pegs, has_peg, pegged};
use crate::solve::goal_boards::GoalBoards;
use crate::solve::{pagoda, parity_classes};

/// The most pagodas in one certificate.
const MOST_PAGODAS: usize = 8;

/// Returns parity sets that refute every end. None if parity allows an end or the ends cannot be
/// listed.
pub fn parity_certificate(board: &Board) -> Option<Certificate> {
    let goal = board.goal.for_solvers()?;
    // Ends that are too many to list reach every class, or are too many to check.
    let GoalBoards::Ends(ends) = GoalBoards::unfiltered(board.shape().holes(), board.pegs(), &goal) else {
        return None;
    };
    let sets = parity_classes::separating_sets(board.shape().jumps(), board.pegs(), &ends)?;
    let certificate =
        Certificate { colourings: sets.iter().map(|set| listed(set)).collect(), pagodas: Vec::new() };
    // A goal without any end needs no set.
    check(board, &certificate).is_ok().then_some(certificate)
}

/// Returns pagodas against the ends that no parity set refutes: one for all of them, or one each.
/// None if an end is not refuted.
pub fn pagoda_certificate(board: &Board, cx: &Context<'_>) -> Option<Certificate> {
    let goal = board.goal.for_solvers()?;
    let jumps = board.shape().jumps();
    let basis: Vec<Vec<u16>> = parity_classes::invariants(jumps).iter().map(|set| listed(set)).collect();
    let mut certificate = Certificate::default();
    for end in &ends(board)? {
        if refutes(&certificate, board.pegs(), end) {
            continue;
        }
        let tells = |set: &&Vec<u16>| is_odd(set, board.pegs()) != is_odd(set, end);
        let found = match basis.iter().find(tells) {
            Some(set) => {
                certificate.colourings.push(set.clone());
                continue;
            }
            None if certificate.pagodas.len() == MOST_PAGODAS => return None,
            None => peg_count_pagoda(board, end).or_else(|| {
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

/// Returns a pagoda against an end with at least as many pegs as the board has now.
fn peg_count_pagoda(board: &Board, end: &PegWords) -> Option<Vec<i64>> {
    if board.count() > count_pegs(end) || board.pegs() == end {
        return None;
    }
    // No jump adds a peg, and only a jump changes anything: weight 1 for every hole, 2 where a peg
    // is missing.
    let is_missing = |hole: usize| has_peg(end, hole) && !has_peg(board.pegs(), hole);
    Some((0..board.shape().holes()).map(|hole| 1 + i64::from(is_missing(hole))).collect())
}
