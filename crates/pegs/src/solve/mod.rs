//! The solver: chooses the method.
//!
//! | wanted | method |
//! |---|---|
//! | why there is no solution | parity classes, at no cost; a pagoda where a quick search fails |
//! | jumps | any solution, by beam search: all solutions have the same number of jumps |
//! | moves | any solution, then retrograde analysis of the winnable set or bidirectional search |
//! | getting stuck, lists of sweeps | breadth-first search |
//!
//! Certificates are sought among parity classes (Reiss 1857) first, then among pagoda functions
//! (Berlekamp, Conway and Guy). Each passes the checker in `proof` before it is returned.

pub(crate) mod any_solution;
pub(crate) mod fewest_moves;
pub(crate) mod merson;
pub(crate) mod pagoda;
pub(crate) mod parity_classes;
pub(crate) mod path_count;
pub(crate) mod peg_set;
pub(crate) mod reachable;
pub(crate) mod state_set;
pub(crate) mod state_space;
pub(crate) mod symmetry;
pub(crate) mod winnable;

use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_core::{
    Context, Counters, Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport, Stop, by_search,
};

use crate::course::textbook::{self, Recursion};
use crate::notation::joined;
use crate::proof::{Certificate, check, is_odd, possible_ends, refutes};
use crate::rules::jumps::{Jump, PegWords, SolverGoal, count_pegs, has_peg, pegged};
use crate::rules::{Board, Goal, Metric, Move, Pegs};
use any_solution::{AnySolution, find_any_solution};
use fewest_moves::sweeps::FewestMoves;
use fewest_moves::{Interrupted, fewest_moves};
use parity_classes::GoalBoards;
use reachable::shortest_game;
use symmetry::LARGEST_BOARD;
use winnable::counts::count_winnable;

/// Larger boards can be played, but not solved.
const MOST_HOLES: usize = LARGEST_BOARD;

type PegsReport = SolveReport<Vec<Move>, Certificate>;

/// Solves a board: a solution in the fewest moves, or the reason why there is none.
pub fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> PegsReport {
    if board.shape().holes() > MOST_HOLES {
        return SolveReport::nothing(Ended::OutOfReach);
    }
    if let Some(certificate) = parity_certificate(board) {
        return unsolvable(Reason::Certificate(certificate));
    }
    // The solvers stop at the number of pegs that is allowed; a last sweep that goes on below it is
    // another solution.
    let goes_on = matches!(board.goal, Goal::AtMost(2..)) && board.metric == Metric::Moves && options.count;
    match board.goal.for_solvers() {
        _ if goes_on => {}
        // Sweeps are listed by breadth-first search only.
        Some(goal) if options.all.is_none() || board.metric == Metric::Jumps => {
            return solve_by_goal(board, &goal, options, cx);
        }
        None if board.metric == Metric::Jumps && !options.count && options.all.is_none() => {
            return solve_stuck(board, cx);
        }
        _ => {}
    }
    match state_space::state_space(board) {
        Some(packed) => by_search::solve::<Pegs>(board, packed.as_ref(), options, cx),
        None => SolveReport::nothing(Ended::OutOfReach),
    }
}

fn unsolvable(why: Reason<Certificate>) -> PegsReport {
    SolveReport { at_least: LowerBound::Never, why: vec![why], ..SolveReport::nothing(Ended::Complete) }
}

fn solve_by_goal(board: &Board, goal: &SolverGoal, options: &SolveOptions, cx: &Context<'_>) -> PegsReport {
    let jumps = board.shape().jumps();
    let mut report = SolveReport {
        at_least: peg_count_bound(board),
        why: peg_count_reason(board),
        ..SolveReport::nothing(Ended::Complete)
    };
    // Most boards are solved by a quick search. A pagoda costs more than that, and less than all
    // positions.
    let mut search = quick_search(board, goal, cx);
    if !matches!(search, AnySolution::Found(_)) && cx.check().is_ok() {
        // Where any solution at once is wanted, no proof is searched for.
        if !(options.any && options.fast)
            && let Some(certificate) = pagoda_certificate(board, cx)
        {
            return unsolvable(Reason::Certificate(certificate));
        }
        if matches!(search, AnySolution::Stopped(_)) {
            search = find_any_solution(jumps, board.pegs(), goal, cx);
        }
    }
    match search {
        AnySolution::Found(found) => report.best = Some(as_moves(board, &found)),
        AnySolution::Never { positions } => {
            return unsolvable(Reason::SearchLog(SearchLog::Apart { positions }));
        }
        AnySolution::Stopped(stop) => {
            report.ended = Ended::Limit(stop);
            return report;
        }
    }
    match board.metric {
        // The module for browsers neither counts nor lists: that is the search once more.
        Metric::Jumps if !cfg!(target_family = "wasm") && (options.count || options.all.is_some()) => {
            let list = usize::try_from(options.all.unwrap_or(0)).unwrap_or(usize::MAX);
            match count_winnable(jumps, board.pegs(), goal, list, cx) {
                Ok(won) => {
                    record_count(&mut report, &won.solutions);
                    report.all = won.listed.iter().map(|jumps| as_moves(board, jumps)).collect();
                }
                Err(stop) => report.ended = Ended::Limit(stop),
            }
        }
        Metric::Jumps => {}
        Metric::Moves if options.any || options.fast => report.ended = Ended::AsAsked,
        Metric::Moves => match fewest_moves(jumps, board.pegs(), goal, options.count, cx) {
            Ok(Some(best)) => record_fewest(&mut report, &best, cx),
            Ok(None) => debug_assert!(false, "a solution was found before"),
            Err(Interrupted { at_least, stop }) => {
                report.at_least = LowerBound::Moves(at_least.into());
                report.why.extend(search_log(at_least.into(), cx));
                report.ended = Ended::Limit(stop);
            }
        },
    }
    report
}

