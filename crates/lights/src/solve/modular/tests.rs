use super::*;
use crate::course::textbook;
use crate::proof::weights::check;
use crate::rules::{Board, Graph};
use crate::testing::sequences_by_trial;
use proptest::prelude::*;

/// Solves a board, checks the outcome for consistency and returns the fewest presses.
fn length(board: &GraphBoard, options: &SolveOptions) -> (Option<u64>, Solution) {
    let outcome = solve_modular(board, options, &Context::default());
    assert_eq!(outcome.ended, Ended::Complete);
    for answer in outcome.best.iter().chain(&outcome.all) {
        let end = Board::Graph(board.clone()).play(answer).expect("legal presses");
        assert!(end.is_goal(), "{answer:?} on {board:?}");
    }
    for reason in &outcome.why {
        if let Reason::Certificate(Certificate::WeightedPlaces(places)) = reason {
            assert_eq!(check(board, places), Ok(()));
        }
    }
    let best = outcome.best.as_ref().map(Presses::length);
    match outcome.at_least {
        LowerBound::Never => assert!(best.is_none() && !outcome.why.is_empty()),
        LowerBound::Moves(least) => assert_eq!(best, Some(least)),
    }
    (best, outcome)
}

fn rectangle(width: i64, height: i64, colours: u8) -> Graph {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Press { x, y })).collect();
    Graph::plus(cells).with_colours(colours)
}

/// Random graphs, not always symmetric, of at most 65,536 positions.
fn boards() -> impl Strategy<Value = GraphBoard> {
    let sizes = [(3_u8, 8_usize), (4, 7), (5, 6), (6, 6), (8, 5), (9, 5), (12, 4)];
    prop::sample::select(sizes.to_vec()).prop_flat_map(|(colours, most)| {
        let edges = prop::collection::vec((0..most as i64, 0..most as i64), 0..3 * most);
        let levels = prop::collection::vec(0..colours, most);
        let (own, mutual) = (any::<bool>(), any::<bool>());
        (1..=most, edges, levels, own, mutual).prop_map(move |(places, edges, levels, own, mutual)| {
            let cells = (0..places as i64).map(|x| Press { x, y: 0 }).collect();
            let graph = Graph::with_edges(cells, |graph, press| {
                let there = edges.iter().filter(|edge| edge.0 == press.x).map(|edge| edge.1);
                let back = edges.iter().filter(|edge| mutual && edge.1 == press.x).map(|edge| edge.0);
                let lights = there.chain(back).chain(own.then_some(press.x));
                lights.filter_map(|x| graph.number(Press { x, y: 0 })).map(|light| light as u32).collect()
            });
            GraphBoard::with_levels(graph.with_colours(colours), levels[..places].to_vec(), None)
        })
    })
}

#[test]
fn lights_out_2000_has_27_solutions() {
    let board = GraphBoard::with_levels(rectangle(5, 5, 3), vec![1; 25], None);
    let (best, outcome) =
        length(&board, &SolveOptions { count: true, all: Some(99), ..SolveOptions::default() });
    assert!(outcome.why.iter().any(
        |why| matches!(why, Reason::SearchLog(account) if format!("{account:?}").contains("all 27 solutions"))
    ));
    assert_eq!(outcome.count, Some(outcome.all.len() as u128));
    assert!(best.is_some());
}

#[test]
fn a_number_of_solutions_beyond_reach_gives_a_bound_and_no_claim() {
    let board = GraphBoard::with_levels(rectangle(29, 29, 3), vec![1; 841], None);
    let cx = Context::default();
    let ModularSolvability::Solvable(components) = solve_modular_components(&board, &cx).unwrap() else {
        panic!("solvable")
    };
    if components.can_compare() {
        return;
    }
    let outcome = solve_modular(&board, &SolveOptions::default(), &cx);
    assert_eq!(outcome.ended, Ended::OutOfReach);
    let LowerBound::Moves(least) = outcome.at_least else { panic!("solvable") };
    assert!(outcome.best.unwrap().length() > least && least >= 2 * 841 / 5);
}

#[test]
fn any_answers_as_asked() {
    let board = GraphBoard::with_levels(rectangle(5, 5, 3), vec![2; 25], None);
    let any =
        solve_modular(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default());
    assert_eq!(any.ended, Ended::AsAsked);
    assert!(Board::Graph(board).play(&any.best.unwrap()).unwrap().is_goal());
}

