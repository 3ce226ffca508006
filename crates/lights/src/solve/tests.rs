//! Tests of the solvers as a whole: certificates of rectangles, graphs of two colours, graphs of
//! more.

use std::ops::ControlFlow;

use fewest_core::{Ended, LowerBound, Reason, SolveOptions};
use fewest_search::Context;
use proptest::prelude::*;

use crate::course::textbook;
use crate::proof::{Certificate, Report, check};
use crate::rules::{Board, Cells, Graph, GraphBoard, Grid, Press, Presses};
use crate::solve::graph::solve_on_graph;
use crate::solve::grid::solve_grid;
use crate::solve::linear::row_recurrence::{Chase, ChaseResult};
use crate::solve::linear::{ModularSolvability, solve_modular_components};
use crate::testing::{any_cells, cells_of_size, graph_and_lights, modular_boards, sequences_by_trial};

proptest! {
    #[test]
    fn proofs_pass_and_altered_proofs_fail(
        lit in (1..6_usize, 1..6_usize).prop_flat_map(|(w, h)| cells_of_size(6 * w - 1, 6 * h - 1)),
        cell in any::<prop::sample::Index>(),
    ) {
        let cx = fewest_search::Context::default();
        let chase = Chase::new(lit.width(), lit.height(), &cx).expect("nothing stops it");
        if let ChaseResult::Unsolvable(pattern) = chase.solve_board(&lit, &cx).expect("nothing stops it") {
            let (width, area) = (lit.width(), lit.area());
            let board = Board::Grid(Grid::new(lit));
            prop_assert_eq!(check(&board, &Certificate::QuietPattern(pattern.clone())), Ok(()));
            let mut altered = pattern;
            altered.flip(cell.index(area) % width, cell.index(area) / width);
            let verdict = check(&board, &Certificate::QuietPattern(altered));
            prop_assert!(verdict.is_err());
        }
    }
}

mod two_colours {
    use super::*;

    fn check_quiet(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
        check(&Board::Graph(board.clone()), &Certificate::QuietPlaces(places.to_vec()))
    }

    fn check_parity(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
        check(&Board::Graph(board.clone()), &Certificate::ParityPlaces(places.to_vec()))
    }

    fn all(board: &GraphBoard, options: &SolveOptions) -> Report {
        let outcome = solve_on_graph(board, options, &Context::default());
        for answer in outcome.best.iter().chain(&outcome.all) {
            let end = Board::Graph(board.clone()).play(answer).expect("legal presses");
            assert!(end.is_goal(), "{answer:?} on {board:?}");
        }
        outcome
    }

