//! Macro-states: sets of positions that are reachable from each other while the cars of one
//! direction stand still.
//!
//! While the cars of the rows stand still, the columns are independent, and the cars of each reach
//! exactly its component ([`LinePlacements`]). So a macro-state is one arrangement per row
//! and one component per column, and all its positions are reachable from each other. A step of a
//! car of a row leads to another macro-state: the car enters a column, whose component splits, and
//! leaves a column, whose component grows. The smallest position of a macro-state has the first
//! arrangement of the component in every column.
//!
//! Rows and columns may change roles; the direction with more positions per macro-state is
//! *merged*. On 6 x 6 a macro-state has 18 positions on average.

use fewest_search::hash::spread;

use crate::generate::database::arrangements::{
    Arrangements, LinePlacements, PackedBoard, WAY_BITS, at, number, ones,
};

/// Initial number of hash slots; a power of two.
const FIRST_SLOTS: usize = 1 << 6;
const EMPTY: u32 = !0;

#[derive(Clone, Copy, Debug)]
pub(super) struct MacroState {
    /// Its smallest position.
    pub(super) first: PackedBoard,
    /// The cells of merged lines that other cars cover, one byte per line.
    pub(super) barred: u64,
    /// The number of its first position, and the weight of the rank in each component.
    pub(super) base: u32,
    pub(super) weights: [u32; 6],
    /// The number of positions that the search has not visited.
    pub(super) unvisited: u32,
    /// The range of its crossings, once they are computed.
    pub(super) crossings: Option<(u32, u32)>,
}

/// A step of a car whose line is not merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The line of the car, and the direction of a [`Step`](super::arrangements::Step).
    pub(super) way: u8,
    /// The line it enters, the index of that line in the tables afterwards, and the first
    /// arrangement of its component there.
    pub(super) shift: u8,
    pub(super) part: u8,
    pub(super) case: u16,
    pub(super) to: u32,
    /// The change of the board.
    pub(super) flip: PackedBoard,
}

impl Crossing {
    /// Returns the line of the car.
    pub(super) fn line(&self) -> usize {
        usize::from(self.way >> WAY_BITS)
    }
}

/// The macro-states of a board; buffers are reused from board to board.
#[derive(Debug)]
pub(super) struct MacroStates<'a> {
    pub(super) arrangements: &'a Arrangements,
    pub(super) placements: &'a LinePlacements,
    /// The shifts in a board of the lines that are merged, and of those that are not.
    pub(super) merged: [u32; 6],
    fixed: [u32; 6],
    pub(super) all: Vec<MacroState>,
    pub(super) crossings: Vec<Crossing>,
    /// The number of positions of all macro-states.
    pub(super) positions: u32,
    slots: Vec<u32>,
    mask: usize,
}

impl<'a> MacroStates<'a> {
    pub(super) fn new(arrangements: &'a Arrangements, placements: &'a LinePlacements) -> Self {
        Self {
            arrangements,
            placements,
            merged: [0; 6],
            fixed: [0; 6],
            all: Vec::new(),
            crossings: Vec::new(),
            positions: 0,
            slots: vec![EMPTY; FIRST_SLOTS],
            mask: FIRST_SLOTS - 1,
        }
    }

    /// Starts with the macro-state of a board only.
    pub(super) fn begin(&mut self, board: PackedBoard) {
        self.all.clear();
        self.crossings.clear();
        self.positions = 0;
        self.mask = FIRST_SLOTS - 1;
        self.slots[..FIRST_SLOTS].fill(EMPTY);
        let [(rows, of_rows), (columns, of_columns)] = [true, false].map(|across| {
            self.merge_lines(across);
            let barred = self.barred(board);
            (self.count(board, barred), barred)
        });
        self.merge_lines(rows > columns);
        let barred = if rows > columns { of_rows } else { of_columns };
        let mut first = board;
        for line in 0..self.arrangements.size {
            let shift = self.merged[line];
            let here = number(board, shift);
            let back = self.placements.first(at(barred >> (8 * line), here)).unwrap_or_default();
            first ^= (here as u64 ^ u64::from(back)) << shift;
        }
        self.number(first, barred);
    }

