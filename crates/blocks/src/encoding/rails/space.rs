//! The state space of boards on rails: successors by table lookup. Only addresses in the inner loop
//! depend on the position, not branches, which could not be predicted.
//!
//! A move table holds the moves on one segment, for every arrangement of its pieces and every set
//! of cells that crossing pieces cover.
//!
//! Both are small numbers, so all results are tabled: the changes of the arrangement number, one
//! list per case. Segments of the same length with pieces of the same sizes share a table, and
//! cases with the same moves share a list, so that the tables stay in the first cache.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_search::{EdgeKind, Ranking, StateSpace};

use crate::encoding::rails::{Offsets, Rails, Segment};
use crate::rules::{Board, Goal, Metric, Piece};

/// Parents for whose children room is reserved at once, as if each had the largest possible number.
const PARENTS: usize = 16;
/// Bits of the key whose covered cells are looked up together.
const CHUNK_BITS: u32 = 8;

/// Consecutive fields of the key.
#[derive(Debug)]
struct Chunk {
    shift: u32,
    mask: u64,
    /// Where its part of the shadows begins.
    base: usize,
}

/// A segment as the inner loop reads it.
#[derive(Debug)]
struct SegmentLookup {
    /// A key rotated by this much has the arrangement just above the cells that crossing pieces may
    /// cover.
    turn: u32,
    field: u64,
    /// Its cells among those of all rows, or of all columns.
    start: u32,
    cells: u64,
    /// Where the cases of its table begin, and its own changes.
    cases: usize,
    changes: usize,
}

/// A puzzle on rails as a state space.
#[derive(Debug)]
pub(crate) struct RailSpace {
    rails: Arc<Rails>,
    chunks: Vec<Chunk>,
    /// Cells covered by the pieces of a chunk: those of columns row by row, those of rows column by
    /// column.
    shadows: Vec<[u64; 2]>,
    /// The rows, and the columns.
    lookups: [Vec<SegmentLookup>; 2],
    /// By arrangement and crossing cells: where the list of changes begins, and (in the lowest
    /// byte) its length. One part per kind of segment.
    cases: Vec<u32>,
    /// The changes of a key, one part per segment.
    changes: Vec<[u64; AT_ONCE]>,
    tests: Vec<RailGoalTest>,
    /// Room that the successors of a position need at most, as they are written.
    room: usize,
    board: Board,
}

impl RailSpace {
    /// Returns the state space of a board on rails.
    pub(crate) fn new(board: &Board, rails: Arc<Rails>) -> Self {
        let mut space = Self {
            chunks: Vec::new(),
            shadows: Vec::new(),
            lookups: [Vec::new(), Vec::new()],
            cases: Vec::new(),
            changes: Vec::new(),
            // The last row of children may reach beyond those that count.
            room: AT_ONCE,
            tests: board.goals.iter().filter_map(|goal| rail_goal_test(board, &rails, goal)).collect(),
            board: board.clone(),
            rails: Arc::clone(&rails),
        };
        let mut kinds: Vec<(Arc<MoveTable>, usize)> = Vec::new();
        for segment in &rails.segments {
            let known = kinds.iter().position(|(kind, _)| kind.is_of(segment)).unwrap_or_else(|| {
                let kind = MoveTable::of(segment, board.metric == Metric::Steps);
                let cases = space.cases.len();
                space.cases.extend_from_slice(&kind.cases);
                kinds.push((kind, cases));
                kinds.len() - 1
            });
            let (kind, cases) = &kinds[known];
            space.add_lookup(segment, kind, *cases);
        }
        let mut rest = &rails.segments[..];
        while let Some(first) = rest.first() {
            let end = first.shift + CHUNK_BITS;
            let (chunk, others) = rest
                .split_at(rest.iter().take_while(|segment| segment.shift + segment.bits() <= end).count());
            space.add_chunk(chunk);
            rest = others;
        }
        space
    }

    /// Returns the bit of a cell among those of all rows, or of all columns.
    fn bit(&self, across: bool, (row, column): (usize, usize)) -> usize {
        if across { row * self.board.columns + column } else { column * self.board.rows + row }
    }

    fn add_lookup(&mut self, segment: &Segment, kind: &MoveTable, cases: usize) {
        let length = segment.length as u32;
        self.lookups[usize::from(!segment.across)].push(SegmentLookup {
            turn: (u64::BITS + segment.shift - length) % u64::BITS,
            field: segment.mask() << length,
            start: self.bit(segment.across, segment.cell(0)) as u32,
            cells: (1 << length) - 1,
            cases,
            changes: self.changes.len(),
        });
        self.changes.extend(kind.rows.iter().map(|row| row.map(|change| change.wrapping_mul(segment.unit))));
        self.room += kind.most;
    }

