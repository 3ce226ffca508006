//! The fewest presses on a net, or presses in exactly the number of turns that the puzzle gives.

use std::ops::ControlFlow;

use fewest_gf2::{BitVec, sums_of_weight};
use fewest_search::{Context, Stop};

use crate::proof::Certificate;
use crate::rules::board::{Press, Presses};
use crate::rules::graph::Net;
use crate::rules::graph_board::NetBoard;
use crate::solve::Solution;
use crate::solve::linear::lattice::Lattice;
use crate::solve::minimum_weight::graph::{
    Light, Lightest, Parts, Solved, can_list, parity_pattern, solve_components,
};
use crate::solve::sequences::{self, NOT_COUNTED, Orders, TOO_LARGE, Ways, bytes_of_turns, count, room_for};
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};

/// Solves a board, as far as the host allows.
pub fn solve_graph(board: &NetBoard, how: &SolveOptions, cx: &Context<'_>) -> Solution {
    let solved = cx.poll().and_then(|()| {
        if board.is_goal() {
            return Ok(answer(board.net(), Vec::new(), &Light { count: Some(1), ..Light::default() }, how));
        }
        if let Some(some) = any_of_lattice(board, how, cx)? {
            return Ok(some);
        }
        match (solve_components(board, cx)?, board.turns()) {
            (Solved::Never(pattern), _) => {
                Ok(never(Reason::Certificate(Certificate::QuietPlaces(named(board.net(), &pattern)))))
            }
            (Solved::Parts(parts), None) => fewest(board, &parts, how, cx),
            (Solved::Parts(parts), Some(turns)) => exactly(board, &parts, turns, how, cx),
        }
    });
    solved.unwrap_or_else(|stop| Outcome::nothing(Ended::Limit(stop)))
}

/// Presses by their coordinates, in the order of columns.
fn named(net: &Net, numbers: &[u32]) -> Vec<Press> {
    let mut presses: Vec<Press> = numbers.iter().map(|&number| net.places()[number as usize]).collect();
    presses.sort_unstable_by_key(|press| (press.x, press.y));
    presses
}

fn never(why: Reason<Certificate>) -> Solution {
    Outcome { at_least: LowerBound::Never, why: vec![why], ..Outcome::nothing(Ended::Complete) }
}

/// The outcome with a lightest solution.
fn answer(net: &Net, why: Vec<Reason<Certificate>>, light: &Light, how: &SolveOptions) -> Solution {
    let best = Presses::List(named(net, &light.presses));
    Outcome {
        at_least: LowerBound::Moves(best.length()),
        why,
        count: light.count.filter(|_| how.count),
        all: how.all.iter().filter(|&&most| most > 0).map(|_| best.clone()).collect(),
        best: Some(best),
        ..Outcome::nothing(Ended::Complete)
    }
}

fn compared(parts: &Parts<'_>) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Compared { log2: parts.nullity() as u32 })
}

fn because(what: String) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Bound { because: what })
}

/// The most lights that one press changes, and the presses that the lights need for that reason.
fn bound(board: &NetBoard) -> (usize, u64) {
    let net = board.net();
    let widest = (0..net.len()).map(|press| net.changed_by(press).len()).max().unwrap_or(0).max(1);
    (widest, board.count().div_ceil(widest) as u64)
}

/// The outcome with a solution of which only a bound is known.
fn unproven(board: &NetBoard, presses: &[u32], ended: Ended) -> Solution {
    let (widest, least) = bound(board);
    let why = format!("{} lights are on, and a press changes at most {widest}", board.count());
    Outcome {
        best: Some(Presses::List(named(board.net(), presses))),
        at_least: LowerBound::Moves(least),
        why: vec![because(why)],
        ..Outcome::nothing(ended)
    }
}

