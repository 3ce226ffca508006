//! The fewest presses on a graph of more than two colours, or presses in exactly the number of
//! turns that the puzzle demands.

use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};
use fewest_search::{Context, Stop};

use crate::proof::Certificate;
use crate::rules::{Graph, GraphBoard, Press, Presses};
use crate::solve::Solution;
use crate::solve::minimum_weight::modular::{
    ModularComponents, ModularSolvability, WeighedMultiset, rate_weights, solve_modular_components,
};
use crate::solve::sequences::{
    NOT_COUNTED, Sequences, SolutionIter, TOO_LARGE, bytes_of_turns, count_modular_sequences, room_for,
};

/// The largest number of solutions that are enumerated in negligible time.
const QUICK_SOLUTIONS: u128 = 1 << 20;

/// Solves a board, as far as the context allows.
pub fn solve_modular(board: &GraphBoard, options: &SolveOptions, cx: &Context<'_>) -> Solution {
    let solved = cx.poll().and_then(|()| match (solve_modular_components(board, cx)?, board.turns()) {
        (ModularSolvability::Unsolvable(weights), _) => Ok(never(vec![certificate(board.graph(), &weights)])),
        (ModularSolvability::Solvable(components), None) => solve_fewest(board, &components, options, cx),
        (ModularSolvability::Solvable(components), Some(turns)) => {
            solve_exact_turns(board, &components, turns, options, cx)
        }
    });
    solved.unwrap_or_else(|stop| Outcome::nothing(Ended::Limit(stop)))
}

fn never(why: Vec<Reason<Certificate>>) -> Solution {
    Outcome { at_least: LowerBound::Never, why, ..Outcome::nothing(Ended::Complete) }
}

fn certificate(graph: &Graph, weights: &[u8]) -> Reason<Certificate> {
    let places = graph.places().iter().copied().zip(weights.iter().copied());
    Reason::Certificate(Certificate::WeightedPlaces(places.filter(|place| place.1 > 0).collect()))
}

fn because(what: String) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Bound { because: what })
}

fn compared(components: &ModularComponents) -> Reason<Certificate> {
    match components.count() {
        Some(1) => Reason::SearchLog(SearchLog::Compared { log2: 0 }),
        Some(count) => because(format!("all {count} solutions were compared")),
        None => because("all solutions were compared".to_owned()),
    }
}

/// Returns the presses in the order of columns, after `spare` presses of the first place.
fn listed(graph: &Graph, times: &[u8], spare: usize) -> Presses {
    let first = graph.places().iter().min_by_key(|place| (place.x, place.y));
    let mut list: Vec<Press> = first.map(|&first| vec![first; spare]).unwrap_or_default();
    for (&place, &often) in graph.places().iter().zip(times) {
        list.extend(std::iter::repeat_n(place, usize::from(often)));
    }
    list.sort_by_key(|press| (press.x, press.y));
    Presses::List(list)
}

/// Returns a lower bound on presses, because a press moves a limited number of lights by one step,
/// and the reason in words.
fn bound(board: &GraphBoard) -> (u64, Reason<Certificate>) {
    let graph = board.graph();
    let widest = (0..graph.len()).map(|press| graph.changed_by(press).len()).max().unwrap_or(0).max(1) as u64;
    let lit = board.levels().iter().filter(|&&level| level > 0);
    let steps: u64 = lit.map(|&level| u64::from(graph.colours() - level)).sum();
    let why = format!("the lights are {steps} steps from off, and a press takes at most {widest}");
    (steps.div_ceil(widest), because(why))
}

