//! The fewest presses on a net of more than two colours, or exactly so many turns.

use fewest_search::{Context, Stop};

use crate::proof::Certificate;
use crate::rules::board::{Press, Presses};
use crate::rules::graph::Net;
use crate::rules::graph_board::NetBoard;
use crate::solve::Solution;
use crate::solve::minimum_weight::modular::{
    ColourParts, ColourSolved, Light, pace_weights, solve_modular_components,
};
use crate::solve::sequences::count::count_modular_sequences;
use crate::solve::sequences::{NOT_COUNTED, Orders, TOO_LARGE, Ways, bytes_of_turns, room_for};
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};

/// Solutions that are counted one by one in no time worth mentioning.
const AT_ONCE: u128 = 1 << 20;

/// Solves a board, as far as the host allows.
pub fn solve_modular(board: &NetBoard, how: &SolveOptions, cx: &Context<'_>) -> Solution {
    let solved = cx.poll().and_then(|()| match (solve_modular_components(board, cx)?, board.turns()) {
        (ColourSolved::Never(weights), _) => Ok(never(vec![certificate(board.net(), &weights)])),
        (ColourSolved::Parts(parts), None) => fewest(board, &parts, how, cx),
        (ColourSolved::Parts(parts), Some(turns)) => exactly(board, &parts, turns, how, cx),
    });
    solved.unwrap_or_else(|stop| Outcome::nothing(Ended::Limit(stop)))
}

fn never(why: Vec<Reason<Certificate>>) -> Solution {
    Outcome { at_least: LowerBound::Never, why, ..Outcome::nothing(Ended::Complete) }
}

fn certificate(net: &Net, weights: &[u8]) -> Reason<Certificate> {
    let places = net.places().iter().copied().zip(weights.iter().copied());
    Reason::Certificate(Certificate::WeightedPlaces(places.filter(|place| place.1 > 0).collect()))
}

fn because(what: String) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Bound { because: what })
}

fn compared(parts: &ColourParts) -> Reason<Certificate> {
    match parts.count() {
        Some(1) => Reason::SearchLog(SearchLog::Compared { log2: 0 }),
        Some(count) => because(format!("all {count} solutions were compared")),
        None => because("all solutions were compared".to_owned()),
    }
}

/// The presses one after the other, in the order of columns, after `spare` presses of the first place.
fn listed(net: &Net, times: &[u8], spare: usize) -> Presses {
    let first = net.places().iter().min_by_key(|place| (place.x, place.y));
    let mut list: Vec<Press> = first.map(|&first| vec![first; spare]).unwrap_or_default();
    for (&place, &often) in net.places().iter().zip(times) {
        list.extend(std::iter::repeat_n(place, usize::from(often)));
    }
    list.sort_by_key(|press| (press.x, press.y));
    Presses::List(list)
}

/// The presses that the lights need because a press moves only so many lights one step, and why.
fn bound(board: &NetBoard) -> (u64, Reason<Certificate>) {
    let net = board.net();
    let widest = (0..net.len()).map(|press| net.changed_by(press).len()).max().unwrap_or(0).max(1) as u64;
    let lit = board.levels().iter().filter(|&&level| level > 0);
    let steps: u64 = lit.map(|&level| u64::from(net.colours() - level)).sum();
    let why = format!("the lights are {steps} steps from off, and a press takes at most {widest}");
    (steps.div_ceil(widest), because(why))
}

