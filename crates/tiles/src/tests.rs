//! What no single file can test alone: the methods of `solve` agree with each other.

use fewest_core::seed::Seed;
use fewest_core::{Context, SolveOptions};

use crate::rules::board::Metric;
use crate::solve::large_boards::{Wanted, ida_star};
use crate::solve::placement::Placement;
use crate::solve::{optimal, solve};
use crate::testing::{board, pushed, shuffled_solvable};

#[test]
fn all_shortest_answers_are_counted_alike_by_both_methods() {
    for seed in 0..6 {
        for metric in [Metric::Steps, Metric::Lines] {
            let board = shuffled_solvable(2, 3, seed).in_metric(metric);
            let by_bfs =
                solve(&board, &SolveOptions { count: true, ..SolveOptions::default() }, &Context::default());
            let by_ida = ida_star(&board, Wanted::All { listed: 2 }, &Context::default());
            assert_eq!(by_bfs.count, by_ida.count, "{board:?}");
        }
    }
}

#[test]
fn lines_with_walking_distance_are_as_few_and_as_many_as_without() {
    let mut seed = Seed::new(4);
    for (rows, columns, lines) in [(3, 3, 40), (2, 4, 40), (4, 2, 40), (3, 4, 12), (4, 3, 12), (4, 4, 11)] {
        for _ in 0..3 {
            let board = pushed(rows, columns, lines, &mut seed);
            let plain = ida_star(&board, Wanted::All { listed: 1 }, &Context::default());
            for threads in 1..3 {
                let cx = Context::new(threads, 1 << 30, &|_| std::ops::ControlFlow::Continue(()));
                let placement = Placement::of(&board).expect("up to 4 x 4");
                let how = SolveOptions { count: true, all: Some(1000), ..SolveOptions::default() };
                let found = optimal::solve_by_ida(&placement, Metric::Lines, &how, &|| None, &cx);
                assert_eq!(
                    found.best.as_ref().map(Vec::len),
                    plain.answers.first().map(Vec::len),
                    "{board:?}"
                );
                assert_eq!(found.count, plain.count, "{board:?}");
                for answer in &found.all {
                    let mut end = board.clone();
                    answer.iter().for_each(|by| end.play(*by).expect("a legal move"));
                    assert!(end.is_goal(), "{board:?}");
                }
            }
        }
    }
}

#[test]
fn loyds_puzzle_is_unsolvable_and_its_mirror_is_not() {
    let loyd = board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]);
    assert!(solve(&loyd, &SolveOptions::default(), &Context::default()).best.is_none());
    let near = board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]);
    assert_eq!(
        solve(&near, &SolveOptions::default(), &Context::default()).best.map(|best| best.len()),
        Some(1)
    );
}