/// Positions that a quick search generates.
const QUICK_POSITIONS: u64 = 1 << 15;

/// Searches for any solution among the first positions only.
fn quick_search(board: &Board, goal: &SolverGoal, cx: &Context<'_>) -> AnySolution {
    let limit = |seen: &Counters| match seen.positions.load(Relaxed) {
        0..=QUICK_POSITIONS => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Time),
    };
    cx.child(1, limit, |short| {
        let search = find_any_solution(board.shape().jumps(), board.pegs(), goal, short);
        for (all, some) in [
            (&cx.counters.generated, &short.counters.generated),
            (&cx.counters.expanded, &short.counters.expanded),
            (&cx.counters.positions, &short.counters.positions),
        ] {
            all.fetch_add(some.load(Relaxed), Relaxed);
        }
        search
    })
}

/// Solves fool's solitaire: the shortest game that gets stuck.
fn solve_stuck(board: &Board, cx: &Context<'_>) -> PegsReport {
    match shortest_game(board.shape().jumps(), board.pegs(), cx) {
        Ok(game) => {
            let mut report = SolveReport::nothing(Ended::Complete);
            let length = game.len() as u64;
            report.at_least = LowerBound::Moves(length);
            report.why.extend(search_log(length, cx));
            report.best = Some(as_moves(board, &game));
            report
        }
        Err(stop) => SolveReport::nothing(Ended::Limit(stop)),
    }
}

/// Returns the log that all positions with fewer moves were searched.
fn search_log(length: u64, cx: &Context<'_>) -> Option<Reason<Certificate>> {
    let positions = cx.counters.positions.load(Relaxed);
    Some(Reason::SearchLog(SearchLog::Within { depth: length.checked_sub(1)?, positions }))
}

fn as_moves(board: &Board, found: &[Jump]) -> Vec<Move> {
    let moves: Vec<Move> = found.iter().map(|jump| Move(vec![jump.from, jump.to])).collect();
    match board.metric {
        Metric::Jumps => moves,
        Metric::Moves => joined(&moves),
    }
}

fn record_fewest(report: &mut PegsReport, best: &FewestMoves, cx: &Context<'_>) {
    let moves: Vec<Move> = best.moves.iter().cloned().map(Move).collect();
    let length = moves.len() as u64;
    report.at_least = LowerBound::Moves(length);
    report.why = search_log(length, cx).into_iter().collect();
    report.best = Some(moves);
    if let Some(optima) = &best.optima {
        record_count(report, optima);
    }
}

/// Records a count, which may be larger than 128 bits.
fn record_count(report: &mut PegsReport, number: &BigUint) {
    let text = number.to_string();
    report.count = text.parse().ok();
    if report.count.is_none() {
        let because = format!("there are {text} answers, more than 2^128");
        report.why.push(Reason::SearchLog(SearchLog::Bound { because }));
    }
    report.figures.push(("answers".to_owned(), text));
}

/// Boards between two polls of the context.
const BOARDS_PER_POLL: u64 = 1 << 10;

/// Solves by the recursion of the course. Any solution will do, because every solution has the same
/// number of jumps.
pub fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> PegsReport {
    let mut boards = 0_u64;
    let mut stopped = None;
    let found = textbook::recursion(board, &mut || {
        boards += 1;
        if boards.is_multiple_of(BOARDS_PER_POLL) {
            stopped = cx.poll().err();
        }
        stopped.is_none()
    });
    let mut report =
        SolveReport { at_least: peg_count_bound(board), ..SolveReport::nothing(Ended::Complete) };
    report.figures = vec![("boards looked at".to_owned(), boards.to_string())];
    match found {
        Recursion::Solved(moves) => {
            report.why = peg_count_reason(board);
            report.best = Some(moves);
        }
        Recursion::Never(positions) => {
            report.at_least = LowerBound::Never;
            report.why = vec![Reason::SearchLog(SearchLog::Everything { positions })];
        }
        Recursion::Stopped => report.ended = stopped.map_or(Ended::Complete, Ended::Limit),
    }
    report
}

/// Returns the lower bound by the number of pegs: each jump takes one.
fn peg_count_bound(board: &Board) -> LowerBound {
    let jumps = board.goal.pegs().map_or(0, |pegs| u64::from(board.count().saturating_sub(pegs)));
    LowerBound::Moves(match board.metric {
        Metric::Jumps => jumps,
        Metric::Moves => jumps.min(1),
    })
}

fn peg_count_reason(board: &Board) -> Vec<Reason<Certificate>> {
    let (now, end) = (board.count(), board.goal.pegs().unwrap_or(0));
    if now <= end || board.metric == Metric::Moves {
        return Vec::new();
    }
    let because = format!("every jump takes one peg: {now} pegs are to become {end}");
    vec![Reason::SearchLog(SearchLog::Bound { because })]
}

/// The most pagodas in one certificate.
const MOST_PAGODAS: usize = 8;

/// Returns parity sets that refute every end. None if parity allows an end or the ends cannot be
/// listed.
fn parity_certificate(board: &Board) -> Option<Certificate> {
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
fn pagoda_certificate(board: &Board, cx: &Context<'_>) -> Option<Certificate> {
    let goal = board.goal.for_solvers()?;
    let jumps = board.shape().jumps();
    let basis: Vec<Vec<u16>> = parity_classes::invariants(jumps).iter().map(|set| listed(set)).collect();
    let mut certificate = Certificate::default();
    for end in &possible_ends(board)? {
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
                let alone = SolverGoal::Exactly(vec![end.clone()]);
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