    fn length(outcome: &Report) -> Option<u64> {
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

    /// Without the pressed light, quiet patterns may be odd: solutions of both parities, each with
    /// its own minimum.
    #[test]
    fn both_parities_are_tried_where_there_are_both() {
        let cells: Vec<Press> = (0..3).map(|x| Press { x, y: 0 }).collect();
        let graph = Graph::over(cells, &[(-1, 0), (1, 0)]);
        for turns in 0..6 {
            let board = GraphBoard::new(graph.clone(), &[false, true, false], Some(turns));
            assert_eq!(
                length(&all(&board, &SolveOptions::default())),
                textbook::fewest_presses_on_graph(&board),
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
            prop_assert_eq!(length(&all(&board, &SolveOptions::default())), textbook::fewest_presses_on_graph(&board));
        }

        #[test]
        fn polynomials_and_elimination_agree(lit in any_cells(9, 7)) {
            let options = SolveOptions { count: true, all: Some(5), ..SolveOptions::default() };
            let rectangle = solve_grid(&Grid::new(lit.clone()), &options, &Context::default());
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
            let list = |answer: &Presses| {
                let mut list = Vec::new();
                answer.each(&mut |&by| {
                    list.push(by);
                    ControlFlow::Continue(())
                });
                list
            };
            let mut listed: Vec<Vec<Press>> = outcome.all.iter().map(list).collect();
            let best = outcome.best.as_ref().map(list);
            prop_assert_eq!(listed.first(), best.as_ref(), "the first listed is the best");
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
}

mod more_colours {
    use super::*;

    fn check_weights(board: &GraphBoard, places: &[(Press, u8)]) -> Result<(), String> {
        check(&Board::Graph(board.clone()), &Certificate::WeightedPlaces(places.to_vec()))
    }

    /// Solves a board, checks the outcome for consistency and returns the fewest presses.
    fn length(board: &GraphBoard, options: &SolveOptions) -> (Option<u64>, Report) {
        let outcome = solve_on_graph(board, options, &Context::default());
        assert_eq!(outcome.ended, Ended::Complete);
        for answer in outcome.best.iter().chain(&outcome.all) {
            let end = Board::Graph(board.clone()).play(answer).expect("legal presses");
            assert!(end.is_goal(), "{answer:?} on {board:?}");
        }
        for reason in &outcome.why {
            if let Reason::Certificate(Certificate::WeightedPlaces(places)) = reason {
                assert_eq!(check_weights(board, places), Ok(()));
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

    /// 38 x 38 has 3^19 solutions. The board is made by presses, so it is solvable.
    #[test]
    fn a_number_of_solutions_beyond_reach_gives_a_bound_and_no_claim() {
        let mut board = GraphBoard::with_levels(rectangle(38, 38, 3), vec![0; 38 * 38], None);
        for by in board.graph().places().to_vec() {
            (0..(by.x * by.y + by.y) % 3).for_each(|_| board.press(by).expect("a place"));
        }
        let cx = Context::default();
        let ModularSolvability::Solvable(components) = solve_modular_components(&board, &cx).unwrap() else {
            panic!("solvable")
        };
        assert!(!components.can_compare());
        let outcome = solve_on_graph(&board, &SolveOptions::default(), &cx);
        assert_eq!(outcome.ended, Ended::OutOfReach);
        let LowerBound::Moves(least) = outcome.at_least else { panic!("solvable") };
        let steps: u64 = board.levels().iter().map(|&level| u64::from((3 - level) % 3)).sum();
        assert_eq!(least, steps.div_ceil(5));
        assert!(outcome.best.unwrap().length() > least);
    }

    #[test]
    fn any_answers_as_asked() {
        let board = GraphBoard::with_levels(rectangle(5, 5, 3), vec![2; 25], None);
        let any = solve_on_graph(
            &board,
            &SolveOptions { any: true, ..SolveOptions::default() },
            &Context::default(),
        );
        assert_eq!(any.ended, Ended::AsAsked);
        assert!(Board::Graph(board).play(&any.best.unwrap()).unwrap().is_goal());
    }

    proptest! {
        #[test]
        fn modular_elimination_and_the_textbook_agree(board in modular_boards()) {
            let options = SolveOptions { count: true, all: Some(1000), ..SolveOptions::default() };
            let (best, outcome) = length(&board, &options);
            prop_assert_eq!(best, textbook::fewest_presses_on_graph(&board));
            if let Some(count) = outcome.count {
                prop_assert_eq!(outcome.all.len() as u128, count.min(1000));
            }
            // That there is no solution is proven by a certificate.
            let certified = outcome.why.iter().any(|why| matches!(why, Reason::Certificate(_)));
            prop_assert_eq!(certified, best.is_none());
            let any = solve_on_graph(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default());
            prop_assert_eq!(any.best.is_some(), best.is_some());
            if let (LowerBound::Moves(bound), Some(best)) = (any.at_least, best) {
                prop_assert!(bound <= best);
            }
        }

        #[test]
        fn exact_numbers_of_turns_agree_with_the_textbook(board in modular_boards(), turns in 0..12_u64) {
            let board = GraphBoard::with_levels(board.graph().clone(), board.levels().to_vec(), Some(turns));
            prop_assert_eq!(length(&board, &SolveOptions::default()).0, textbook::fewest_presses_on_graph(&board));
        }

        #[test]
        fn altered_certificates_fail(board in modular_boards(), at in any::<prop::sample::Index>(), by in 1..12_u8) {
            let outcome = solve_on_graph(&board, &SolveOptions::default(), &Context::default());
            let colours = board.graph().colours();
            for reason in &outcome.why {
                let Reason::Certificate(Certificate::WeightedPlaces(places)) = reason else { continue };
                let mut altered = places.clone();
                let weight = &mut altered[at.index(places.len())].1;
                *weight = (*weight + by) % colours;
                let place = altered[at.index(places.len())];
                // An altered certificate that still passes is a proof of its own: it must not hold
                // on a solvable board.
                if check_weights(&board, &altered).is_ok() {
                    prop_assert!(textbook::fewest_presses_on_graph(&board).is_none() && place.1 > 0);
                }
                let dark = GraphBoard::with_levels(board.graph().clone(), vec![0; board.graph().len()], None);
                prop_assert!(check_weights(&dark, &altered).is_err() && check_weights(&dark, places).is_err());
            }
        }
    }

    proptest! {
        #[test]
        fn every_order_is_listed_once_and_counted(board in modular_boards(), turns in 0..6_u64) {
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
    }
}
