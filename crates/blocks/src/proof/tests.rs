//! Certificates against the textbook solver.

use super::*;
use crate::course::textbook;
use crate::testing::{any_board, read};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_certificate_is_never_given_for_a_board_that_can_be_solved(board in any_board()) {
        if let Some(certificate) = find_certificate(&board) {
            prop_assert_eq!(textbook::shortest_solution(&board), None);
            prop_assert!(check_certificate(&board, &certificate).is_ok());
        }
    }
}

#[test]
fn what_can_never_open_is_seen_at_once() {
    // A car in the same row; a full column; a ring of walls; a column full of cars with one hole
    // that never is where it is needed.
    for (text, seen) in [
        ("3 5\n2 1 2 1 h\n2 4 2 1 h\n", true),
        ("3 5\n2 1 2 1 h\n1 4 1 3 v\n", true),
        ("3 5\n2 1 2 1 h\n1 4 1 2 v\n", true),
        ("4 5\n2 1 2 1 h\n1 4 1 2 v\n", false),
        ("4 5\n2 1 2 1 b\n1 4 1 4 n\n", true),
        ("4 5\n2 1 2 1 b\n1 4 1 3 n\n", false),
        ("4 5\n2 1 2 1 b\n1 4 1 2 v\n3 4 1 2 v\n", true),
        ("5 5\n2 1 2 1 h\n1 4 1 2 v\n3 4 1 2 v\n", true),
        ("5 5\n3 1 2 1 b\n1 4 1 2 v\n3 4 1 2 v\n", false),
        ("3 3\n1 1 1 1 b\n1 2 1 2 n\n2 1 1 1 n\ngoal 3 3 1 1\n", true),
        ("3 3\n1 1 1 1 b\n1 2 1 2 n\n2 1 1 1 n\n3 2 1 1 b\ngoal 3 3 1 1\n", false),
        ("1 6\n1 1 1 1 h\n1 3 2 1 h\ngoal 1 4\n", false),
        ("1 6\n1 1 1 1 h\n1 3 2 1 h\ngoal 1 5\n", true),
    ] {
        let board = &read(text);
        let certificate = find_certificate(board);
        assert_eq!(certificate.is_some(), seen, "{text}");
        if let Some(certificate) = certificate {
            assert_eq!(textbook::shortest_solution(board), None, "{text}");
            assert_eq!(check_certificate(board, &certificate), Ok(()), "{text}");
            assert!(!explain(board, &certificate).is_empty());
        }
    }
}
