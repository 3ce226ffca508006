//! What a board comes to: is it the first of its kind, how hard does it get, could a car go?

use super::arrangements::{Arrangements, Board, FIRST_ROW, number};
use super::line_placements::{Berths, at, ones};
use super::macro_state::Stands;
use super::slide_bfs::{Position, Walk};

/// What a board comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another board comes before it among those that can be reached.
    NotFirst,
    /// No position lets the first car out.
    Unsolvable,
    /// A car can go without making the hardest position easier.
    Spare,
    /// The hardest position: its fewest moves, the positions that can be reached, and the board.
    Minimal { moves: usize, positions: usize, board: Board },
}

/// Room that is used again from board to board.
#[derive(Debug)]
pub(super) struct Yard<'a> {
    stands: Stands<'a>,
    walk: Walk,
    /// The arrangement of the first car's row with the car at the exit.
    out: usize,
}

impl<'a> Yard<'a> {
    pub(super) fn new(arrangements: &'a Arrangements, berths: &'a Berths) -> Self {
        let out = arrangements.number(&[(arrangements.size as u8 - 2, 2)]);
        Self { stands: Stands::new(arrangements, berths), walk: Walk::default(), out: usize::from(out) }
    }

    /// Looks at everything that can be reached from a board on which nothing can move left or up.
    pub(super) fn judge(&mut self, board: Board) -> Verdict {
        if !self.is_first(board) {
            return Verdict::NotFirst;
        }
        self.walk.begin();
        for stand in 0..self.stands.all.len() as u32 {
            self.let_out(stand);
        }
        let positions = self.stands.positions as usize;
        match self.walk.queue.len() {
            0 => return Verdict::Unsolvable,
            out if out == positions => return Verdict::Spare,
            _ => {}
        }
        let (moves, hardest) = self.farthest();
        debug_assert_eq!(self.walk.queue.len(), positions);
        let way = self.way_to_exit(hardest, moves);
        // Without a car that moves on this way there are its moves less. The others have to be tried.
        let less = self.stands.arrangements.without_a_still_car(&way);
        if less.into_iter().rev().any(|board| !self.is_out_before(board, moves)) {
            return Verdict::Spare;
        }
        Verdict::Minimal { moves, positions, board: way[0] }
    }

    /// Finds all stands that can be reached; or a smaller board, and then no more.
    fn is_first(&mut self, board: Board) -> bool {
        self.stands.begin(board);
        let mut at = 0;
        while at < self.stands.all.len() {
            let known = self.stands.all.len();
            self.stands.open(at as u32);
            if self.stands.all[known..].iter().any(|stand| stand.first < board) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Begins a walk in every position of a stand in which the first car is at the exit.
    fn let_out(&mut self, stand: u32) {
        let arrangements = self.stands.arrangements;
        let mut boards = vec![self.stands.all[stand as usize].first];
        let barred = self.stands.all[stand as usize].barred;
        for line in 0..arrangements.size {
            let shift = self.stands.gathered[line];
            let here = number(boards[0], shift);
            let mut members = self.stands.berths.members[at(barred >> (8 * line), here)];
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
                self.walk.come_to(&mut self.stands, Position { board, stand, from: 0 });
            }
        }
    }

    /// Walks on from what is in the queue to all positions; the number of layers after it, and where the smallest board
    /// of the last is in the queue.
    fn farthest(&mut self) -> (usize, usize) {
        let (mut layer, mut moves) = (0..self.walk.queue.len(), 0);
        loop {
            for at in layer.clone() {
                if self.walk.queue.len() == self.stands.positions as usize {
                    break;
                }
                match moves {
                    // Other slides lead from what is out to what is out.
                    0 => self.walk.spread_first_car(&mut self.stands, at),
                    _ => self.walk.spread(&mut self.stands, at),
                }
            }
            if self.walk.queue.len() == layer.end {
                let last = layer.min_by_key(|&at| self.walk.queue[at].board);
                return (moves, last.unwrap_or_default());
            }
            layer = layer.end..self.walk.queue.len();
            moves += 1;
        }
    }

    /// The boards from a place in the queue, so many layers after the beginning, to the exit.
    fn way_to_exit(&self, mut at: usize, moves: usize) -> Vec<Board> {
        let mut boards = vec![self.walk.queue[at].board];
        for _ in 0..moves {
            at = self.walk.queue[at].from as usize;
            boards.push(self.walk.queue[at].board);
        }
        boards
    }

    /// Whether fewer than so many moves let the first car out. The last of them is not made: it is enough that its way is clear.
    fn is_out_before(&mut self, board: Board, moves: usize) -> bool {
        self.stands.begin(board);
        self.walk.begin();
        self.walk.come_to(&mut self.stands, Position { board, stand: 0, from: 0 });
        let mut layer = 0..1;
        for left in (0..moves - 1).rev() {
            if self.walk.queue[layer.clone()].iter().any(|position| self.is_clear(position.board)) {
                return true;
            }
            if left > 0 {
                layer.clone().for_each(|at| self.walk.spread(&mut self.stands, at));
            }
            layer = layer.end..self.walk.queue.len();
        }
        false
    }

    /// Whether one slide brings the first car to the exit.
    fn is_clear(&self, board: Board) -> bool {
        let Arrangements { size, ref list } = *self.stands.arrangements;
        let ahead = usize::from(list[number(board, FIRST_ROW)].cars[0].0) + 2;
        let middle = self.stands.arrangements.middle();
        (ahead..size).all(|column| {
            let shift = self.stands.arrangements.shift(false, column);
            list[number(board, shift)].taken >> middle & 1 == 0
        })
    }
}
