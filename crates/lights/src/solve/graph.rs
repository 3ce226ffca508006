//! The fewest presses on a graph, or presses in exactly the number of turns that the puzzle
//! demands.
//!
//! With two colours an answer is a set of cells and with more a multiset; both are solved in the
//! same steps: all solutions of the linear system, or a certificate that there is none; the
//! lightest of them, if they can be compared; a sequence, if there are turns.

use std::ops::ControlFlow;

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport};
use fewest_gf2::{BitVec, sums_of_weight};
use fewest_search::{Context, Stop};

use crate::proof::{Certificate, Report};
use crate::rules::{Graph, GraphBoard, Press, Presses};
use crate::solve::linear::lattice::Lattice;
use crate::solve::linear::{
    Components, ModularComponents, ModularSolvability, Solvability, parity_pattern, rate_weights,
    solve_components, solve_modular_components,
};
use crate::solve::minimum_weight::{LightestByParity, WeighedMultiset, WeighedSolution, can_list};
use crate::solve::sequences::{
    NOT_COUNTED, Sequences, SolutionIter, TOO_LARGE, bytes_of_turns, count_modular_sequences,
    count_sequences, first_sequence, room_for,
};

/// Solves a board, as far as the context allows.
pub fn solve_on_graph(board: &GraphBoard, options: &SolveOptions, cx: &Context<'_>) -> Report {
    match board.graph().colours() {
        2 => solve_two_colours(board, options, cx),
        _ => solve_modular(board, options, cx),
    }
}

/// Solves a board of two colours, as far as the context allows.
fn solve_two_colours(board: &GraphBoard, options: &SolveOptions, cx: &Context<'_>) -> Report {
    let solved = cx.poll().and_then(|()| {
        if board.is_goal() {
            return Ok(answer(
                board.graph(),
                Vec::new(),
                &WeighedSolution { count: Some(1), ..WeighedSolution::default() },
                options,
            ));
        }
        if let Some(some) = any_on_lattice(board, options, cx)? {
            return Ok(some);
        }
        match (solve_components(board, cx)?, board.turns()) {
            (Solvability::Unsolvable(pattern), _) => {
                Ok(never(vec![Reason::Certificate(Certificate::QuietPlaces(named(board.graph(), &pattern)))]))
            }
            (Solvability::Solvable(components), None) => solve_fewest(board, &components, options, cx),
            (Solvability::Solvable(components), Some(turns)) => {
                solve_exact_turns(board, &components, turns, options, cx)
            }
        }
    });
    solved.unwrap_or_else(|stop| SolveReport::nothing(Ended::Limit(stop)))
}

/// Returns presses by their coordinates, in the order of columns.
fn named(graph: &Graph, numbers: &[u32]) -> Vec<Press> {
    let mut presses: Vec<Press> = numbers.iter().map(|&number| graph.places()[number as usize]).collect();
    presses.sort_unstable_by_key(|press| (press.x, press.y));
    presses
}

/// The outcome that there is no solution.
fn never(why: Vec<Reason<Certificate>>) -> Report {
    SolveReport { at_least: LowerBound::Never, why, ..SolveReport::nothing(Ended::Complete) }
}

/// The outcome with a lightest solution.
fn answer(
    graph: &Graph,
    why: Vec<Reason<Certificate>>,
    light: &WeighedSolution,
    options: &SolveOptions,
) -> Report {
    let best = Presses::List(named(graph, &light.presses));
    SolveReport {
        at_least: LowerBound::Moves(best.length()),
        why,
        count: light.count.filter(|_| options.count),
        all: options.all.iter().filter(|&&most| most > 0).map(|_| best.clone()).collect(),
        best: Some(best),
        ..SolveReport::nothing(Ended::Complete)
    }
}

fn compared(components: &Components<'_>) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Compared { log2: components.nullity() as u32 })
}

fn because(what: String) -> Reason<Certificate> {
    Reason::SearchLog(SearchLog::Bound { because: what })
}

/// Returns the largest number of lights that one press changes, at least 1.
fn widest_press(graph: &Graph) -> usize {
    (0..graph.len()).map(|press| graph.changed_by(press).len()).max().unwrap_or(0).max(1)
}

/// Returns the largest number of lights that one press changes, and the lower bound on presses that
/// follows.
fn lower_bound(board: &GraphBoard) -> (usize, u64) {
    let graph = board.graph();
    let widest = widest_press(graph);
    (widest, board.count().div_ceil(widest) as u64)
}

