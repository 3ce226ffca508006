//! Successor generation for field encodings: where the pieces are, and which directions are open to
//! them.

use std::ops::Range;

use super::cells::{Bits, set_of};
use super::fields::{Field, Layout};
use crate::rules::{Board, Direction, Freedom, Metric};

/// The directions, in the order of all arrays with one entry per direction.
const DIRECTIONS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// A movable piece: the data that is read for every position.
#[derive(Debug)]
pub(super) struct Mover<B: Bits> {
    /// The bit field of a key that holds it.
    word: usize,
    shift: u32,
    mask: u64,
    /// Its first cell if the value is 0, and the cells per unit of the value. (Its corner may be a
    /// hole that another piece covers.)
    base: usize,
    scale: usize,
    /// Its cells, with the first at cell 0.
    shape: B,
    /// Which cells stop it: an index into [`Occupancy::taken`].
    ground: usize,
    /// The cells that a step needs in each direction, from its first cell. For a direction that is
    /// not allowed, a cell of its own, which is never free.
    ahead: [B::Near; 4],
}

/// How a piece moves: the data that is read only if it can.
#[derive(Debug)]
pub(super) struct MoveRule {
    reach: MoveReach,
    /// Cells from the first one.
    cells: Vec<usize>,
    directions: [DirectionRule; 4],
}

/// A move in one of the four directions.
#[derive(Debug)]
struct DirectionRule {
    /// The change of a cell by a step.
    step: isize,
    /// The change of the value in a key by a step.
    change: u64,
    /// Whether a step may need cells that the piece itself has just left, because its shape has a
    /// gap in that direction.
    has_gap: bool,
    /// Whether the piece may change its order among the pieces of its class.
    may_pass: bool,
}

/// How far one move may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveReach {
    /// One step.
    Step,
    /// Any distance in one direction.
    Slide,
    /// Any path over free cells.
    Path,
}

/// A move: the field, the change of its value, and whether the fields of its class may have to be
/// sorted again.
pub(super) struct FieldChange {
    pub(super) field: usize,
    pub(super) by: u64,
    pub(super) may_pass: bool,
}

/// The occupied cells of a position and the open directions; a buffer that is reused.
pub(super) struct Occupancy<B> {
    /// Occupied cells, and the same with the gates.
    taken: [B; 2],
    /// The first cell of each piece.
    firsts: Vec<usize>,
    /// Pairs of a piece and a direction that is open to it, as one number.
    open: Vec<usize>,
}

impl<B: Bits> Occupancy<B> {
    pub(super) fn new(board: &Board, movers: &[Mover<B>]) -> Self {
        Self {
            taken: [set_of(board, []), set_of(board, [])],
            firsts: vec![0; movers.len()],
            open: vec![0; DIRECTIONS.len() * movers.len() + 1],
        }
    }

    /// Computes where every piece is.
    #[inline(always)]
    pub(super) fn place_pieces(&mut self, key: &[u64], movers: &[Mover<B>], walls: &B, gates: &B) {
        let mut taken = walls.clone();
        for (mover, first) in movers.iter().zip(&mut self.firsts) {
            *first = mover.base + (key[mover.word] >> mover.shift & mover.mask) as usize * mover.scale;
            taken.add(&mover.shape.at(*first));
        }
        let mut closed = taken.clone();
        closed.add(gates);
        self.taken = [taken, closed];
    }

