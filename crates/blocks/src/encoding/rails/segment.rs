//! A segment of a row or column with its pieces and their arrangements.

use crate::rules::{Board, Freedom, Piece};

/// The longest segment; longer ones would make large tables.
const LONGEST: usize = 10;
/// The most arrangements of a segment.
const MOST_ARRANGEMENTS: usize = 64;

/// The offsets of the pieces of a segment from its first cell; entries beyond the last piece are 0.
pub(super) type Offsets = [u8; LONGEST];

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
    pub(super) fn arranged(mut self, board: &Board) -> Option<Self> {
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
pub(super) fn all_segments(board: &Board, fixed: &[bool]) -> Vec<Segment> {
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
