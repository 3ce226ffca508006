//! The same rules packed, written for speed.
//!
//! Cells are bits of a number with a frame of set bits round the grid, so that sliding is shifting until something is
//! hit, without any test for the edge:
//!
//! ```text
//!     # # # # #      one row above, one below, one column at the right, which is also the left neighbour of the
//!     . . . . #      next row
//!     . . . . #
//!     # # # # #
//! ```

use fewest_search::{Kind, Packed};

use super::bits::Bits;
use super::board::{Board, Direction, Freedom, Goal, Metric, Piece};
use super::layout::{Field, Layout};

/// A condition on a key that a goal comes down to.
#[derive(Clone, Debug)]
enum Test {
    Never,
    /// A field has a value modulo the columns of the framed grid.
    Column { field: usize, column: usize },
    /// One of these fields has that value.
    OneOf(Vec<(usize, usize)>),
}

/// A puzzle packed; `B` holds the cells of the framed grid.
#[derive(Debug)]
pub(super) struct Space<B: Bits> {
    layout: Layout,
    /// Cells of each field's piece with its corner at cell 0.
    shapes: Vec<B>,
    walls: B,
    gates: B,
    tests: Vec<Test>,
    steps_only: bool,
    board: Board,
}

/// Bits of the framed grid.
pub(super) fn framed_cells(board: &Board) -> usize {
    (board.rows + 2) * (board.columns + 1)
}

impl<B: Bits> Space<B> {
    pub(super) fn new(board: &Board) -> Self {
        let stride = board.columns + 1;
        let cells = framed_cells(board);
        let mut walls = B::empty(cells);
        for cell in 0..cells {
            if cell < stride || cell >= cells - stride || cell % stride == board.columns {
                walls.set(cell);
            }
        }
        let mut gates = B::empty(cells);
        for &(row, column) in &board.gates {
            gates.set((row + 1) * stride + column);
        }
        for piece in board.pieces.iter().filter(|piece| piece.freedom == Freedom::None) {
            for (row, column) in piece.cells() {
                walls.set((row + 1) * stride + column);
            }
        }
        let layout = Layout::new(board);
        let shapes = layout.fields.iter().map(|field| {
            let mut shape = B::empty(cells);
            for (row, column) in board.pieces[field.piece].shape() {
                shape.set(row * stride + column);
            }
            shape
        });
        Self {
            shapes: shapes.collect(),
            tests: board.goals.iter().filter_map(|goal| test(board, &layout.fields, goal)).collect(),
            layout,
            walls,
            gates,
            steps_only: board.metric == Metric::Steps,
            board: board.clone(),
        }
    }

    #[inline(always)]
    fn expand_one<const ONE_WORD: bool>(&self, parent: &[u64], places: &mut Vec<B>, out: &mut Vec<u64>) {
        let mut taken = self.walls.clone();
        places.clear();
        for (field, shape) in self.layout.fields.iter().zip(&self.shapes) {
            let place = shape.at(field.cell(field.value(parent)));
            taken.add(&place);
            places.push(place);
        }
        for (at, (field, place)) in self.layout.fields.iter().zip(places.iter()).enumerate() {
            let mut blocked = taken.without(place);
            if !field.passes_gates {
                blocked.add(&self.gates);
            }
            for to in Direction::ALL {
                if !field.freedom.allows(to) {
                    continue;
                }
                let (cells, values) = match to {
                    Direction::Up => (-self.layout.stride.cast_signed(), -field.down),
                    Direction::Down => (self.layout.stride.cast_signed(), field.down),
                    Direction::Left => (-1, -field.right),
                    Direction::Right => (1, field.right),
                };
                let mut here = place.moved(cells);
                let mut change = values;
                while !here.meets(&blocked) {
                    self.emit::<ONE_WORD>(parent, at, field, change, out);
                    if self.steps_only {
                        break;
                    }
                    here = here.moved(cells);
                    change += values;
                }
            }
        }
    }

    /// Appends the parent with one field changed.
    #[inline(always)]
    fn emit<const ONE_WORD: bool>(
        &self,
        parent: &[u64],
        at: usize,
        field: &Field,
        change: isize,
        out: &mut Vec<u64>,
    ) {
        if field.class.len() == 1 {
            let change = (change as i64).cast_unsigned() << field.shift;
            if ONE_WORD {
                out.push(parent[0].wrapping_add(change));
            } else {
                let from = out.len() + field.word;
                out.extend_from_slice(parent);
                out[from] = out[from].wrapping_add(change);
            }
        } else {
            self.emit_sorted(parent, at, field, change, out);
        }
    }