proptest! {
    #[test]
    fn modular_elimination_and_the_textbook_agree(board in boards()) {
        let options = SolveOptions { count: true, all: Some(1000), ..SolveOptions::default() };
        let (best, outcome) = length(&board, &options);
        prop_assert_eq!(best, textbook::graph::fewest_presses(&board));
        if let Some(count) = outcome.count {
            prop_assert_eq!(outcome.all.len() as u128, count.min(1000));
        }
        // That there is no solution is proven by a certificate.
        let certified = outcome.why.iter().any(|why| matches!(why, Reason::Certificate(_)));
        prop_assert_eq!(certified, best.is_none());
        let any = solve_modular(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default());
        prop_assert_eq!(any.best.is_some(), best.is_some());
        if let (LowerBound::Moves(bound), Some(best)) = (any.at_least, best) {
            prop_assert!(bound <= best);
        }
    }

    #[test]
    fn exact_numbers_of_turns_agree_with_the_textbook(board in boards(), turns in 0..12_u64) {
        let board = GraphBoard::with_levels(board.graph().clone(), board.levels().to_vec(), Some(turns));
        prop_assert_eq!(length(&board, &SolveOptions::default()).0, textbook::graph::fewest_presses(&board));
    }

    #[test]
    fn altered_certificates_fail(board in boards(), at in any::<prop::sample::Index>(), by in 1..12_u8) {
        let outcome = solve_modular(&board, &SolveOptions::default(), &Context::default());
        let colours = board.graph().colours();
        for reason in &outcome.why {
            let Reason::Certificate(Certificate::WeightedPlaces(places)) = reason else { continue };
            let mut altered = places.clone();
            let weight = &mut altered[at.index(places.len())].1;
            *weight = (*weight + by) % colours;
            let place = altered[at.index(places.len())];
            // An altered certificate that still passes is a proof of its own: it must not hold on a
            // solvable board.
            if check(&board, &altered).is_ok() {
                prop_assert!(textbook::graph::fewest_presses(&board).is_none() && place.1 > 0);
            }
            let dark = GraphBoard::with_levels(board.graph().clone(), vec![0; board.graph().len()], None);
            prop_assert!(check(&dark, &altered).is_err() && check(&dark, places).is_err());
        }
    }
}

proptest! {
    #[test]
    fn every_order_is_listed_once_and_counted(board in boards(), turns in 0..6_u64) {
        // Few cells, so that all sequences can be tried.
        let cells = board.graph().len().min(3);
        let places: Vec<Press> = board.graph().places()[..cells].to_vec();
        let graph = Graph::with_edges(places, |_, press| {
            let lights = board.graph().changed_by(board.graph().number(press).expect("a place"));
            lights.iter().copied().filter(|&light| (light as usize) < cells).collect()
        });
        let graph = graph.with_colours(board.graph().colours());
        let board = GraphBoard::with_levels(graph, board.levels()[..cells].to_vec(), Some(turns));
        let picks = |sequence: Vec<Press>| sequence.iter().map(|by| (by.x, by.y)).collect();
        let mut expected: Vec<Vec<(i64, i64)>> = sequences_by_trial(&board).into_iter().map(picks).collect();
        let (best, outcome) = length(&board, &SolveOptions { count: true, all: Some(u64::MAX), ..SolveOptions::default() });
        prop_assert_eq!(best.is_some(), !expected.is_empty());
        if best.is_some() {
            prop_assert_eq!(outcome.count, Some(expected.len() as u128));
        }
        let mut listed: Vec<Vec<(i64, i64)>> = outcome.all.iter().map(|answer| {
            let mut picks = Vec::new();
            answer.each(&mut |by| {
                picks.push((by.x, by.y));
                std::ops::ControlFlow::Continue(())
            });
            picks
        }).collect();
        listed.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(listed, expected);
    }

    /// God's number lies within its bounds.
    #[test]
    fn gods_number_lies_between_its_bounds(board in boards()) {
        let dark = GraphBoard::with_levels(board.graph().clone(), vec![0; board.graph().len()], None);
        let cx = Context::default();
        let solved = solve_modular_components(&dark, &cx).expect("nothing stops it");
        let ModularSolvability::Solvable(components) = solved else { panic!("a dark board is solvable") };
        let bounds = crate::facts::gods_number::of_modular_components(&components);
        let space = crate::state_space::LightsSpace::new(&Board::Graph(dark)).expect("a small board");
        let seen = fewest_search::bfs(&space, &cx, fewest_search::Aim::Everything);
        let depth = seen.layer_sizes().len() as u64 - 2;
        prop_assert!(bounds.at_least <= depth && depth <= bounds.at_most, "{bounds:?} {depth}");
    }
}
