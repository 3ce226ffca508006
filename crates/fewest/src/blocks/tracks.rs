//! The ways of the pieces, as the inner loop wants them.

use super::bits::Bits;
use super::board::{Board, Direction, Freedom};
use super::framed::{ACROSS, DOWN, in_order, set_of};
use super::layout::Field;

/// Children written at once, wanted or not.
pub(super) const AT_ONCE: usize = 4;

/// A movable piece as the inner loop wants it: only what it reads, in one place.
#[derive(Debug)]
pub(super) struct Mover<B> {
    /// Cells of the piece with its corner at cell 0, in both orders.
    pub(super) shapes: [B; 2],
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) mask: u64,
    /// Cell of the corner for value 0, and what a value adds, in both orders.
    pub(super) base: [usize; 2],
    pub(super) scale: [usize; 2],
    /// Whether the value has to be split into row and column first.
    pub(super) both: bool,
}

/// A piece and a line to slide it along. A piece that moves in all directions has two.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) mover: usize,
    /// [`ACROSS`] or [`DOWN`].
    pub(super) order: usize,
    /// Where to look in a [`Standing`]: the corner of the piece, and the cells that stop it.
    pub(super) corner: usize,
    pub(super) ground: usize,
    /// Where the ways of the piece begin, from its corner: after its last cells, and at its first cells. All pieces have
    /// one of each; those of several lines have more.
    pub(super) end: usize,
    pub(super) start: usize,
    pub(super) more_ends: Vec<usize>,
    pub(super) more_starts: Vec<usize>,
    /// Whether the piece stands in its own way, because a line of it has a gap.
    pub(super) has_gap: bool,
    /// What a step ahead adds to the key.
    pub(super) unit: u64,
    /// What one, two, … steps add, ahead and back.
    pub(super) ahead: [u64; AT_ONCE],
    pub(super) back: [u64; AT_ONCE],
    /// Whether the piece may be exchanged with no other.
    pub(super) alone: bool,
}

/// Where everything stands in a position; room that is used again.
pub(super) struct Standing<B> {
    /// Cells that are taken, in both orders, and the same with the gates.
    pub(super) grounds: [B; 4],
    /// The corners of the pieces, each in both orders.
    pub(super) corners: Vec<usize>,
}

impl<B: Bits> Mover<B> {
    pub(super) fn new(board: &Board, field: &Field) -> Self {
        let piece = &board.pieces[field.piece];
        let line = board.rows + 1;
        let (base, scale) = match piece.freedom {
            Freedom::Horizontal => (line + piece.row, line),
            Freedom::Vertical => ((piece.column + 1) * line, 1),
            Freedom::Both | Freedom::None => (line, 1),
        };
        Self {
            shapes: [ACROSS, DOWN].map(|order| set_of(board, in_order(board, field, order))),
            word: field.word,
            shift: field.shift,
            mask: field.mask,
            base: [field.base, base],
            scale: [field.scale, scale],
            both: piece.freedom == Freedom::Both,
        }
    }

    /// The cell of the corner in both orders.
    #[inline(always)]
    pub(super) fn cells(&self, key: &[u64], lines: [usize; 2]) -> [usize; 2] {
        let value = (key[self.word] >> self.shift & self.mask) as usize;
        if self.both {
            let (row, column) = (value as u32 / lines[ACROSS] as u32, value as u32 % lines[ACROSS] as u32);
            return [
                self.base[ACROSS] + value,
                self.base[DOWN] + column as usize * lines[DOWN] + row as usize,
            ];
        }
        [self.base[ACROSS] + value * self.scale[ACROSS], self.base[DOWN] + value * self.scale[DOWN]]
    }
}

