//! The course's own program: fifteen holes, thirty-six possible moves, and a recursive function
//! that leaves the board as it was.
//!
//! ```text
//!             0                 A move is three holes: from, over, to. Peg 11 jumps over peg 7 and
//!           1   2               lands in hole 4: { 11, 7, 4 }.
//!         3   4   5
//!       6   7   8   9           A board with one peg is solved. Any other board is solved if some
//!    10  11  12  13  14         valid move leads to a board that is solved.
//! ```
//!
//! The second half is the same for any board, on the readable rules of `rules`; it is the
//! oracle of the tests.

use std::collections::{HashMap, HashSet};

use crate::rules::{Board, Move};

/// The holes of the triangle.
pub const NHOLES: usize = 15;
/// The possible moves.
pub const NMOVES: usize = 36;

/// A board: whether there is a peg in each hole.
pub type Triangle = [bool; NHOLES];

/// Every possible move: from, over, to.
pub const MOVES: [[usize; 3]; NMOVES] = [
    [0, 1, 3],
    [3, 1, 0],
    [1, 3, 6],
    [6, 3, 1],
    [3, 6, 10],
    [10, 6, 3],
    [2, 4, 7],
    [7, 4, 2],
    [4, 7, 11],
    [11, 7, 4],
    [5, 8, 12],
    [12, 8, 5],
    [0, 2, 5],
    [5, 2, 0],
    [2, 5, 9],
    [9, 5, 2],
    [5, 9, 14],
    [14, 9, 5],
    [1, 4, 8],
    [8, 4, 1],
    [4, 8, 13],
    [13, 8, 4],
    [3, 7, 12],
    [12, 7, 3],
    [3, 4, 5],
    [5, 4, 3],
    [6, 7, 8],
    [8, 7, 6],
    [7, 8, 9],
    [9, 8, 7],
    [10, 11, 12],
    [12, 11, 10],
    [11, 12, 13],
    [13, 12, 11],
    [12, 13, 14],
    [14, 13, 12],
];

/// Returns the number of pegs on the board.
pub fn npegs(board: &Triangle) -> usize {
    board.iter().filter(|&&peg| peg).count()
}

/// Returns whether the move is valid on this board.
pub fn valid_move(board: &Triangle, [from, over, to]: [usize; 3]) -> bool {
    board[from] && board[over] && !board[to]
}

/// Makes this move on this board.
pub fn make_move(board: &mut Triangle, [from, over, to]: [usize; 3]) {
    (board[from], board[over], board[to]) = (false, false, true);
}

/// Unmakes this move on this board.
pub fn unmake_move(board: &mut Triangle, [from, over, to]: [usize; 3]) {
    (board[from], board[over], board[to]) = (true, true, false);
}

/// Returns whether the board can be reduced to one peg. If so, calls `show` with the boards of a
/// solution in reverse order, the one with a single peg first. The board is left as it was.
pub fn solve(board: &mut Triangle, show: &mut dyn FnMut(&Triangle)) -> bool {
    if npegs(board) == 1 {
        show(board);
        return true;
    }
    for by in MOVES {
        if valid_move(board, by) {
            make_move(board, by);
            let solved = solve(board, show);
            unmake_move(board, by);
            if solved {
                show(board);
                return true;
            }
        }
    }
    false
}

/// The largest board for [`fewest`], in holes; this keeps the tests fast.
pub const MOST_HOLES: usize = 16;

/// Returns the fewest moves of a small board, by the same recursion with memoisation. None if there
/// is no solution.
pub fn fewest(board: &Board) -> Option<u64> {
    fn from(board: &Board, known: &mut HashMap<Vec<u64>, Option<u64>>) -> Option<u64> {
        if board.is_goal() {
            return Some(0);
        }
        if let Some(known) = known.get(board.pegs()) {
            return *known;
        }
        let after = |by: &Move| {
            let mut next = board.clone();
            next.play(by).expect("a listed move is legal");
            next
        };
        let best = board.moves().iter().filter_map(|by| Some(from(&after(by), known)? + 1)).min();
        known.insert(board.pegs().clone(), best);
        best
    }
    from(board, &mut HashMap::new())
}

