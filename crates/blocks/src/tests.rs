//! The fast solver against the textbook on random boards, and the course's rules.

use super::*;
use crate::rules::{Freedom, Goal, Piece};
use crate::testing::{any_board, board_on_rails, course_example};
use fewest_core::{ReadOptions, Source};
use proptest::prelude::*;

fn solved_length(board: &Board) -> Option<u64> {
    let report = Blocks::solve(board, &SolveOptions::default(), &Context::default());
    report.best.map(|moves| {
        let end = Blocks::replay(board, &moves).expect("every move is legal");
        assert!(end.is_goal());
        moves.len() as u64
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_fast_solver_agrees_with_the_textbook(board in any_board()) {
        let textbook = textbook::shortest_solution(&board).map(|moves| moves.len() as u64);
        prop_assert_eq!(solved_length(&board), textbook);
    }

    #[test]
    fn the_fast_solver_on_rails_agrees_with_the_textbook(board in board_on_rails()) {
        let textbook = textbook::shortest_solution(&board).map(|moves| moves.len() as u64);
        prop_assert_eq!(solved_length(&board), textbook);
    }

    #[test]
    fn counts_agree_with_following_every_shortest_way(board in any_board()) {
        let how = SolveOptions { count: true, all: Some(500), ..SolveOptions::default() };
        let report = Blocks::solve(&board, &how, &Context::default());
        if let (Some(best), Some(count)) = (&report.best, report.count) {
            prop_assert_eq!(report.all.len() as u128, count.min(500));
            for (at, answer) in report.all.iter().enumerate() {
                prop_assert_eq!(answer.len(), best.len());
                prop_assert!(Blocks::replay(&board, answer).is_ok_and(|end| end.is_goal()));
                prop_assert!(!report.all[..at].contains(answer));
            }
        }
    }

    #[test]
    fn of_the_shortest_answers_the_one_with_the_fewest_slides_and_steps_is_given(board in any_board()) {
        if let Some(all) = textbook::all_shortest(&board, 3_000) {
            let best = Blocks::solve(&board, &SolveOptions::default(), &Context::default()).best.expect("it can be solved");
            let least = all.iter().map(|answer| slides_and_steps(answer)).min();
            prop_assert_eq!(Some(slides_and_steps(&best)), least);
        }
    }

    #[test]
    fn mirror_boards_need_the_same_number_of_moves(board in any_board(), turn in 0..3_usize) {
        if let Some(mirrored) = mirrored(&board, turn) {
            let textbook = textbook::shortest_solution(&mirrored).map(|moves| moves.len() as u64);
            prop_assert_eq!(solved_length(&mirrored), textbook);
            prop_assert_eq!(solved_length(&board), textbook);
        }
    }

    #[test]
    fn what_is_written_can_be_read(board in any_board()) {
        let mut text = Vec::new();
        Blocks::write(&board, "course", &mut text).unwrap();
        let how = ReadOptions { metric: Some(Blocks::metric(&board).to_owned()), ..ReadOptions::default() };
        let reading = Blocks::read(&[Source::new("x", text)], &how);
        // A goal in the last column beside other goals is not expressible in the course's format.
        if board.goals.len() == 1 {
            prop_assert_eq!(&reading.instances[0].board, &board);
            prop_assert!(reading.instances[0].warnings.is_empty());
        }
    }
}

/// Returns the slides and steps of a solution. Consecutive steps of one piece in one direction are
/// one slide.
fn slides_and_steps(answer: &[Move]) -> (usize, usize) {
    let parts: Vec<_> = answer.iter().flat_map(|by| by.way.iter().map(|leg| (by.piece, leg.to))).collect();
    let turns = parts.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let steps = answer.iter().flat_map(|by| &by.way).map(|leg| leg.distance).sum();
    (turns + usize::from(!parts.is_empty()), steps)
}

/// Returns the board upside down, with left and right exchanged, or with rows and columns
/// exchanged. None if the goal would be in the first column.
fn mirrored(board: &Board, turn: usize) -> Option<Board> {
    if turn > 0 && board.goals.contains(&Goal::LastColumn) {
        return None;
    }
    let (rows, columns) = (board.rows, board.columns);
    let place = |(row, column): (usize, usize), (width, height): (usize, usize)| match turn {
        0 => (rows - row - height, column),
        1 => (row, columns - column - width),
        _ => (column, row),
    };
    let size = |(width, height)| if turn == 2 { (height, width) } else { (width, height) };
    let mut new = board.clone();
    (new.columns, new.rows) = size((columns, rows));
    for (old, piece) in board.pieces.iter().zip(&mut new.pieces) {
        (piece.row, piece.column) = place((old.row, old.column), (old.width, old.height));
        (piece.width, piece.height) = size((old.width, old.height));
        piece.mask = old.mask.as_ref().map(|_| {
            let mut mask = vec![false; old.width * old.height];
            for cell in old.cells() {
                let (row, column) = place(cell, (1, 1));
                mask[(row - piece.row) * piece.width + column - piece.column] = true;
            }
            mask
        });
        piece.freedom = match (turn, old.freedom) {
            (2, Freedom::Horizontal) => Freedom::Vertical,
            (2, Freedom::Vertical) => Freedom::Horizontal,
            (_, freedom) => freedom,
        };
    }
    new.gates = board.gates.iter().map(|&gate| place(gate, (1, 1))).collect();
    new.gates.sort_unstable();
    for goal in &mut new.goals {
        match goal {
            Goal::LastColumn => {}
            Goal::PieceAt { piece, row, column } => {
                let it = &board.pieces[*piece];
                // A place where the piece would reach beyond the grid is never reached; nor is its
                // mirror image.
                let inside = *row + it.height <= rows && *column + it.width <= columns;
                (*row, *column) =
                    if inside { place((*row, *column), (it.width, it.height)) } else { (usize::MAX / 2, 0) };
            }
            Goal::ShapeAt { row, column, width, height } => {
                let inside = *row + *height <= rows && *column + *width <= columns;
                (*row, *column) =
                    if inside { place((*row, *column), (*width, *height)) } else { (new.rows, 0) };
                (*width, *height) = size((*width, *height));
            }
        }
    }
    Some(new)
}

#[test]
fn the_courses_example_needs_five_slides_and_eight_steps() {
    let mut board = course_example();
    assert_eq!(solved_length(&board), Some(5));
    board.metric = rules::Metric::Steps;
    assert_eq!(solved_length(&board), Some(8));
}

#[test]
fn boards_beyond_one_number_are_solved_too() {
    // A free piece on 100 x 100 cells, with one in the way.
    let piece = |row, column, freedom| Piece { row, column, width: 1, height: 1, freedom, mask: None };
    let board =
        Board::new(100, 100, vec![piece(50, 0, Freedom::Horizontal), piece(50, 60, Freedom::Vertical)]);
    assert_eq!(solved_length(&board), Some(2));
    let (rows, columns) = (1, 1);
    assert_eq!(solved_length(&Board::new(rows, columns, vec![piece(0, 0, Freedom::Both)])), Some(0));
}

#[test]
fn a_long_way_takes_no_long_time() {
    let piece = Piece { row: 0, column: 0, width: 1, height: 1, freedom: Freedom::Both, mask: None };
    let mut board = Board::new(100_000, 2, vec![piece]);
    board.goals = vec![Goal::PieceAt { piece: 0, row: 99_999, column: 1 }];
    assert_eq!(solved_length(&board), Some(2));
}

#[test]
fn a_long_way_with_turns_takes_no_long_time() {
    // Two columns with a staircase of walls: every place is reachable, with many turns.
    let piece = |row, column, freedom| Piece { row, column, width: 1, height: 1, freedom, mask: None };
    let mut pieces = vec![piece(0, 0, Freedom::Both)];
    pieces.extend((1..200).map(|at| piece(100 * at, at % 2, Freedom::None)));
    let mut board = Board::new(20_000, 2, pieces);
    board.metric = rules::Metric::Paths;
    board.goals = vec![Goal::PieceAt { piece: 0, row: 19_999, column: 0 }];
    let answer =
        Blocks::solve(&board, &SolveOptions::default(), &Context::default()).best.expect("there is a way");
    assert_eq!((answer.len(), slides_and_steps(&answer).1), (1, 20_197));
    assert_eq!(board.moves().len(), 2 * 20_000 - 200);
}