/// Any solution, where that is all that is asked for and there is a way to it that makes no quiet patterns. There may be very many.
fn any_of_lattice(board: &NetBoard, how: &SolveOptions, cx: &Context<'_>) -> Result<Option<Solution>, Stop> {
    if !how.any || board.turns().is_some() {
        return Ok(None);
    }
    let Some(lattice) = Lattice::of(board.net()) else { return Ok(None) };
    Ok(match lattice.one_solution(&board.lights(), cx)? {
        (Some(presses), 1..) => {
            let numbers: Vec<u32> = presses.ones().map(|press| press as u32).collect();
            Some(unproven(board, &numbers, Ended::AsAsked))
        }
        _ => None,
    })
}

fn fewest(
    board: &NetBoard,
    parts: &Parts<'_>,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let quick = how.any || how.fast;
    if (quick && parts.nullity() > 0) || !parts.can_compare() {
        let ended = if quick { Ended::AsAsked } else { Ended::OutOfReach };
        return Ok(unproven(board, &parts.light(cx).presses, ended));
    }
    // Whoever ends a long comparison is given what was light before it.
    let before = (parts.largest_nullity() > AT_ONCE).then(|| parts.light(cx));
    let Lightest([even, odd]) = match (parts.lightest(cx), before) {
        (Err(stop), Some(light)) => return Ok(unproven(board, &light.presses, Ended::Limit(stop))),
        (lightest, _) => lightest?,
    };
    let light = [even, odd].into_iter().flatten().min_by_key(|light| light.presses.len());
    let light = light.expect("a solvable board has a lightest solution");
    let mut outcome = answer(board.net(), vec![compared(parts)], &light, how);
    if let Some(most) = how.all.filter(|&most| most > 1)
        && can_list(board.net().len().div_ceil(64), parts.nullity())
    {
        let (one, quiet) = parts.whole(cx)?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all = sums_of_weight(&one, &quiet, light.presses.len(), most, |_| cx.poll().is_ok());
        cx.check()?;
        let list = |presses: &BitVec| {
            let numbers: Vec<u32> = presses.ones().map(|press| press as u32).collect();
            Presses::List(named(board.net(), &numbers))
        };
        outcome.all = all.iter().map(list).collect();
    }
    Ok(outcome)
}

/// Comparisons that take no time worth mentioning.
const AT_ONCE: usize = 20;

/// Exactly so many turns: possible if some solution with the right parity has at most so many presses, because pressing a
/// cell twice takes two turns and changes nothing.
fn exactly(
    board: &NetBoard,
    parts: &Parts<'_>,
    turns: u64,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let net = board.net();
    if net.is_empty() {
        return Ok(never(because(format!("there is no cell to press in {turns} turns"))));
    }
    if parts.parity().is_some_and(|parity| parity != turns % 2)
        && let Some(pattern) = parity_pattern(net, cx)?
    {
        return Ok(never(Reason::Certificate(Certificate::ParityPlaces(named(net, &pattern)))));
    }
    let fits =
        |light: &Light| light.presses.len() as u64 <= turns && light.presses.len() as u64 % 2 == turns % 2;
    // Any solution that fits will do, so a long comparison is only made where the first one found does not.
    if parts.largest_nullity() > AT_ONCE {
        let light = parts.light(cx);
        if fits(&light) {
            return in_turns(board, parts, &light, turns, how, cx);
        }
        if !parts.can_compare() {
            let (widest, least) = bound(board);
            let why = format!("{} lights are on, and a press changes at most {widest}", board.count());
            return Ok(match least > turns {
                true => never(because(why)),
                false => Outcome { why: vec![because(why)], ..Outcome::nothing(Ended::OutOfReach) },
            });
        }
    }
    let Lightest(lightest) = parts.lightest(cx)?;
    match lightest.into_iter().flatten().find(|light| light.presses.len() as u64 % 2 == turns % 2) {
        Some(light) if fits(&light) => in_turns(board, parts, &light, turns, how, cx),
        Some(light) => {
            let needed = light.presses.len();
            let mut outcome = never(compared(parts));
            outcome
                .why
                .push(because(format!("at least {needed} presses are needed, and there are {turns} turns")));
            Ok(outcome)
        }
        None => {
            let which = if turns.is_multiple_of(2) { "odd" } else { "even" };
            let why = format!("every solution has an {which} number of presses, and there are {turns} turns");
            Ok(never(because(why)))
        }
    }
}