/// Result of [`recursion`].
pub enum Recursion {
    /// The moves of a solution.
    Solved(Vec<Move>),
    /// There is no solution. The number of boards that were searched.
    Never(u64),
    /// `go_on` returned false.
    Stopped,
}

/// Runs the recursion of the course on any board. It remembers the boards that cannot be solved;
/// without that, larger boards would be out of reach.
pub fn recursion(board: &Board, go_on: &mut dyn FnMut() -> bool) -> Recursion {
    struct Known<'a> {
        hopeless: HashSet<Vec<u64>>,
        go_on: &'a mut dyn FnMut() -> bool,
    }
    /// Returns whether the board is solved. None if `go_on` returned false.
    fn solve(board: &mut Board, moves: &mut Vec<Move>, known: &mut Known<'_>) -> Option<bool> {
        if board.is_goal() {
            return Some(true);
        }
        if known.hopeless.contains(board.pegs()) {
            return Some(false);
        }
        if !(known.go_on)() {
            return None;
        }
        for by in board.moves() {
            let mut next = board.clone();
            next.play(&by).expect("a listed move is legal");
            moves.push(by);
            if solve(&mut next, moves, known)? {
                return Some(true);
            }
            moves.pop();
        }
        known.hopeless.insert(board.pegs().clone());
        Some(false)
    }
    let mut known = Known { hopeless: HashSet::new(), go_on };
    let mut moves = Vec::new();
    match solve(&mut board.clone(), &mut moves, &mut known) {
        Some(true) => Recursion::Solved(moves),
        Some(false) => Recursion::Never(known.hopeless.len() as u64),
        None => Recursion::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_of_the_course() {
        assert!(MOVES.contains(&[11, 7, 4]) && MOVES.contains(&[9, 8, 7]) && !MOVES.contains(&[9, 8, 14]));
        assert!(MOVES.iter().all(|&[from, over, to]| MOVES.contains(&[to, over, from])));
        let mut sorted = MOVES.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), NMOVES);
    }

    #[test]
    fn moves_are_made_and_unmade() {
        let mut board = [true; NHOLES];
        board[4] = false;
        let start = board;
        assert!(valid_move(&board, [11, 7, 4]) && !valid_move(&board, [9, 8, 7]));
        make_move(&mut board, [11, 7, 4]);
        assert!(npegs(&board) == 13 && valid_move(&board, [9, 8, 7]));
        unmake_move(&mut board, [11, 7, 4]);
        assert_eq!(board, start);
    }

    #[test]
    fn from_hole_four_thirteen_jumps_end_in_hole_twelve() {
        let mut board = [true; NHOLES];
        board[4] = false;
        let start = board;
        let mut shown = Vec::new();
        assert!(solve(&mut board, &mut |board| shown.push(*board)));
        assert_eq!((board, shown.len(), shown.last()), (start, 14, Some(&start)));
        assert!(npegs(&shown[0]) == 1 && shown[0][12]);
        for pair in shown.windows(2) {
            let undone = MOVES.iter().filter(|&&by| {
                let mut board = pair[1];
                valid_move(&board, by) && {
                    make_move(&mut board, by);
                    board == pair[0]
                }
            });
            assert_eq!(undone.count(), 1, "each board is one jump before the next");
        }
    }

    #[test]
    fn no_pegs_and_one_peg() {
        assert!(!solve(&mut [false; NHOLES], &mut |_| panic!("there is nothing to show")));
        let mut board = [false; NHOLES];
        board[7] = true;
        let mut shown = 0;
        assert!(solve(&mut board, &mut |_| shown += 1) && shown == 1);
    }
}
