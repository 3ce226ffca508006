//! Reduction: pieces that no shortest solution moves become walls, which shrinks the state space.
//!
//! ```text
//!     *ZZ..1#..a*     # is a wall. Wherever they are, Z and 1 never meet a and b,
//!     *....1#bb.*     so a shortest solution does not move a and b.
//! ```
//!
//! For every piece the cells that it reaches alone, with only walls and gates in its way, contain
//! all cells that it can ever cover. Pieces whose cells are disjoint never block each other. So the
//! relevant pieces are those that a goal names, those which may meet one of them, and so on; a
//! piece that cannot move even alone is a wall to the others. The fewest moves and the number of
//! shortest solutions stay the same. The set of reachable positions does not, so `explore` works
//! without the reduction.

use crate::rules::{Board, Direction, Freedom, Piece};

/// Limit on cells times pieces, above which the reduction takes longer than it saves.
const MOST_WORK: usize = 1 << 24;

/// Returns the board with all irrelevant pieces fixed. None if every piece is relevant.
pub(crate) fn reduced(board: &Board) -> Option<Board> {
    let work = (board.rows * board.columns).saturating_mul(board.pieces.len());
    if work > MOST_WORK {
        return None;
    }
    let mut reduced = board.clone();
    while let Some(irrelevant) = irrelevant(&reduced) {
        for piece in irrelevant {
            reduced.pieces[piece].freedom = Freedom::None;
        }
    }
    (reduced.pieces != board.pieces).then_some(reduced)
}

/// Returns the movable pieces that are irrelevant. None if there are none.
fn irrelevant(board: &Board) -> Option<Vec<usize>> {
    let mut walls = vec![false; board.rows * board.columns];
    for piece in board.pieces.iter().filter(|piece| piece.freedom == Freedom::None) {
        piece.cells().for_each(|(row, column)| walls[row * board.columns + column] = true);
    }
    let reachable: Vec<Option<Vec<bool>>> =
        (0..board.pieces.len()).map(|piece| reachable_cells(board, &walls, piece)).collect();
    let mut matters = vec![false; board.pieces.len()];
    let mut open: Vec<usize> = board.goals.iter().flat_map(|goal| board.candidates(goal)).collect();
    let mut touched = vec![false; walls.len()];
    while let Some(piece) = open.pop() {
        let Some(Some(cells)) = reachable.get(piece) else { continue };
        if std::mem::replace(&mut matters[piece], true) {
            continue;
        }
        touched.iter_mut().zip(cells).for_each(|(touched, cell)| *touched |= cell);
        let meets = |other: &usize| {
            let shared = |cells: &Vec<bool>| cells.iter().zip(&touched).any(|(cell, touched)| cell & touched);
            !matters[*other] && reachable[*other].as_ref().is_some_and(shared)
        };
        open.extend((0..board.pieces.len()).filter(meets));
    }
    let movable = |piece: &usize| board.pieces[*piece].freedom != Freedom::None && !matters[*piece];
    let irrelevant: Vec<usize> = (0..board.pieces.len()).filter(movable).collect();
    (!irrelevant.is_empty()).then_some(irrelevant)
}

/// Returns the cells that a piece may ever cover. None if it never moves.
fn reachable_cells(board: &Board, walls: &[bool], index: usize) -> Option<Vec<bool>> {
    let piece = &board.pieces[index];
    let passes_gates = index == 0 && board.has_goal_piece();
    let fits = |there: &Piece| {
        there.row + there.height <= board.rows
            && there.column + there.width <= board.columns
            && there.cells().all(|(row, column)| {
                !walls[row * board.columns + column]
                    && (passes_gates || board.gates.binary_search(&(row, column)).is_err())
            })
    };
    let mut places = vec![false; walls.len()];
    let mut cells = vec![false; walls.len()];
    places[piece.row * board.columns + piece.column] = true;
    let mut open = vec![piece.clone()];
    let mut count = 0;
    while let Some(at) = open.pop() {
        count += 1;
        at.cells().for_each(|(row, column)| cells[row * board.columns + column] = true);
        for to in Direction::ALL.into_iter().filter(|&to| piece.freedom.allows(to)) {
            let (down, right) = to.step();
            let place = at.row.checked_add_signed(down).zip(at.column.checked_add_signed(right));
            let Some((row, column)) = place else { continue };
            let there = Piece { row, column, ..piece.clone() };
            if fits(&there) && !std::mem::replace(&mut places[row * board.columns + column], true) {
                open.push(there);
            }
        }
    }
    (count > 1).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;
    use crate::course::textbook;
    use crate::testing::{any_board, course_example, read};
    use fewest_core::{Context, Family, SolveOptions};
    use proptest::prelude::*;
    use std::sync::atomic::Ordering::Relaxed;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn pieces_that_do_not_matter_change_neither_the_moves_nor_their_number(board in any_board()) {
            if let Some(reduced) = reduced(&board) {
                let textbook = |board: &Board| textbook::shortest_solution(board).map(|moves| moves.len());
                prop_assert_eq!(textbook(&board), textbook(&reduced));
                let all = |board: &Board| textbook::all_shortest(board, 1_000).map(|all| all.len());
                prop_assert_eq!(all(&board), all(&reduced));
            }
        }
    }

    fn movable(board: &Board) -> usize {
        board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count()
    }

    #[test]
    fn what_never_meets_the_goal_piece_stands_still() {
        // A wall divides the grid. Left of it are Z and a car, right of it two free pieces; below,
        // a piece in a cage.
        let board = read(
            "4 7\n1 1 2 1 b\n1 4 1 2 v\n1 5 1 4 n\n1 6 1 1 b\n3 7 1 1 b\n4 1 1 1 b\n3 1 1 1 n\n4 2 1 1 n\ngoal 1 3\n",
        );
        let reduced = reduced(&board).expect("there is something to leave out");
        assert_eq!((movable(&board), movable(&reduced)), (5, 2));
        let positions = |board: &Board| {
            let cx = Context::default();
            let length = Blocks::solve(board, &SolveOptions::default(), &cx).best.map(|moves| moves.len());
            (length, cx.counters.generated.load(Relaxed))
        };
        assert_eq!(positions(&board), positions(&reduced), "`solve` reduces by itself");
        assert_eq!(positions(&board).0, Some(2));
    }

    #[test]
    fn where_everything_may_meet_nothing_is_left_out() {
        assert!(reduced(&course_example()).is_none());
    }
}
