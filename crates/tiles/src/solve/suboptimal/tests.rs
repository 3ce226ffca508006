//! Whatever is found is a solution, on boards of every shape.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::Context;

use crate::rules::board::{Board, Metric};
use crate::rules::goal::Goal;
use crate::rules::parity;
use crate::solve::suboptimal::{Effort, find_solution};
use crate::testing::shuffled;
use fewest_core::seed::Seed;

/// Returns a random solvable board.
pub(crate) fn solvable(rows: usize, columns: usize, goal: Goal, seed: &mut Seed) -> Board {
    let goal = Arc::new(goal.arrangement(rows, columns).unwrap());
    loop {
        let now = shuffled(rows, columns, seed);
        if parity::is_reachable(&now, &goal) {
            return Board::new(now, goal, Metric::Steps).unwrap();
        }
    }
}

/// Returns the steps of a solution; panics if it is none.
fn steps(board: &Board, effort: Effort, cx: &Context<'_>) -> usize {
    let answer = find_solution(board, effort, 0, cx).unwrap();
    let mut at = board.clone();
    answer.iter().for_each(|&by| at.play(by).unwrap());
    assert!(at.is_goal(), "{board:?}");
    answer.iter().map(|by| by.distance).sum()
}

#[test]
fn every_board_that_has_a_solution_gets_one() {
    let mut seed = Seed::new(7);
    let sizes = (2..7).flat_map(|rows| (2..7).map(move |columns| (rows, columns)));
    for ((rows, columns), goal) in
        sizes.chain([(2, 30), (40, 3), (17, 23)]).flat_map(|size| Goal::ALL.map(|goal| (size, goal)))
    {
        let goal = Arc::new(goal.arrangement(rows, columns).unwrap());
        for metric in [Metric::Steps, Metric::Lines] {
            let now = shuffled(rows, columns, &mut seed);
            let board = Board::new(now, Arc::clone(&goal), metric).unwrap();
            if parity::is_reachable(board.now(), &goal) {
                steps(&board, Effort::Glance, &Context::default());
            } else {
                assert_eq!(find_solution(&board, Effort::Glance, 0, &Context::default()), None, "{board:?}");
            }
        }
    }
}

#[test]
fn boards_that_are_solved_need_nothing() {
    for goal in Goal::ALL {
        let goal = Arc::new(goal.arrangement(6, 5).unwrap());
        let board = Board::new(goal.as_ref().clone(), goal, Metric::Steps).unwrap();
        assert_eq!(steps(&board, Effort::AtOnce, &Context::default()), 0);
    }
}

#[test]
fn more_effort_is_never_worse_and_a_stop_leaves_the_best_so_far() {
    let mut seed = Seed::new(5);
    for (rows, columns) in [(5, 5), (4, 7), (6, 6)] {
        let board = solvable(rows, columns, Goal::BlankLast, &mut seed);
        let glance = steps(&board, Effort::Glance, &Context::default());
        let at_once = steps(&board, Effort::AtOnce, &Context::default());
        assert!(at_once <= glance);
        let stop = |_: &fewest_search::Counters| ControlFlow::Break(fewest_search::Stop::Time);
        assert_eq!(steps(&board, Effort::Patient, &Context::new(1, usize::MAX, &stop)), glance);
    }
}

#[test]
fn large_boards_take_less_than_the_proven_worst_cases() {
    // By side, from 6 on.
    let worst = [405, 716, 1164, 1780, 2587];
    let mut seed = Seed::new(3);
    for (side, most) in (6..).zip(worst) {
        let board = solvable(side, side, Goal::BlankFirst, &mut seed);
        assert!(steps(&board, Effort::AtOnce, &Context::default()) < most, "{side}");
    }
}

#[test]
fn answers_for_a_hundred_rows_are_played_to_the_end() {
    let board = solvable(100, 100, Goal::BlankLast, &mut Seed::new(1));
    let long = steps(&board, Effort::AtOnce, &Context::default());
    // Greedy placement is said to take 8/3 of the cube of the side.
    assert!(long < 2_800_000, "{long}");
}
