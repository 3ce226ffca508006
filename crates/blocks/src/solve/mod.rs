//! The solver: chooses the method for a board.
//!
//! 1. A certificate that there is no solution is looked for ([`crate::proof`]).
//! 2. Pieces that no shortest solution moves become walls (reduction, below).
//! 3. Breadth-first search runs over encoded positions; on sparse boards it becomes breadth-first
//!    heuristic search (`bounded_bfs`, `blocking_heuristic`).
//! 4. Of the shortest solutions, one with the fewest slides and then steps is chosen (`tie_break`).
//!
//! `greedy` is the inadmissible heuristic behind hints.
//!
//! # Reduction
//!
//! Pieces that no shortest solution moves become walls, which shrinks the state space.
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

mod blocking_heuristic;
mod bounded_bfs;
pub(crate) mod greedy;
mod tie_break;

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport, by_search};
use fewest_search::{Context, Stop};

use crate::encoding::Encoding;
use crate::proof::{self, Certificate};
use crate::rules::{Blocks, Board, Direction, Freedom, Metric, Move, Piece};
use bounded_bfs::{BoundedSearch, search_with_thresholds};

/// Limit on pieces times cells for [`reduced`]: on larger boards it takes seconds, and the context
/// is not polled meanwhile.
const LARGE: usize = 1 << 22;

/// Returns the fewest moves, or why there is no solution.
pub(crate) fn solve_board(
    board: &Board,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> SolveReport<Vec<Move>, Certificate> {
    if let Some(certificate) = proof::find_certificate(board) {
        let mut outcome = SolveReport::nothing(Ended::Complete);
        outcome.at_least = LowerBound::Never;
        outcome.why.push(Reason::Certificate(certificate));
        return outcome;
    }
    search(board, how, cx).unwrap_or_else(|stop| {
        let mut outcome = SolveReport::nothing(Ended::Limit(stop));
        outcome.at_least = LowerBound::Moves(u64::from(!board.is_goal()));
        outcome
    })
}

/// Returns the fewest moves by breadth-first search.
///
/// # Errors
/// The reason to stop, if it came before the search began.
fn search(
    board: &Board,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Result<SolveReport<Vec<Move>, Certificate>, Stop> {
    cx.poll()?;
    let mut encoding = Encoding::new(board);
    cx.poll()?;
    let is_large = board.pieces.len().saturating_mul(board.rows * board.columns) > LARGE;
    let reduced = if matches!(encoding, Encoding::Fields(_)) && !is_large { reduced(board) } else { None };
    let board = reduced.as_ref().map_or(board, |reduced| {
        encoding = Encoding::new(reduced);
        reduced
    });
    cx.poll()?;
    let space = encoding.state_space(board);
    cx.poll()?;
    // If the neighbours of one position alone do not fit in memory, the search would exceed its
    // budget before it could notice.
    let first_step = max_neighbours(board).saturating_mul(space.words() * size_of::<u64>());
    if !board.is_goal() {
        // Asks whether there is room, and gives it back at once.
        drop(cx.lease(first_step)?);
    }
    let BoundedSearch { result, is_pruned, none_within } =
        search_with_thresholds(board, &encoding, space.as_ref(), cx, by_search::aim(how));
    let mut outcome = by_search::report::<Blocks>(result, board, space.as_ref(), how, cx, &|result| {
        let tie_broken = match how.any {
            true => None,
            false => tie_break::tie_broken_path(result, space.as_ref(), &encoding, board, cx)?,
        };
        let path = tie_broken.map_or_else(|| result.path(space.as_ref(), cx), |path| Ok(Some(path)))?;
        Ok(path.map(|path| encoding.label_path(board, &path)))
    });
    if let LowerBound::Moves(least) = &mut outcome.at_least {
        *least = none_within.saturating_add(u64::from(none_within > 0)).max(*least);
    }
    if is_pruned {
        outcome.why.iter_mut().for_each(|why| mark_as_pruned(why, none_within));
    }
    Ok(outcome)
}

/// Corrects the search log of a pruned search: not all positions up to a depth were visited.
fn mark_as_pruned(why: &mut Reason<Certificate>, none_within: u64) {
    if let Reason::SearchLog(SearchLog::Within { depth, positions }) = *why {
        *why = Reason::SearchLog(SearchLog::Aimed { depth: depth.max(none_within), positions });
    }
}

/// Returns an upper bound on the neighbours of a position in the metric of paths, 0 in the others.
/// A moved piece covers at least one cell that was empty.
fn max_neighbours(board: &Board) -> usize {
    if board.metric != Metric::Paths {
        return 0;
    }
    let empty = board.cover().iter().filter(|cell| cell.is_none()).count();
    let places = |width: usize, height: usize| {
        let all = (board.rows + 1).saturating_sub(height) * (board.columns + 1).saturating_sub(width);
        all.min(empty.saturating_mul(width * height))
    };
    let free = board.pieces.iter().filter(|piece| piece.freedom == Freedom::Both);
    free.map(|piece| places(piece.width, piece.height)).sum()
}

/// Returns the board with all irrelevant pieces fixed. None if every piece is relevant.
fn reduced(board: &Board) -> Option<Board> {
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
    use std::sync::atomic::Ordering::Relaxed;

    use fewest_core::{Context, Family, SolveOptions};
    use proptest::prelude::*;

    use super::*;
    use crate::course::textbook;
    use crate::rules::Blocks;
    use crate::testing::{any_board, course_example, read};

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