fn fewest(
    board: &NetBoard,
    parts: &ColourParts,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let net = board.net();
    let quick = (how.any || how.fast) && parts.count() != Some(1);
    if quick || !parts.can_compare() {
        let (least, why) = bound(board);
        return Ok(Outcome {
            best: Some(listed(net, &parts.light(cx).times, 0)),
            at_least: LowerBound::Moves(least),
            why: vec![why],
            ..Outcome::nothing(if quick { Ended::AsAsked } else { Ended::OutOfReach })
        });
    }
    let lightest = parts.lightest(cx)?.into_iter().flatten().min_by_key(|light| light.length);
    let light = lightest.expect("a solvable board has a lightest solution");
    let best = listed(net, &light.times, 0);
    let all = match how.all {
        Some(0) | None => Vec::new(),
        Some(1) => vec![best.clone()],
        Some(most) => {
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            let all = parts.of_length(light.length, most, cx)?;
            all.iter().map(|times| listed(net, times, 0)).collect()
        }
    };
    Ok(Outcome {
        at_least: LowerBound::Moves(light.length),
        why: vec![compared(parts)],
        count: light.count.filter(|_| how.count),
        all,
        best: Some(best),
        ..Outcome::nothing(Ended::Complete)
    })
}

fn exactly(
    board: &NetBoard,
    parts: &ColourParts,
    turns: u64,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let colours = u64::from(board.net().colours());
    let fits = |light: &Light| light.length <= turns && light.length % colours == turns % colours;
    if let Some(weights) = pace_weights(board, turns, cx)? {
        return Ok(never(vec![certificate(board.net(), &weights)]));
    }
    if !parts.can_compare() {
        let light = parts.light(cx);
        if fits(&light) {
            return in_turns(board, parts, &light, turns, how, cx);
        }
        let (least, why) = bound(board);
        return Ok(match least > turns {
            true => never(vec![why]),
            false => Outcome { why: vec![why], ..Outcome::nothing(Ended::OutOfReach) },
        });
    }
    let mut lightest = parts.lightest(cx)?;
    let class = usize::try_from(turns % colours).unwrap_or(0);
    Ok(match lightest.swap_remove(class) {
        Some(light) if fits(&light) => in_turns(board, parts, &light, turns, how, cx)?,
        Some(Light { length, .. }) => never(vec![
            compared(parts),
            because(format!(
                "{length} presses are the fewest that leave {class} modulo {colours}, and there are {turns} turns"
            )),
        ]),
        None => never(vec![
            compared(parts),
            because(format!("no solution leaves {class} modulo {colours}, as {turns} turns do")),
        ]),
    })
}

fn in_turns(
    board: &NetBoard,
    parts: &ColourParts,
    light: &Light,
    turns: u64,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let (net, spare) = (board.net(), turns - light.length);
    let mut leased = room_for(turns, cx)?;
    let best = listed(net, &light.times, usize::try_from(spare).unwrap_or(usize::MAX));
    let mut why = vec![because(format!("exactly {turns} turns are to be taken"))];
    if spare > 0 {
        let needed = light.length;
        why.push(because(format!("{needed} presses put all lights out; the other {spare} change nothing")));
    }
    let solutions = || Ways::multiples(light.times.clone(), parts.whole().1, net.colours());
    let (mut count, mut ended) = (None, Ended::Complete);
    match parts.count() {
        _ if !how.count => {}
        Some(..=AT_ONCE) => match count_modular_sequences(solutions(), net.colours(), turns, cx) {
            Ok(Some(number)) => count = Some(number),
            Ok(None) => why.push(because(format!("{NOT_COUNTED}: {TOO_LARGE}"))),
            Err(stop) => ended = Ended::Limit(stop),
        },
        _ => why.push(because(format!(
            "{NOT_COUNTED}: there are more than {AT_ONCE} solutions to take turns for"
        ))),
    }
    let mut all = Vec::new();
    if let Some(most) = how.all.filter(|&most| most > 0) {
        let mut orders = Orders::new(net, solutions(), turns);
        while (all.len() as u64) < most
            && let Some(picks) = orders.next(cx)?
        {
            leased.resize(bytes_of_turns(turns, 3 + all.len()))?;
            all.push(Presses::List(picks.to_vec()));
        }
    }
    Ok(Outcome {
        at_least: LowerBound::Moves(turns),
        why,
        count,
        all,
        best: Some(best),
        ..Outcome::nothing(ended)
    })
}

#[cfg(test)]
mod tests;
