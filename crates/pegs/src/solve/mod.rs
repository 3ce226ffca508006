//! The solver: chooses the method.
//!
//! | wanted | method |
//! |---|---|
//! | why there is no solution | parity classes, at no cost; a pagoda where a quick search fails |
//! | jumps | any solution, by beam search: all solutions have the same number of jumps |
//! | moves | any solution, then retrograde analysis of the winnable set or bidirectional search |
//! | getting stuck, lists of sweeps | breadth-first search |

pub(crate) mod any_solution;
pub(crate) mod fewest_moves;
pub(crate) mod goal_boards;
pub(crate) mod merson;
pub(crate) mod natural;
pub(crate) mod pagoda;
pub(crate) mod parity_classes;
pub(crate) mod peg_set;
pub(crate) mod reachable;
pub(crate) mod refutation;
pub(crate) mod state_set;
pub(crate) mod state_space;
pub(crate) mod symmetry;
pub(crate) mod winnable;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_core::{
    Context, Counters, Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions, Stop, by_search,
};

use crate::Pegs;
use crate::course::textbook::{self, Recursion};
use crate::notation::joined;
use crate::proof::Certificate;
use crate::rules::board::{Board, Metric, Move};
use crate::rules::goal::Goal;
use crate::rules::jumps::{self, Jump};
use crate::solve::any_solution::{AnySolution, find_any_solution};
use crate::solve::fewest_moves::problem::FewestMoves;
use crate::solve::fewest_moves::{Interrupted, fewest_moves};
use crate::solve::natural::Natural;
use crate::solve::reachable::shortest_game;
use crate::solve::symmetry::LARGEST_BOARD;
use crate::solve::winnable::counts::count_winnable;

/// Larger boards can be played, but not solved.
const MOST_HOLES: usize = LARGEST_BOARD;

type PegsOutcome = Outcome<Vec<Move>, Certificate>;

/// Solves a board: a solution in the fewest moves, or the reason why there is none.
pub fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> PegsOutcome {
    if board.shape().holes() > MOST_HOLES {
        return Outcome::nothing(Ended::OutOfReach);
    }
    if let Some(certificate) = refutation::parity_certificate(board) {
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
        None => Outcome::nothing(Ended::OutOfReach),
    }
}

fn unsolvable(why: Reason<Certificate>) -> PegsOutcome {
    Outcome { at_least: LowerBound::Never, why: vec![why], ..Outcome::nothing(Ended::Complete) }
}

