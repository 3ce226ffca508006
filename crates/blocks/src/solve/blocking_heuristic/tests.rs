//! The heuristic against the textbook.

use super::*;
use crate::course::textbook;
use crate::testing::{any_board, board_on_rails, read};
use proptest::prelude::*;

fn lower_bound(board: &Board, most: u64) -> Option<Option<u64>> {
    let lower_bound = |encoding: &Encoding| {
        let narrow = BlockingHeuristic::<1>::new(board, encoding)?.lower_bound(&encoding.key(board), most);
        let wide = BlockingHeuristic::<4>::new(board, encoding)?.lower_bound(&encoding.key(board), most);
        assert_eq!(narrow, wide, "the number of words does not matter");
        Some(narrow)
    };
    let fields = lower_bound(&Encoding::Fields(Layout::new(board)));
    assert_eq!(fields, lower_bound(&Encoding::new(board)), "nor does the meaning of keys");
    fields
}

/// Along a shortest solution, no lower bound is above the true distance.
fn is_never_too_high(mut board: Board) -> Result<(), TestCaseError> {
    let Some(moves) = textbook::shortest_solution(&board) else { return Ok(()) };
    for (left, by) in (1..=moves.len() as u64).rev().zip(&moves) {
        if let Some(lower_bound) = lower_bound(&board, left) {
            prop_assert!(lower_bound.is_some(), "more than {left} moves from {board:?}");
        }
        board.play(by).expect("the textbook plays by the rules");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_position_is_nearer_than_the_bound(board in any_board()) {
        is_never_too_high(board)?;
    }

    #[test]
    fn nor_is_one_on_rails(board in board_on_rails()) {
        is_never_too_high(board)?;
    }
}

#[test]
fn pieces_in_the_way_are_counted() {
    for (text, moves) in [
        // The figure of the module: Z, a, b, and d below a.
        ("4 5\n2 1 2 1 h\n1 3 1 2 v\n1 5 1 2 v\n3 3 2 1 h\n", 4),
        // At the goal.
        ("4 5\n2 4 2 1 h\n1 3 1 2 v\n", 0),
        // Z needs two slides itself. The hole is four steps from it, so three others move before
        // it.
        (
            "3 3\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 2 1 1 b\n1 3 1 1 b\n3 1 1 1 b\n3 2 1 1 b\n2 3 1 1 b\ngoal 3 3\n",
            5,
        ),
    ] {
        let board = read(text);
        assert_eq!(lower_bound(&board, 99), Some(Some(moves)), "{text}");
    }
}

#[test]
fn a_goal_that_several_pieces_can_meet_gives_no_bound() {
    assert_eq!(lower_bound(&read("3 3\n1 1 1 1 b\n3 1 1 1 b\ngoal 3 3 1 1\n"), 9), None);
}
