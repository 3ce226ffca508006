use super::*;
use crate::course::textbook;
use crate::proof::graph::{check_parity, check_quiet};
use crate::rules::{Cells, Graph, Grid};
use crate::testing::{any_cells, graph_and_lights, sequences_by_trial};
use proptest::prelude::*;

fn all(board: &GraphBoard, options: &SolveOptions) -> Solution {
    let outcome = solve_graph(board, options, &Context::default());
    for answer in outcome.best.iter().chain(&outcome.all) {
        let end = crate::rules::Board::Graph(board.clone()).play(answer).expect("legal presses");
        assert!(end.is_goal(), "{answer:?} on {board:?}");
    }
    outcome
}

fn length(outcome: &Solution) -> Option<u64> {
    assert_eq!(outcome.ended, Ended::Complete);
    match outcome.at_least {
        LowerBound::Never => {
            assert!(outcome.best.is_none() && !outcome.why.is_empty());
            None
        }
        LowerBound::Moves(least) => {
            assert_eq!(outcome.best.as_ref().map(Presses::length), Some(least));
            Some(least)
        }
    }
}

/// A rectangle as a graph somewhere in the plane.
fn as_graph(lit: &Cells, turns: Option<u64>) -> GraphBoard {
    let cells = (0..lit.height()).flat_map(|y| (0..lit.width()).map(move |x| (x, y)));
    let places = cells.clone().map(|(x, y)| Press { x: x as i64 - 3, y: y as i64 + 7 }).collect();
    let lights: Vec<bool> = cells.map(|(x, y)| lit.contains(x, y)).collect();
    GraphBoard::new(Graph::plus(places), &lights, turns)
}

/// Two islands of 1 x 2 have two quiet patterns: four solutions of two lengths.
#[test]
fn islands_are_compared_apart() {
    let cells = [(0, 0), (1, 0), (5, 5), (6, 5)].map(|(x, y)| Press { x, y }).to_vec();
    let board = GraphBoard::new(Graph::plus(cells), &[true, true, false, false], None);
    let outcome = all(&board, &SolveOptions { count: true, all: Some(9), ..SolveOptions::default() });
    assert_eq!((length(&outcome), outcome.count, outcome.all.len()), (Some(1), Some(2), 2));
}

/// Without the pressed light, quiet patterns may be odd: solutions of both parities, each with its
/// own minimum.
#[test]
fn both_parities_are_tried_where_there_are_both() {
    let cells: Vec<Press> = (0..3).map(|x| Press { x, y: 0 }).collect();
    let graph = Graph::over(cells, &[(-1, 0), (1, 0)]);
    for turns in 0..6 {
        let board = GraphBoard::new(graph.clone(), &[false, true, false], Some(turns));
        assert_eq!(
            length(&all(&board, &SolveOptions::default())),
            textbook::graph::fewest_presses(&board),
            "{turns}"
        );
    }
}

#[test]
fn presses_that_change_nothing_are_spare_turns() {
    let graph = Graph::over(vec![Press { x: 0, y: 0 }], &[]);
    for turns in 0..4 {
        let board = GraphBoard::new(graph.clone(), &[false], Some(turns));
        assert_eq!(length(&all(&board, &SolveOptions::default())), Some(turns));
    }
}

#[test]
fn no_places_no_turns() {
    let none = |turns| GraphBoard::new(Graph::plus(Vec::new()), &[], turns);
    assert_eq!(length(&all(&none(None), &SolveOptions::default())), Some(0));
    assert_eq!(length(&all(&none(Some(0)), &SolveOptions::default())), Some(0));
    assert_eq!(length(&all(&none(Some(2)), &SolveOptions::default())), None);
}