fn solve_by_goal(
    board: &Board,
    goal: &jumps::SolverGoal,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> PegsOutcome {
    let jumps = board.shape().jumps();
    let mut outcome = Outcome {
        at_least: peg_count_bound(board),
        why: peg_count_reason(board),
        ..Outcome::nothing(Ended::Complete)
    };
    // Most boards are solved by a quick search. A pagoda costs more than that, and less than all
    // positions.
    let mut search = quick_search(board, goal, cx);
    if !matches!(search, AnySolution::Found(_)) && cx.check().is_ok() {
        // Where any solution at once is wanted, no proof is searched for.
        if !(options.any && options.fast)
            && let Some(certificate) = refutation::pagoda_certificate(board, cx)
        {
            return unsolvable(Reason::Certificate(certificate));
        }
        if matches!(search, AnySolution::Stopped(_)) {
            search = find_any_solution(jumps, board.pegs(), goal, cx);
        }
    }
    match search {
        AnySolution::Found(found) => outcome.best = Some(as_moves(board, &found)),
        AnySolution::Never { positions } => {
            return unsolvable(Reason::SearchLog(SearchLog::Apart { positions }));
        }
        AnySolution::Stopped(stop) => {
            outcome.ended = Ended::Limit(stop);
            return outcome;
        }
    }
    match board.metric {
        Metric::Jumps if options.count || options.all.is_some() => {
            let list = usize::try_from(options.all.unwrap_or(0)).unwrap_or(usize::MAX);
            match count_winnable(jumps, board.pegs(), goal, list, cx) {
                Ok(won) => {
                    record_count(&mut outcome, &won.solutions);
                    outcome.all = won.listed.iter().map(|jumps| as_moves(board, jumps)).collect();
                }
                Err(stop) => outcome.ended = Ended::Limit(stop),
            }
        }
        Metric::Jumps => {}
        Metric::Moves if options.any || options.fast => outcome.ended = Ended::AsAsked,
        Metric::Moves => match fewest_moves(jumps, board.pegs(), goal, options.count, cx) {
            Ok(Some(best)) => record_fewest(&mut outcome, &best, cx),
            Ok(None) => debug_assert!(false, "a solution was found before"),
            Err(Interrupted { at_least, stop }) => {
                outcome.at_least = LowerBound::Moves(at_least.into());
                outcome.why.extend(search_log(at_least.into(), cx));
                outcome.ended = Ended::Limit(stop);
            }
        },
    }
    outcome
}

/// Positions that a quick search generates.
const QUICK_POSITIONS: u64 = 1 << 15;

/// Searches for any solution among the first positions only.
fn quick_search(board: &Board, goal: &jumps::SolverGoal, cx: &Context<'_>) -> AnySolution {
    let poll = |seen: &Counters| match seen.positions.load(Relaxed) {
        0..=QUICK_POSITIONS => cx.poll().map_or_else(ControlFlow::Break, ControlFlow::Continue),
        _ => ControlFlow::Break(Stop::Time),
    };
    let bytes = cx.budget.limit().saturating_sub(cx.budget.used());
    let short = Context::new(1, bytes, &poll);
    let search = find_any_solution(board.shape().jumps(), board.pegs(), goal, &short);
    for (all, some) in [
        (&cx.counters.generated, &short.counters.generated),
        (&cx.counters.expanded, &short.counters.expanded),
        (&cx.counters.positions, &short.counters.positions),
    ] {
        all.fetch_add(some.load(Relaxed), Relaxed);
    }
    search
}

/// Solves fool's solitaire: the shortest game that gets stuck.
fn solve_stuck(board: &Board, cx: &Context<'_>) -> PegsOutcome {
    match shortest_game(board.shape().jumps(), board.pegs(), cx) {
        Ok(game) => {
            let mut outcome = Outcome::nothing(Ended::Complete);
            let length = game.len() as u64;
            outcome.at_least = LowerBound::Moves(length);
            outcome.why.extend(search_log(length, cx));
            outcome.best = Some(as_moves(board, &game));
            outcome
        }
        Err(stop) => Outcome::nothing(Ended::Limit(stop)),
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

fn record_fewest(outcome: &mut PegsOutcome, best: &FewestMoves, cx: &Context<'_>) {
    let moves: Vec<Move> = best.moves.iter().cloned().map(Move).collect();
    let length = moves.len() as u64;
    outcome.at_least = LowerBound::Moves(length);
    outcome.why = search_log(length, cx).into_iter().collect();
    outcome.best = Some(moves);
    if let Some(optima) = &best.optima {
        record_count(outcome, optima);
    }
}

/// Records a count, which may be larger than 128 bits.
fn record_count(outcome: &mut PegsOutcome, number: &Natural) {
    let text = number.to_string();
    outcome.count = text.parse().ok();
    if outcome.count.is_none() {
        let because = format!("there are {text} answers, more than 2^128");
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because }));
    }
    outcome.figures.push(("answers".to_owned(), text));
}

/// Boards between two polls of the context.
const BOARDS_PER_POLL: u64 = 1 << 10;

/// Solves by the recursion of the course. Any solution will do, because every solution has the same
/// number of jumps.
pub fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> PegsOutcome {
    let mut boards = 0_u64;
    let mut stopped = None;
    let found = textbook::recursion(board, &mut || {
        boards += 1;
        if boards.is_multiple_of(BOARDS_PER_POLL) {
            stopped = cx.poll().err();
        }
        stopped.is_none()
    });
    let mut outcome = Outcome { at_least: peg_count_bound(board), ..Outcome::nothing(Ended::Complete) };
    outcome.figures = vec![("boards looked at".to_owned(), boards.to_string())];
    match found {
        Recursion::Solved(moves) => {
            outcome.why = peg_count_reason(board);
            outcome.best = Some(moves);
        }
        Recursion::Never(positions) => {
            outcome.at_least = LowerBound::Never;
            outcome.why = vec![Reason::SearchLog(SearchLog::Everything { positions })];
        }
        Recursion::Stopped => outcome.ended = stopped.map_or(Ended::Complete, Ended::Limit),
    }
    outcome
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
