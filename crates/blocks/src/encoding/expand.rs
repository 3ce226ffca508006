//! The state space of the field encoding: successor generation and goal tests on packed keys,
//! written for speed. It computes where the pieces are, which directions are open to them, and the
//! keys after the moves.

use std::ops::Range;

use fewest_search::{EdgeKind, StateSpace};

use crate::encoding::cells::{Bits, frame, inside, set_of};
use crate::encoding::fields::{Field, Layout};
use crate::rules::{Board, Direction, Freedom, Goal, Metric, Piece};

/// The directions, in the order of all arrays with one entry per direction.
const DIRECTIONS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// A movable piece: the data that is read for every position.
#[derive(Debug)]
struct Mover<B: Bits> {
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
struct MoveRule {
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
struct FieldChange {
    pub(super) field: usize,
    pub(super) by: u64,
    may_pass: bool,
}

/// The occupied cells of a position and the open directions; a buffer that is reused.
struct Occupancy<B> {
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
fn movers<B: Bits>(board: &Board, layout: &Layout) -> (Vec<Mover<B>>, Vec<MoveRule>) {
    layout.fields.iter().map(|field| mover(board, layout, field)).unzip()
}

fn mover<B: Bits>(board: &Board, layout: &Layout, field: &Field) -> (Mover<B>, MoveRule) {
    let piece = &board.pieces[field.piece];
    let mut cells: Vec<usize> = piece.shape().map(|(row, column)| row * layout.stride + column).collect();
    let first = cells.iter().copied().min().unwrap_or(0);
    cells.iter_mut().for_each(|cell| *cell -= first);
    let reach = match (board.metric, field.freedom) {
        (Metric::Steps, _) => MoveReach::Step,
        (Metric::Paths, Freedom::Both) => MoveReach::Path,
        (Metric::Slides | Metric::Paths, _) => MoveReach::Slide,
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

/// A puzzle as a state space; `B` holds the cells of the framed grid.
#[derive(Debug)]
pub(super) struct FieldSpace<B: Bits> {
    layout: Layout,
    movers: Vec<Mover<B>>,
    rules: Vec<MoveRule>,
    /// The frame and the pieces that never move.
    walls: B,
    gates: B,
    tests: Vec<GoalTest>,
    /// The fields of the largest pieces.
    large: Vec<usize>,
    /// See [`StateSpace::parts`].
    parts: usize,
    board: Board,
}

/// Words of successors that one part of an expansion may have.
const PART_WORDS: usize = 1 << 20;

/// Returns the number of parts in which a position is expanded, such that no part has many more
/// words than [`PART_WORDS`].
fn parts(board: &Board, layout: &Layout) -> usize {
    let (rows, columns) = (board.rows, board.columns);
    let most_moves = match board.metric {
        Metric::Steps => 4,
        Metric::Slides => rows + columns,
        Metric::Paths => rows * columns,
    };
    let words = layout.words.saturating_mul(most_moves).saturating_mul(layout.fields.len());
    words.div_ceil(PART_WORDS).clamp(1, layout.fields.len().max(1))
}

/// Pieces whose places decide in which partition a position is kept.
const LARGE: usize = 3;

impl<B: Bits> FieldSpace<B> {
    pub(super) fn new(board: &Board) -> Self {
        debug_assert!(board.on_a_gate().is_none(), "no piece stands where it may not be");
        let layout = Layout::new(board);
        let fixed = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None);
        let fixed: Vec<(usize, usize)> = fixed.flat_map(Piece::cells).collect();
        let mut large: Vec<usize> = (0..layout.fields.len()).collect();
        large.sort_by_key(|&at| std::cmp::Reverse(board.pieces[layout.fields[at].piece].cells().count()));
        large.truncate(LARGE);
        let (movers, rules) = movers(board, &layout);
        Self {
            large,
            movers,
            rules,
            parts: parts(board, &layout),
            tests: board.goals.iter().filter_map(|goal| goal_test(board, &layout.fields, goal)).collect(),
            layout,
            walls: set_of(board, frame(board).chain(inside(board, &fixed))),
            gates: set_of(board, inside(board, &board.gates)),
            board: board.clone(),
        }
    }

    /// Appends the parent with one value changed.
    #[inline(always)]
    fn emit(&self, parent: &[u64], change: &FieldChange, out: &mut Vec<u64>) {
        let from = out.len();
        match *parent {
            // For a known length no function call is needed.
            [word] => out.push(word),
            [first, second] => out.extend([first, second]),
            _ => out.extend_from_slice(parent),
        }
        let child = &mut out[from..];
        let field = &self.layout.fields[change.field];
        child[field.word] = child[field.word].wrapping_add(change.by << field.shift);
        if change.may_pass {
            self.sort_class(parent, change.field, child);
        }
    }

    /// Moves the changed value of a piece to its sorted place within its class.
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
}

impl<B: Bits> StateSpace for FieldSpace<B> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.layout.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut occupancy = Occupancy::new(&self.board, &self.movers);
        for parent in parents.chunks_exact(self.layout.words) {
            occupancy.place_pieces(parent, &self.movers, &self.walls, &self.gates);
            occupancy.moves(&self.movers, &self.rules, self.layout.stride, 0..self.movers.len(), |change| {
                self.emit(parent, &change, out);
            });
        }
    }

