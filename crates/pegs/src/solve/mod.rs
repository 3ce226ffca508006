//! Chooses the method.
//!
//! | what is wanted | how |
//! |---|---|
//! | why there is no solution | a colouring first, which costs nothing; a pagoda where a glance finds no solution |
//! | jumps | any solution: all have the same number of jumps |
//! | moves | any solution first, then the best of all positions that can be won, or limits of more and more moves |
//! | getting stuck, lists of answers | plain search, layer by layer |

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
use crate::solve::any_solution::{Search, one_solution};
use crate::solve::fewest_moves::problem::Moves;
use crate::solve::fewest_moves::{Stopped, fewest_moves};
use crate::solve::natural::Natural;
use crate::solve::reachable::shortest_game;
use crate::solve::symmetry::packed_rules::LARGEST_BOARD;
use crate::solve::winnable::counts::winnable;

/// Larger boards are for playing only.
const MOST_HOLES: usize = LARGEST_BOARD;

type Solved = Outcome<Vec<Move>, Certificate>;

/// The fewest moves, or why there are none.
pub fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> Solved {
    if board.shape().holes() > MOST_HOLES {
        return Outcome::nothing(Ended::OutOfReach);
    }
    if let Some(certificate) = refutation::colouring(board) {
        return never(Reason::Certificate(certificate));
    }
    // The solvers stop at the number of pegs that is allowed; a last sweep that goes on below it is another answer.
    let goes_on = matches!(board.goal, Goal::AtMost(2..)) && board.metric == Metric::Moves && how.count;
    match board.goal.for_solvers() {
        _ if goes_on => {}
        // Sweeps are listed by plain search only.
        Some(goal) if how.all.is_none() || board.metric == Metric::Jumps => {
            return by_solvers(board, &goal, how, cx);
        }
        None if board.metric == Metric::Jumps && !how.count && how.all.is_none() => {
            return soonest(board, cx);
        }
        _ => {}
    }
    match state_space::state_space(board) {
        Some(packed) => by_search::solve::<Pegs>(board, packed.as_ref(), how, cx),
        None => Outcome::nothing(Ended::OutOfReach),
    }
}

fn never(why: Reason<Certificate>) -> Solved {
    Outcome { at_least: LowerBound::Never, why: vec![why], ..Outcome::nothing(Ended::Complete) }
}

fn by_solvers(board: &Board, goal: &jumps::Goal, how: &SolveOptions, cx: &Context<'_>) -> Solved {
    let jumps = board.shape().jumps();
    let mut outcome =
        Outcome { at_least: least(board), why: because(board), ..Outcome::nothing(Ended::Complete) };
    // Most boards are solved at a glance. Weights that refute a board cost more than that, and less than all its positions.
    let mut search = glance(board, goal, cx);
    if !matches!(search, Search::Found(_)) && cx.check().is_ok() {
        // Where any answer at once is wanted, no proof is looked for.
        if !(how.any && how.fast)
            && let Some(certificate) = refutation::pagoda(board, cx)
        {
            return never(Reason::Certificate(certificate));
        }
        if matches!(search, Search::Stopped(_)) {
            search = one_solution(jumps, board.pegs(), goal, cx);
        }
    }
    match search {
        Search::Found(found) => outcome.best = Some(as_moves(board, &found)),
        Search::Never { positions } => return never(Reason::SearchLog(SearchLog::Apart { positions })),
        Search::Stopped(stop) => {
            outcome.ended = Ended::Limit(stop);
            return outcome;
        }
    }
    match board.metric {
        Metric::Jumps if how.count || how.all.is_some() => {
            let list = usize::try_from(how.all.unwrap_or(0)).unwrap_or(usize::MAX);
            match winnable(jumps, board.pegs(), goal, list, cx) {
                Ok(won) => {
                    count(&mut outcome, &won.solutions);
                    outcome.all = won.listed.iter().map(|jumps| as_moves(board, jumps)).collect();
                }
                Err(stop) => outcome.ended = Ended::Limit(stop),
            }
        }
        Metric::Jumps => {}
        Metric::Moves if how.any || how.fast => outcome.ended = Ended::AsAsked,
        Metric::Moves => match fewest_moves(jumps, board.pegs(), goal, how.count, cx) {
            Ok(Some(best)) => fewest(&mut outcome, &best, cx),
            Ok(None) => debug_assert!(false, "a solution was found before"),
            Err(Stopped { at_least, stop }) => {
                outcome.at_least = LowerBound::Moves(at_least.into());
                outcome.why.extend(within(at_least.into(), cx));
                outcome.ended = Ended::Limit(stop);
            }
        },
    }
    outcome
}

