//! The textbook solver: the program of CMU 15-122 in the four parts of the course, breadth-first
//! search over boards of at most 32 lights.
//!
//! It is written for reading and for being right: the fast solvers are tested against it and share
//! nothing with it but the reading of text. In one sentence: *look at all boards one press away,
//! then at all boards two presses away, and so on; remember for each board the press that led to
//! it; when the dark board turns up, follow the presses back.*
//!
//! | part | the course's file |
//! |---|---|
//! | [`board::bit_array`] | `bit-array.c0` |
//! | [`board`] | `board.c0` |
//! | [`VisitedTable`] | `client.c0`, `hash-map.c0` |
//! | [`Search`] | `lightsout.c0` |
//!
//! Boards of more than 16 lights are searched in the same order without the containers: all sets of
//! one press, of two, and so on (`sets`).
//!
//! [`fewest_presses_on_graph`] does the same on small graphs, which the course does not have: all
//! positions after one press, after two, and so on.

pub mod board;
mod sets;

use std::collections::VecDeque;

use crate::rules::GraphBoard;
use board::Move;
use board::bit_array::BitArray;
pub use board::{LARGEST_AREA, SmallBoard};

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

/// The largest area of boards whose search keeps its boards in a queue and a table; there are at most
/// 2^16 of them. On larger boards the search goes over [sets of presses](sets), level by level.
const LARGEST_IN_TABLES: u32 = 16;

/// The same as long as `go_on` agrees. It is called every now and then with the number of boards
/// visited, if they are kept.
///
/// # Errors
/// Those of `go_on`.
pub fn shortest_moves_while<E>(
    start: SmallBoard,
    mut go_on: impl FnMut(usize) -> Result<(), E>,
) -> Result<Option<Vec<Move>>, E> {
    if start.width * start.height > LARGEST_IN_TABLES {
        return sets::shortest_set_while(start, || go_on(0));
    }
    shortest_moves_in_tables(start, go_on)
}

/// The search of the course with its queue and its table.
fn shortest_moves_in_tables<E>(
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

/// Marks the end of a chain.
const END: u32 = u32::MAX;

struct Entry {
    board: BitArray,
    by: Move,
    /// The next entry of the same chain.
    next: u32,
}

/// The hash table from boards to moves.
///
/// Entries stand in one list in the order of insertion; a chain is linked through it by index, so
/// that growing the table moves no entry.
pub struct VisitedTable {
    /// For each hash value the first entry of its chain.
    chains: Vec<u32>,
    entries: Vec<Entry>,
}

/// Hashes a key by one step of the course's pseudorandom number generator, so that boards that
/// differ in one light land far apart.
fn hash(board: BitArray) -> u32 {
    let (a, b) = (1_664_525, 1_013_904_223);
    board.wrapping_mul(a).wrapping_add(b)
}

impl Default for VisitedTable {
    fn default() -> Self {
        Self { chains: vec![END; 1023], entries: Vec::new() }
    }
}

impl VisitedTable {
    /// Number of boards visited.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no board was visited.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the boards and moves in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (BitArray, Move)> + '_ {
        self.entries.iter().map(|entry| (entry.board, entry.by))
    }

    fn chain_of(&self, board: BitArray) -> usize {
        hash(board) as usize % self.chains.len()
    }

    /// Returns the move that led to the board; None if it was not visited.
    pub fn get(&self, board: BitArray) -> Option<Move> {
        let mut at = self.chains[self.chain_of(board)];
        while at != END {
            let entry = &self.entries[at as usize];
            if entry.board == board {
                return Some(entry.by);
            }
            at = entry.next;
        }
        None
    }

    /// Records the move that led to a board which was not visited before.
    pub fn add(&mut self, board: BitArray, by: Move) {
        debug_assert!(self.get(board).is_none());
        if self.entries.len() >= self.chains.len() {
            self.grow();
        }
        let chain = self.chain_of(board);
        self.entries.push(Entry { board, by, next: self.chains[chain] });
        self.chains[chain] = (self.entries.len() - 1) as u32;
    }

    /// Doubles the number of chains, so that they stay about one entry long. The number stays odd,
    /// because the remainder by an even number would ignore part of the hash value.
    fn grow(&mut self) {
        self.chains = vec![END; 2 * self.chains.len() + 1];
        for index in 0..self.entries.len() {
            let chain = self.chain_of(self.entries[index].board);
            self.entries[index].next = self.chains[chain];
            self.chains[chain] = index as u32;
        }
    }
}

/// The largest number of positions.
const MOST_POSITIONS: usize = 1 << 16;

/// Returns the number of positions of a board: the number of colours to the power of the number of
/// lights.
fn positions(board: &GraphBoard) -> Option<usize> {
    let colours = usize::from(board.graph().colours());
    colours.checked_pow(u32::try_from(board.graph().len()).ok()?)
}

