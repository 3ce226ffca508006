//! The pieces as the inner loop wants them: where they stand, and which ways are open to them.

use std::ops::Range;

use super::cells::{Bits, set_of};
use super::fields::{Field, Layout};
use crate::rules::{Board, Direction, Freedom, Metric};

/// The directions, in the order of everything that has one entry for each.
const DIRECTIONS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// A movable piece: only what is read in every position.
#[derive(Debug)]
pub(super) struct Mover<B: Bits> {
    /// Where a key holds it.
    word: usize,
    shift: u32,
    mask: u64,
    /// Its first cell if the value is 0, and what a value adds. (Its corner may be a hole with another piece in it.)
    base: usize,
    scale: usize,
    /// Its cells, with the first at cell 0.
    shape: B,
    /// Which cells stop it: see [`Occupancy::taken`].
    ground: usize,
    /// The cells that a step needs in each direction, from its first. Where it may not go, that is a cell of its own.
    ahead: [B::Near; 4],
}

/// How a piece moves: what is read if it does.
#[derive(Debug)]
pub(super) struct MoveRule {
    reach_of_move: MoveReach,
    /// Cells from the first one.
    cells: Vec<usize>,
    directions: [DirectionRule; 4],
}

/// One of the four directions.
#[derive(Debug)]
struct DirectionRule {
    /// What a step adds to a cell.
    step: isize,
    /// What a step adds to the value in a key.
    change: u64,
    /// Whether a step may need cells that the piece itself has just left, because its shape has a gap that way.
    has_gap: bool,
    /// Whether the piece may get from before another of its class to behind it.
    may_pass: bool,
}

/// What one move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveReach {
    /// One step.
    Step,
    /// As far as there is room.
    Slide,
    /// Anywhere, round corners.
    Path,
}

/// A move: the field, what its value grows by, and whether the fields of its class may have to be sorted again.
pub(super) struct FieldChange {
    pub(super) field: usize,
    pub(super) by: u64,
    pub(super) may_pass: bool,
}

/// Where everything stands in a position, and what can move; room that is used again.
pub(super) struct Occupancy<B> {
    /// Cells that are taken, and the same with the gates.
    taken: [B; 2],
    /// The first cell of each piece.
    firsts: Vec<usize>,
    /// Pieces and directions that are open to them, as one number.
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

    /// Finds where every piece stands.
    #[inline(always)]
    pub(super) fn find(&mut self, key: &[u64], movers: &[Mover<B>], walls: &B, gates: &B) {
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
    /// Most pieces can hardly move, and which way is hard to guess. So all ways are looked at without a branch first, and only
    /// those that are open are gone.
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
            match rule.reach_of_move {
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
    /// Visits what one step and more add to the value; the first is open.
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

/// All movable pieces, in the order of their fields.
pub(super) fn movers<B: Bits>(board: &Board, layout: &Layout) -> (Vec<Mover<B>>, Vec<MoveRule>) {
    layout.fields.iter().map(|field| mover(board, layout, field)).unzip()
}

fn mover<B: Bits>(board: &Board, layout: &Layout, field: &Field) -> (Mover<B>, MoveRule) {
    let piece = &board.pieces[field.piece];
    let mut cells: Vec<usize> = piece.shape().map(|(row, column)| row * layout.stride + column).collect();
    let first = cells.iter().copied().min().unwrap_or(0);
    cells.iter_mut().for_each(|cell| *cell -= first);
    let reach_of_move = match (board.metric, field.freedom) {
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
        // A piece that goes left or right meets the others whose first cells are in the line of its own.
        let leaves_its_line = step.abs() > 1 || reach_of_move == MoveReach::Path;
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
    (mover, MoveRule { reach_of_move, cells, directions })
}