    fn merge_lines(&mut self, rows: bool) {
        for line in 0..self.arrangements.size {
            self.merged[line] = self.arrangements.shift(rows, line);
            self.fixed[line] = self.arrangements.shift(!rows, line);
        }
    }

    fn barred(&self, board: PackedBoard) -> u64 {
        let mut barred = 0;
        for cell in 0..self.arrangements.size {
            let taken = self.arrangements.list[number(board, self.fixed[cell])].taken;
            barred |= ones(taken).map(|line| 1 << (8 * line)).sum::<u64>() << cell;
        }
        barred
    }

    /// Returns the number of positions of a macro-state.
    fn count(&self, board: PackedBoard, barred: u64) -> u32 {
        let count =
            |line: usize| self.placements.count[at(barred >> (8 * line), number(board, self.merged[line]))];
        (0..self.arrangements.size).map(|line| u32::from(count(line))).product()
    }

    /// Returns the range of the crossings from a macro-state, which are computed at the first call.
    #[inline(always)]
    pub(super) fn crossings_of(&mut self, state: u32) -> (u32, u32) {
        match self.all[state as usize].crossings {
            Some(crossings) => crossings,
            None => self.find_crossings(state),
        }
    }

    fn find_crossings(&mut self, state: u32) -> (u32, u32) {
        let MacroState { first, barred, .. } = self.all[state as usize];
        let (arrangements, placements) = (self.arrangements, self.placements);
        let from = self.crossings.len() as u32;
        for cell in 0..arrangements.size {
            let shift = self.fixed[cell];
            let here = number(first, shift);
            for step in &arrangements.list[here].steps {
                let (enters, leaves) = (usize::from(step.enters), usize::from(step.leaves));
                let (to, off) = (self.merged[enters], self.merged[leaves]);
                let (there, left) = (number(first, to), number(first, off));
                let parts = placements.parts[at(barred >> (8 * enters), there)][cell];
                if parts == 0 {
                    continue;
                }
                let barred = (barred | 1 << (8 * enters + cell)) & !(1 << (8 * leaves + cell));
                let grown = placements.first(at(barred >> (8 * leaves), left)).unwrap_or_default();
                let flip = (here as u64 ^ u64::from(step.to)) << shift;
                let rest = first ^ flip ^ (left as u64 ^ u64::from(grown)) << off;
                for part in ones(parts) {
                    let crossing = Crossing {
                        way: (cell as u8) << WAY_BITS | step.way,
                        shift: to as u8,
                        part: part as u8,
                        case: at(barred >> (8 * enters), 0) as u16,
                        to: self.number(rest ^ ((there ^ part) as u64) << to, barred),
                        flip,
                    };
                    self.crossings.push(crossing);
                }
            }
        }
        let crossings = (from, self.crossings.len() as u32);
        self.all[state as usize].crossings = Some(crossings);
        crossings
    }

    /// Returns the number of a macro-state, which is added if it is new.
    fn number(&mut self, first: PackedBoard, barred: u64) -> u32 {
        let mut slot = slot(first);
        loop {
            let there = self.slots[slot & self.mask];
            if there == EMPTY {
                break;
            }
            if self.all[there as usize].first == first {
                return there;
            }
            slot += 1;
        }
        let new = self.all.len() as u32;
        self.slots[slot & self.mask] = new;
        let mut weights = [0; 6];
        let mut weight = 1;
        for (line, own) in weights.iter_mut().enumerate().take(self.arrangements.size) {
            *own = weight;
            weight *=
                u32::from(self.placements.count[at(barred >> (8 * line), number(first, self.merged[line]))]);
        }
        self.all.push(MacroState {
            first,
            barred,
            base: self.positions,
            weights,
            unvisited: weight,
            crossings: None,
        });
        self.positions += weight;
        if 2 * self.all.len() > self.mask {
            self.grow();
        }
        new
    }

    #[cold]
    fn grow(&mut self) {
        self.mask = 4 * self.mask + 3;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, EMPTY);
        }
        self.slots[..=self.mask].fill(EMPTY);
        for (state, at) in self.all.iter().zip(0..) {
            let mut slot = slot(state.first);
            while self.slots[slot & self.mask] != EMPTY {
                slot += 1;
            }
            self.slots[slot & self.mask] = at;
        }
    }
}

fn slot(board: PackedBoard) -> usize {
    (spread(board) >> 32) as usize
}
