//! The field encoding: one bit field of the key per movable piece.
//!
//! A field holds a column, a row, or both, depending on where the piece may move. Pieces that never
//! move take no room. Interchangeable pieces (same shape, free in all directions, named in no goal)
//! form a class; their fields are sorted, so that positions that differ only by a permutation of
//! the class share a key. Pieces on rails keep their order by themselves.

use crate::rules::{Board, Freedom, Goal, Metric, Move, path_to};

/// The bit field of a movable piece.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The piece of the board.
    pub(crate) piece: usize,
    /// The word of the key.
    pub(crate) word: usize,
    /// The lowest bit in the word.
    pub(crate) shift: u32,
    /// The mask of the field, shifted to bit 0.
    pub(crate) mask: u64,
    /// The cell of the corner for value 0, in the framed grid.
    pub(crate) base: usize,
    /// Cells that the corner moves per unit of the value.
    pub(crate) scale: usize,
    /// The change of the value for one step down and one step right.
    pub(crate) down: usize,
    pub(crate) right: usize,
    pub(crate) freedom: Freedom,
    /// Whether it may pass gates.
    pub(crate) passes_gates: bool,
    /// The fields of its class: a range of the list of fields.
    pub(crate) class: std::ops::Range<usize>,
}

impl Field {
    #[inline(always)]
    pub(crate) fn value(&self, key: &[u64]) -> usize {
        (key[self.word] >> self.shift & self.mask) as usize
    }

    pub(crate) fn put(&self, key: &mut [u64], value: usize) {
        debug_assert!(value as u64 <= self.mask);
        key[self.word] = key[self.word] & !(self.mask << self.shift) | (value as u64) << self.shift;
    }

    #[inline(always)]
    pub(crate) fn cell(&self, value: usize) -> usize {
        self.base + value * self.scale
    }
}

/// The fields of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) fields: Vec<Field>,
    /// Words per key.
    pub(crate) words: usize,
    /// Columns of the framed grid.
    pub(crate) stride: usize,
}

impl Layout {
    pub(crate) fn new(board: &Board) -> Self {
        let (fields, words) = fields(board);
        Self { fields, words, stride: board.columns + 1 }
    }

    /// Returns the value of every field on a board, without sorting classes.
    pub(crate) fn values(&self, board: &Board) -> Vec<usize> {
        let value = |field: &Field| {
            let piece = &board.pieces[field.piece];
            ((piece.row + 1) * self.stride + piece.column - field.base) / field.scale
        };
        self.fields.iter().map(value).collect()
    }

    /// Returns the key of a position of this puzzle.
    pub(crate) fn key(&self, board: &Board) -> Vec<u64> {
        let mut key = vec![0; self.words];
        let mut values = self.values(board);
        for (at, field) in self.fields.iter().enumerate() {
            if at == field.class.start {
                values[field.class.clone()].sort_unstable();
            }
            field.put(&mut key, values[at]);
        }
        key
    }

    /// Returns the position of a key; the pieces of a class are put in order.
    pub(crate) fn board(&self, board: &Board, key: &[u64]) -> Board {
        let mut board = board.clone();
        self.put(&mut board, key);
        board
    }

    /// Moves the pieces of a board to where a key has them.
    pub(crate) fn put(&self, board: &mut Board, key: &[u64]) {
        for field in &self.fields {
            let cell = field.cell(field.value(key));
            let piece = &mut board.pieces[field.piece];
            (piece.row, piece.column) = (cell / self.stride - 1, cell % self.stride);
        }
    }

    /// Returns the moves between consecutive keys. Exactly one value of one class disappears and
    /// one appears, so the piece that has the old one is the piece that moves; this restores the
    /// identity of the pieces of a class.
    pub(crate) fn label_path(&self, board: &Board, path: &[u64]) -> Vec<Move> {
        let mut now = self.values(board);
        let mut board = board.clone();
        let steps = path.chunks_exact(self.words).skip(1);
        steps.map(|next| self.label_move(&mut board, &mut now, next)).collect()
    }

    /// Returns the cost of the move between two keys.
    pub(crate) fn move_cost(&self, board: &Board, from: &[u64], to: &[u64]) -> MoveCost {
        let lost = |key: &[u64], other: &[u64]| {
            let is_lost = |field: &Field| {
                let value = field.value(key);
                self.fields[field.class.clone()].iter().all(|there| there.value(other) != value)
            };
            self.fields.iter().position(is_lost)
        };
        let (at, there) = lost(from, to).zip(lost(to, from)).expect("neighbours in a trail differ");
        let (field, old, new) = (&self.fields[at], self.fields[at].value(from), self.fields[there].value(to));
        let place = |value| (field.cell(value) / self.stride, field.cell(value) % self.stride);
        let (here, goes) = (place(old), place(new));
        let steps = here.0.abs_diff(goes.0) + here.1.abs_diff(goes.1);
        let mut cost = MoveCost {
            piece: field.class.start as u32,
            from: old as u32,
            to: new as u32,
            slides: 1,
            steps: steps as u32,
        };
        if board.metric == Metric::Paths && steps > 1 && field.freedom == Freedom::Both {
            let position = self.board(board, from);
            let way = path_to(&position, field.piece, (goes.0 - 1, goes.1)).expect("a move has a way");
            cost.slides = way.len() as u32;
            cost.steps = way.iter().map(|leg| leg.distance as u32).sum();
        }
        cost
    }

