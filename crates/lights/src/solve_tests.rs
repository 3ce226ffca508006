use super::super::cells::strategy;
use super::super::textbook::{self, SmallBoard};
use super::*;
use proptest::prelude::*;
use std::ops::ControlFlow;

fn fewest(board: &Grid) -> Option<u64> {
    let outcome = solve(board, &SolveOptions::default(), &Context::default());
    assert_eq!(outcome.ended, Ended::Complete);
    match outcome.at_least {
        LowerBound::Never => {
            assert!(outcome.best.is_none());
            None
        }
        LowerBound::Moves(length) => {
            assert_eq!(outcome.best.expect("a solution").length(), length);
            Some(length)
        }
    }
}

/// The fewest presses of every solvable board, by breadth-first search from the dark board: presses undo themselves.
fn by_search(width: usize, height: usize) -> Vec<Option<u64>> {
    let dark = SmallBoard::new(width as u32, height as u32, 0);
    let mut depth = vec![None; 1 << (width * height)];
    depth[0] = Some(0);
    let mut queue = std::collections::VecDeque::from([dark]);
    while let Some(board) = queue.pop_front() {
        let next = depth[board.lights as usize].map(|depth| depth + 1);
        for by in board.moves() {
            let neighbour = board.toggle(by);
            if depth[neighbour.lights as usize].is_none() {
                depth[neighbour.lights as usize] = next;
                queue.push_back(neighbour);
            }
        }
    }
    depth
}

fn board(width: usize, height: usize, lights: usize) -> Grid {
    let mut cells = Cells::none(width, height);
    for index in (0..width * height).filter(|index| lights >> index & 1 == 1) {
        cells.flip(index % width, index / width);
    }
    Grid::new(cells)
}

#[test]
fn right_on_every_board_of_up_to_twelve_lights() {
    for (width, height) in (1..=12_usize).flat_map(|w| (1..=12 / w).map(move |h| (w, h))) {
        for (lights, expected) in by_search(width, height).into_iter().enumerate() {
            assert_eq!(fewest(&board(width, height, lights)), expected, "{width}x{height} {lights}");
        }
    }
}

#[test]
fn right_on_every_four_by_four() {
    for (lights, expected) in by_search(4, 4).into_iter().enumerate() {
        assert_eq!(fewest(&board(4, 4, lights)), expected, "{lights}");
    }
}

#[test]
fn all_on_needs_the_known_number_of_presses() {
    let known = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224];
    for (index, presses) in known.into_iter().enumerate() {
        let all_on = Grid::new(Cells::all(index + 1, index + 1));
        assert_eq!(fewest(&all_on), Some(presses), "side {}", index + 1);
    }
}

#[test]
fn counts_and_lists_the_shortest() {
    let all_on = Grid::new(Cells::all(19, 19));
    let how = SolveOptions { count: true, all: Some(100), ..SolveOptions::default() };
    let outcome = solve(&all_on, &how, &Context::default());
    assert_eq!((outcome.count, outcome.all.len()), (Some(28), 28));
    let two = solve(&all_on, &SolveOptions { all: Some(2), ..SolveOptions::default() }, &Context::default());
    assert_eq!((two.count, two.all.len()), (None, 2));
}

#[test]
fn a_nullity_beyond_reach_gives_a_bound_and_no_claim() {
    let all_on = Grid::new(Cells::all(123, 123)); // nullity 80
    let outcome = solve(&all_on, &SolveOptions::default(), &Context::default());
    let LowerBound::Moves(bound) = outcome.at_least else { panic!("all-on boards are solvable") };
    assert!(bound >= 123_u64.pow(2).div_ceil(5));
    assert!(bound < outcome.best.unwrap().length());
    assert_eq!(outcome.ended, Ended::OutOfReach);
}

#[test]
fn any_and_fast_answer_as_asked() {
    let all_on = Grid::new(Cells::all(9, 9));
    for how in [
        SolveOptions { any: true, ..SolveOptions::default() },
        SolveOptions { fast: true, ..SolveOptions::default() },
    ] {
        let outcome = solve(&all_on, &how, &Context::default());
        assert_eq!(outcome.ended, Ended::AsAsked);
        assert!(outcome.at_least == LowerBound::Moves(17) && outcome.best.unwrap().length() >= 25);
    }
}

#[test]
fn limits_are_kept() {
    let all_on = Grid::new(Cells::all(30, 30)); // nullity 20
    let stopped = Context::new(1, 1 << 30, &|_| ControlFlow::Break(Stop::Time));
    assert_eq!(solve(&all_on, &SolveOptions::default(), &stopped).ended, Ended::Limit(Stop::Time));
    let poor = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
    assert_eq!(solve(&all_on, &SolveOptions::default(), &poor).ended, Ended::Limit(Stop::Memory));

    let calls = std::sync::atomic::AtomicU32::new(0);
    let soon = |_: &_| match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        0..8 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Interrupt),
    };
    let cx = Context::new(1, 1 << 30, &soon);
    let outcome = solve(&all_on, &SolveOptions::default(), &cx);
    assert_eq!(outcome.ended, Ended::Limit(Stop::Interrupt));
    assert!(outcome.best.is_some() && outcome.at_least == LowerBound::Moves(180));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn must_show_3_polynomials_and_the_textbook_agree(lit in strategy::cells(5, 4)) {
        let lights = lit.iter().fold(0, |lights, (x, y)| lights | 1 << (lit.width() * y + x));
        let small = SmallBoard::new(lit.width() as u32, lit.height() as u32, lights);
        prop_assert_eq!(fewest(&Grid::new(lit)), textbook::solve(small).map(|moves| moves.len() as u64));
    }

    #[test]
    fn bounds_hold(lit in strategy::cells(12, 12)) {
        let board = Grid::new(lit);
        let any = solve(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default());
        if let (Some(fewest), LowerBound::Moves(bound)) = (fewest(&board), any.at_least) {
            prop_assert!(bound <= fewest);
        }
    }
}