    fn add_chunk(&mut self, segments: &[Segment]) {
        let shift = segments[0].shift;
        let bits: u32 = segments.iter().map(Segment::bits).sum();
        let base = self.shadows.len();
        self.shadows.resize(base + (1 << bits), [0; 2]);
        for segment in segments {
            let side = usize::from(segment.across);
            for arrangement in 0..segment.arrangements.len() {
                let shadow = self.shadow(segment, arrangement);
                let field = segment.shift - shift;
                // Every value of the chunk in which this field has this arrangement.
                let (low, high) = (1_usize << field, bits - field - segment.bits());
                for above in 0..1_usize << high {
                    let first = base + (above << (field + segment.bits()) | arrangement << field);
                    for value in &mut self.shadows[first..first + low] {
                        value[side] |= shadow;
                    }
                }
            }
        }
        self.chunks.push(Chunk { shift, mask: (1 << bits) - 1, base });
    }

    /// Returns the cells that an arrangement covers, as the segments that cross it number them.
    fn shadow(&self, segment: &Segment, arrangement: usize) -> u64 {
        let taken = segment.taken(arrangement);
        let cells = (0..segment.length).filter(|offset| taken >> offset & 1 == 1);
        cells.map(|offset| 1 << self.bit(!segment.across, segment.cell(offset))).sum()
    }

    /// Returns the cells covered by pieces of columns, row by row, and by pieces of rows, column by
    /// column.
    #[inline(always)]
    fn crossing(&self, key: u64) -> [u64; 2] {
        let mut crossing = [0; 2];
        for chunk in &self.chunks {
            let shadow = self.shadows[chunk.base + (key >> chunk.shift & chunk.mask) as usize];
            crossing = [crossing[0] | shadow[0], crossing[1] | shadow[1]];
        }
        crossing
    }

    /// Writes the successors of a position. Returns their number.
    #[inline(always)]
    fn write(&self, parent: u64, children: &mut [u64]) -> usize {
        // With 32 bits, sums as `usize` cannot overflow, which saves a check in the inner loop.
        let mut count: u32 = 0;
        for (lookups, crossing) in self.lookups.iter().zip(self.crossing(parent)) {
            for lookup in lookups {
                let case =
                    parent.rotate_right(lookup.turn) & lookup.field | crossing >> lookup.start & lookup.cells;
                let case = self.cases[lookup.cases + case as usize];
                let (mut row, end) = (lookup.changes + (case >> 8) as usize, count + (case & 0xff));
                loop {
                    let some = self.changes[row].map(|change| parent.wrapping_add(change));
                    children[count as usize..count as usize + AT_ONCE].copy_from_slice(&some);
                    count += AT_ONCE as u32;
                    row += 1;
                    if count >= end {
                        break;
                    }
                }
                count = end;
            }
        }
        count as usize
    }
}

impl StateSpace for RailSpace {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn ranking(&self) -> Option<Ranking> {
        let count = self.rails.combinations?;
        Some(Ranking { shift: self.rails.bits, count })
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.rails.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut filled = out.len();
        for (at, &parent) in parents.iter().enumerate() {
            // Few parents have the largest number of children, so the room reserved for some serves
            // many.
            if out.len() < filled + self.room {
                out.resize(filled + self.room * PARENTS.min(parents.len() - at), 0);
            }
            filled += self.write(parent, &mut out[filled..]);
        }
        out.truncate(filled);
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        RailGoalTest::find(&self.tests, keys, hit);
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        // The first segment changes as rarely as any other.
        key[0] & self.chunks.first().map_or(0, |chunk| chunk.mask)
    }

    fn fingerprint(&self) -> String {
        format!("blocks on rails 1 {:?}", self.board)
    }
}

/// A goal: one of these conditions holds.
#[derive(Debug)]
struct RailGoalTest(Vec<SegmentCondition>);

/// A field of the key, and the set of arrangements that fulfil the goal.
#[derive(Debug)]
struct SegmentCondition {
    shift: u32,
    mask: u64,
    good: u64,
}

impl RailGoalTest {
    /// Appends the indices of the keys that pass all tests.
    pub(super) fn find(tests: &[Self], keys: &[u64], hit: &mut Vec<usize>) {
        match tests {
            // One goal for one piece, the case of nearly all puzzles.
            [Self(places)] if places.len() == 1 => hit.extend(indices(keys, |key| places[0].holds(key))),
            tests => hit.extend(indices(keys, |key| tests.iter().all(|test| test.holds(key)))),
        }
    }