    fn parts(&self) -> usize {
        self.parts
    }

    fn expand_part(&self, parents: &[u64], part: usize, out: &mut Vec<u64>) {
        if self.parts == 1 {
            return self.expand(parents, out);
        }
        let pieces = self.movers.len();
        let some = pieces * part / self.parts..pieces * (part + 1) / self.parts;
        let mut occupancy = Occupancy::new(&self.board, &self.movers);
        for parent in parents.chunks_exact(self.layout.words) {
            occupancy.place_pieces(parent, &self.movers, &self.walls, &self.gates);
            occupancy.moves(&self.movers, &self.rules, self.layout.stride, some.clone(), |change| {
                self.emit(parent, &change, out);
            });
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let all = keys.chunks_exact(self.layout.words).enumerate();
        hit.extend(
            all.filter(|(_, key)| self.tests.iter().all(|test| test.holds(&self.layout, key)))
                .map(|(at, _)| at),
        );
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        // Large pieces move rarely, and the places of three of them are enough to spread positions
        // evenly.
        let value = |at: &usize| self.layout.fields[*at].value(key) as u64;
        self.large.iter().fold(0, |places, at| places << 8 | value(at))
    }

    fn fingerprint(&self) -> String {
        format!("blocks 1 {:?}", self.board)
    }
}

/// A goal as a condition on a key.
#[derive(Clone, Debug)]
enum GoalTest {
    Never,
    /// The cell of a field is in a column of the framed grid.
    Column {
        field: usize,
        column: usize,
    },
    /// One of these fields has the given value.
    OneOf(Vec<(usize, usize)>),
}

impl GoalTest {
    /// Returns whether a key meets the condition.
    pub(super) fn holds(&self, layout: &Layout, key: &[u64]) -> bool {
        match self {
            Self::Never => false,
            Self::Column { field, column } => {
                let field = &layout.fields[*field];
                field.cell(field.value(key)) % layout.stride == *column
            }
            Self::OneOf(places) => {
                places.iter().any(|&(field, value)| layout.fields[field].value(key) == value)
            }
        }
    }
}

/// Returns the condition of a goal. None if it holds in every position.
fn goal_test(board: &Board, fields: &[Field], goal: &Goal) -> Option<GoalTest> {
    let stride = board.columns + 1;
    let value_at = |field: &Field, row: usize, column: usize| {
        let cell = ((row + 1) * stride + column).checked_sub(field.base)?;
        (cell.is_multiple_of(field.scale) && (cell / field.scale) as u64 <= field.mask)
            .then_some(cell / field.scale)
    };
    let never_or_always = || if board.holds(goal) { None } else { Some(GoalTest::Never) };
    match *goal {
        Goal::LastColumn => {
            let Some(field) = fields.iter().position(|field| field.piece == 0) else {
                return never_or_always();
            };
            if fields[field].scale != 1 {
                return never_or_always();
            }
            Some(GoalTest::Column { field, column: board.columns - board.pieces[0].width })
        }
        Goal::PieceAt { piece, row, column } => {
            let Some(field) = fields.iter().position(|field| field.piece == piece) else {
                return never_or_always();
            };
            Some(
                value_at(&fields[field], row, column)
                    .map_or(GoalTest::Never, |value| GoalTest::OneOf(vec![(field, value)])),
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
            Some(GoalTest::OneOf(
                places.filter_map(|(at, field)| Some((at, value_at(field, row, column)?))).collect(),
            ))
        }
    }
}
