//! Puzzle classes: whether a board is the smallest of its class, how hard the class is, and whether
//! a car is redundant.

use super::arrangements::{Arrangements, FIRST_ROW, PackedBoard, number};
use super::line_placements::{LinePlacements, at, ones};
use super::macro_state::MacroStates;
use super::slide_bfs::{Position, SlideBfs};

/// The verdict on a board.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A smaller board is reachable.
    NotFirst,
    /// No reachable position has the first car at the exit.
    Unsolvable,
    /// The hardest position is solved, or stays as hard without one of its cars.
    Spare,
    /// The hardest position: its fewest moves, the number of reachable positions, and the board.
    Minimal { moves: usize, positions: usize, board: PackedBoard },
}

/// The class of a board; buffers are reused from board to board.
#[derive(Debug)]
pub(super) struct PuzzleClass<'a> {
    states: MacroStates<'a>,
    bfs: SlideBfs,
    /// The arrangement of the first car's row with the car at the exit.
    out: usize,
}

impl<'a> PuzzleClass<'a> {
    pub(super) fn new(arrangements: &'a Arrangements, placements: &'a LinePlacements) -> Self {
        let out = arrangements.number(&[(arrangements.size as u8 - 2, 2)]);
        Self {
            states: MacroStates::new(arrangements, placements),
            bfs: SlideBfs::default(),
            out: usize::from(out),
        }
    }

    /// Examines the class of a board on which no car can move left or up.
    pub(super) fn judge(&mut self, board: PackedBoard) -> Verdict {
        if !self.is_first(board) {
            return Verdict::NotFirst;
        }
        self.bfs.begin();
        for state in 0..self.states.all.len() as u32 {
            self.enqueue_solved(state);
        }
        let positions = self.states.positions as usize;
        match self.bfs.queue.len() {
            0 => return Verdict::Unsolvable,
            out if out == positions => return Verdict::Spare,
            _ => {}
        }
        let (moves, hardest) = self.farthest();
        debug_assert_eq!(self.bfs.queue.len(), positions);
        let way = self.path_to_exit(hardest, moves);
        // Without a car that moves on this path, the path gets shorter by its moves. The other cars
        // have to be tried.
        let less = self.states.arrangements.without_an_unmoved_car(&way);
        if less.into_iter().rev().any(|board| !self.is_out_before(board, moves)) {
            return Verdict::Spare;
        }
        Verdict::Minimal { moves, positions, board: way[0] }
    }

    /// Finds all reachable macro-states. Returns whether the board is the smallest; stops at the
    /// first smaller one.
    fn is_first(&mut self, board: PackedBoard) -> bool {
        self.states.begin(board);
        let mut at = 0;
        while at < self.states.all.len() {
            let known = self.states.all.len();
            self.states.crossings_of(at as u32);
            if self.states.all[known..].iter().any(|state| state.first < board) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Enqueues every position of a macro-state in which the first car is at the exit.
    fn enqueue_solved(&mut self, state: u32) {
        let arrangements = self.states.arrangements;
        let mut boards = vec![self.states.all[state as usize].first];
        let barred = self.states.all[state as usize].barred;
        for line in 0..arrangements.size {
            let shift = self.states.merged[line];
            let here = number(boards[0], shift);
            let mut members = self.states.placements.members[at(barred >> (8 * line), here)];
            if shift == FIRST_ROW {
                members &= 1 << self.out;
            }
            boards = boards
                .iter()
                .flat_map(|board| ones(members).map(move |there| board ^ ((here ^ there) as u64) << shift))
                .collect();
            if boards.is_empty() {
                return;
            }
        }
        for board in boards {
            if number(board, FIRST_ROW) == self.out {
                self.bfs.visit(&mut self.states, Position { board, state, from: 0 });
            }
        }
    }

    /// Searches from the queued positions to all others. Returns the depth of the last layer, and
    /// the queue index of its smallest board.
    fn farthest(&mut self) -> (usize, usize) {
        let (mut layer, mut moves) = (0..self.bfs.queue.len(), 0);
        loop {
            for at in layer.clone() {
                if self.bfs.queue.len() == self.states.positions as usize {
                    break;
                }
                match moves {
                    // Other slides lead from solved positions to solved positions.
                    0 => self.bfs.expand_first_car(&mut self.states, at),
                    _ => self.bfs.expand(&mut self.states, at),
                }
            }
            if self.bfs.queue.len() == layer.end {
                let last = layer.min_by_key(|&at| self.bfs.queue[at].board);
                return (moves, last.unwrap_or_default());
            }
            layer = layer.end..self.bfs.queue.len();
            moves += 1;
        }
    }

    /// Returns the boards from a queue index at depth `moves` to the exit.
    fn path_to_exit(&self, mut at: usize, moves: usize) -> Vec<PackedBoard> {
        let mut boards = vec![self.bfs.queue[at].board];
        for _ in 0..moves {
            at = self.bfs.queue[at].from as usize;
            boards.push(self.bfs.queue[at].board);
        }
        boards
    }

    /// Returns whether fewer than `moves` moves bring the first car out. The last of them is not
    /// made: a free path is enough.
    fn is_out_before(&mut self, board: PackedBoard, moves: usize) -> bool {
        self.states.begin(board);
        self.bfs.begin();
        self.bfs.visit(&mut self.states, Position { board, state: 0, from: 0 });
        let mut layer = 0..1;
        for left in (0..moves - 1).rev() {
            if self.bfs.queue[layer.clone()].iter().any(|position| self.is_clear(position.board)) {
                return true;
            }
            if left > 0 {
                layer.clone().for_each(|at| self.bfs.expand(&mut self.states, at));
            }
            layer = layer.end..self.bfs.queue.len();
        }
        false
    }

    /// Returns whether one slide brings the first car to the exit.
    fn is_clear(&self, board: PackedBoard) -> bool {
        let Arrangements { size, ref list } = *self.states.arrangements;
        let ahead = usize::from(list[number(board, FIRST_ROW)].cars[0].0) + 2;
        let middle = self.states.arrangements.middle();
        (ahead..size).all(|column| {
            let shift = self.states.arrangements.shift(false, column);
            list[number(board, shift)].taken >> middle & 1 == 0
        })
    }
}