    fn label_move(&self, board: &mut Board, now: &mut [usize], next: &[u64]) -> Move {
        let values: Vec<usize> = self.fields.iter().map(|field| field.value(next)).collect();
        let (at, field) = self
            .fields
            .iter()
            .enumerate()
            .find(|(at, field)| !values[field.class.clone()].contains(&now[*at]))
            .expect("neighbours in a trail differ");
        let to = *values[field.class.clone()]
            .iter()
            .find(|value| !now[field.class.clone()].contains(value))
            .expect("a value that goes is replaced by one that comes");
        now[at] = to;
        let cell = field.cell(to);
        let place = (cell / self.stride - 1, cell % self.stride);
        let way = path_to(board, field.piece, place).expect("neighbours in a trail are a move apart");
        (board.pieces[field.piece].row, board.pieces[field.piece].column) = place;
        Move { piece: field.piece, way }
    }
}

/// Assigns the fields to words, one class after another.
fn fields(board: &Board) -> (Vec<Field>, usize) {
    let stride = board.columns + 1;
    let named = |piece: usize| {
        piece == 0 && board.has_goal_piece()
            || board.goals.iter().any(|goal| matches!(goal, Goal::PieceAt { piece: p, .. } if *p == piece))
    };
    let mut order: Vec<usize> =
        (0..board.pieces.len()).filter(|&piece| board.pieces[piece].freedom != Freedom::None).collect();
    let shape =
        |piece: usize| (board.pieces[piece].width, board.pieces[piece].height, &board.pieces[piece].mask);
    let alone = |piece: usize| named(piece) || board.pieces[piece].freedom != Freedom::Both;
    // The goal piece first; classes are contiguous.
    order.sort_by(|&a, &b| (!named(a), alone(a), shape(a), a).cmp(&(!named(b), alone(b), shape(b), b)));
    let mut fields: Vec<Field> = Vec::new();
    let (mut word, mut shift) = (0, 0);
    for &index in &order {
        let piece = &board.pieces[index];
        let (base, scale, most) = match piece.freedom {
            Freedom::Horizontal => ((piece.row + 1) * stride, 1, board.columns - piece.width),
            Freedom::Vertical => (stride + piece.column, stride, board.rows - piece.height),
            Freedom::Both | Freedom::None => {
                (stride, 1, (board.rows - piece.height) * stride + board.columns - piece.width)
            }
        };
        let bits = usize::BITS - most.leading_zeros();
        if shift + bits.max(1) > 64 {
            (word, shift) = (word + 1, 0);
        }
        let at = fields.len();
        let joins = fields
            .last()
            .is_some_and(|last| !alone(index) && !alone(last.piece) && shape(index) == shape(last.piece));
        let start = if joins { fields[at - 1].class.start } else { at };
        fields.push(Field {
            piece: index,
            word,
            shift,
            mask: (1_u64 << bits) - 1,
            base,
            scale,
            down: stride / scale,
            right: usize::from(scale == 1),
            freedom: piece.freedom,
            passes_gates: index == 0 && board.has_goal_piece(),
            class: start..at + 1,
        });
        for field in &mut fields[start..] {
            field.class.end = at + 1;
        }
        shift += bits;
    }
    (fields, word + 1)
}

/// A move between two keys: the piece, its places, and its cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCost {
    /// The piece, or the first of its class.
    pub(crate) piece: u32,
    /// Its old and new place, numbered such that equal directions have equal differences.
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) slides: u32,
    pub(crate) steps: u32,
}

impl MoveCost {
    /// Returns the cost as a number to compare: slides first, then steps.
    pub(crate) fn weight(&self) -> u64 {
        u64::from(self.slides) << 32 | u64::from(self.steps)
    }

    /// Returns whether a step continues this one: the same piece in the same direction.
    pub(crate) fn continues_in(&self, next: &Self) -> bool {
        let difference = |cost: &Self| cost.to.wrapping_sub(cost.from);
        (self.piece, self.to, difference(self)) == (next.piece, next.from, difference(next))
    }
}