    /// Returns whether a key passes the test.
    #[inline(always)]
    fn holds(&self, key: u64) -> bool {
        self.0.iter().any(|place| place.holds(key))
    }
}

/// Returns the indices of the keys for which a predicate holds.
#[inline(always)]
fn indices(keys: &[u64], is_so: impl Fn(u64) -> bool) -> impl Iterator<Item = usize> {
    keys.iter().enumerate().filter(move |(_, key)| is_so(**key)).map(|(at, _)| at)
}

impl SegmentCondition {
    #[inline(always)]
    fn holds(&self, key: u64) -> bool {
        self.good >> (key >> self.shift & self.mask) & 1 == 1
    }
}

/// Returns the test of a goal. None if it holds in every position.
fn rail_goal_test(board: &Board, rails: &Rails, goal: &Goal) -> Option<RailGoalTest> {
    let wanted = |piece: &Piece, at: usize, (row, column): (usize, usize)| match *goal {
        Goal::LastColumn => at == 0 && column + piece.width == board.columns,
        Goal::PieceAt { piece: wanted, row: to_row, column: to_column } => {
            at == wanted && (row, column) == (to_row, to_column)
        }
        Goal::ShapeAt { row: to_row, column: to_column, width, height } => {
            piece.mask.is_none()
                && (piece.width, piece.height, row, column) == (width, height, to_row, to_column)
        }
    };
    let moves = |at: usize| rails.segments.iter().any(|segment| segment.pieces.contains(&at));
    let stands = board.pieces.iter().enumerate();
    if stands.into_iter().any(|(at, piece)| !moves(at) && wanted(piece, at, (piece.row, piece.column))) {
        return None;
    }
    let good = |segment: &Segment| {
        let holds = |offsets: &Offsets| {
            let mut standing = segment.pieces.iter().zip(offsets);
            standing.any(|(&at, &offset)| wanted(&board.pieces[at], at, segment.cell(usize::from(offset))))
        };
        let numbered = segment.arrangements.iter().enumerate();
        numbered.map(|(number, offsets)| u64::from(holds(offsets)) << number).sum()
    };
    let places = rails.segments.iter().map(|segment| SegmentCondition {
        shift: segment.shift,
        mask: segment.mask(),
        good: good(segment),
    });
    Some(RailGoalTest(places.filter(|place| place.good != 0).collect()))
}

/// Children written at once, needed or not; no segment of six cells has more.
pub(super) const AT_ONCE: usize = 4;

/// Tables of longer segments are built for every board: there are many kinds, and they are large.
const SHORT: usize = 6;

/// The tables of short segments that were built. There are 57 kinds, each in slides and in steps,
/// and every Rush Hour board has some of the same five, so building them would take a large part of
/// a quick solution.
static KNOWN: Mutex<Vec<Arc<MoveTable>>> = Mutex::new(Vec::new());

/// The table of a kind of segment.
struct MoveTable {
    length: usize,
    sizes: Vec<u8>,
    steps_only: bool,
    /// By arrangement and crossing cells: where the list of changes begins, and (in the lowest
    /// byte) its length.
    pub(super) cases: Vec<u32>,
    /// Lists of changes, in whole rows.
    pub(super) rows: Vec<[u64; AT_ONCE]>,
    /// The length of the longest list.
    pub(super) most: usize,
}

impl MoveTable {
    /// Returns the table of a segment.
    pub(super) fn of(segment: &Segment, steps_only: bool) -> Arc<Self> {
        if segment.length > SHORT {
            return Arc::new(Self::new(segment, steps_only));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kind) = known.iter().find(|kind| kind.steps_only == steps_only && kind.is_of(segment)) {
            return Arc::clone(kind);
        }
        let kind = Arc::new(Self::new(segment, steps_only));
        known.push(Arc::clone(&kind));
        kind
    }

    fn new(segment: &Segment, steps_only: bool) -> Self {
        let (length, sizes) = (segment.length, segment.sizes.clone());
        let cases = Vec::with_capacity(segment.arrangements.len() << length);
        let mut table = Self { length, sizes, steps_only, cases, rows: Vec::new(), most: 0 };
        let mut lists = ChangeLists::default();
        for from in 0..segment.arrangements.len() {
            let moves = SegmentMoves::of(segment, from, steps_only);
            table.most = table.most.max(moves.changes.len());
            table.add(&moves, !segment.taken(from) & ((1 << length) - 1), &mut lists);
        }
        table.rows = lists.rows;
        table
    }

    /// Returns whether the table is that of a segment.
    fn is_of(&self, segment: &Segment) -> bool {
        (self.length, &self.sizes) == (segment.length, &segment.sizes)
    }

