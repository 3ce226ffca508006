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
    tracks: Vec<Track<B>>,
    /// More successors than any position has.
    most_children: usize,
    walls: B,
    tests: Vec<Test>,
    steps_only: bool,
    board: Board,
}

/// A movable piece and a line to slide it along, as the inner loop wants it: only what it reads, in one place. A piece that
/// moves in all directions has two tracks.
#[derive(Debug)]
struct Track<B> {
    /// Cells of the piece with its corner at cell 0.
    shape: B,
    /// Cells that stop this piece and not all of them.
    closed: B,
    /// The field of the key.
    field: usize,
    word: usize,
    shift: u32,
    mask: u64,
    base: usize,
    scale: usize,
    /// Cells of a step ahead, and what it adds to the key.
    cells: usize,
    unit: u64,
    /// Whether the piece may be exchanged with no other.
    alone: bool,
}

impl<B: Bits> Track<B> {
    fn new(board: &Board, gates: &B, stride: usize, at: usize, field: &Field, to: Direction) -> Self {
        let mut shape = B::empty(framed_cells(board));
        for (row, column) in board.pieces[field.piece].shape() {
            shape.set(row * stride + column);
        }
        let (cells, change) = if to == Direction::Right { (1, field.right) } else { (stride, field.down) };
        Self {
            shape,
            closed: if field.passes_gates { B::empty(framed_cells(board)) } else { gates.clone() },
            field: at,
            word: field.word,
            shift: field.shift,
            mask: field.mask,
            base: field.base,
            scale: field.scale,
            cells,
            unit: (change as u64) << field.shift,
            alone: field.class.len() == 1,
        }
    }

    /// The cell of the corner.
    #[inline(always)]
    fn cell(&self, key: &[u64]) -> usize {
        self.base + (key[self.word] >> self.shift & self.mask) as usize * self.scale
    }
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
        let mut tracks = Vec::new();
        for (at, field) in layout.fields.iter().enumerate() {
            let ways = [Direction::Right, Direction::Down].into_iter().filter(|&to| field.freedom.allows(to));
            tracks.extend(ways.map(|to| Track::new(board, &gates, layout.stride, at, field, to)));
        }
        Self {
            tracks,
            most_children: layout.fields.len() * (board.rows + board.columns) + 1,
            tests: board.goals.iter().filter_map(|goal| test(board, &layout.fields, goal)).collect(),
            layout,
            walls,
            steps_only: board.metric == Metric::Steps,
            board: board.clone(),
        }
    }

    /// Where every piece stands, and all cells that are taken.
    #[inline(always)]
    fn places(&self, parent: &[u64], places: &mut [B]) -> B {
        let mut taken = self.walls.clone();
        for (track, place) in self.tracks.iter().zip(places) {
            *place = track.shape.at(track.cell(parent));
            taken.add(place);
        }
        taken
    }

    /// What stops a piece.
    #[inline(always)]
    fn blocked(track: &Track<B>, place: &B, taken: &B) -> B {
        let mut blocked = taken.without(place);
        blocked.add(&track.closed);
        blocked
    }

    /// The successors of one parent, written to `children`; gives their number. Only for keys of one word whose pieces are
    /// never exchanged: sliding is shifting, and a child is the parent plus a multiple of a unit.
    #[inline(always)]
    fn expand_word<const STEPS: bool>(&self, parent: u64, places: &mut [B], children: &mut [u64]) -> usize {
        let taken = self.places(&[parent], places);
        let mut count = 0;
        for (track, place) in self.tracks.iter().zip(places) {
            let blocked = Self::blocked(track, place, &taken);
            let (mut here, mut key) = (place.ahead(track.cells), parent);
            while !here.meets(&blocked) {
                key = key.wrapping_add(track.unit);
                children[count] = key;
                count += 1;
                if STEPS {
                    break;
                }
                here = here.ahead(track.cells);
            }
            (here, key) = (place.back(track.cells), parent);
            while !here.meets(&blocked) {
                key = key.wrapping_sub(track.unit);
                children[count] = key;
                count += 1;
                if STEPS {
                    break;
                }
                here = here.back(track.cells);
            }
        }
        count
    }

    /// The same for keys of any kind.
    fn expand_any(&self, parent: &[u64], places: &mut [B], out: &mut Vec<u64>) {
        let taken = self.places(parent, places);
        for (track, place) in self.tracks.iter().zip(places) {
            let blocked = Self::blocked(track, place, &taken);
            let (mut here, mut change) = (place.ahead(track.cells), track.unit);
            while !here.meets(&blocked) {
                self.emit(parent, track, change, out);
                change = change.wrapping_add(track.unit);
                here = if self.steps_only { self.walls.clone() } else { here.ahead(track.cells) };
            }
            (here, change) = (place.back(track.cells), track.unit.wrapping_neg());
            while !here.meets(&blocked) {
                self.emit(parent, track, change, out);
                change = change.wrapping_sub(track.unit);
                here = if self.steps_only { self.walls.clone() } else { here.back(track.cells) };
            }
        }
    }

    fn expand_words<const STEPS: bool>(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut places = vec![self.walls.clone(); self.tracks.len()];
        let mut children = vec![0; self.most_children];
        for &parent in parents {
            let count = self.expand_word::<STEPS>(parent, &mut places, &mut children);
            out.extend_from_slice(&children[..count]);
        }
    }

    /// Appends the parent with one field changed by `change`, which is in place already.
    fn emit(&self, parent: &[u64], track: &Track<B>, change: u64, out: &mut Vec<u64>) {
        let from = out.len();
        out.extend_from_slice(parent);
        let child = &mut out[from..];
        child[track.word] = child[track.word].wrapping_add(change);
        if !track.alone {
            self.sort_class(parent, track.field, child);
        }
    }

    /// Puts the changed value of a piece that may be exchanged with others in its place among theirs.
    fn sort_class(&self, parent: &[u64], at: usize, child: &mut [u64]) {
        let fields = &self.layout.fields;
        let class = &fields[at].class;
        let value = fields[at].value(child);
        let mut place = at;
        while place > class.start && fields[place - 1].value(parent) > value {
            fields[place].put(child, fields[place - 1].value(parent));
            place -= 1;
        }
        while place + 1 < class.end && fields[place + 1].value(parent) < value {
            fields[place].put(child, fields[place + 1].value(parent));
            place += 1;
        }
        fields[place].put(child, value);
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
        let plain = self.layout.words == 1 && self.tracks.iter().all(|track| track.alone);
        match (plain, self.steps_only) {
            (true, true) => self.expand_words::<true>(parents, out),
            (true, false) => self.expand_words::<false>(parents, out),
            (false, _) => {
                let mut places = vec![self.walls.clone(); self.tracks.len()];
                for parent in parents.chunks_exact(self.layout.words) {
                    self.expand_any(parent, &mut places, out);
                }
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