    /// The same for a piece that may be exchanged with others: its new value finds its place among theirs.
    fn emit_sorted(&self, parent: &[u64], at: usize, field: &Field, change: isize, out: &mut Vec<u64>) {
        let from = out.len();
        out.extend_from_slice(parent);
        let child = &mut out[from..];
        let value = field.value(parent).wrapping_add_signed(change);
        let mut place = at;
        while place > field.class.start && self.layout.fields[place - 1].value(parent) > value {
            self.layout.fields[place].put(child, self.layout.fields[place - 1].value(parent));
            place -= 1;
        }
        while place + 1 < field.class.end && self.layout.fields[place + 1].value(parent) < value {
            self.layout.fields[place].put(child, self.layout.fields[place + 1].value(parent));
            place += 1;
        }
        self.layout.fields[place].put(child, value);
    }

    fn passes(&self, test: &Test, key: &[u64]) -> bool {
        match test {
            Test::Never => false,
            Test::Column { field, column } => {
                let field = &self.layout.fields[*field];
                field.cell(field.value(key)) % self.layout.stride == *column
            }
            Test::OneOf(places) => places.iter().any(|&(field, value)| self.layout.fields[field].value(key) == value),
        }
    }
}

/// The condition that a goal comes down to; nothing if it holds in every position.
fn test(board: &Board, fields: &[Field], goal: &Goal) -> Option<Test> {
    let stride = board.columns + 1;
    let value_at = |field: &Field, row: usize, column: usize| {
        let cell = ((row + 1) * stride + column).checked_sub(field.base)?;
        (cell.is_multiple_of(field.scale) && (cell / field.scale) as u64 <= field.mask).then_some(cell / field.scale)
    };
    let never_or_always = || if board.holds(goal) { None } else { Some(Test::Never) };
    match *goal {
        Goal::LastColumn => {
            let Some(field) = fields.iter().position(|field| field.piece == 0) else { return never_or_always() };
            if fields[field].scale != 1 {
                return never_or_always();
            }
            Some(Test::Column { field, column: board.columns - board.pieces[0].width })
        }
        Goal::PieceAt { piece, row, column } => {
            let Some(field) = fields.iter().position(|field| field.piece == piece) else { return never_or_always() };
            Some(value_at(&fields[field], row, column).map_or(Test::Never, |value| Test::OneOf(vec![(field, value)])))
        }
        Goal::ShapeAt { row, column, width, height } => {
            let there = |piece: &&Piece| {
                piece.mask.is_none()
                    && (piece.row, piece.column, piece.width, piece.height) == (row, column, width, height)
            };
            if board.pieces.iter().filter(there).any(|piece| piece.freedom == Freedom::None) {
                return None;
            }
            let fits = |field: &Field| {
                let piece = &board.pieces[field.piece];
                piece.mask.is_none() && (piece.width, piece.height) == (width, height)
            };
            let places = fields.iter().enumerate().filter(|(_, field)| fits(field));
            Some(Test::OneOf(places.filter_map(|(at, field)| Some((at, value_at(field, row, column)?))).collect()))
        }
    }
}

impl<B: Bits> Packed for Space<B> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn kind(&self) -> Kind {
        // Every slide can be slid back, except by a piece that leaves a gate it stood on.
        let cover = self.board.cover();
        let passes = |piece: usize| piece == 0 && self.board.has_goal_piece();
        let on_gate = |&(row, column): &(usize, usize)| cover[row * self.board.columns + column];
        if self.board.gates.iter().filter_map(on_gate).all(passes) { Kind::Undirected } else { Kind::Directed }
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.layout.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut places = Vec::with_capacity(self.layout.fields.len());
        if self.layout.words == 1 {
            for parent in parents.chunks_exact(1) {
                self.expand_one::<true>(parent, &mut places, out);
            }
        } else {
            for parent in parents.chunks_exact(self.layout.words) {
                self.expand_one::<false>(parent, &mut places, out);
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let all = keys.chunks_exact(self.layout.words).enumerate();
        hit.extend(all.filter(|(_, key)| self.tests.iter().all(|test| self.passes(test, key))).map(|(at, _)| at));
    }

    fn owner(&self, key: &[u64]) -> u64 {
        // The first field is the goal piece or a member of the class with the smallest shape; positions of the
        // goal piece change rarely.
        self.layout.fields.first().map_or(0, |field| field.value(key) as u64)
    }

    fn fingerprint(&self) -> String {
        format!("blocks 1 {:?}", self.board)
    }
}
