//! The rail encoding: for boards whose movable pieces are all one cell wide and move along a row or
//! a column (Rush Hour).
//!
//! A segment is a maximal run of cells of a row or column between walls. The pieces on a segment
//! keep their order, so it has few arrangements, and a key holds the number of the arrangement of
//! each segment. Above these fields, if there is room, stands the number of the position among all
//! combinations; a move changes both parts by adding one constant:
//!
//! ```text
//!     key:   number of the position  |  … segment 3 | segment 2 | segment 1
//! ```
//!
//! Segments also end at full segments, because the pieces there can never move.
//!
//! This file has the segments with their pieces and arrangements, and their fields in a key;
//! `space` has the state space.

mod space;

use crate::encoding::fields::MoveCost;
use crate::rules::{Board, Direction, Freedom, Move, Piece};
pub(super) use space::RailSpace;

/// The segments of a board, and their places in a key.
#[derive(Clone, Debug)]
pub(crate) struct Rails {
    pub(crate) segments: Vec<Segment>,
    /// Bits of all fields.
    pub(crate) bits: u32,
    /// The number of combinations of arrangements, if the number of the position stands above the
    /// fields.
    combinations: Option<u64>,
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
        let all = all_segments(board, &fixed);
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

/// The longest segment; longer ones would make large tables.
const LONGEST: usize = 10;
/// The most arrangements of a segment.
const MOST_ARRANGEMENTS: usize = 64;

/// The offsets of the pieces of a segment from its first cell; entries beyond the last piece are 0.
type Offsets = [u8; LONGEST];

/// A segment of a row or a column between walls, with at least one piece.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Whether it is in a row, not in a column.
    pub(super) across: bool,
    row: usize,
    column: usize,
    pub(super) length: usize,
    /// The pieces in their order, and their lengths.
    pub(super) pieces: Vec<usize>,
    pub(super) sizes: Vec<u8>,
    /// All arrangements of the pieces, in rising order.
    pub(super) arrangements: Vec<Offsets>,
    /// The lowest bit of the field in a key.
    pub(super) shift: u32,
    /// The change of a key from one arrangement to the next.
    pub(super) unit: u64,
}

impl Segment {
    /// Returns row and column of a cell.
    pub(super) fn cell(&self, offset: usize) -> (usize, usize) {
        if self.across { (self.row, self.column + offset) } else { (self.row + offset, self.column) }
    }

    /// Returns the column of the first cell of a row, or the row of the first cell of a column.
    pub(super) fn start(&self) -> usize {
        if self.across { self.column } else { self.row }
    }

    /// Returns the number of cells without a piece.
    pub(super) fn free(&self, board: &Board) -> usize {
        self.length - self.pieces.iter().map(|&piece| size(&board.pieces[piece])).sum::<usize>()
    }

    /// Returns the bits of the field.
    pub(super) fn bits(&self) -> u32 {
        usize::BITS - (self.arrangements.len() - 1).leading_zeros()
    }

    pub(super) fn mask(&self) -> u64 {
        (1 << self.bits()) - 1
    }

    /// Returns the number of the arrangement in a key.
    pub(super) fn value(&self, key: u64) -> usize {
        (key >> self.shift & self.mask()) as usize
    }

    /// Returns the number of the arrangement on a board.
    pub(super) fn arrangement(&self, board: &Board) -> usize {
        let offset = |&piece: &usize| {
            let piece = &board.pieces[piece];
            (if self.across { piece.column - self.column } else { piece.row - self.row }) as u8
        };
        let mut offsets = [0; LONGEST];
        offsets.iter_mut().zip(self.pieces.iter().map(offset)).for_each(|(to, offset)| *to = offset);
        self.number(&offsets).expect("every arrangement is listed")
    }

    pub(super) fn number(&self, offsets: &Offsets) -> Option<usize> {
        self.arrangements.binary_search(offsets).ok()
    }

    /// Returns the cells that an arrangement covers, as bits from the first cell.
    pub(super) fn taken(&self, arrangement: usize) -> u64 {
        let pieces = self.arrangements[arrangement].iter().zip(&self.sizes);
        pieces.map(|(&offset, &size)| ((1 << size) - 1) << offset).sum()
    }

    /// Adds the arrangements. None if they are too many.
    fn arranged(mut self, board: &Board) -> Option<Self> {
        self.sizes = self.pieces.iter().map(|&piece| size(&board.pieces[piece]) as u8).collect();
        // This sum is a lower bound on the number of arrangements.
        if self.length > LONGEST || self.free(board) + self.pieces.len() > MOST_ARRANGEMENTS {
            return None;
        }
        self.arrange(self.free(board) as u8, 0, &mut [0; LONGEST]);
        (self.arrangements.len() <= MOST_ARRANGEMENTS).then_some(self)
    }

    /// Appends every arrangement of the pieces from `at` on with `free` cells to spare.
    fn arrange(&mut self, free: u8, at: usize, placed: &mut Offsets) {
        if at == self.sizes.len() {
            self.arrangements.push(*placed);
            return;
        }
        let first = if at == 0 { 0 } else { placed[at - 1] + self.sizes[at - 1] };
        for gap in 0..=free {
            placed[at] = first + gap;
            self.arrange(free - gap, at + 1, placed);
        }
        placed[at] = 0;
    }
}

/// Returns the cells of a piece on a rail.
fn size(piece: &Piece) -> usize {
    piece.width.max(piece.height)
}

/// Returns the segments of all rows and columns that have a movable piece, between the cells that
/// are `fixed`.
fn all_segments(board: &Board, fixed: &[bool]) -> Vec<Segment> {
    let mut segments = Vec::new();
    for across in [true, false] {
        let (count, length) = if across { (board.rows, board.columns) } else { (board.columns, board.rows) };
        let place = |line: usize, at: usize| if across { (line, at) } else { (at, line) };
        let is_open = |line: usize, at: usize| {
            let (row, column) = place(line, at);
            at < length && !fixed[row * board.columns + column]
        };
        for line in 0..count {
            let mut start = 0;
            while start < length {
                let end = (start..=length).find(|&at| !is_open(line, at)).unwrap_or(length);
                if end > start {
                    let (row, column) = place(line, start);
                    let pieces = pieces_on(board, across, line, start..end);
                    if !pieces.is_empty() {
                        segments.push(Segment::unarranged(across, (row, column), end - start, pieces));
                    }
                }
                start = end + 1;
            }
        }
    }
    segments
}

/// Returns the pieces that run on a segment, in their order.
fn pieces_on(board: &Board, across: bool, line: usize, cells: std::ops::Range<usize>) -> Vec<usize> {
    let place = |piece: &Piece| match (across, piece.freedom) {
        (true, Freedom::Horizontal) if piece.row == line => Some(piece.column),
        (false, Freedom::Vertical) if piece.column == line => Some(piece.row),
        _ => None,
    };
    let on_it = |at: &usize| place(&board.pieces[*at]).is_some_and(|place| cells.contains(&place));
    let mut pieces: Vec<usize> = (0..board.pieces.len()).filter(on_it).collect();
    pieces.sort_by_key(|&at| place(&board.pieces[at]));
    pieces
}

impl Segment {
    fn unarranged(across: bool, (row, column): (usize, usize), length: usize, pieces: Vec<usize>) -> Self {
        let (sizes, arrangements) = (Vec::new(), Vec::new());
        Self { across, row, column, length, pieces, sizes, arrangements, shift: 0, unit: 0 }
    }
}
