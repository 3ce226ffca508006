//! The state space of a field encoding: the rules of [`crate::rules`] on packed keys, written for
//! speed.

use fewest_search::{EdgeKind, StateSpace};

use super::cells::{Bits, frame, inside, set_of};
use super::expand::{FieldChange, MoveRule, Mover, Occupancy, movers};
use super::fields::Layout;
use super::goal_test::{GoalTest, goal_test};
use crate::rules::{Board, Freedom, Metric, Piece};

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
        Metric::ShortestPaths => rows * columns,
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

    fn owner(&self, key: &[u64]) -> u64 {
        // Large pieces move rarely, and the places of three of them are enough to spread positions
        // evenly.
        let value = |at: &usize| self.layout.fields[*at].value(key) as u64;
        self.large.iter().fold(0, |places, at| places << 8 | value(at))
    }

    fn fingerprint(&self) -> String {
        format!("blocks 1 {:?}", self.board)
    }
}
