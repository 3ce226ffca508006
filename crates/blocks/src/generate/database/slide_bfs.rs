//! Breadth-first search over positions, one slide per layer.
//!
//! The positions of a macro-state are numbered by their ranks in the components, so that one flag
//! each marks them as visited. Once all positions of a macro-state are visited, its lines are
//! skipped.

use super::arrangements::{FIRST_ROW, PackedBoard, number};
use super::line_placements::{at, ones};
use super::macro_state::{Crossing, MacroState, MacroStates};

#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) board: PackedBoard,
    pub(super) state: u32,
    /// The queue index of the parent; without meaning for the first layer.
    pub(super) from: u32,
}

/// The queue and the visited flags, which are reused from search to search.
#[derive(Debug, Default)]
pub(super) struct SlideBfs {
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
    pub(super) fn expand_first_car(&mut self, states: &mut MacroStates<'_>, from: usize) {
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