    /// Adds the cases of an arrangement: crossing pieces can cover every subset of the free cells.
    fn add(&mut self, moves: &SegmentMoves, free: u64, lists: &mut ChangeLists) {
        let base = self.cases.len();
        self.cases.resize(base + (1 << self.length), 0);
        let mut known: Vec<(u64, u32)> = Vec::with_capacity(16);
        let mut crossing = free;
        loop {
            let open = moves.open(crossing);
            let case = known.iter().find(|(other, _)| *other == open).map(|&(_, case)| case);
            self.cases[base + crossing as usize] = case.unwrap_or_else(|| {
                let case = lists.case(moves.chosen(open));
                known.push((open, case));
                case
            });
            if crossing == 0 {
                break;
            }
            crossing = (crossing - 1) & free;
        }
    }
}

/// Lists of changes without duplicates.
#[derive(Default)]
struct ChangeLists {
    rows: Vec<[u64; AT_ONCE]>,
    cases: Vec<u32>,
}

impl ChangeLists {
    /// Returns where a list begins, and (in the lowest byte) its length. It takes whole rows, at
    /// least one.
    fn case(&mut self, mut list: impl Iterator<Item = u64>) -> u32 {
        let (first, mut length) = (self.rows.len(), 0);
        loop {
            let row: [Option<u64>; AT_ONCE] = std::array::from_fn(|_| list.next());
            self.rows.push(row.map(Option::unwrap_or_default));
            length += row.iter().flatten().count();
            if row[AT_ONCE - 1].is_none() {
                break;
            }
        }
        let (before, new) = self.rows.split_at(first);
        let is_same = |case: &&u32| {
            let same_rows = before.get((*case >> 8) as usize..).is_some_and(|rows| rows.starts_with(new));
            (*case & 0xff) as usize == length && same_rows
        };
        if let Some(&case) = self.cases.iter().find(is_same) {
            self.rows.truncate(first);
            return case;
        }
        let case = (first as u32) << 8 | length as u32;
        self.cases.push(case);
        case
    }
}

/// The moves of an arrangement of a segment without crossing pieces.
#[derive(Default)]
struct SegmentMoves {
    /// The change of the arrangement number by each move.
    changes: Vec<u64>,
    /// The cells that each move sweeps over.
    swept: Vec<u64>,
}

impl SegmentMoves {
    fn of(segment: &Segment, from: usize, steps_only: bool) -> Self {
        let mut moves = Self::default();
        let mut offsets: Offsets = segment.arrangements[from];
        for at in 0..segment.sizes.len() {
            let (old, size) = (offsets[at], segment.sizes[at]);
            let first = if at == 0 { 0 } else { offsets[at - 1] + segment.sizes[at - 1] };
            let next = if at + 1 < segment.sizes.len() { offsets[at + 1] } else { segment.length as u8 };
            let ahead = (old + 1..=next - size).map(|to| (to, ((1_u64 << (to - old)) - 1) << (old + size)));
            let back = (first..old).rev().map(|to| (to, ((1_u64 << (old - to)) - 1) << to));
            let near = |(to, _): &(u8, u64)| !steps_only || to.abs_diff(old) == 1;
            for (to, swept) in ahead.chain(back).filter(near) {
                offsets[at] = to;
                let number = segment.number(&offsets).expect("every arrangement is listed");
                moves.changes.push((number as u64).wrapping_sub(from as u64));
                moves.swept.push(swept);
            }
            offsets[at] = old;
        }
        moves
    }

    /// Returns the changes of a set of moves.
    fn chosen(&self, set: u64) -> impl Iterator<Item = u64> {
        self.changes.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, change)| *change)
    }

    /// Returns the moves that crossing cells leave open, as bits.
    fn open(&self, crossing: u64) -> u64 {
        let numbered = self.swept.iter().enumerate();
        numbered.map(|(at, swept)| u64::from(swept & crossing == 0) << at).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_are_alike_are_kept_once() {
        let mut lists = ChangeLists::default();
        let long: Vec<u64> = (1..=AT_ONCE as u64 + 1).collect();
        let all: [&[u64]; 5] = [&[], &[1], &[1, 2], &long, &[2]];
        let cases = all.map(|list| lists.case(list.iter().copied()));
        let rows = lists.rows.len();
        for (list, case) in all.into_iter().zip(cases) {
            let (first, length) = ((case >> 8) as usize, (case & 0xff) as usize);
            assert_eq!(lists.rows[first..].concat()[..length], *list);
            assert_eq!(lists.case(list.iter().copied()), case);
        }
        assert_eq!(lists.rows.len(), rows);
    }
}
