//! The segments of a board and their fields in a key.

use super::segment::{self, Segment};
use crate::encoding::move_cost::MoveCost;
use crate::rules::{Board, Direction, Freedom, Move, Piece};

/// The segments of a board, and their places in a key.
#[derive(Clone, Debug)]
pub(crate) struct Rails {
    pub(crate) segments: Vec<Segment>,
    /// Bits of all fields.
    pub(crate) bits: u32,
    /// The number of combinations of arrangements, if the number of the position stands above the
    /// fields.
    pub(crate) combinations: Option<u64>,
}

/// Larger grids do not fit the words that hold crossing pieces.
const MOST_CELLS: usize = 64;
/// Limit on the cases of all tables; more would leave the cache.
const MOST_CASES: usize = 1 << 14;

impl Rails {
    /// Returns the segments. None if a movable piece of the board is not on a rail or the tables
    /// would be too large.
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
        let mut segments = movable_segments(board)?;
        let (mut bits, mut combinations) = (0, Some(1_u64));
        for segment in &mut segments {
            segment.shift = bits;
            bits += segment.bits();
            combinations = combinations.and_then(|all| all.checked_mul(segment.arrangements.len() as u64));
        }
        let fits = |all: &u64| bits < 64 && u64::BITS - (all - 1).leading_zeros() <= 64 - bits;
        let combinations = combinations.filter(fits);
        let mut radix = 1;
        for segment in &mut segments {
            segment.unit = 1 << segment.shift;
            if combinations.is_some() {
                segment.unit += radix << bits;
                radix *= segment.arrangements.len() as u64;
            }
        }
        let rails = Self { segments, bits, combinations };
        (bits <= 64 && rails.cases() <= MOST_CASES).then_some(rails)
    }

    /// Returns the number of pairs of an arrangement and a set of cells of its segment that
    /// crossing pieces cover.
    fn cases(&self) -> usize {
        self.segments.iter().map(|segment| segment.arrangements.len() << segment.length).sum()
    }

    /// Returns the key of a position.
    pub(crate) fn key(&self, board: &Board) -> Vec<u64> {
        let part = |segment: &Segment| segment.unit.wrapping_mul(segment.arrangement(board) as u64);
        vec![self.segments.iter().map(part).fold(0, u64::wrapping_add)]
    }

    /// Returns the position of a key.
    pub(crate) fn board(&self, board: &Board, key: &[u64]) -> Board {
        let mut board = board.clone();
        self.put(&mut board, key);
        board
    }

    /// Visits every piece with its column (in a row) or its row (in a column); pieces of full
    /// segments are left out.
    pub(crate) fn each_place(&self, key: u64, mut visit: impl FnMut(usize, usize)) {
        for segment in &self.segments {
            let start = segment.start();
            for (&piece, &offset) in segment.pieces.iter().zip(&segment.arrangements[segment.value(key)]) {
                visit(piece, start + usize::from(offset));
            }
        }
    }

    /// Moves the pieces of a board to where a key has them.
    pub(crate) fn put(&self, board: &mut Board, key: &[u64]) {
        for segment in &self.segments {
            for (&piece, &offset) in segment.pieces.iter().zip(&segment.arrangements[segment.value(key[0])]) {
                let piece = &mut board.pieces[piece];
                (piece.row, piece.column) = segment.cell(usize::from(offset));
            }
        }
    }

    /// Returns the moves between consecutive keys: one piece of one segment has moved.
    pub(crate) fn label_path(&self, path: &[u64]) -> Vec<Move> {
        path.windows(2).map(|pair| self.label_move(pair[0], pair[1])).collect()
    }

    fn label_move(&self, from: u64, to: u64) -> Move {
        let MovedPiece { segment, at, old, new } = self.change(from, to);
        let to = match (segment.across, new > old) {
            (true, true) => Direction::Right,
            (true, false) => Direction::Left,
            (false, true) => Direction::Down,
            (false, false) => Direction::Up,
        };
        Move::straight(segment.pieces[at], to, usize::from(new.abs_diff(old)))
    }

    /// Returns the cost of the move between two keys.
    pub(crate) fn move_cost(&self, from: u64, to: u64) -> MoveCost {
        let MovedPiece { segment, at, old, new } = self.change(from, to);
        let steps = u32::from(new.abs_diff(old));
        MoveCost {
            piece: segment.pieces[at] as u32,
            from: u32::from(old),
            to: u32::from(new),
            slides: 1,
            steps,
        }
    }

    /// Returns the piece that has moved.
    fn change(&self, from: u64, to: u64) -> MovedPiece<'_> {
        let differs = (from ^ to).trailing_zeros();
        let segment = &self.segments[self.segments.partition_point(|segment| segment.shift <= differs) - 1];
        let (old, new) =
            (&segment.arrangements[segment.value(from)], &segment.arrangements[segment.value(to)]);
        let at =
            (0..segment.pieces.len()).find(|&at| old[at] != new[at]).expect("arrangements differ in a piece");
        MovedPiece { segment, at, old: old[at], new: new[at] }
    }
}

/// A piece of a segment, and its old and new offset.
struct MovedPiece<'r> {
    segment: &'r Segment,
    at: usize,
    old: u8,
    new: u8,
}

/// Returns the segments on which something can move. None if one of them is too large.
fn movable_segments(board: &Board) -> Option<Vec<Segment>> {
    let mut fixed = vec![false; board.rows * board.columns];
    for piece in board.pieces.iter().filter(|piece| piece.freedom == Freedom::None) {
        piece.cells().for_each(|(row, column)| fixed[row * board.columns + column] = true);
    }
    // A full segment never opens, so it is a wall to the segments that cross it, and may make these
    // full.
    loop {
        let all = segment::all_segments(board, &fixed);
        let full: Vec<_> = all.iter().filter(|segment| segment.free(board) == 0).collect();
        if full.is_empty() {
            return all.into_iter().map(|segment| segment.arranged(board)).collect();
        }
        for segment in full {
            for offset in 0..segment.length {
                let (row, column) = segment.cell(offset);
                fixed[row * board.columns + column] = true;
            }
        }
    }
}