/// Positions that are a glance.
const GLANCE: u64 = 1 << 15;

/// Looks for a solution among the first positions only.
fn glance(board: &Board, goal: &jumps::Goal, cx: &Context<'_>) -> Search {
    let poll = |seen: &Counters| match seen.positions.load(Relaxed) {
        0..=GLANCE => cx.poll().map_or_else(ControlFlow::Break, ControlFlow::Continue),
        _ => ControlFlow::Break(Stop::Time),
    };
    let bytes = cx.budget.limit().saturating_sub(cx.budget.used());
    let short = Context::new(1, bytes, &poll);
    let search = one_solution(board.shape().jumps(), board.pegs(), goal, &short);
    for (all, some) in [
        (&cx.counters.generated, &short.counters.generated),
        (&cx.counters.expanded, &short.counters.expanded),
        (&cx.counters.positions, &short.counters.positions),
    ] {
        all.fetch_add(some.load(Relaxed), Relaxed);
    }
    search
}

/// The shortest way to get stuck.
fn soonest(board: &Board, cx: &Context<'_>) -> Solved {
    match shortest_game(board.shape().jumps(), board.pegs(), cx) {
        Ok(game) => {
            let mut outcome = Outcome::nothing(Ended::Complete);
            let length = game.len() as u64;
            outcome.at_least = LowerBound::Moves(length);
            outcome.why.extend(within(length, cx));
            outcome.best = Some(as_moves(board, &game));
            outcome
        }
        Err(stop) => Outcome::nothing(Ended::Limit(stop)),
    }
}

/// That all positions with fewer moves were looked at.
fn within(length: u64, cx: &Context<'_>) -> Option<Reason<Certificate>> {
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

fn fewest(outcome: &mut Solved, best: &Moves, cx: &Context<'_>) {
    let moves: Vec<Move> = best.moves.iter().cloned().map(Move).collect();
    let length = moves.len() as u64;
    outcome.at_least = LowerBound::Moves(length);
    outcome.why = within(length, cx).into_iter().collect();
    outcome.best = Some(moves);
    if let Some(optima) = &best.optima {
        count(outcome, optima);
    }
}

/// Takes note of a number, which may be larger than any that fits.
fn count(outcome: &mut Solved, number: &Natural) {
    let text = number.to_string();
    outcome.count = text.parse().ok();
    if outcome.count.is_none() {
        let because = format!("there are {text} answers, more than 2^128");
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because }));
    }
    outcome.figures.push(("answers".to_owned(), text));
}

/// How often the recursion asks whether to go on.
const PATIENCE: u64 = 1 << 10;

/// As the course does: any solution will do, because every solution has the same number of jumps.
pub fn by_textbook(board: &Board, cx: &Context<'_>) -> Solved {
    let mut boards = 0_u64;
    let mut stopped = None;
    let found = textbook::recursion(board, &mut || {
        boards += 1;
        if boards.is_multiple_of(PATIENCE) {
            stopped = cx.poll().err();
        }
        stopped.is_none()
    });
    let mut outcome = Outcome { at_least: least(board), ..Outcome::nothing(Ended::Complete) };
    outcome.figures = vec![("boards looked at".to_owned(), boards.to_string())];
    match found {
        Recursion::Solved(moves) => {
            outcome.why = because(board);
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

/// What the number of pegs proves: each jump takes one of them.
fn least(board: &Board) -> LowerBound {
    let jumps = board.goal.pegs().map_or(0, |pegs| u64::from(board.count().saturating_sub(pegs)));
    LowerBound::Moves(match board.metric {
        Metric::Jumps => jumps,
        Metric::Moves => jumps.min(1),
    })
}

fn because(board: &Board) -> Vec<Reason<Certificate>> {
    let (now, end) = (board.count(), board.goal.pegs().unwrap_or(0));
    if now <= end || board.metric == Metric::Moves {
        return Vec::new();
    }
    let because = format!("every jump takes one peg: {now} pegs are to become {end}");
    vec![Reason::SearchLog(SearchLog::Bound { because })]
}
