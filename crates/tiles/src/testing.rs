//! Boards for the tests of this crate.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_core::{Context, Seed};

use crate::generate::random;
use crate::rules::arrangement::{Arrangement, Goal, Tile};
use crate::rules::board::{Board, Direction, Metric};
use crate::rules::parity;
use crate::solve::slide_space::Placement;

/// A board with the usual goal.
pub(crate) fn board(rows: usize, columns: usize, cells: &[Tile]) -> Board {
    let now = Arrangement::new(rows, columns, cells.to_vec()).expect("an arrangement");
    let goal = Goal::BlankLast.arrangement(rows, columns).expect("a goal");
    Board::new(now, Arc::new(goal), Metric::Steps).expect("the same size")
}

/// Any arrangement, solvable or not.
pub(crate) fn shuffled(rows: usize, columns: usize, seed: &mut Seed) -> Arrangement {
    let mut cells: Vec<Tile> = (0..(rows * columns) as Tile).collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, seed.below(at + 1));
    }
    Arrangement::new(rows, columns, cells).expect("a permutation")
}

/// Returns a random board that reaches a goal.
pub(crate) fn shuffled_for(rows: usize, columns: usize, goal: Goal, seed: &mut Seed) -> Board {
    let goal = Arc::new(goal.arrangement(rows, columns).unwrap());
    loop {
        let now = shuffled(rows, columns, seed);
        if parity::is_reachable(&now, &goal) {
            return Board::new(now, goal, Metric::Steps).unwrap();
        }
    }
}

/// A random solvable board.
pub(crate) fn shuffled_solvable(rows: usize, columns: usize, seed: u64) -> Board {
    let goal = Goal::BlankLast.arrangement(rows, columns).expect("a goal");
    random(&board(rows, columns, goal.cells()), &mut Seed::new(seed))
}

/// A board some lines from the goal.
pub(crate) fn pushed(rows: usize, columns: usize, lines: usize, seed: &mut Seed) -> Board {
    let goal = Goal::BlankLast.arrangement(rows, columns).expect("a goal");
    let mut board = board(rows, columns, goal.cells()).in_metric(Metric::Lines);
    for _ in 0..lines {
        let ways = board.moves();
        board.play(ways[seed.below(ways.len())]).expect("a listed move");
    }
    board
}

/// A context with memory for every test.
pub(crate) fn cx(threads: usize) -> Context<'static> {
    Context::new(threads, 4 << 30, &|_| ControlFlow::Continue(()))
}

/// A placement with everything at home.
pub(crate) fn solved(rows: u8, cols: u8, blank_home: u8) -> Placement {
    Placement {
        rows,
        cols,
        home: (0..=u8::MAX).take(usize::from(rows) * usize::from(cols)).collect(),
        blank_home,
    }
}

/// The cell of the blank.
fn blank_cell(placement: &Placement) -> usize {
    placement.home.iter().position(|&home| home == placement.blank_home).expect("there is a blank")
}

/// The board after a step of the blank.
pub(crate) fn after(placement: &Placement, by: Direction) -> Option<Placement> {
    let from = blank_cell(placement);
    let to = placement.grid().step(from, by)?;
    let mut next = placement.clone();
    next.home.swap(from, to);
    Some(next)
}

/// Whether steps of the blank solve a board.
pub(crate) fn replays(placement: &Placement, trail: &[Direction]) -> bool {
    let end = trail.iter().try_fold(placement.clone(), |board, &by| after(&board, by));
    end.is_some_and(|end| end == solved(placement.rows, placement.cols, placement.blank_home))
}

/// A board some steps from the goal, by a walk that never goes straight back.
pub(crate) fn scrambled(mut board: Placement, steps: usize, seed: &mut u64) -> Placement {
    let mut last = None;
    for _ in 0..steps {
        let ways: Vec<(Direction, Placement)> = Direction::ALL
            .into_iter()
            .filter(|by| Some(by.opposite()) != last)
            .filter_map(|by| Some((by, after(&board, by)?)))
            .collect();
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (by, next) = ways[(*seed >> 33) as usize % ways.len()].clone();
        (last, board) = (Some(by), next);
    }
    board
}
