//! Move tables: the moves on one segment, for every arrangement of its pieces and every set of
//! cells that crossing pieces cover.
//!
//! Both are small numbers, so all results are tabled: the changes of the arrangement number, one
//! list per case. Segments of the same length with pieces of the same sizes share a table, and
//! cases with the same moves share a list, so that the tables stay in the first cache.

use std::sync::{Arc, Mutex, PoisonError};

use super::segments::{Offsets, Segment};

/// Children written at once, needed or not; no segment of six cells has more.
pub(super) const AT_ONCE: usize = 4;

/// Tables of longer segments are built for every board: there are many kinds, and they are large.
const SHORT: usize = 6;

/// The tables of short segments that were built. There are 57 kinds, each in slides and in steps,
/// and every Rush Hour board has some of the same five, so building them would take a large part of
/// a quick solution.
static KNOWN: Mutex<Vec<Arc<MoveTable>>> = Mutex::new(Vec::new());

/// The table of a kind of segment.
pub(super) struct MoveTable {
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
    pub(super) fn is_of(&self, segment: &Segment) -> bool {
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
