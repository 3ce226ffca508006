//! Walks from position to position, a slide a layer.
//!
//! Positions of a stand are numbered by their ranks in the berths, so that a flag for each tells whether it was seen. Once all of
//! a stand were seen, its lines need not be looked at.

use super::arrangements::{Board, FIRST_ROW, number};
use super::line_placements::{at, ones};
use super::macro_state::{Crossing, Stand, Stands};

#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) stand: u32,
    /// Where in the queue the position is from which a slide led here; means nothing where the walk began.
    pub(super) from: u32,
}

/// Room that is used again from walk to walk.
#[derive(Debug, Default)]
pub(super) struct Walk {
    seen: Vec<bool>,
    pub(super) queue: Vec<Position>,
}

impl Walk {
    pub(super) fn begin(&mut self) {
        self.seen.clear();
        self.queue.clear();
    }

    /// Puts a position in the queue, unless it was seen.
    #[inline(always)]
    pub(super) fn come_to(&mut self, stands: &mut Stands<'_>, position: Position) {
        let stand = &stands.all[position.stand as usize];
        if stand.unseen != 0 {
            let mut index = stand.base;
            for line in 0..stands.arrangements.size {
                let case = at(stand.barred >> (8 * line), number(position.board, stands.gathered[line]));
                index += u32::from(stands.berths.rank[case]) * stand.weights[line];
            }
            self.mark(stands, index, position);
        }
    }

    #[inline(always)]
    fn mark(&mut self, stands: &mut Stands<'_>, index: u32, position: Position) {
        if self.seen.len() <= index as usize {
            self.seen.resize(stands.positions as usize, false);
        }
        let seen = &mut self.seen[index as usize];
        if !*seen {
            *seen = true;
            stands.all[position.stand as usize].unseen -= 1;
            self.queue.push(position);
        }
    }

    /// Everything that is one slide away from a position.
    pub(super) fn spread(&mut self, stands: &mut Stands<'_>, from: usize) {
        let position = Position { from: from as u32, ..self.queue[from] };
        if stands.all[position.stand as usize].unseen != 0 {
            self.slide_gathered(stands, position);
        }
        let (from, to) = stands.open(position.stand);
        for at in from..to {
            self.cross(stands, stands.crossings[at as usize], position);
        }
    }

    /// Everything to which a slide of the first car leads from a position.
    pub(super) fn spread_first_car(&mut self, stands: &mut Stands<'_>, from: usize) {
        let position = Position { from: from as u32, ..self.queue[from] };
        let gathered = &stands.gathered[..stands.arrangements.size];
        if let Some(line) = gathered.iter().position(|&shift| shift == FIRST_ROW) {
            let here = number(position.board, FIRST_ROW);
            let case = at(stands.all[position.stand as usize].barred >> (8 * line), here);
            for there in ones(stands.berths.slides[case]) {
                let board = position.board ^ ((here ^ there) as u64) << FIRST_ROW;
                self.come_to(stands, Position { board, ..position });
            }
            return;
        }
        let (from, to) = stands.open(position.stand);
        let middle = stands.arrangements.middle();
        for at in from..to {
            let crossing = stands.crossings[at as usize];
            if crossing.line() == middle {
                self.cross(stands, crossing, position);
            }
        }
    }

    /// Everything to which a slide in a gathered line leads.
    fn slide_gathered(&mut self, stands: &mut Stands<'_>, position: Position) {
        let Stand { barred, base, weights, .. } = stands.all[position.stand as usize];
        let size = stands.arrangements.size;
        let (mut cases, mut index) = ([0; 6], base);
        for line in 0..size {
            cases[line] = at(barred >> (8 * line), number(position.board, stands.gathered[line]));
            index += u32::from(stands.berths.rank[cases[line]]) * weights[line];
        }
        for line in 0..size {
            let (case, shift) = (cases[line], stands.gathered[line]);
            let slides = stands.berths.slides[case];
            if slides == 0 {
                continue;
            }
            let here = number(position.board, shift);
            let others = index - u32::from(stands.berths.rank[case]) * weights[line];
            for there in ones(slides) {
                let rank = stands.berths.rank[case - here + there];
                let board = position.board ^ ((here ^ there) as u64) << shift;
                let index = others + u32::from(rank) * weights[line];
                self.mark(stands, index, Position { board, ..position });
            }
        }
    }

    /// Takes a crossing, and goes on the same way as far as there is room.
    #[inline(always)]
    fn cross(&mut self, stands: &mut Stands<'_>, mut crossing: Crossing, mut position: Position) {
        let leads_on = |stands: &Stands<'_>, crossing: &Crossing, board: Board| {
            let case = usize::from(crossing.case) + number(board, u32::from(crossing.shift));
            stands.berths.first(case) == Some(crossing.part)
        };
        if !leads_on(stands, &crossing, position.board) {
            return;
        }
        loop {
            position.board ^= crossing.flip;
            position.stand = crossing.to;
            self.come_to(stands, position);
            let (from, to) = stands.open(crossing.to);
            let next = stands.crossings[from as usize..to as usize]
                .iter()
                .find(|next| next.way == crossing.way && leads_on(stands, next, position.board));
            match next {
                Some(next) => crossing = *next,
                None => return,
            }
        }
    }
}