/// Whether the board is small enough for [`fewest_presses_on_graph`].
pub fn is_small_graph(board: &GraphBoard) -> bool {
    positions(board).is_some_and(|positions| positions <= MOST_POSITIONS)
}

/// Returns the number of presses that solve a [small](is_small_graph) board: the number of its
/// turns, or else the fewest. None if there is no solution.
pub fn fewest_presses_on_graph(board: &GraphBoard) -> Option<u64> {
    let all = positions(board)?;
    // No position is farther away than there are positions.
    let last = board.turns().unwrap_or(all as u64);
    let mut reached = vec![false; all];
    reached[position_number(board)] = true;
    for presses in 0..=last {
        if reached[0] && board.turns().is_none_or(|turns| turns == presses) {
            return Some(presses);
        }
        // With turns, positions after exactly `presses` presses; without, after at most `presses`.
        let mut next = if board.turns().is_some() { vec![false; all] } else { reached.clone() };
        for position in (0..all).filter(|&position| reached[position]) {
            (0..board.graph().len()).for_each(|press| next[position_after(board, position, press)] = true);
        }
        // A layer without a new position is the last.
        if board.turns().is_none() && next == reached {
            return None;
        }
        reached = next;
    }
    None
}

/// Returns the lights as a number: the colours are its digits, that of light 0 the lowest.
fn position_number(board: &GraphBoard) -> usize {
    let colours = usize::from(board.graph().colours());
    board.levels().iter().rev().fold(0, |number, &level| number * colours + usize::from(level))
}

/// Returns the number after a press: the digits of the lights it changes go one up, the last colour
/// goes to 0.
fn position_after(board: &GraphBoard, position: usize, press: usize) -> usize {
    let colours = usize::from(board.graph().colours());
    board.graph().changed_by(press).iter().fold(position, |position, &light| {
        let unit = colours.pow(light);
        if position / unit % colours == colours - 1 {
            position - (colours - 1) * unit
        } else {
            position + unit
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

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

    #[test]
    fn neighbouring_boards_spread_over_the_chains() {
        let mut visited = VisitedTable::default();
        for board in 0..100_000 {
            visited.add(board, Move { x: 0, y: 0 });
        }
        let mut longest = 0;
        for &first in &visited.chains {
            let chain =
                std::iter::successors(Some(first), |&at| visited.entries.get(at as usize).map(|e| e.next));
            longest = longest.max(chain.take_while(|&at| at != END).count());
        }
        assert!(longest <= 12, "a chain of {longest} entries");
    }

    /// The number of presses, or none, in both ways to search.
    fn both_ways(start: SmallBoard) -> [Option<usize>; 2] {
        let never = |never: std::convert::Infallible| match never {};
        let go_on = || Ok::<(), std::convert::Infallible>(());
        let tables = shortest_moves_in_tables(start, |_| go_on()).unwrap_or_else(never);
        let sets = sets::shortest_set_while(start, go_on).unwrap_or_else(never);
        for moves in [&tables, &sets].into_iter().flatten() {
            assert!(moves_turn_all_lights_out(start, moves));
        }
        [tables, sets].map(|moves| moves.map(|moves| moves.len()))
    }

    #[test]
    fn sets_of_presses_give_what_the_tables_give() {
        for (width, height) in [(1, 1), (2, 1), (1, 5), (3, 3), (4, 3), (5, 2), (4, 4), (7, 2)] {
            let step = (1_u64 << (width * height)).div_ceil(97) as u32;
            for number in 0..97_u32 {
                let lights = number.wrapping_mul(step) & (((1_u64 << (width * height)) - 1) as u32);
                let [tables, sets] = both_ways(SmallBoard::new(width, height, lights));
                assert_eq!(tables, sets, "{width} x {height}, {lights}");
            }
        }
    }

    #[test]
    fn a_large_board_is_searched_without_tables() {
        let moves = shortest_moves(SmallBoard::new(5, 5, (1 << 25) - 1)).expect("a solution");
        assert_eq!(moves.len(), 15);
        assert_eq!(shortest_moves(SmallBoard::new(5, 5, 1)), None);
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

        #[test]
        fn agrees_with_the_standard_map(keys in prop::collection::hash_map(any::<u32>(), any::<(u8, u8)>(), 0..3000)) {
            let mut visited = VisitedTable::default();
            for (&board, &(x, y)) in &keys {
                visited.add(board, Move { x, y });
            }
            let listed: HashMap<u32, (u8, u8)> = visited.iter().map(|(board, by)| (board, (by.x, by.y))).collect();
            prop_assert_eq!(&listed, &keys);
            for board in keys.keys().flat_map(|&key| [key, key ^ 1, key.rotate_left(7)]) {
                prop_assert_eq!(visited.get(board).map(|by| (by.x, by.y)), keys.get(&board).copied());
            }
        }
    }
}
