//! Breadth-first search, with the four invariants of the course as functions.

use std::collections::VecDeque;

use super::board::{Move, SmallBoard};
use super::visited::VisitedTable;

/// Boards up to this area have their invariants checked at every step of the search; larger ones,
/// with up to millions of boards, only at its end.
const CHECKED_AT_EVERY_STEP: u32 = 6;

/// The state of a search.
pub struct Search {
    start: SmallBoard,
    /// Boards that were visited but not expanded, nearest first.
    queue: VecDeque<SmallBoard>,
    /// Every board visited, with the move that led to it.
    visited: VisitedTable,
}

/// Returns a shortest list of moves that turns all lights off; None if there is none.
pub fn shortest_moves(start: SmallBoard) -> Option<Vec<Move>> {
    shortest_moves_while(start, |_| Ok::<(), std::convert::Infallible>(()))
        .unwrap_or_else(|never| match never {})
}

/// The same as long as `go_on` agrees. It is called every 1024 steps with the number of boards
/// visited.
///
/// # Errors
/// Those of `go_on`.
pub fn shortest_moves_while<E>(
    start: SmallBoard,
    go_on: impl FnMut(usize) -> Result<(), E>,
) -> Result<Option<Vec<Move>>, E> {
    let mut search = Search::begin(start);
    let found = search.run(go_on)?;
    debug_assert!(search.invariants_hold());
    let moves = found.then(|| search.path_back());
    debug_assert!(moves.as_ref().is_none_or(|moves| moves_turn_all_lights_out(start, moves)));
    Ok(moves)
}

impl Search {
    /// Step 1: the initial board is queued and visited. No move led to it, so any will do.
    pub fn begin(start: SmallBoard) -> Self {
        let mut visited = VisitedTable::default();
        visited.add(start.lights, Move { x: 0, y: 0 });
        Self { start, queue: VecDeque::from([start]), visited }
    }

    /// Step 2, repeated until the dark board is visited or the queue is empty. Returns whether the
    /// dark board was visited.
    ///
    /// The queue holds nearer boards before farther ones, so every board is first visited by a
    /// shortest path. This is why the moves found are the fewest.
    fn run<E>(&mut self, mut go_on: impl FnMut(usize) -> Result<(), E>) -> Result<bool, E> {
        let goal = self.start.dark();
        let every_step = self.start.width * self.start.height <= CHECKED_AT_EVERY_STEP;
        let mut steps = 0_u64;
        while self.visited.get(goal.lights).is_none() {
            debug_assert!(!every_step || self.invariants_hold());
            let Some(board) = self.queue.pop_front() else { return Ok(false) };
            self.expand(board);
            steps += 1;
            if steps.is_multiple_of(1024) {
                go_on(self.visited.len())?;
            }
        }
        Ok(true)
    }

    /// Queues every neighbour of `board` that was not visited before.
    pub fn expand(&mut self, board: SmallBoard) {
        for by in board.moves() {
            let neighbour = board.toggle(by);
            if self.visited.get(neighbour.lights).is_none() {
                self.visited.add(neighbour.lights, by);
                self.queue.push_back(neighbour);
            }
        }
    }

    /// Step 3: from the dark board back to the initial one, undoing at each board the move that led
    /// to it.
    fn path_back(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut board = self.start.dark();
        while board != self.start {
            let by = self.visited.get(board.lights).expect("every seen board has a move");
            moves.push(by);
            board = board.untoggle(by);
        }
        moves.reverse();
        moves
    }

    /// The first three invariants together.
    pub fn invariants_hold(&self) -> bool {
        every_visited_board_has_a_move(self)
            && every_queued_board_was_visited(self)
            && every_move_leads_from_a_visited_board(self)
    }
}

/// Invariant 1: the table returns for every visited board a move that exists.
pub fn every_visited_board_has_a_move(search: &Search) -> bool {
    search.visited.iter().all(|(board, _)| {
        let by = search.visited.get(board);
        by.is_some_and(|by| search.start.has(i32::from(by.x), i32::from(by.y)))
    })
}

/// Invariant 2: the queue holds visited boards only.
pub fn every_queued_board_was_visited(search: &Search) -> bool {
    search.queue.iter().all(|board| search.visited.get(board.lights).is_some())
}

/// Invariant 3: undoing the move of a board gives a visited board, except for the initial board,
/// which no move led to. (It was even visited earlier, which is why the path back ends.)
pub fn every_move_leads_from_a_visited_board(search: &Search) -> bool {
    search.visited.iter().filter(|&(board, _)| board != search.start.lights).all(|(lights, by)| {
        let before = SmallBoard { lights, ..search.start }.untoggle(by);
        search.visited.get(before.lights).is_some()
    })
}

/// Invariant 4: the moves lead from the initial board to the dark one.
pub fn moves_turn_all_lights_out(start: SmallBoard, moves: &[Move]) -> bool {
    moves.iter().fold(start, |board, &by| board.toggle(by)).lights == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_dark_board_needs_no_moves() {
        assert_eq!(shortest_moves(SmallBoard::new(8, 4, 0)), Some(vec![]));
    }

    #[test]
    fn the_example_of_the_course() {
        let start = SmallBoard::new(3, 3, 117);
        let moves = shortest_moves(start).unwrap();
        assert!(moves_turn_all_lights_out(start, &moves));
        assert_eq!(moves.len(), 4);
    }

    #[test]
    fn two_lights_go_only_together() {
        assert_eq!(shortest_moves(SmallBoard::new(2, 1, 0b11)).unwrap().len(), 1);
        assert_eq!(shortest_moves(SmallBoard::new(2, 1, 0b01)), None);
    }

    #[test]
    fn a_broken_search_is_noticed() {
        let start = SmallBoard::new(3, 3, 117);
        let mut search = Search::begin(start);
        search.expand(start);
        assert!(search.invariants_hold());
        search.queue.push_back(start.dark());
        assert!(!every_queued_board_was_visited(&search));
        search.visited.add(0, Move { x: 1, y: 1 });
        assert!(every_queued_board_was_visited(&search) && !every_move_leads_from_a_visited_board(&search));
        search.visited.add(1, Move { x: 3, y: 0 });
        assert!(!every_visited_board_has_a_move(&search));
        assert!(!moves_turn_all_lights_out(start, &[Move { x: 0, y: 0 }]));
    }

    proptest! {
        #[test]
        fn invariants_hold_after_every_step(width in 1..5_u32, height in 1..4_u32, seed: u32, steps in 0..40_usize) {
            let lights = seed & ((1 << (width * height)) - 1);
            let mut search = Search::begin(SmallBoard::new(width, height, lights));
            for _ in 0..steps {
                prop_assert!(search.invariants_hold());
                let Some(board) = search.queue.pop_front() else { break };
                search.expand(board);
            }
            prop_assert!(search.invariants_hold());
        }
    }
}
