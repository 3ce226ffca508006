//! New boards meet the requirements, checked by the textbook.

use super::*;
use crate::Blocks;
use crate::course::textbook;
use crate::facts::without_piece;
use crate::rules::{Board, Freedom};
use fewest_core::Family;

fn asked(size: (usize, usize), moves: u64, metric: &str, seed: u64) -> GenerateOptions {
    let (size, moves, metric) = (Some(size), Some(moves), Some(metric.to_owned()));
    GenerateOptions { size, moves, seed, metric, ..GenerateOptions::default() }
}

fn fewest(board: &Board) -> Option<u64> {
    textbook::shortest_solution(board).map(|moves| moves.len() as u64)
}

/// Returns the board asked for, after checking its fewest moves by the textbook.
fn made(how: &GenerateOptions) -> Board {
    let Generated { board, lacks } =
        generate(how, &Context::default()).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(lacks, None, "{how:?}");
    assert_eq!(fewest(&board), how.moves, "{how:?}");
    board
}

fn is_minimal(board: &Board) -> bool {
    let moves = fewest(board);
    (0..board.pieces.len()).filter_map(|piece| without_piece(board, piece)).all(|rest| fewest(&rest) < moves)
}

#[test]
fn twenty_seeds_in_each_metric_give_what_was_asked_for() {
    for (metric, moves) in [("slides", 12), ("paths", 11), ("steps", 22)] {
        for seed in 0..20 {
            let board = made(&asked((6, 6), moves, metric, seed));
            assert_eq!(Blocks::metric(&board), metric);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let how = asked((6, 6), 15, "slides", 5);
    let board = |how| generate(how, &Context::default()).ok();
    assert_eq!(board(&how), board(&how));
    assert_ne!(board(&how), board(&GenerateOptions { seed: 6, ..how.clone() }));
}

#[test]
fn new_boards_are_minimal() {
    for seed in 0..4 {
        assert!(is_minimal(&made(&asked((5, 5), 9, "slides", seed))));
        assert!(is_minimal(&made(&asked((4, 5), 12, "paths", seed))));
    }
}

#[test]
fn klotski_like_sets_move_in_all_directions() {
    for (metric, moves) in [("slides", 20), ("paths", 18), ("steps", 25)] {
        let board = made(&asked((4, 5), moves, metric, 3));
        assert!(board.pieces.iter().all(|piece| piece.freedom == Freedom::Both));
        assert_eq!((board.pieces[0].width, board.pieces[0].height), (2, 2));
    }
    let rush = GenerateOptions { rule: Some("rush".to_owned()), ..asked((4, 5), 4, "slides", 1) };
    assert!(made(&rush).pieces.iter().all(|piece| piece.freedom != Freedom::Both));
}

#[test]
fn pieces_walls_and_one_answer_only() {
    let how = GenerateOptions { pieces: Some(7), walls: Some(1), ..asked((6, 6), 8, "slides", 1) };
    let board = made(&how);
    assert_eq!(board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count(), 7);
    assert_eq!(board.pieces.len(), 8);
    let how = GenerateOptions { unique: true, ..asked((5, 5), 5, "slides", 1) };
    assert_eq!(textbook::all_shortest(&made(&how), 1).map(|all| all.len()), Some(1));
}

#[test]
fn a_number_that_cannot_be_reached_ends_with_the_nearest() {
    let how = asked((4, 4), 60, "slides", 1);
    let Generated { board, lacks } = generate(&how, &Context::default()).expect("some board is nearest");
    let lacks = lacks.expect("it is not as asked");
    let nearest = fewest(&board).expect("it is never unsolvable");
    assert!(nearest > 5 && lacks.what.contains(&format!("needs {nearest} moves, not 60")), "{lacks:?}");
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    for how in [
        GenerateOptions { size: Some((2, 2)), ..GenerateOptions::default() },
        GenerateOptions { size: Some((usize::MAX, 2)), ..GenerateOptions::default() },
        GenerateOptions { pieces: Some(0), ..GenerateOptions::default() },
        GenerateOptions { pieces: Some(usize::MAX), walls: Some(2), ..GenerateOptions::default() },
        GenerateOptions { rule: Some("chess".to_owned()), ..GenerateOptions::default() },
    ] {
        assert!(generate(&how, &Context::default()).is_err(), "{how:?}");
    }
}