impl Track {
    pub(super) fn new(board: &Board, mover: usize, field: &Field, to: Direction) -> Self {
        let (order, change) = if to == Direction::Right { (ACROSS, field.right) } else { (DOWN, field.down) };
        let line = if order == ACROSS { board.columns + 1 } else { board.rows + 1 };
        let cells = in_order(board, field, order);
        let unit = (change as u64) << field.shift;
        let steps: [u64; AT_ONCE] = std::array::from_fn(|at| unit.wrapping_mul(at as u64 + 1));
        let mut ends: Vec<usize> =
            cells.iter().map(|cell| cell + 1).filter(|next| !cells.contains(next)).collect();
        let mut starts: Vec<usize> =
            cells.iter().copied().filter(|&cell| cell == 0 || !cells.contains(&(cell - 1))).collect();
        Self {
            mover,
            order,
            corner: 2 * mover + order,
            ground: if field.passes_gates { order } else { 2 + order },
            has_gap: starts.windows(2).any(|pair| pair[0] / line == pair[1] / line),
            end: ends.remove(0),
            start: starts.remove(0),
            more_ends: ends,
            more_starts: starts,
            unit,
            ahead: steps,
            back: steps.map(u64::wrapping_neg),
            alone: field.class.len() == 1,
        }
    }

    /// How far the piece can slide ahead and back.
    #[inline(always)]
    pub(super) fn room<B: Bits>(&self, standing: &Standing<B>, movers: &[Mover<B>]) -> (usize, usize) {
        let cell = standing.corners[self.corner];
        let blocked = &standing.grounds[self.ground & 3];
        if self.has_gap {
            let place = movers[self.mover].shapes[self.order].at(cell);
            return self.room_in(&blocked.without(&place), cell);
        }
        self.room_in(blocked, cell)
    }

    #[inline(always)]
    fn room_in<B: Bits>(&self, blocked: &B, cell: usize) -> (usize, usize) {
        let mut ahead = blocked.free_from(cell + self.end);
        let mut back = blocked.free_before(cell + self.start);
        for end in &self.more_ends {
            ahead = ahead.min(blocked.free_from(cell + end));
        }
        for start in &self.more_starts {
            back = back.min(blocked.free_before(cell + start));
        }
        (ahead, back)
    }
}

/// A piece that takes any way at once.
#[derive(Debug)]
pub(super) struct Wanderer {
    pub(super) mover: usize,
    /// Where to look in a [`Standing`]: the cells that stop it.
    ground: usize,
    /// Its cells from its corner, row by row.
    shape: Vec<usize>,
    shift: u32,
}

impl Wanderer {
    pub(super) fn new(board: &Board, mover: usize, field: &Field) -> Self {
        let ground = if field.passes_gates { ACROSS } else { 2 + ACROSS };
        Self { mover, ground, shape: in_order(board, field, ACROSS), shift: field.shift }
    }

    /// Visits what every place that it can get to adds to the key.
    #[inline(always)]
    pub(super) fn reach<B: Bits>(
        &self,
        standing: &Standing<B>,
        movers: &[Mover<B>],
        line: usize,
        mut visit: impl FnMut(u64),
    ) {
        let corner = standing.corners[2 * self.mover + ACROSS];
        let place = movers[self.mover].shapes[ACROSS].at(corner);
        standing.grounds[self.ground & 3].without(&place).reach(&self.shape, corner, line, |cell| {
            visit((cell as u64).wrapping_sub(corner as u64) << self.shift);
        });
    }
}

/// Writes `key + unit`, `key + 2 unit`, …; the first `room` of them count. `steps` are the first multiples of the unit.
#[inline(always)]
pub(super) fn write_children(children: &mut [u64], key: u64, steps: &[u64; AT_ONCE], room: usize) {
    let (first, rest) = children.split_at_mut(AT_ONCE);
    for (slot, step) in first.iter_mut().zip(steps) {
        *slot = key.wrapping_add(*step);
    }
    if room > AT_ONCE {
        let mut child = key.wrapping_add(steps[AT_ONCE - 1]);
        for slot in &mut rest[..room - AT_ONCE] {
            child = child.wrapping_add(steps[0]);
            *slot = child;
        }
    }
}
