//! The algorithm of the course's text: breadth-first search over one-dimensional boards.
//!
//! It is here to be read, and to be right: the fast solver is tested against it and shares nothing
//! with it but the rules in `rules/board.rs`. In one sentence: *decide first whether there is a
//! solution at all; then look at all boards one move away, then at all boards two moves away; mark
//! a board as seen when it is discovered, and stop as soon as the goal is.*
//!
//! | part | what it holds |
//! |---|---|
//! | [`grid`] | from one dimension to two and back; neighbours |
//! | [`solvable`] | is there a solution? in Θ(k²), before any search |
//! | [`hash_table`] | the boards seen, in a hash table that never grows, with its statistics |
//!
//! The course has square boards and one goal; the algorithm takes every board.

pub mod grid;
pub mod hash_table;
pub mod solvable;

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Metric};
use grid::TextbookGrid;
use hash_table::{SeenBoards, Statistics};

/// The result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookResult {
    /// The tiles slid, in order; None if there is no solution.
    pub moves: Option<Vec<Tile>>,
    /// How full the hash table became.
    pub statistics: Statistics,
}

/// Solves a board. `go_on` is called with the number of boards seen for every board taken from the
/// queue, and may end the search.
///
/// # Errors
/// The error of `go_on`.
pub fn solve_while<E>(
    board: &Board,
    mut go_on: impl FnMut(usize) -> Result<(), E>,
) -> Result<TextbookResult, E> {
    let grid = TextbookGrid { rows: board.rows(), columns: board.columns() };
    let goal = board.goal().cells();
    let mut seen = SeenBoards::new(grid.columns.max(grid.rows), board.cells().len());
    if !solvable::is_solvable(grid, board.cells(), goal) {
        return Ok(TextbookResult { moves: None, statistics: seen.statistics() });
    }
    seen.add(board.cells(), None);
    if board.cells() == goal {
        return Ok(TextbookResult { moves: Some(Vec::new()), statistics: seen.statistics() });
    }
    // Boards stand in the order of their discovery, so the list itself is the queue: enqueuing and
    // dequeuing are both Θ(1).
    let mut head = 0;
    let mut next = Vec::new();
    while head < seen.len() {
        go_on(seen.len())?;
        let blank = seen.board(head).iter().position(|&tile| tile == 0).unwrap_or(0);
        for (down, right) in grid::DIRECTIONS {
            next.clear();
            next.extend_from_slice(seen.board(head));
            let mut hole = blank;
            // A line is one move however many tiles it has; a step ends after the first.
            while let Some(cell) = grid.neighbour(hole, down, right) {
                next.swap(hole, cell);
                hole = cell;
                if !seen.contains(&next) {
                    let found = seen.add(&next, Some(head));
                    if next == goal {
                        let moves = moves_to(&seen, found);
                        return Ok(TextbookResult { moves: Some(moves), statistics: seen.statistics() });
                    }
                }
                if board.metric == Metric::Steps {
                    break;
                }
            }
        }
        head += 1;
    }
    Ok(TextbookResult { moves: None, statistics: seen.statistics() })
}

/// Returns the tiles that were slid on the way to a board. The tile of a move lies where the blank
/// was before; if a whole line moved, it is the one that lay where the blank is after.
fn moves_to(seen: &SeenBoards, goal: usize) -> Vec<Tile> {
    let mut moves = Vec::new();
    let mut at = goal;
    while let Some(before) = seen.parent(at) {
        let blank = seen.board(at).iter().position(|&tile| tile == 0).unwrap_or(0);
        moves.push(seen.board(before)[blank]);
        at = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;

    fn solve(board: &Board) -> TextbookResult {
        let Ok(searched) = solve_while(board, |_| Ok::<(), std::convert::Infallible>(()));
        searched
    }

    #[test]
    fn the_slide_of_4() {
        let mut at = board(3, 3, &[1, 2, 3, 0, 4, 5, 6, 7, 8]);
        at.play(at.slide_of(4).unwrap()).unwrap();
        assert_eq!(at.cells(), [1, 2, 3, 4, 0, 5, 6, 7, 8]);
    }

    #[test]
    fn the_goal_is_found_on_discovery() {
        let searched = solve(&board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8]));
        assert_eq!(searched.moves, Some(vec![8]));
        assert!(searched.statistics.inserted <= 4, "the start and its neighbours at most");
        assert_eq!(solve(&board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0])).moves, Some(vec![]));
    }

    #[test]
    fn boards_without_a_solution_are_not_searched() {
        let searched = solve(&board(3, 3, &[1, 2, 3, 4, 5, 6, 8, 7, 0]));
        assert_eq!((searched.moves, searched.statistics.inserted), (None, 0));
    }

    #[test]
    fn every_board_of_the_8_puzzle_fits_into_the_table() {
        let searched = solve(&board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]));
        assert_eq!(searched.moves.map(|moves| moves.len()), Some(31));
        let Statistics { inserted, capacity, filled } = searched.statistics;
        assert_eq!(capacity, 1 << 12);
        assert!(inserted > 181_000 && inserted <= 181_440, "{inserted}");
        assert!(filled > capacity * 3 / 4, "the text wants three quarters: {filled} of {capacity}");
    }

    #[test]
    fn lines_count_as_one() {
        let mut lines = board(2, 3, &[1, 2, 3, 0, 4, 5]);
        assert_eq!(solve(&lines).moves, Some(vec![4, 5]));
        lines.metric = Metric::Lines;
        assert_eq!(solve(&lines).moves, Some(vec![5]));
    }

    #[test]
    fn it_can_be_stopped() {
        let hard = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
        assert_eq!(solve_while(&hard, |seen| if seen > 100 { Err("enough") } else { Ok(()) }), Err("enough"));
    }
}