/// The answer in exactly so many turns, given a solution that fits.
fn in_turns(
    board: &NetBoard,
    parts: &Parts<'_>,
    light: &Light,
    turns: u64,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let net = board.net();
    let needed = light.presses.len();
    let mut leased = room_for(turns, cx)?;
    let picks = sequences::first(&named(net, &light.presses), net, turns);
    let best = Presses::List(picks);
    let mut why = vec![because(format!("exactly {turns} turns are to be taken"))];
    if let spare @ 1.. = turns - needed as u64 {
        why.push(because(format!("{needed} presses put all lights out; the other {spare} undo each other")));
    }
    let mut outcome = Outcome {
        best: Some(best),
        at_least: LowerBound::Moves(turns),
        why,
        ..Outcome::nothing(Ended::Complete)
    };
    if how.count {
        count_orders(&mut outcome, net, parts, turns, cx);
    }
    if let Some(most) = how.all.filter(|&most| most > 0) {
        let mut orders = orders_from(net, parts, &light.presses, turns, cx)?;
        while (outcome.all.len() as u64) < most
            && let Some(picks) = orders.next(cx)?
        {
            leased.resize(bytes_of_turns(turns, 3 + outcome.all.len()))?;
            outcome.all.push(Presses::List(picks.to_vec()));
        }
    }
    Ok(outcome)
}

/// Counts all sequences of picks, or says why not. A limit leaves the answer.
fn count_orders(outcome: &mut Solution, net: &Net, parts: &Parts<'_>, turns: u64, cx: &Context<'_>) {
    if !parts.can_compare() {
        let log2 = parts.largest_nullity();
        outcome
            .why
            .push(because(format!("{NOT_COUNTED}: 2^{log2} solutions of one part are too many to weigh")));
        return;
    }
    let counted = match parts.weights(cx) {
        Some(solutions) => count::count_sequences(&solutions, net.len(), turns, cx),
        None => cx.poll().map(|()| None),
    };
    match counted {
        Ok(Some(count)) => outcome.count = Some(count),
        Ok(None) => outcome.why.push(because(format!("{NOT_COUNTED}: {TOO_LARGE}"))),
        Err(stop) => outcome.ended = Ended::Limit(stop),
    }
}

/// All sequences of picks, those for a certain solution first.
fn orders_from(
    net: &Net,
    parts: &Parts<'_>,
    first: &[u32],
    turns: u64,
    cx: &Context<'_>,
) -> Result<Orders, Stop> {
    let (_, quiet) = parts.whole(cx)?;
    let mut solution = BitVec::zeros(net.len());
    first.iter().for_each(|&press| solution.flip(press as usize));
    Ok(Orders::new(net, Ways::sums(solution, quiet), turns))
}

/// All answers of a board with turns, beginning with one that solving gave.
///
/// # Errors
/// If the host stops it.
pub fn all_answers(board: &NetBoard, first: &Presses, cx: &Context<'_>) -> Result<Orders, Stop> {
    let net = board.net();
    let mut picks = Vec::new();
    first.each(&mut |&by| {
        picks.extend(net.number(by).map(|number| number as u32));
        ControlFlow::Continue(())
    });
    match solve_components(board, cx)? {
        Solved::Parts(parts) => orders_from(net, &parts, &picks, board.turns().unwrap_or(0), cx),
        Solved::Never(_) => Ok(Orders::new(net, Ways::none(), 0)),
    }
}

#[cfg(test)]
mod tests;