/// The outcome with a solution for which only a lower bound is known.
fn unproven(board: &GraphBoard, presses: &[u32], ended: Ended) -> Report {
    let (widest, least) = lower_bound(board);
    let why = format!("{} lights are on, and a press changes at most {widest}", board.count());
    SolveReport {
        best: Some(Presses::List(named(board.graph(), presses))),
        at_least: LowerBound::Moves(least),
        why: vec![because(why)],
        ..SolveReport::nothing(ended)
    }
}

/// Returns any solution of a lattice, if `any` is set, without making the quiet patterns, of which
/// there may be very many; None if it does not apply.
fn any_on_lattice(
    board: &GraphBoard,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Option<Report>, Stop> {
    if !options.any || board.turns().is_some() {
        return Ok(None);
    }
    let Some(lattice) = Lattice::of(board.graph()) else { return Ok(None) };
    Ok(match lattice.one_solution(&board.lights(), cx)? {
        (Some(presses), 1..) => {
            let numbers: Vec<u32> = presses.ones().map(|press| press as u32).collect();
            Some(unproven(board, &numbers, Ended::AsAsked))
        }
        _ => None,
    })
}

fn solve_fewest(
    board: &GraphBoard,
    components: &Components<'_>,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let quick = options.any || options.fast;
    if (quick && components.nullity() > 0) || !components.can_compare() {
        let ended = if quick { Ended::AsAsked } else { Ended::OutOfReach };
        return Ok(unproven(board, &components.locally_lightest(cx).presses, ended));
    }
    // A long comparison that is stopped leaves the solution that was found before it.
    let before = (components.largest_nullity() > QUICK_NULLITY).then(|| components.locally_lightest(cx));
    let LightestByParity([even, odd]) = match (components.lightest(cx), before) {
        (Err(stop), Some(light)) => return Ok(unproven(board, &light.presses, Ended::Limit(stop))),
        (lightest, _) => lightest?,
    };
    let light = [even, odd].into_iter().flatten().min_by_key(|light| light.presses.len());
    let light = light.expect("a solvable board has a lightest solution");
    let mut outcome = answer(board.graph(), vec![compared(components)], &light, options);
    if let Some(most) = options.all.filter(|&most| most > 1)
        && can_list(board.graph().len().div_ceil(64), components.nullity())
    {
        let (one, quiet) = components.whole(cx)?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all = sums_of_weight(&one, &quiet, light.presses.len(), most, |_| cx.poll().is_ok());
        cx.check()?;
        let list = |presses: &BitVec| {
            let numbers: Vec<u32> = presses.ones().map(|press| press as u32).collect();
            Presses::List(named(board.graph(), &numbers))
        };
        outcome.all = all.iter().map(list).collect();
    }
    Ok(outcome)
}

/// The largest nullity that is compared in negligible time.
const QUICK_NULLITY: usize = 20;

/// Solves a board with exactly `turns` turns. There is an answer if some solution of the right
/// parity has at most that many presses, because pressing a cell twice takes two turns and changes
/// nothing.
fn solve_exact_turns(
    board: &GraphBoard,
    components: &Components<'_>,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let graph = board.graph();
    if graph.is_empty() {
        return Ok(never(vec![because(format!("there is no cell to press in {turns} turns"))]));
    }
    if components.parity().is_some_and(|parity| parity != turns % 2)
        && let Some(pattern) = parity_pattern(graph, cx)?
    {
        return Ok(never(vec![Reason::Certificate(Certificate::ParityPlaces(named(graph, &pattern)))]));
    }
    let fits = |light: &WeighedSolution| {
        light.presses.len() as u64 <= turns && light.presses.len() as u64 % 2 == turns % 2
    };
    // Any solution that fits will do, so a long comparison is made only if the first one found does
    // not.
    if components.largest_nullity() > QUICK_NULLITY {
        let light = components.locally_lightest(cx);
        if fits(&light) {
            return in_exact_turns(board, components, &light, turns, options, cx);
        }
        if !components.can_compare() {
            let (widest, least) = lower_bound(board);
            let why = format!("{} lights are on, and a press changes at most {widest}", board.count());
            return Ok(match least > turns {
                true => never(vec![because(why)]),
                false => SolveReport { why: vec![because(why)], ..SolveReport::nothing(Ended::OutOfReach) },
            });
        }
    }
    let LightestByParity(lightest) = components.lightest(cx)?;
    match lightest.into_iter().flatten().find(|light| light.presses.len() as u64 % 2 == turns % 2) {
        Some(light) if fits(&light) => in_exact_turns(board, components, &light, turns, options, cx),
        Some(light) => {
            let needed = light.presses.len();
            let mut outcome = never(vec![compared(components)]);
            outcome
                .why
                .push(because(format!("at least {needed} presses are needed, and there are {turns} turns")));
            Ok(outcome)
        }
        None => {
            let which = if turns.is_multiple_of(2) { "odd" } else { "even" };
            let why = format!("every solution has an {which} number of presses, and there are {turns} turns");
            Ok(never(vec![because(why)]))
        }
    }
}

/// Returns the answer in exactly `turns` turns, given a solution that fits.
fn in_exact_turns(
    board: &GraphBoard,
    components: &Components<'_>,
    light: &WeighedSolution,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let graph = board.graph();
    let needed = light.presses.len();
    let mut leased = room_for(turns, cx)?;
    let best = first_sequence(named(graph, &light.presses), graph, turns - needed as u64);
    let mut why = vec![because(format!("exactly {turns} turns are to be taken"))];
    if let spare @ 1.. = turns - needed as u64 {
        why.push(because(format!("{needed} presses put all lights out; the other {spare} undo each other")));
    }
    let mut outcome = SolveReport {
        best: Some(best),
        at_least: LowerBound::Moves(turns),
        why,
        ..SolveReport::nothing(Ended::Complete)
    };
    if options.count {
        add_count(&mut outcome, graph, components, turns, cx);
    }
    if let Some(most) = options.all.filter(|&most| most > 0) {
        let mut sequences = sequences_from(graph, components, &light.presses, turns, cx)?;
        while (outcome.all.len() as u64) < most
            && let Some(picks) = sequences.next(cx)?
        {
            leased.resize(bytes_of_turns(turns, 3 + outcome.all.len()))?;
            outcome.all.push(Presses::List(picks.to_vec()));
        }
    }
    Ok(outcome)
}

/// Counts all sequences of picks, or records why not. A limit leaves the answer.
fn add_count(outcome: &mut Report, graph: &Graph, components: &Components<'_>, turns: u64, cx: &Context<'_>) {
    if !components.can_compare() {
        let log2 = components.largest_nullity();
        outcome
            .why
            .push(because(format!("{NOT_COUNTED}: 2^{log2} solutions of one part are too many to weigh")));
        return;
    }
    let counted = match components.weights(cx) {
        Some(solutions) => count_sequences(&solutions, graph.len(), turns, cx),
        None => cx.poll().map(|()| None),
    };
    match counted {
        Ok(Some(count)) => outcome.count = Some(count),
        Ok(None) => outcome.why.push(because(format!("{NOT_COUNTED}: {TOO_LARGE}"))),
        Err(stop) => outcome.ended = Ended::Limit(stop),
    }
}

/// Enumerates all sequences of picks, those for a given solution first.
fn sequences_from(
    graph: &Graph,
    components: &Components<'_>,
    first: &[u32],
    turns: u64,
    cx: &Context<'_>,
) -> Result<Sequences, Stop> {
    let (_, quiet) = components.whole(cx)?;
    let mut solution = BitVec::zeros(graph.len());
    first.iter().for_each(|&press| solution.flip(press as usize));
    Ok(Sequences::new(graph, SolutionIter::sums(solution, quiet), turns))
}

/// Enumerates all answers of a board with turns, beginning with one that solving returned.
///
/// # Errors
/// If the context stops it.
pub fn all_answers(board: &GraphBoard, first: &Presses, cx: &Context<'_>) -> Result<Sequences, Stop> {
    let graph = board.graph();
    let mut picks = Vec::new();
    first.each(&mut |&by| {
        picks.extend(graph.number(by).map(|number| number as u32));
        ControlFlow::Continue(())
    });
    match solve_components(board, cx)? {
        Solvability::Solvable(components) => {
            sequences_from(graph, &components, &picks, board.turns().unwrap_or(0), cx)
        }
        Solvability::Unsolvable(_) => Ok(Sequences::new(graph, SolutionIter::none(), 0)),
    }
}

/// The largest number of solutions that are enumerated in negligible time.
const QUICK_SOLUTIONS: u128 = 1 << 20;

/// Solves a board of more than two colours, as far as the context allows.
fn solve_modular(board: &GraphBoard, options: &SolveOptions, cx: &Context<'_>) -> Report {
    let solved = cx.poll().and_then(|()| match (solve_modular_components(board, cx)?, board.turns()) {
        (ModularSolvability::Unsolvable(weights), _) => {
            Ok(never(vec![weights_certificate(board.graph(), &weights)]))
        }
        (ModularSolvability::Solvable(components), None) => {
            solve_fewest_modular(board, &components, options, cx)
        }
        (ModularSolvability::Solvable(components), Some(turns)) => {
            solve_exact_turns_modular(board, &components, turns, options, cx)
        }
    });
    solved.unwrap_or_else(|stop| SolveReport::nothing(Ended::Limit(stop)))
}

/// Returns the certificate of weights by place number.
fn weights_certificate(graph: &Graph, weights: &[u8]) -> Reason<Certificate> {
    let places = graph.places().iter().copied().zip(weights.iter().copied());
    Reason::Certificate(Certificate::WeightedPlaces(places.filter(|place| place.1 > 0).collect()))
}

fn compared_modular(components: &ModularComponents) -> Reason<Certificate> {
    match components.count() {
        Some(1) => Reason::SearchLog(SearchLog::Compared { log2: 0 }),
        Some(count) => because(format!("all {count} solutions were compared")),
        None => because("all solutions were compared".to_owned()),
    }
}

/// Returns the presses in the order of columns, after `spare` presses of the first place.
fn listed(graph: &Graph, times: &[u8], spare: u64) -> Presses {
    let mut list: Vec<Press> = Vec::new();
    for (&place, &often) in graph.places().iter().zip(times) {
        list.extend(std::iter::repeat_n(place, usize::from(often)));
    }
    first_sequence(list, graph, spare)
}

/// Returns a lower bound on presses, because a press moves a limited number of lights by one step,
/// and the reason in words.
fn lower_bound_modular(board: &GraphBoard) -> (u64, Reason<Certificate>) {
    let graph = board.graph();
    let widest = widest_press(graph) as u64;
    let lit = board.levels().iter().filter(|&&level| level > 0);
    let steps: u64 = lit.map(|&level| u64::from(graph.colours() - level)).sum();
    let why = format!("the lights are {steps} steps from off, and a press takes at most {widest}");
    (steps.div_ceil(widest), because(why))
}

fn solve_fewest_modular(
    board: &GraphBoard,
    components: &ModularComponents,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let graph = board.graph();
    let quick = (options.any || options.fast) && components.count() != Some(1);
    if quick || !components.can_compare() {
        let (least, why) = lower_bound_modular(board);
        return Ok(SolveReport {
            best: Some(listed(graph, &components.locally_lightest(cx).times, 0)),
            at_least: LowerBound::Moves(least),
            why: vec![why],
            ..SolveReport::nothing(if quick { Ended::AsAsked } else { Ended::OutOfReach })
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
    Ok(SolveReport {
        at_least: LowerBound::Moves(light.length),
        why: vec![compared_modular(components)],
        count: light.count.filter(|_| options.count),
        all,
        best: Some(best),
        ..SolveReport::nothing(Ended::Complete)
    })
}

fn solve_exact_turns_modular(
    board: &GraphBoard,
    components: &ModularComponents,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let colours = u64::from(board.graph().colours());
    let fits = |light: &WeighedMultiset| light.length <= turns && light.length % colours == turns % colours;
    if let Some(weights) = rate_weights(board, turns, cx)? {
        return Ok(never(vec![weights_certificate(board.graph(), &weights)]));
    }
    if !components.can_compare() {
        let light = components.locally_lightest(cx);
        if fits(&light) {
            return in_exact_turns_modular(board, components, &light, turns, options, cx);
        }
        let (least, why) = lower_bound_modular(board);
        return Ok(match least > turns {
            true => never(vec![why]),
            false => SolveReport { why: vec![why], ..SolveReport::nothing(Ended::OutOfReach) },
        });
    }
    let mut lightest = components.lightest(cx)?;
    let class = usize::try_from(turns % colours).unwrap_or(0);
    Ok(match lightest.swap_remove(class) {
        Some(light) if fits(&light) => in_exact_turns_modular(board, components, &light, turns, options, cx)?,
        Some(WeighedMultiset { length, .. }) => never(vec![
            compared_modular(components),
            because(format!(
                "{length} presses are the fewest that leave {class} modulo {colours}, and there are {turns} turns"
            )),
        ]),
        None => never(vec![
            compared_modular(components),
            because(format!("no solution leaves {class} modulo {colours}, as {turns} turns do")),
        ]),
    })
}

fn in_exact_turns_modular(
    board: &GraphBoard,
    components: &ModularComponents,
    light: &WeighedMultiset,
    turns: u64,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Result<Report, Stop> {
    let (graph, spare) = (board.graph(), turns - light.length);
    let mut leased = room_for(turns, cx)?;
    let best = listed(graph, &light.times, spare);
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
    Ok(SolveReport {
        at_least: LowerBound::Moves(turns),
        why,
        count,
        all,
        best: Some(best),
        ..SolveReport::nothing(ended)
    })
}
