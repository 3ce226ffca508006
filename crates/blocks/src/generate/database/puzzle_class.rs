//! Puzzle classes: whether a board is the smallest of its class, how hard the class is, and whether
//! a car is redundant. The difficulty is found by breadth-first search over positions, one slide
//! per layer.
//!
//! The positions of a macro-state are numbered by their ranks in the components, so that one flag
//! each marks them as visited. Once all positions of a macro-state are visited, its lines are
//! skipped.

use crate::generate::database::arrangements::{
    Arrangements, FIRST_ROW, LinePlacements, PackedBoard, at, number, ones,
};
use crate::generate::database::macro_state::{Crossing, MacroState, MacroStates};

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

#[derive(Clone, Copy, Debug)]
struct Position {
    pub(super) board: PackedBoard,
    pub(super) state: u32,
    /// The queue index of the parent; without meaning for the first layer.
    pub(super) from: u32,
}

/// The queue and the visited flags, which are reused from search to search.
#[derive(Debug, Default)]
struct SlideBfs {
    visited: Vec<bool>,
    pub(super) queue: Vec<Position>,
}

impl SlideBfs {
    pub(super) fn begin(&mut self) {
        self.visited.clear();
        self.queue.clear();
    }

    /// Enqueues a position, unless it was visited.
    #[inline(always)]
    pub(super) fn visit(&mut self, states: &mut MacroStates<'_>, position: Position) {
        let state = &states.all[position.state as usize];
        if state.unvisited != 0 {
            let mut index = state.base;
            for line in 0..states.arrangements.size {
                let case = at(state.barred >> (8 * line), number(position.board, states.merged[line]));
                index += u32::from(states.placements.rank[case]) * state.weights[line];
            }
            self.mark(states, index, position);
        }
    }

    #[inline(always)]
    fn mark(&mut self, states: &mut MacroStates<'_>, index: u32, position: Position) {
        if self.visited.len() <= index as usize {
            self.visited.resize(states.positions as usize, false);
        }
        let visited = &mut self.visited[index as usize];
        if !*visited {
            *visited = true;
            states.all[position.state as usize].unvisited -= 1;
            self.queue.push(position);
        }
    }

    /// Enqueues the positions one slide away.
    pub(super) fn expand(&mut self, states: &mut MacroStates<'_>, from: usize) {
        let position = Position { from: from as u32, ..self.queue[from] };
        if states.all[position.state as usize].unvisited != 0 {
            self.slide_merged(states, position);
        }
        let (from, to) = states.crossings_of(position.state);
        for at in from..to {
            self.cross(states, states.crossings[at as usize], position);
        }
    }

    /// Enqueues the positions to which a slide of the first car leads.
    fn expand_first_car(&mut self, states: &mut MacroStates<'_>, from: usize) {
        let position = Position { from: from as u32, ..self.queue[from] };
        let merged = &states.merged[..states.arrangements.size];
        if let Some(line) = merged.iter().position(|&shift| shift == FIRST_ROW) {
            let here = number(position.board, FIRST_ROW);
            let case = at(states.all[position.state as usize].barred >> (8 * line), here);
            for there in ones(states.placements.slides[case]) {
                let board = position.board ^ ((here ^ there) as u64) << FIRST_ROW;
                self.visit(states, Position { board, ..position });
            }
            return;
        }
        let (from, to) = states.crossings_of(position.state);
        let middle = states.arrangements.middle();
        for at in from..to {
            let crossing = states.crossings[at as usize];
            if crossing.line() == middle {
                self.cross(states, crossing, position);
            }
        }
    }

    /// Enqueues the positions to which a slide in a merged line leads.
    fn slide_merged(&mut self, states: &mut MacroStates<'_>, position: Position) {
        let MacroState { barred, base, weights, .. } = states.all[position.state as usize];
        let size = states.arrangements.size;
        let (mut cases, mut index) = ([0; 6], base);
        for line in 0..size {
            cases[line] = at(barred >> (8 * line), number(position.board, states.merged[line]));
            index += u32::from(states.placements.rank[cases[line]]) * weights[line];
        }
        for line in 0..size {
            let (case, shift) = (cases[line], states.merged[line]);
            let slides = states.placements.slides[case];
            if slides == 0 {
                continue;
            }
            let here = number(position.board, shift);
            let others = index - u32::from(states.placements.rank[case]) * weights[line];
            for there in ones(slides) {
                let rank = states.placements.rank[case - here + there];
                let board = position.board ^ ((here ^ there) as u64) << shift;
                let index = others + u32::from(rank) * weights[line];
                self.mark(states, index, Position { board, ..position });
            }
        }
    }

    /// Takes a crossing, and continues in its direction as far as there is room.
    #[inline(always)]
    fn cross(&mut self, states: &mut MacroStates<'_>, mut crossing: Crossing, mut position: Position) {
        let leads_on = |states: &MacroStates<'_>, crossing: &Crossing, board: PackedBoard| {
            let case = usize::from(crossing.case) + number(board, u32::from(crossing.shift));
            states.placements.first(case) == Some(crossing.part)
        };
        if !leads_on(states, &crossing, position.board) {
            return;
        }
        loop {
            position.board ^= crossing.flip;
            position.state = crossing.to;
            self.visit(states, position);
            let (from, to) = states.crossings_of(crossing.to);
            let next = states.crossings[from as usize..to as usize]
                .iter()
                .find(|next| next.way == crossing.way && leads_on(states, next, position.board));
            match next {
                Some(next) => crossing = *next,
                None => return,
            }
        }
    }
}