    /// Visits every move of the pieces in a range.
    ///
    /// Most pieces can hardly move, and in which direction is hard to predict. So all directions
    /// are tested without a branch first, and only the open ones are expanded.
    #[inline(always)]
    pub(super) fn moves(
        &mut self,
        movers: &[Mover<B>],
        rules: &[MoveRule],
        line: usize,
        some: Range<usize>,
        mut visit: impl FnMut(FieldChange),
    ) {
        let mut count = 0;
        let pieces = movers[some.clone()].iter().zip(&self.firsts[some.clone()]);
        for ((mover, &first), at) in pieces.zip(some) {
            let taken = &self.taken[mover.ground];
            for (to, ahead) in mover.ahead.iter().enumerate() {
                self.open[count] = DIRECTIONS.len() * at + to;
                count += usize::from(taken.is_free(ahead, first));
            }
        }
        let mut roamed = usize::MAX;
        for &open in &self.open[..count] {
            let (field, to) = (open / DIRECTIONS.len(), open % DIRECTIONS.len());
            let (mover, rule, first) = (&movers[field], &rules[field], self.firsts[field]);
            let (direction, taken) = (&rule.directions[to], &self.taken[mover.ground]);
            let mut visit = |by| visit(FieldChange { field, by, may_pass: direction.may_pass });
            match rule.reach {
                MoveReach::Step => visit(direction.change),
                MoveReach::Slide if direction.has_gap => {
                    direction.slide(&mover.ahead[to], first, &taken.without(&mover.shape.at(first)), visit);
                }
                MoveReach::Slide => direction.slide(&mover.ahead[to], first, taken, visit),
                MoveReach::Path if roamed == field => {}
                MoveReach::Path => {
                    roamed = field;
                    taken.without(&mover.shape.at(first)).reach(&rule.cells, first, line, |cell| {
                        visit((cell as u64).wrapping_sub(first as u64));
                    });
                }
            }
        }
    }
}

impl DirectionRule {
    /// Visits the change of the value for one step, which is open, and for all further ones.
    #[inline(always)]
    fn slide<B: Bits>(&self, ahead: &B::Near, first: usize, taken: &B, mut visit: impl FnMut(u64)) {
        let (mut cell, mut change) = (first, 0_u64);
        loop {
            change = change.wrapping_add(self.change);
            visit(change);
            cell = cell.wrapping_add_signed(self.step);
            if !taken.is_free(ahead, cell) {
                break;
            }
        }
    }
}

/// Returns all movable pieces, in the order of their fields.
pub(super) fn movers<B: Bits>(board: &Board, layout: &Layout) -> (Vec<Mover<B>>, Vec<MoveRule>) {
    layout.fields.iter().map(|field| mover(board, layout, field)).unzip()
}

fn mover<B: Bits>(board: &Board, layout: &Layout, field: &Field) -> (Mover<B>, MoveRule) {
    let piece = &board.pieces[field.piece];
    let mut cells: Vec<usize> = piece.shape().map(|(row, column)| row * layout.stride + column).collect();
    let first = cells.iter().copied().min().unwrap_or(0);
    cells.iter_mut().for_each(|cell| *cell -= first);
    let reach = match (board.metric, field.freedom) {
        (Metric::Steps, _) => MoveReach::Step,
        (Metric::ShortestPaths, Freedom::Both) => MoveReach::Path,
        (Metric::Slides | Metric::ShortestPaths, _) => MoveReach::Slide,
    };
    let is_own = |cell: isize| cells.iter().any(|own| own.cast_signed() == cell);
    let longest = piece.width.max(piece.height).cast_signed();
    let line = layout.stride.cast_signed();
    let mut ahead = Vec::new();
    let directions = DIRECTIONS.map(|to| {
        let (step, change) = match to {
            Direction::Right => (1, field.right as u64),
            Direction::Left => (-1, (field.right as u64).wrapping_neg()),
            Direction::Down => (line, field.down as u64),
            Direction::Up => (-line, (field.down as u64).wrapping_neg()),
        };
        let moved = cells.iter().map(|cell| cell.cast_signed() + step);
        let needed: Vec<isize> = moved.filter(|&cell| !is_own(cell)).collect();
        let is_own_soon = |cell: &isize| (1..longest).any(|far| is_own(cell + far * step));
        let has_gap = needed.iter().any(is_own_soon);
        ahead.push(if field.freedom.allows(to) { B::near(&needed) } else { B::near(&[0]) });
        // A piece that goes left or right stays between the pieces of its class whose first cells
        // are in its row.
        let leaves_its_line = step.abs() > 1 || reach == MoveReach::Path;
        DirectionRule { step, change, has_gap, may_pass: field.class.len() > 1 && leaves_its_line }
    });
    let mover = Mover {
        word: field.word,
        shift: field.shift,
        mask: field.mask,
        base: field.base + first,
        scale: field.scale,
        shape: set_of(board, cells.iter().copied()),
        ground: usize::from(!field.passes_gates),
        ahead: ahead.try_into().expect("one for each direction"),
    };
    (mover, MoveRule { reach, cells, directions })
}
