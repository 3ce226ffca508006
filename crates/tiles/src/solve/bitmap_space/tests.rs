//! Positions in blocks and as keys are the same, and so are the moves between them.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::bitmap::IndexedBitmapSpace;
use fewest_search::{Aim, bfs};
use proptest::prelude::*;

use crate::Tiles;
use crate::rules::arrangement::Arrangement;
use crate::solve::bitmap_space::*;
use crate::solve::state_space::PackedSpace;
use fewest_core::Family;

fn board(rows: usize, columns: usize, order: &[u32]) -> Board {
    let goal: Vec<u32> = (1..order.len() as u32).chain([0]).collect();
    let goal = Arrangement::new(rows, columns, goal).expect("an arrangement");
    let now = Arrangement::new(rows, columns, order.to_vec()).expect("an arrangement");
    Board::new(now, Arc::new(goal), Metric::Steps).expect("of one size")
}

fn counted(board: &Board, threads: usize) -> LayerCounts {
    let cx = Context::new(threads, 1 << 26, &|_| ControlFlow::Continue(()));
    let space = PackedSpace::of(board).expect("small");
    let counted = DenseBoards::of(board).expect("dense").count(&space, &cx, 5);
    assert_eq!(cx.budget.used(), 0);
    assert!(cx.budget.peak() as u64 >= DenseBoards::of(board).expect("dense").bytes());
    counted
}

#[test]
fn bits_and_lists_count_the_same() {
    let boards = [
        board(2, 2, &[3, 1, 2, 0]),
        board(2, 3, &[0, 1, 2, 3, 4, 5]),
        board(3, 2, &[2, 1, 0, 3, 4, 5]),
        board(4, 2, &[7, 1, 0, 3, 4, 5, 2, 6]),
        board(2, 4, &[7, 6, 1, 3, 4, 0, 2, 5]),
        board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]),
        board(3, 3, &[8, 2, 3, 4, 0, 6, 7, 5, 1]),
        board(2, 5, &[1, 2, 3, 0, 4, 5, 6, 7, 8, 9]),
    ];
    for board in boards {
        let cx = Context::default();
        let space = PackedSpace::of(&board).expect("small");
        let seen = bfs(&space, &cx, Aim::Everything);
        let depths = seen.layers() - 1;
        let mut last = seen.layer(depths - 1).to_vec();
        last.sort_unstable();
        last.truncate(5);
        for threads in 1..4 {
            let counted = counted(&board, threads);
            assert_eq!(counted.stopped, None);
            assert_eq!(counted.layers, seen.layer_sizes()[..depths]);
            assert_eq!(counted.goals, seen.goal_counts()[..depths]);
            assert_eq!(counted.farthest, last);
        }
    }
}

#[test]
fn limits_are_told_with_what_was_counted() {
    let board = board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let (space, counting) =
        (PackedSpace::of(&board).expect("small"), DenseBoards::of(&board).expect("dense"));
    let poor = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
    assert_eq!(counting.count(&space, &poor, 0).stopped, Some(fewest_search::Stop::Memory));
    let hasty = Context::new(1, 1 << 26, &|counters| {
        let deep = counters.depth.load(std::sync::atomic::Ordering::Relaxed) >= 20;
        if deep { ControlFlow::Break(fewest_search::Stop::Time) } else { ControlFlow::Continue(()) }
    });
    let counted = counting.count(&space, &hasty, 9);
    assert_eq!(counted.stopped, Some(fewest_search::Stop::Time));
    assert_eq!(counted.layers[..8], [1, 2, 4, 8, 16, 20, 39, 62]);
    assert_eq!(counted.goals[0], 1);
    assert!(counted.farthest.is_empty() && counted.layers.len() >= 20);
}

#[test]
fn boards_of_a_line_and_other_moves_are_not_counted_so() {
    assert!(DenseBoards::of(&board(1, 4, &[1, 2, 3, 0])).is_none());
    assert!(DenseBoards::of(&board(2, 2, &[1, 2, 3, 0]).in_metric(Metric::Lines)).is_none());
    let large = DenseBoards::of(&board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]));
    assert!(large.expect("dense").bytes() > 1 << 40);
}

proptest! {
    /// Boards of 3 x 4 and 4 x 3, whose tables are as large as the program's.
    #[test]
    fn a_key_and_its_spot_and_its_neighbours(
        order in Just((0..12).collect::<Vec<u32>>()).prop_shuffle(),
        wide: bool,
    ) {
        let board = if wide { board(3, 4, &order) } else { board(4, 3, &order) };
        let counting = DenseBoards::of(&board).expect("dense");
        let (blocks, space) = (BoardBlocks::new(&counting), PackedSpace::of(&board).expect("small"));
        let key = crate::solve::state_space::key(board.now());
        let locate = blocks.locate(key);
        prop_assert_eq!(blocks.key(locate), key);
        let there = Tiles::position(&board, &[key]).expect("a position");
        prop_assert_eq!(there.now(), board.now());
        let mut next = Vec::new();
        space.expand(&[key], &mut next);
        for key in next {
            let other = blocks.locate(key);
            prop_assert_eq!(blocks.key(other), key);
            prop_assert_ne!(other.0, locate.0);
        }
    }
}
