//! The same rules packed, written for speed.
//!
//! Cells are bits of a number with a frame of set bits round the grid, once row by row and once column by column, so that
//! the way of a piece in either direction is a run of clear bits, counted by one instruction and without any test for the
//! edge:
//!
//! ```text
//!     # # # # #      one line before, one after, and one cell at the end of each line, which is also the cell before
//!     . . . . #      the next line
//!     . . . . #
//!     # # # # #
//! ```
//!
//! Most pieces can hardly move, and which way is hard to guess, so the inner loop has no branch that depends on the
//! position: it writes four children and keeps as many as there are.

use fewest_search::{Kind, Packed};

use super::bits::Bits;
use super::board::{Board, Direction, Freedom, Goal, Metric, Piece};
use super::layout::{Field, Layout};

/// A condition on a key that a goal comes down to.
#[derive(Clone, Debug)]
enum Test {
    Never,
    /// A field has a value modulo the columns of the framed grid.
    Column {
        field: usize,
        column: usize,
    },
    /// One of these fields has that value.
    OneOf(Vec<(usize, usize)>),
}

/// A puzzle packed; `B` holds the cells of the framed grid.
#[derive(Debug)]
pub(super) struct Space<B: Bits> {
    layout: Layout,
    movers: Vec<Mover<B>>,
    tracks: Vec<Track>,
    /// More successors than any position has.
    most_children: usize,
    /// Cells of a framed line in both orders.
    lines: [usize; 2],
    /// The frame and the pieces that never move, in both orders.
    walls: [B; 2],
    gates: [B; 2],
    tests: Vec<Test>,
    steps_only: bool,
    board: Board,
}

/// Row by row, and column by column.
const ACROSS: usize = 0;
const DOWN: usize = 1;

/// A movable piece as the inner loop wants it: only what it reads, in one place.
#[derive(Debug)]
struct Mover<B> {
    /// Cells of the piece with its corner at cell 0, in both orders.
    shapes: [B; 2],
    word: usize,
    shift: u32,
    mask: u64,
    /// Cell of the corner for value 0, and what a value adds, in both orders.
    base: [usize; 2],
    scale: [usize; 2],
    /// Whether the value has to be split into row and column first.
    both: bool,
}

/// A piece and a line to slide it along. A piece that moves in all directions has two.
#[derive(Debug)]
struct Track {
    mover: usize,
    /// [`ACROSS`] or [`DOWN`].
    order: usize,
    /// Where to look in a [`Standing`]: the corner of the piece, and the cells that stop it.
    corner: usize,
    ground: usize,
    /// Where the ways of the piece begin, from its corner: after its last cells, and at its first cells. All pieces have
    /// one of each; those of several lines have more.
    end: usize,
    start: usize,
    more_ends: Vec<usize>,
    more_starts: Vec<usize>,
    /// Whether the piece stands in its own way, because a line of it has a gap.
    has_gap: bool,
    word: usize,
    /// What a step ahead adds to the key.
    unit: u64,
    /// What one, two, … steps add, ahead and back.
    ahead: [u64; AT_ONCE],
    back: [u64; AT_ONCE],
    /// Whether the piece may be exchanged with no other.
    alone: bool,
}

/// Where everything stands in a position; room that is used again.
struct Standing<B> {
    /// Cells that are taken, in both orders, and the same with the gates.
    grounds: [B; 4],
    /// The corners of the pieces, each in both orders.
    corners: Vec<usize>,
}

/// Cells of a shape in one order, line by line: `lines` is the length of a framed line.
fn in_order(board: &Board, field: &Field, order: usize) -> Vec<usize> {
    let line = if order == ACROSS { board.columns + 1 } else { board.rows + 1 };
    let cell = |(row, column): (usize, usize)| {
        if order == ACROSS { row * line + column } else { column * line + row }
    };
    let mut cells: Vec<usize> = board.pieces[field.piece].shape().map(cell).collect();
    cells.sort_unstable();
    cells
}

fn set_of<B: Bits>(board: &Board, cells: impl IntoIterator<Item = usize>) -> B {
    let mut set = B::empty(framed_cells(board));
    for cell in cells {
        set.set(cell);
    }
    set
}