fn solve_fewest(
    board: &GraphBoard,
    components: &ModularComponents,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let graph = board.graph();
    let quick = (options.any || options.fast) && components.count() != Some(1);
    if quick || !components.can_compare() {
        let (least, why) = bound(board);
        return Ok(Outcome {
            best: Some(listed(graph, &components.locally_lightest(cx).times, 0)),
            at_least: LowerBound::Moves(least),
            why: vec![why],
            ..Outcome::nothing(if quick { Ended::AsAsked } else { Ended::OutOfReach })
        });
    }
    let lightest = components.lightest(cx)?.into_iter().flatten().min_by_key(|light| light.length);
    let light = lightest.expect("a solvable board has a lightest solution");
    let best = listed(graph, &light.times, 0);
    let all = match options.all {
        Some(0) | None => Vec::new(),
        Some(1) => vec![best.clone()],
        Some(most) => {
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            let all = components.of_length(light.length, most, cx)?;
            all.iter().map(|times| listed(graph, times, 0)).collect()
        }
    };
    Ok(Outcome {
        at_least: LowerBound::Moves(light.length),
        why: vec![compared(components)],
        count: light.count.filter(|_| options.count),
        all,
        best: Some(best),
        ..Outcome::nothing(Ended::Complete)
    })
}

fn solve_exact_turns(
    board: &GraphBoard,
    components: &ModularComponents,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let colours = u64::from(board.graph().colours());
    let fits = |light: &WeighedMultiset| light.length <= turns && light.length % colours == turns % colours;
    if let Some(weights) = rate_weights(board, turns, cx)? {
        return Ok(never(vec![certificate(board.graph(), &weights)]));
    }
    if !components.can_compare() {
        let light = components.locally_lightest(cx);
        if fits(&light) {
            return in_exact_turns(board, components, &light, turns, options, cx);
        }
        let (least, why) = bound(board);
        return Ok(match least > turns {
            true => never(vec![why]),
            false => Outcome { why: vec![why], ..Outcome::nothing(Ended::OutOfReach) },
        });
    }
    let mut lightest = components.lightest(cx)?;
    let class = usize::try_from(turns % colours).unwrap_or(0);
    Ok(match lightest.swap_remove(class) {
        Some(light) if fits(&light) => in_exact_turns(board, components, &light, turns, options, cx)?,
        Some(WeighedMultiset { length, .. }) => never(vec![
            compared(components),
            because(format!(
                "{length} presses are the fewest that leave {class} modulo {colours}, and there are {turns} turns"
            )),
        ]),
        None => never(vec![
            compared(components),
            because(format!("no solution leaves {class} modulo {colours}, as {turns} turns do")),
        ]),
    })
}

fn in_exact_turns(
    board: &GraphBoard,
    components: &ModularComponents,
    light: &WeighedMultiset,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Solution, Stop> {
    let (graph, spare) = (board.graph(), turns - light.length);
    let mut leased = room_for(turns, cx)?;
    let best = listed(graph, &light.times, usize::try_from(spare).unwrap_or(usize::MAX));
    let mut why = vec![because(format!("exactly {turns} turns are to be taken"))];
    if spare > 0 {
        let needed = light.length;
        why.push(because(format!("{needed} presses put all lights out; the other {spare} change nothing")));
    }
    let solutions = || SolutionIter::multiples(light.times.clone(), components.whole().1, graph.colours());
    let (mut count, mut ended) = (None, Ended::Complete);
    match components.count() {
        _ if !options.count => {}
        Some(..=QUICK_SOLUTIONS) => match count_modular_sequences(solutions(), graph.colours(), turns, cx) {
            Ok(Some(number)) => count = Some(number),
            Ok(None) => why.push(because(format!("{NOT_COUNTED}: {TOO_LARGE}"))),
            Err(stop) => ended = Ended::Limit(stop),
        },
        _ => why.push(because(format!(
            "{NOT_COUNTED}: there are more than {QUICK_SOLUTIONS} solutions to take turns for"
        ))),
    }
    let mut all = Vec::new();
    if let Some(most) = options.all.filter(|&most| most > 0) {
        let mut sequences = Sequences::new(graph, solutions(), turns);
        while (all.len() as u64) < most
            && let Some(picks) = sequences.next(cx)?
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
