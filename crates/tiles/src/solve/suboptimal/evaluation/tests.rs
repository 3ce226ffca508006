//! Incremental values equal those of whole positions.

use crate::rules::board::Direction;
use crate::rules::goal::Goal;
use crate::solve::suboptimal::evaluation::{CONFLICT, Evaluation, TileStep};
use crate::solve::suboptimal::home_board::HomeBoard;
use crate::solve::suboptimal::phases::{BeamParameters, Phase, all_at_once, phases};
use crate::solve::suboptimal::tests::solvable;
use fewest_core::seed::Seed;

/// Returns the tiles in conflict with a tile, in its goal row and in its goal column.
fn in_the_way(home_board: &HomeBoard, home: usize) -> i32 {
    let at = home_board.cells.iter().position(|&other| other as usize == home).unwrap();
    let ((row, column), (home_row, home_column)) = (home_board.line(at), home_board.line(home));
    let others =
        home_board.cells.iter().enumerate().filter(|(cell, _)| *cell != home_board.blank && *cell != at);
    let bars = |cell: usize, other: usize| {
        let ((cell_row, cell_column), (other_row, other_column)) =
            (home_board.line(cell), home_board.line(other));
        let in_row = row == home_row && cell_row == row && other_row == row;
        let in_column = column == home_column && cell_column == column && other_column == column;
        (in_row || in_column) && (cell < at) != (other < home)
    };
    others.filter(|&(cell, &other)| bars(cell, other as usize)).count() as i32
}

/// Takes random steps, and compares after every one.
fn check_along_walk(home_board: &HomeBoard, phase: &Phase, seed: &mut Seed) {
    let mut at = home_board.clone();
    let cells =
        |home_board: &HomeBoard| home_board.cells.iter().map(|&home| home as u16).collect::<Vec<u16>>();
    let value = Evaluation::new(home_board, phase);
    for _ in 0..300 {
        let before = at.clone();
        let direction = Direction::ALL[seed.below(4)];
        let Some(from) = at.beside(at.blank, direction).filter(|&cell| !phase.is_fixed[cell]) else {
            continue;
        };
        at.step(direction);
        let by = TileStep {
            home: before.cells[from] as usize,
            from,
            to: before.blank,
            is_vertical: direction.is_vertical(),
        };
        let (all_before, wrong_before) = value.of(&cells(&before), before.blank);
        let (all_after, wrong_after) = value.of(&cells(&at), at.blank);
        let (is_nearer, change) = value.change(&cells(&before), by);
        let pulls = value.pull(at.blank, wrong_after) - value.pull(before.blank, wrong_before);
        let pairs = in_the_way(&at, by.home) - in_the_way(&before, by.home);
        assert_eq!(change + pulls, all_after - all_before + CONFLICT * phase.weights[by.home] * pairs);
        assert_eq!(value.wrong(wrong_before, by), wrong_after);
        assert_eq!(is_nearer, at.distances() < before.distances());
    }
}

#[test]
fn incremental_values_equal_those_of_whole_positions() {
    let mut seed = Seed::new(3);
    for (rows, columns) in [(3, 3), (4, 7), (9, 5), (8, 8), (2, 40)] {
        let board = solvable(rows, columns, Goal::BlankFirst, &mut seed);
        let (home_board, _) = HomeBoard::of(&board).unwrap();
        let parameters = BeamParameters { width: 1, rings: 2, urgency: 30.0, decay: 0.5 };
        check_along_walk(&home_board, &all_at_once(&home_board), &mut seed);
        check_along_walk(&home_board, &phases(&home_board, &parameters)[0], &mut seed);
    }
}

#[test]
fn a_goal_has_the_best_value_and_the_blank_is_drawn_to_wrong_tiles() {
    let board = solvable(6, 6, Goal::BlankLast, &mut Seed::new(1));
    let (mut home_board, _) = HomeBoard::of(&board).unwrap();
    home_board.cells = (0..36).collect();
    home_board.blank = 35;
    let parameters = BeamParameters { width: 1, rings: 2, urgency: 30.0, decay: 0.5 };
    let phase = &phases(&home_board, &parameters)[0];
    let value = Evaluation::new(&home_board, phase);
    let mut cells: Vec<u16> = (0..36).collect();
    assert_eq!(value.of(&cells, 35), (0, 0));
    cells.swap(0, 1);
    let (_, wrong) = value.of(&cells, 35);
    assert_eq!(wrong.count_ones(), 2);
    assert_eq!(value.pull(35, wrong), 9 * phase.pull);
    assert_eq!(value.pull(7, wrong), phase.pull);
}