/// A frame, walls or gates in one order; cells are (row, column).
fn framed<B: Bits>(board: &Board, order: usize, frame: bool, cells: &[(usize, usize)]) -> B {
    let (lines, length) =
        if order == ACROSS { (board.rows, board.columns) } else { (board.columns, board.rows) };
    let line = length + 1;
    let all = (lines + 2) * line;
    let edge = |cell: &usize| *cell < line || *cell >= all - line || cell % line == length;
    let inner =
        cells.iter().map(
            |&(row, column)| {
                if order == ACROSS { (row + 1) * line + column } else { (column + 1) * line + row }
            },
        );
    set_of(board, (0..all).filter(|cell| frame && edge(cell)).chain(inner))
}

impl<B: Bits> Mover<B> {
    fn new(board: &Board, field: &Field) -> Self {
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
    fn cells(&self, key: &[u64], lines: [usize; 2]) -> [usize; 2] {
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
    fn new(board: &Board, mover: usize, field: &Field, to: Direction) -> Self {
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
            word: field.word,
            unit,
            ahead: steps,
            back: steps.map(u64::wrapping_neg),
            alone: field.class.len() == 1,
        }
    }

    /// How far the piece can slide ahead and back.
    #[inline(always)]
    fn room<B: Bits>(&self, standing: &Standing<B>, movers: &[Mover<B>]) -> (usize, usize) {
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

/// Children written at once, wanted or not.
const AT_ONCE: usize = 4;

/// Writes `key + unit`, `key + 2 unit`, …; the first `room` of them count. `steps` are the first multiples of the unit.
#[inline(always)]
fn write_children(children: &mut [u64], key: u64, steps: &[u64; AT_ONCE], room: usize) {
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

/// Cells of the framed grid, in the order that needs more.
pub(super) fn framed_cells(board: &Board) -> usize {
    ((board.rows + 2) * (board.columns + 1)).max((board.columns + 2) * (board.rows + 1))
}

impl<B: Bits> Space<B> {
    pub(super) fn new(board: &Board) -> Self {
        debug_assert!(board.on_a_gate().is_none(), "no piece stands where it may not be");
        let layout = Layout::new(board);
        let fixed = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None);
        let fixed: Vec<(usize, usize)> = fixed.flat_map(Piece::cells).collect();
        let mut tracks = Vec::new();
        for (at, field) in layout.fields.iter().enumerate() {
            let ways = [Direction::Right, Direction::Down].into_iter().filter(|&to| field.freedom.allows(to));
            tracks.extend(ways.map(|to| Track::new(board, at, field, to)));
        }
        Self {
            movers: layout.fields.iter().map(|field| Mover::new(board, field)).collect(),
            tracks,
            most_children: layout.fields.len() * (board.rows + board.columns),
            tests: board.goals.iter().filter_map(|goal| test(board, &layout.fields, goal)).collect(),
            layout,
            lines: [board.columns + 1, board.rows + 1],
            walls: [ACROSS, DOWN].map(|order| framed(board, order, true, &fixed)),
            gates: [ACROSS, DOWN].map(|order| framed(board, order, false, &board.gates)),
            steps_only: board.metric == Metric::Steps,
            board: board.clone(),
        }
    }

    fn standing(&self) -> Standing<B> {
        let [across, down] = self.walls.clone();
        Standing {
            grounds: [across.clone(), down.clone(), across, down],
            corners: vec![0; 2 * self.movers.len()],
        }
    }

    /// Finds where every piece stands.
    #[inline(always)]
    fn stand(&self, parent: &[u64], standing: &mut Standing<B>) {
        let [mut across, mut down] = self.walls.clone();
        for (mover, corners) in self.movers.iter().zip(standing.corners.as_chunks_mut::<2>().0) {
            *corners = mover.cells(parent, self.lines);
            across.add(&mover.shapes[ACROSS].at(corners[ACROSS]));
            down.add(&mover.shapes[DOWN].at(corners[DOWN]));
        }
        let [mut closed_across, mut closed_down] = [across.clone(), down.clone()];
        closed_across.add(&self.gates[ACROSS]);
        closed_down.add(&self.gates[DOWN]);
        standing.grounds = [across, down, closed_across, closed_down];
    }

    /// The successors of parents of one word whose pieces are never exchanged: a child is the parent plus a multiple
    /// of a unit.
    fn expand_words<const STEPS: bool>(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut standing = self.standing();
        let mut children = vec![0; self.most_children + AT_ONCE];
        for &parent in parents {
            self.stand(&[parent], &mut standing);
            let mut count = 0;
            for track in &self.tracks {
                let (mut ahead, mut back) = track.room(&standing, &self.movers);
                if STEPS {
                    (ahead, back) = (ahead.min(1), back.min(1));
                }
                write_children(&mut children[count..], parent, &track.ahead, ahead);
                count += ahead;
                write_children(&mut children[count..], parent, &track.back, back);
                count += back;
            }
            out.extend_from_slice(&children[..count]);
        }
    }

    /// The successors of parents of any kind.
    fn expand_any(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut standing = self.standing();
        let most = if self.steps_only { 1 } else { usize::MAX };
        for parent in parents.chunks_exact(self.layout.words) {
            self.stand(parent, &mut standing);
            for track in &self.tracks {
                let (ahead, back) = track.room(&standing, &self.movers);
                for distance in 1..=ahead.min(most) {
                    self.emit(parent, track, track.unit.wrapping_mul(distance as u64), out);
                }
                for distance in 1..=back.min(most) {
                    self.emit(parent, track, track.unit.wrapping_neg().wrapping_mul(distance as u64), out);
                }
            }
        }
    }

    /// Appends the parent with one field changed by `change`, which is in place already.
    fn emit(&self, parent: &[u64], track: &Track, change: u64, out: &mut Vec<u64>) {
        let from = out.len();
        out.extend_from_slice(parent);
        let child = &mut out[from..];
        child[track.word] = child[track.word].wrapping_add(change);
        if !track.alone {
            self.sort_class(parent, track.mover, child);
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
            Test::OneOf(places) => {
                places.iter().any(|&(field, value)| self.layout.fields[field].value(key) == value)
            }
        }
    }
}

/// The condition that a goal comes down to; nothing if it holds in every position.
fn test(board: &Board, fields: &[Field], goal: &Goal) -> Option<Test> {
    let stride = board.columns + 1;
    let value_at = |field: &Field, row: usize, column: usize| {
        let cell = ((row + 1) * stride + column).checked_sub(field.base)?;
        (cell.is_multiple_of(field.scale) && (cell / field.scale) as u64 <= field.mask)
            .then_some(cell / field.scale)
    };
    let never_or_always = || if board.holds(goal) { None } else { Some(Test::Never) };
    match *goal {
        Goal::LastColumn => {
            let Some(field) = fields.iter().position(|field| field.piece == 0) else {
                return never_or_always();
            };
            if fields[field].scale != 1 {
                return never_or_always();
            }
            Some(Test::Column { field, column: board.columns - board.pieces[0].width })
        }
        Goal::PieceAt { piece, row, column } => {
            let Some(field) = fields.iter().position(|field| field.piece == piece) else {
                return never_or_always();
            };
            Some(
                value_at(&fields[field], row, column)
                    .map_or(Test::Never, |value| Test::OneOf(vec![(field, value)])),
            )
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
            Some(Test::OneOf(
                places.filter_map(|(at, field)| Some((at, value_at(field, row, column)?))).collect(),
            ))
        }
    }
}

impl<B: Bits> Packed for Space<B> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn kind(&self) -> Kind {
        Kind::Undirected
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.layout.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let plain = self.layout.words == 1 && self.tracks.iter().all(|track| track.alone);
        match (plain, self.steps_only) {
            (true, true) => self.expand_words::<true>(parents, out),
            (true, false) => self.expand_words::<false>(parents, out),
            (false, _) => self.expand_any(parents, out),
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let all = keys.chunks_exact(self.layout.words).enumerate();
        hit.extend(
            all.filter(|(_, key)| self.tests.iter().all(|test| self.passes(test, key))).map(|(at, _)| at),
        );
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
