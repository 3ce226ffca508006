//! Segments and their fields in a key.

use super::segment::{self, Line};
use crate::encoding::move_cost::Hop;
use crate::rules::{Board, Direction, Freedom, Move, Piece};

/// The stretches of a board, and where they stand in a key.
#[derive(Clone, Debug)]
pub(crate) struct Rails {
    pub(crate) lines: Vec<Line>,
    /// Bits of the fields.
    pub(crate) bits: u32,
    /// Combinations of arrangements, if their number stands above the fields.
    pub(crate) combinations: Option<u64>,
}

/// Larger grids do not fit the words that hold crossing pieces.
const MOST_CELLS: usize = 64;
/// Cases in all tables; more would leave the cache.
const MOST_CASES: usize = 1 << 14;

impl Rails {
    /// The stretches, if every movable piece of the board runs on a rail and the tables stay small.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        let on_rails = |piece: &Piece| match piece.freedom {
            Freedom::Horizontal => piece.height == 1 && piece.mask.is_none(),
            Freedom::Vertical => piece.width == 1 && piece.mask.is_none(),
            Freedom::None => true,
            Freedom::Both => false,
        };
        let cells = board.rows.checked_mul(board.columns)?;
        if cells > MOST_CELLS || !board.gates.is_empty() || !board.pieces.iter().all(on_rails) {
            return None;
        }
        let mut lines = stretches(board)?;
        let (mut bits, mut combinations) = (0, Some(1_u64));
        for line in &mut lines {
            line.shift = bits;
            bits += line.bits();
            combinations = combinations.and_then(|all| all.checked_mul(line.arrangements.len() as u64));
        }
        let fits = |all: &u64| bits < 64 && u64::BITS - (all - 1).leading_zeros() <= 64 - bits;
        let combinations = combinations.filter(fits);
        let mut radix = 1;
        for line in &mut lines {
            line.unit = 1 << line.shift;
            if combinations.is_some() {
                line.unit += radix << bits;
                radix *= line.arrangements.len() as u64;
            }
        }
        let rails = Self { lines, bits, combinations };
        (bits <= 64 && rails.cases() <= MOST_CASES).then_some(rails)
    }

    /// Pairs of an arrangement and the cells of its stretch that crossing pieces take.
    fn cases(&self) -> usize {
        self.lines.iter().map(|line| line.arrangements.len() << line.length).sum()
    }

    /// The key of a position.
    pub(crate) fn key(&self, board: &Board) -> Vec<u64> {
        let part = |line: &Line| line.unit.wrapping_mul(line.arrangement(board) as u64);
        vec![self.lines.iter().map(part).fold(0, u64::wrapping_add)]
    }

    /// The position of a key.
    pub(crate) fn board(&self, board: &Board, key: &[u64]) -> Board {
        let mut board = board.clone();
        self.put(&mut board, key);
        board
    }

    /// Shows the column of every piece in a row, and the row of every piece in a column; pieces of full stretches are left out.
    pub(crate) fn each_place(&self, key: u64, mut visit: impl FnMut(usize, usize)) {
        for line in &self.lines {
            let start = line.start();
            for (&piece, &offset) in line.pieces.iter().zip(&line.arrangements[line.value(key)]) {
                visit(piece, start + usize::from(offset));
            }
        }
    }

    /// Puts the pieces of a board where a key has them.
    pub(crate) fn put(&self, board: &mut Board, key: &[u64]) {
        for line in &self.lines {
            for (&piece, &offset) in line.pieces.iter().zip(&line.arrangements[line.value(key[0])]) {
                let piece = &mut board.pieces[piece];
                (piece.row, piece.column) = line.cell(usize::from(offset));
            }
        }
    }

    /// The moves from key to key: one piece of one stretch stands elsewhere.
    pub(crate) fn label_path(&self, trail: &[u64]) -> Vec<Move> {
        trail.windows(2).map(|pair| self.lift_one(pair[0], pair[1])).collect()
    }

    fn lift_one(&self, from: u64, to: u64) -> Move {
        let Change { line, at, old, new } = self.change(from, to);
        let to = match (line.across, new > old) {
            (true, true) => Direction::Right,
            (true, false) => Direction::Left,
            (false, true) => Direction::Down,
            (false, false) => Direction::Up,
        };
        Move::straight(line.pieces[at], to, usize::from(new.abs_diff(old)))
    }

    /// What a move from key to key is and counts.
    pub(crate) fn hop(&self, from: u64, to: u64) -> Hop {
        let Change { line, at, old, new } = self.change(from, to);
        let steps = u32::from(new.abs_diff(old));
        Hop { piece: line.pieces[at] as u32, from: u32::from(old), to: u32::from(new), slides: 1, steps }
    }

    /// The piece that stands elsewhere.
    fn change(&self, from: u64, to: u64) -> Change<'_> {
        let differs = (from ^ to).trailing_zeros();
        let line = &self.lines[self.lines.partition_point(|line| line.shift <= differs) - 1];
        let (old, new) = (&line.arrangements[line.value(from)], &line.arrangements[line.value(to)]);
        let at =
            (0..line.pieces.len()).find(|&at| old[at] != new[at]).expect("arrangements differ in a piece");
        Change { line, at, old: old[at], new: new[at] }
    }
}

/// A piece of a stretch, and where it was and is.
struct Change<'r> {
    line: &'r Line,
    at: usize,
    old: u8,
    new: u8,
}

/// The stretches on which something can move; nothing if one of them is too large.
fn stretches(board: &Board) -> Option<Vec<Line>> {
    let mut fixed = vec![false; board.rows * board.columns];
    for piece in board.pieces.iter().filter(|piece| piece.freedom == Freedom::None) {
        piece.cells().for_each(|(row, column)| fixed[row * board.columns + column] = true);
    }
    // A full stretch never opens, so it is a wall to the stretches that cross it, and may make these full.
    loop {
        let all = segment::all(board, &fixed);
        let full: Vec<_> = all.iter().filter(|line| line.free(board) == 0).collect();
        if full.is_empty() {
            return all.into_iter().map(|line| line.arranged(board)).collect();
        }
        for line in full {
            for offset in 0..line.length {
                let (row, column) = line.cell(offset);
                fixed[row * board.columns + column] = true;
            }
        }
    }
}