proptest! {
    #[test]
    fn as_the_textbook_says((graph, lights) in graph_and_lights(3, 10), turns in prop::option::of(0..8_u64)) {
        let board = GraphBoard::new(graph, &lights, turns);
        prop_assert_eq!(length(&all(&board, &SolveOptions::default())), textbook::graph::fewest_presses(&board));
    }

    #[test]
    fn polynomials_and_elimination_agree(lit in any_cells(9, 7)) {
        let options = SolveOptions { count: true, all: Some(5), ..SolveOptions::default() };
        let rectangle = crate::solve::grid::solve_grid(&Grid::new(lit.clone()), &options, &Context::default());
        let graph = all(&as_graph(&lit, None), &options);
        prop_assert_eq!((graph.at_least, graph.count, graph.all.len()), (rectangle.at_least, rectangle.count, rectangle.all.len()));
    }

    #[test]
    fn turns_are_enough_exactly_with_the_right_parity(lit in any_cells(5, 5), more in 0..4_u64) {
        if let Some(fewest) = length(&all(&as_graph(&lit, None), &SolveOptions::default())) {
            let turns = (fewest + more).saturating_sub(2);
            let possible = fewest <= turns && fewest % 2 == turns % 2;
            let outcome = all(&as_graph(&lit, Some(turns)), &SolveOptions::default());
            prop_assert_eq!(length(&outcome), possible.then_some(turns));
        }
    }

    /// All sequences, by trying every one.
    #[test]
    fn every_order_is_listed_once_and_counted((graph, lights) in graph_and_lights(2, 5), turns in 0..5_u64) {
        let board = GraphBoard::new(graph, &lights, Some(turns));
        let mut expected = sequences_by_trial(&board);
        let outcome = all(&board, &SolveOptions { count: true, all: Some(u64::MAX), ..SolveOptions::default() });
        let mut listed: Vec<Vec<Press>> = outcome.all.iter().map(|answer| match answer {
            Presses::List(list) => list.clone(),
            Presses::Board(_) => panic!("a graph has no press board"),
        }).collect();
        prop_assert_eq!(listed.first(), outcome.best.as_ref().map(|best| match best {
            Presses::List(list) => list,
            Presses::Board(_) => panic!("a graph has no press board"),
        }), "the first listed is the best");
        if outcome.best.is_some() {
            prop_assert_eq!(outcome.count, Some(expected.len() as u128));
        }
        let key = |picks: &Vec<Press>| picks.iter().map(|by| (by.x, by.y)).collect::<Vec<_>>();
        listed.sort_by_key(key);
        expected.sort_by_key(key);
        prop_assert_eq!(listed, expected);
    }

    #[test]
    fn proofs_pass_and_altered_proofs_fail(
        (graph, lights) in graph_and_lights(3, 24),
        turns in 0..30_u64,
        cell in any::<prop::sample::Index>(),
    ) {
        let board = GraphBoard::new(graph, &lights, Some(turns));
        let changed = *cell.get(board.graph().places());
        let altered = |places: &[Press]| {
            let mut other: Vec<Press> = places.iter().copied().filter(|&place| place != changed).collect();
            if other.len() == places.len() {
                other.push(changed);
            }
            other
        };
        for reason in all(&board, &SolveOptions::default()).why {
            match reason {
                Reason::Certificate(Certificate::QuietPlaces(places)) => {
                    prop_assert_eq!(check_quiet(&board, &places), Ok(()));
                    prop_assert!(check_quiet(&board, &altered(&places)).is_err());
                    prop_assert!(check_quiet(&board, &[&places[..], &places[..1]].concat()).is_err());
                    prop_assert!(check_parity(&board, &places).is_err());
                }
                Reason::Certificate(Certificate::ParityPlaces(places)) => {
                    prop_assert_eq!(check_parity(&board, &places), Ok(()));
                    prop_assert!(check_parity(&board, &altered(&places)).is_err());
                    prop_assert!(check_quiet(&board, &places).is_err());
                    let more = GraphBoard::new(board.graph().clone(), &lights, Some(turns + 1));
                    prop_assert!(check_parity(&more, &places).is_err());
                }
                Reason::Certificate(_) => prop_assert!(false, "that is for other boards"),
                Reason::SearchLog(_) => {}
            }
        }
    }
}
